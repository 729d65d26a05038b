#include "api/openapi_schemas.hpp"

#include <array>

namespace tradepost::api {
namespace {

constexpr std::array texts = {
    SchemaText{"Identifier", R"({
        "type": "object",
        "required": ["domain", "identifier"],
        "additionalProperties": false,
        "properties": {
          "domain": {"type": "string", "enum": ["GS1", "DUNS", "VAT_DE", "FED_TAX"]},
          "identifier": {"type": "string", "maxLength": 255, "pattern": "\\S"}
        }
      })"},
    SchemaText{"Kinds", R"({
        "type": "array",
        "maxItems": 12,
        "items": {"$ref": "#/components/schemas/DocumentType"},
        "description": "Left out, or empty: all types of documents."
      })"},
    SchemaText{"Requirement", R"({
        "type": "object",
        "description": "What a recipient demands on top of what is demanded anyway.",
        "required": ["kind", "path"],
        "additionalProperties": false,
        "properties": {
          "kind": {"$ref": "#/components/schemas/DocumentType"},
          "path": {
            "type": "string",
            "maxLength": 500,
            "description": "From the content down, with * for every element: items.*.identifiers"
          },
          "domain": {
            "type": ["string", "null"],
            "description": "An identifier of this domain must be there."
          },
          "when": {
            "type": ["array", "null"],
            "maxItems": 50,
            "items": {"type": "string"},
            "description": "Values of header.type with which it is demanded; left out: always."
          }
        }
      })"},
    SchemaText{"Requirements", R"({
        "type": "array",
        "maxItems": 200,
        "items": {"$ref": "#/components/schemas/Requirement"}
      })"},
    SchemaText{"Agent", R"({
        "type": "object",
        "description": "Who may transmit documents of the participant.",
        "required": ["participant"],
        "additionalProperties": false,
        "properties": {
          "participant": {"$ref": "#/components/schemas/Id"},
          "kinds": {"anyOf": [{"$ref": "#/components/schemas/Kinds"}, {"type": "null"}]}
        }
      })"},
    SchemaText{"ParticipantRequest", R"({
        "type": "object",
        "required": ["name", "identifiers"],
        "additionalProperties": false,
        "properties": {
          "name": {"type": "string", "maxLength": 255, "pattern": "\\S"},
          "identifiers": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Identifier"},
            "description": "GS1 and DUNS belong to one participant of the network alone."
          },
          "requirements": {
            "anyOf": [{"$ref": "#/components/schemas/Requirements"}, {"type": "null"}]
          },
          "agents": {
            "type": ["array", "null"],
            "items": {"$ref": "#/components/schemas/Agent"}
          },
          "webhooks": {
            "type": ["array", "null"],
            "maxItems": 20,
            "items": {"$ref": "#/components/schemas/FirstWebhook"},
            "description": "What the participant may set by itself later on."
          }
        }
      })"},
    SchemaText{"NewParticipant", R"({
        "type": "object",
        "properties": {
          "webhooks": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/NewWebhook"},
            "description": "Those that were asked for, in their order."
          }
        },
        "allOf": [{"$ref": "#/components/schemas/Participant"}]
      })"},
    SchemaText{"ParticipantEdit", R"({
        "type": "object",
        "description": "What is left out stays as it is.",
        "additionalProperties": false,
        "properties": {
          "name": {"type": ["string", "null"], "maxLength": 255, "pattern": "\\S"},
          "identifiers": {
            "type": ["array", "null"],
            "items": {"$ref": "#/components/schemas/Identifier"},
            "description": "All that there are to be; not together with the two that follow."
          },
          "addIdentifiers": {
            "type": ["array", "null"],
            "items": {"$ref": "#/components/schemas/Identifier"},
            "description": "One that another participant holds moves from there."
          },
          "removeIdentifiers": {
            "type": ["array", "null"],
            "items": {"$ref": "#/components/schemas/Identifier"}
          },
          "requirements": {
            "anyOf": [{"$ref": "#/components/schemas/Requirements"}, {"type": "null"}]
          },
          "agents": {
            "type": ["array", "null"],
            "items": {"$ref": "#/components/schemas/Agent"}
          }
        }
      })"},
    SchemaText{"Participant", R"({
        "type": "object",
        "required": ["id", "name", "state", "identifiers", "requirements", "agents"],
        "properties": {
          "id": {"$ref": "#/components/schemas/Id"},
          "name": {"type": "string"},
          "state": {"type": "string", "enum": ["open", "closing", "closed"]},
          "identifiers": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Identifier"}
          },
          "requirements": {"$ref": "#/components/schemas/Requirements"},
          "agents": {"type": "array", "items": {"$ref": "#/components/schemas/Agent"}}
        }
      })"},
    SchemaText{"ParticipantEdited", R"({
        "type": "object",
        "required": ["data"],
        "properties": {
          "data": {
            "type": "object",
            "required": ["pendingElsewhere"],
            "properties": {
              "pendingElsewhere": {
                "type": "integer",
                "minimum": 0,
                "description": "How many documents still wait under the owners from whom identifiers moved."
              }
            },
            "allOf": [{"$ref": "#/components/schemas/Participant"}]
          }
        }
      })"},
    SchemaText{"ParticipantClosed", R"({
        "type": "object",
        "required": ["data"],
        "properties": {
          "data": {
            "type": "object",
            "required": ["id", "state", "failed"],
            "properties": {
              "id": {"$ref": "#/components/schemas/Id"},
              "state": {"const": "closed"},
              "failed": {
                "type": "object",
                "description": "How many documents have failed with it.",
                "required": ["pending", "held"],
                "properties": {
                  "pending": {"type": "integer", "minimum": 0},
                  "held": {"type": "integer", "minimum": 0}
                }
              }
            }
          }
        }
      })"},
    SchemaText{"ParticipantConflict",
               R"({
        "type": "object",
        "description": "With `owner`, `identifier` and `path` where an identifier is taken; with `pending` and `held` )"
               R"(where documents still wait; by itself where another change is under way, or the )"
               R"(participant has left.",
        "required": ["code", "message"],
        "properties": {
          "code": {"const": "conflict"},
          "message": {"type": "string"},
          "path": {"type": "string", "description": "Where the request names it."},
          "identifier": {"$ref": "#/components/schemas/Identifier"},
          "owner": {"$ref": "#/components/schemas/ParticipantName"},
          "pending": {"type": "integer", "minimum": 0},
          "held": {"type": "integer", "minimum": 0}
        }
      })"},
    SchemaText{"Scopes", R"({
        "type": "array",
        "minItems": 1,
        "maxItems": 4,
        "items": {"type": "string", "enum": ["read", "send", "report", "admin"]}
      })"},
    SchemaText{"TokenRequest", R"({
        "type": "object",
        "required": ["participant"],
        "additionalProperties": false,
        "properties": {
          "participant": {"$ref": "#/components/schemas/Id"},
          "flow": {
            "description": "LIVE if left out.",
            "anyOf": [{"$ref": "#/components/schemas/Flow"}, {"type": "null"}]
          },
          "scopes": {
            "description": "All if left out.",
            "anyOf": [{"$ref": "#/components/schemas/Scopes"}, {"type": "null"}]
          },
          "expiresAt": {
            "type": ["string", "null"],
            "description": "A date, or a date and time: 2027-01-31T12:00:00Z. For ever if left out."
          },
          "name": {"type": ["string", "null"], "maxLength": 255, "pattern": "\\S"}
        }
      })"},
    SchemaText{"Token", R"({
        "type": "object",
        "required": [
          "id", "participant", "name", "flow", "scopes", "createdAt", "expiresAt", "revokedAt"
        ],
        "properties": {
          "id": {"$ref": "#/components/schemas/Id"},
          "participant": {"$ref": "#/components/schemas/Id"},
          "name": {"type": "string"},
          "flow": {"$ref": "#/components/schemas/Flow"},
          "scopes": {"$ref": "#/components/schemas/Scopes"},
          "createdAt": {"$ref": "#/components/schemas/Time"},
          "expiresAt": {"anyOf": [{"$ref": "#/components/schemas/Time"}, {"type": "null"}]},
          "revokedAt": {"anyOf": [{"$ref": "#/components/schemas/Time"}, {"type": "null"}]}
        }
      })"},
    SchemaText{"NewToken", R"({
        "type": "object",
        "required": ["token"],
        "properties": {
          "token": {"type": "string", "description": "Told this once, and kept by nobody here."}
        },
        "allOf": [{"$ref": "#/components/schemas/Token"}]
      })"},
};

}  // namespace

std::vector<NamedSchema> schemas_of_administration() {
  return with_texts(
      texts, {{"ParticipantAnswer", data_schema("Participant")},
              {"ParticipantPage", page_schema(R"({"$ref": "#/components/schemas/Participant"})")},
              {"TokenAnswer", data_schema("Token")},
              {"TokenPage", page_schema(R"({
              "type": "object",
              "required": ["lastUsedAt"],
              "properties": {
                "lastUsedAt": {
                  "description": "null where it was not used since the process began.",
                  "anyOf": [{"$ref": "#/components/schemas/Time"}, {"type": "null"}]
                }
              },
              "allOf": [{"$ref": "#/components/schemas/Token"}]
            })")}});
}

}  // namespace tradepost::api
