#include "api/openapi_schemas.hpp"

#include <array>

namespace tradepost::api {
namespace {

constexpr std::array texts = {
    SchemaText{"Queue", R"({
        "type": "object",
        "required": ["participant", "flow", "pending", "oldest", "lastPoll", "failed", "held"],
        "properties": {
          "participant": {"$ref": "#/components/schemas/ParticipantName"},
          "flow": {"$ref": "#/components/schemas/Flow"},
          "pending": {"type": "integer", "minimum": 0},
          "oldest": {
            "description": "Since when the oldest one waits.",
            "anyOf": [{"$ref": "#/components/schemas/Time"}, {"type": "null"}]
          },
          "lastPoll": {
            "description": "null where none was seen.",
            "anyOf": [{"$ref": "#/components/schemas/Time"}, {"type": "null"}]
          },
          "failed": {"type": "integer", "minimum": 0},
          "held": {"type": "integer", "minimum": 0}
        }
      })"},
    SchemaText{"Act", R"({
        "type": "object",
        "required": ["at", "type", "by", "subject", "detail"],
        "properties": {
          "at": {"$ref": "#/components/schemas/Time"},
          "type": {
            "enum": ["participant.added", "participant.changed", "participant.closing", "participant.closed",
                     "pending.taken", "token.added", "token.revoked", "relationship.set", "webhook.added",
                     "webhook.changed", "webhook.removed", "sscc-range.set", "setting.changed",
                     "case.commented", "transaction.discarded", "transaction.erased",
                     "transaction.requeued"]
          },
          "by": {
            "type": "object",
            "required": ["type", "id", "name"],
            "properties": {
              "type": {"enum": ["network", "participant", "operator"]},
              "id": {"anyOf": [{"$ref": "#/components/schemas/Id"}, {"type": "null"}]},
              "name": {"type": "string", "description": "The one it has now."}
            }
          },
          "subject": {
            "description": "A participant, token, document, case; of a relationship its recipient; null of a setting.",
            "anyOf": [{"$ref": "#/components/schemas/Id"}, {"type": "null"}]
          },
          "detail": {"type": "string"}
        }
      })"},
    SchemaText{"OperatorRequest", R"({
        "type": "object",
        "required": ["name"],
        "additionalProperties": false,
        "properties": {"name": {"type": "string", "maxLength": 255, "pattern": "\\S"}}
      })"},
    SchemaText{"Operator", R"({
        "type": "object",
        "required": ["id", "name", "createdAt"],
        "properties": {
          "id": {"$ref": "#/components/schemas/Id"},
          "name": {"type": "string"},
          "createdAt": {"$ref": "#/components/schemas/Time"}
        }
      })"},
    SchemaText{"NewOperator", R"({
        "type": "object",
        "required": ["token"],
        "properties": {
          "token": {"type": "string", "description": "Told this once, and kept by nobody here."}
        },
        "allOf": [{"$ref": "#/components/schemas/Operator"}]
      })"},
    SchemaText{"OperatorRemoved", R"({
        "type": "object",
        "required": ["data"],
        "properties": {
          "data": {
            "type": "object",
            "required": ["id"],
            "properties": {"id": {"$ref": "#/components/schemas/Id"}}
          }
        }
      })"},
    SchemaText{"Reason", R"({
        "type": "object",
        "required": ["reason"],
        "additionalProperties": false,
        "properties": {"reason": {"type": "string", "pattern": "\\S"}}
      })"},
    SchemaText{"Requeued", R"({
        "type": "object",
        "required": ["platformTransactionId", "held"],
        "properties": {
          "platformTransactionId": {
            "description": "The new one's.",
            "$ref": "#/components/schemas/Id"
          },
          "held": {
            "type": "boolean",
            "description": "true: it is delivered when the recipient accepts the sender."
          }
        }
      })"},
    SchemaText{"Discarded", R"({
        "type": "object",
        "required": ["data"],
        "properties": {
          "data": {
            "type": "object",
            "required": ["platformTransactionId", "status"],
            "properties": {
              "platformTransactionId": {"$ref": "#/components/schemas/Id"},
              "status": {"const": "DROPPED"}
            }
          }
        }
      })"},
    SchemaText{"Statistics", R"({
        "type": "object",
        "required": ["data"],
        "properties": {
          "data": {
            "type": "array",
            "description": "What there is none of is not named.",
            "items": {
              "type": "object",
              "required": ["begins", "type", "status", "count"],
              "properties": {
                "begins": {
                  "description": "When its hour, or day, begins.",
                  "$ref": "#/components/schemas/Time"
                },
                "type": {"$ref": "#/components/schemas/DocumentType"},
                "direction": {
                  "type": "string",
                  "enum": ["sent", "received"],
                  "description": "Where a participant was asked for: from where it stands."
                },
                "status": {"$ref": "#/components/schemas/Status"},
                "count": {"type": "integer", "minimum": 1}
              }
            }
          }
        }
      })"},
    SchemaText{"NetworkSetting", R"({
        "type": "object",
        "required": ["mode"],
        "properties": {
          "mode": {
            "type": "string",
            "enum": ["approved", "open"],
            "description": "approved: a relationship is needed. open: every two may trade."
          }
        }
      })"},
    SchemaText{"RetentionSetting", R"({
        "type": "object",
        "required": ["rules"],
        "properties": {
          "rules": {
            "type": "array",
            "maxItems": 12,
            "description": "Types that are not named are kept for ever.",
            "items": {"$ref": "#/components/schemas/RetentionRule"}
          }
        }
      })"},
    SchemaText{"RetentionRule", R"({
        "type": "object",
        "required": ["kind", "contentDays"],
        "properties": {
          "kind": {"$ref": "#/components/schemas/DocumentType"},
          "contentDays": {
            "type": "integer",
            "minimum": 1,
            "maximum": 36500,
            "description": "So long after sending the content goes, of what is neither pending nor held."
          },
          "rowDays": {
            "type": ["integer", "null"],
            "minimum": 1,
            "maximum": 36500,
            "description": "So long after sending all of it goes; no less than contentDays."
          }
        }
      })"},
    SchemaText{"WebhookTargets", R"({
        "type": "object",
        "required": ["targets"],
        "properties": {
          "targets": {
            "type": "array",
            "maxItems": 1000,
            "items": {"type": "string", "pattern": "^[!-~]+$"},
            "description": "Hosts that may be called: example.org, *.example.org, or * for all names."
          }
        }
      })"},
    SchemaText{"Settings", R"({
        "type": "object",
        "required": ["data"],
        "properties": {
          "data": {
            "type": "object",
            "required": ["network", "retention", "webhookTargets"],
            "properties": {
              "network": {"$ref": "#/components/schemas/NetworkSetting"},
              "retention": {"$ref": "#/components/schemas/RetentionSetting"},
              "webhookTargets": {"$ref": "#/components/schemas/WebhookTargets"}
            }
          }
        }
      })"},
    SchemaText{"SsccRangeRequest", R"({
        "type": "object",
        "required": ["prefix", "end"],
        "additionalProperties": false,
        "properties": {
          "participant": {
            "description": "The network's own range if left out.",
            "anyOf": [{"$ref": "#/components/schemas/Id"}, {"type": "null"}]
          },
          "flow": {
            "description": "LIVE if left out.",
            "anyOf": [{"$ref": "#/components/schemas/Flow"}, {"type": "null"}]
          },
          "prefix": {
            "type": "string",
            "pattern": "^[0-9]{5,13}$",
            "description": "The extension digit and the GS1 prefix."
          },
          "first": {"type": ["integer", "null"], "minimum": 0, "description": "0 if left out."},
          "end": {"type": "integer", "minimum": 1, "description": "The number behind the last one."}
        }
      })"},
    SchemaText{"SsccRange", R"({
        "type": "object",
        "required": ["id", "participant", "flow", "prefix", "first", "end", "left", "isLow"],
        "properties": {
          "id": {"$ref": "#/components/schemas/Id"},
          "participant": {
            "description": "null: the network's own range.",
            "anyOf": [{"$ref": "#/components/schemas/Id"}, {"type": "null"}]
          },
          "flow": {"$ref": "#/components/schemas/Flow"},
          "prefix": {"type": "string", "pattern": "^[0-9]{5,13}$"},
          "first": {"type": "integer", "minimum": 0},
          "end": {"type": "integer", "minimum": 1, "description": "The number behind the last one."},
          "left": {
            "type": "integer",
            "minimum": 0,
            "description": "How many of its numbers were never taken."
          },
          "isLow": {"type": "boolean", "description": "Less than a tenth is left."}
        }
      })"},
};

}  // namespace

std::vector<NamedSchema> schemas_of_operation() {
  return with_texts(
      texts, {{"QueuePage", page_schema(R"({"$ref": "#/components/schemas/Queue"})")},
              {"ActPage", page_schema(R"({"$ref": "#/components/schemas/Act"})")},
              {"OperatorPage", page_schema(R"({"$ref": "#/components/schemas/Operator"})")},
              {"NetworkSettingAnswer", data_schema("NetworkSetting")},
              {"RetentionSettingAnswer", data_schema("RetentionSetting")},
              {"WebhookTargetsAnswer", data_schema("WebhookTargets")},
              {"SsccRangePage", page_schema(R"({"$ref": "#/components/schemas/SsccRange"})")}});
}

}  // namespace tradepost::api
