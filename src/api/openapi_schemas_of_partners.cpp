#include "api/openapi_schemas.hpp"

#include <array>

namespace tradepost::api {
namespace {

constexpr std::array texts = {
    SchemaText{"TradePartnerDirection", R"({
        "type": "object",
        "required": ["held"],
        "properties": {
          "held": {
            "type": "integer",
            "minimum": 0,
            "description": "How many documents wait until the recipient accepts the sender."
          }
        },
        "allOf": [{"$ref": "#/components/schemas/RelationshipTerms"}]
      })"},
    SchemaText{"TradePartner", R"({
        "type": "object",
        "required": ["id", "name", "incoming", "outgoing"],
        "properties": {
          "id": {"$ref": "#/components/schemas/Id"},
          "name": {"type": "string"},
          "incoming": {
            "description": "How the caller takes its documents.",
            "anyOf": [{"$ref": "#/components/schemas/TradePartnerDirection"}, {"type": "null"}]
          },
          "outgoing": {
            "description": "How it takes the caller's documents.",
            "anyOf": [{"$ref": "#/components/schemas/TradePartnerDirection"}, {"type": "null"}]
          }
        }
      })"},
    SchemaText{"TradePartnerRequest", R"({
        "type": "object",
        "required": ["status"],
        "additionalProperties": false,
        "properties": {
          "status": {"$ref": "#/components/schemas/RelationshipStatus"},
          "direction": {
            "type": ["string", "null"],
            "enum": ["incoming", "outgoing", null],
            "description": "incoming if left out. outgoing asks the partner, with requested alone."
          },
          "kinds": {"anyOf": [{"$ref": "#/components/schemas/Kinds"}, {"type": "null"}]},
          "requirements": {
            "anyOf": [{"$ref": "#/components/schemas/Requirements"}, {"type": "null"}]
          }
        }
      })"},
    SchemaText{"WouldHaveRefused", R"({
        "type": "object",
        "description": "Where requirements are set: how many of the last documents they would have refused.",
        "required": ["of", "refused"],
        "properties": {
          "of": {"type": "integer", "minimum": 0, "maximum": 1000},
          "refused": {"type": "integer", "minimum": 0, "maximum": 1000}
        }
      })"},
    SchemaText{"TradePartnerPut", R"({
        "type": "object",
        "required": ["data"],
        "properties": {
          "data": {
            "type": "object",
            "required": ["released"],
            "properties": {
              "released": {
                "type": "integer",
                "minimum": 0,
                "description": "How many documents that were held are delivered by it."
              },
              "wouldHaveRefused": {"$ref": "#/components/schemas/WouldHaveRefused"}
            },
            "allOf": [{"$ref": "#/components/schemas/TradePartner"}]
          }
        }
      })"},
    SchemaText{"InternalNumber", R"({
        "type": "object",
        "description": "A number by which the participant knows one of its partners.",
        "required": ["participant", "number"],
        "additionalProperties": false,
        "properties": {
          "participant": {"$ref": "#/components/schemas/Id"},
          "number": {"type": "string", "maxLength": 255, "pattern": "\\S"}
        }
      })"},
    SchemaText{"ProfileRequest", R"({
        "type": "object",
        "description": "What is left out stays as it is. What is not listed with a type is passed over.",
        "additionalProperties": false,
        "properties": {
          "requirements": {
            "anyOf": [{"$ref": "#/components/schemas/Requirements"}, {"type": "null"}]
          },
          "agents": {
            "type": ["array", "null"],
            "maxItems": 10000,
            "items": {"$ref": "#/components/schemas/Agent"}
          },
          "numbers": {
            "type": ["array", "null"],
            "maxItems": 10000,
            "items": {"$ref": "#/components/schemas/InternalNumber"},
            "description": "Each number stands for one partner; a partner may have several."
          },
          "id": {"readOnly": true},
          "name": {"readOnly": true},
          "state": {"readOnly": true},
          "identifiers": {"readOnly": true},
          "ssccRanges": {"readOnly": true},
          "webhooks": {"readOnly": true}
        }
      })"},
    SchemaText{"Profile", R"({
        "type": "object",
        "required": ["numbers", "webhooks", "ssccRanges"],
        "properties": {
          "numbers": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/InternalNumber"}
          },
          "webhooks": {
            "type": "array",
            "description": "Who is called when something happens; `/v2/profile/webhooks` changes them.",
            "items": {
              "type": "object",
              "required": ["id", "url", "events", "flow"],
              "properties": {
                "id": {"$ref": "#/components/schemas/Id"},
                "url": {"type": "string"},
                "events": {
                  "type": "array",
                  "items": {"$ref": "#/components/schemas/WebhookEventType"}
                },
                "flow": {"$ref": "#/components/schemas/Flow"}
              }
            }
          },
          "ssccRanges": {
            "type": "array",
            "description": "Of which transport units without a number are given one.",
            "items": {
              "type": "object",
              "required": ["id", "prefix", "first", "end"],
              "properties": {
                "id": {"$ref": "#/components/schemas/Id"},
                "prefix": {"type": "string"},
                "first": {"type": "integer", "minimum": 0},
                "end": {
                  "type": "integer",
                  "minimum": 0,
                  "description": "The number behind the last one."
                }
              }
            }
          }
        },
        "allOf": [{"$ref": "#/components/schemas/Participant"}]
      })"},
    SchemaText{"ProfilePut", R"({
        "type": "object",
        "required": ["data"],
        "properties": {
          "data": {
            "type": "object",
            "properties": {
              "wouldHaveRefused": {"$ref": "#/components/schemas/WouldHaveRefused"}
            },
            "allOf": [{"$ref": "#/components/schemas/Profile"}]
          }
        }
      })"},
    SchemaText{"Validation", R"({
        "type": "object",
        "required": ["valid", "faults", "faultCount", "warnings", "recipient"],
        "properties": {
          "valid": {"type": "boolean", "description": "Sending it now would be 201 or 202."},
          "faults": {
            "type": "array",
            "maxItems": 1000,
            "items": {"$ref": "#/components/schemas/Fault"}
          },
          "faultCount": {
            "type": "integer",
            "minimum": 0,
            "description": "How many there are, also beyond the 1,000 that are named."
          },
          "warnings": {
            "type": "array",
            "description": "What is odd in the document, and no fault.",
            "items": {"$ref": "#/components/schemas/Fault"}
          },
          "recipient": {
            "description": "In whose queue it would lie; null where nobody is found.",
            "anyOf": [{"$ref": "#/components/schemas/ParticipantName"}, {"type": "null"}]
          }
        }
      })"},
};

}  // namespace

std::vector<NamedSchema> schemas_of_partners() {
  return with_texts(
      texts, {{"TradePartnerPage", page_schema(R"({"$ref": "#/components/schemas/TradePartner"})")},
              {"ProfileAnswer", data_schema("Profile")}});
}

}  // namespace tradepost::api
