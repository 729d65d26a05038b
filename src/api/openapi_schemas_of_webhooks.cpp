#include <array>

#include "api/openapi_schemas.hpp"

namespace tradepost::api {
namespace {

constexpr std::array texts = {
    SchemaText{"WebhookEventType", R"({
        "type": "string",
        "enum": ["transaction.pending", "transaction.reported", "case.opened"]
      })"},
    SchemaText{"WebhookRequest", R"({
        "type": "object",
        "required": ["url"],
        "additionalProperties": false,
        "properties": {
          "url": {
            "type": "string",
            "maxLength": 2000,
            "description": "http or https, at a host that the operator allows; without a user or a fragment."
          },
          "events": {
            "type": ["array", "null"],
            "minItems": 1,
            "maxItems": 3,
            "items": {"$ref": "#/components/schemas/WebhookEventType"},
            "description": "All if left out."
          }
        }
      })"},
    SchemaText{"FirstWebhook", R"({
        "type": "object",
        "required": ["url"],
        "additionalProperties": false,
        "properties": {
          "url": {"type": "string", "maxLength": 2000},
          "events": {
            "type": ["array", "null"],
            "minItems": 1,
            "maxItems": 3,
            "items": {"$ref": "#/components/schemas/WebhookEventType"},
            "description": "All if left out."
          },
          "flow": {
            "anyOf": [{"$ref": "#/components/schemas/Flow"}, {"type": "null"}],
            "description": "LIVE if left out."
          }
        }
      })"},
    SchemaText{"WebhookChange", R"({
        "type": "object",
        "description": "What is left out stays as it is.",
        "additionalProperties": false,
        "properties": {
          "url": {"type": ["string", "null"], "maxLength": 2000},
          "events": {
            "type": ["array", "null"],
            "minItems": 1,
            "maxItems": 3,
            "items": {"$ref": "#/components/schemas/WebhookEventType"}
          },
          "secret": {
            "enum": ["new", null],
            "description": "`new`: the answer tells another secret, which signs from now on."
          }
        }
      })"},
    SchemaText{"Webhook", R"({
        "type": "object",
        "required": [
          "id", "url", "events", "flow", "state", "waiting", "oldestWaitingAt", "failures", "failingSince",
          "nextTryAt"
        ],
        "properties": {
          "id": {"$ref": "#/components/schemas/Id"},
          "url": {"type": "string"},
          "events": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/WebhookEventType"}
          },
          "flow": {"$ref": "#/components/schemas/Flow"},
          "state": {
            "type": "string",
            "enum": ["active", "given_up"],
            "description": "given_up: it took nothing for three days, and is called again when it is changed."
          },
          "waiting": {
            "type": "integer",
            "minimum": 0,
            "maximum": 1000,
            "description": "Events that it has not taken; 1000 are as many, or more."
          },
          "oldestWaitingAt": {"anyOf": [{"$ref": "#/components/schemas/Time"}, {"type": "null"}]},
          "failures": {"type": "integer", "minimum": 0, "description": "In a row, up to now."},
          "failingSince": {"anyOf": [{"$ref": "#/components/schemas/Time"}, {"type": "null"}]},
          "nextTryAt": {"anyOf": [{"$ref": "#/components/schemas/Time"}, {"type": "null"}]}
        }
      })"},
    SchemaText{"NewWebhook", R"({
        "type": "object",
        "required": ["secret"],
        "properties": {
          "secret": {"type": "string", "description": "Signs its calls; told this once."}
        },
        "allOf": [{"$ref": "#/components/schemas/Webhook"}]
      })"},
    SchemaText{"WebhookChanged", R"({
        "type": "object",
        "required": ["data"],
        "properties": {
          "data": {
            "type": "object",
            "properties": {
              "secret": {"type": "string", "description": "Where a new one was asked for."}
            },
            "allOf": [{"$ref": "#/components/schemas/Webhook"}]
          }
        }
      })"},
    SchemaText{"WebhookList", R"({
        "type": "object",
        "required": ["data"],
        "properties": {
          "data": {
            "type": "array",
            "maxItems": 20,
            "items": {"$ref": "#/components/schemas/Webhook"}
          }
        }
      })"},
    SchemaText{"WebhookRemoved", R"({
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
    SchemaText{"WebhookCall", R"({
        "type": "object",
        "required": ["at", "event", "type", "taken", "status", "tookMs"],
        "properties": {
          "at": {"$ref": "#/components/schemas/Time"},
          "event": {
            "description": "The event's id; a repeat has the same.",
            "$ref": "#/components/schemas/Id"
          },
          "type": {"type": "string"},
          "about": {
            "description": "The transaction, or the case.",
            "$ref": "#/components/schemas/Id"
          },
          "taken": {"type": "boolean"},
          "status": {
            "type": ["integer", "null"],
            "description": "What it answered with; null where there was no answer."
          },
          "message": {"type": "string", "description": "Why it was not taken."},
          "tookMs": {"type": "integer", "minimum": 0}
        }
      })"},
    SchemaText{"WebhookDeliveries", R"({
        "type": "object",
        "required": ["data"],
        "properties": {
          "data": {
            "type": "object",
            "required": ["deliveries"],
            "properties": {
              "deliveries": {
                "type": "array",
                "maxItems": 20,
                "description": "The newest first, since the process began.",
                "items": {"$ref": "#/components/schemas/WebhookCall"}
              }
            },
            "allOf": [{"$ref": "#/components/schemas/Webhook"}]
          }
        }
      })"},
};

}  // namespace

std::vector<NamedSchema> schemas_of_webhooks() {
  return with_texts(
      texts, {{"WebhookCallAnswer", data_schema("WebhookCall")}, {"WebhookPage", page_schema(R"({
              "type": "object",
              "required": ["participant"],
              "properties": {"participant": {"$ref": "#/components/schemas/ParticipantName"}},
              "allOf": [{"$ref": "#/components/schemas/Webhook"}]
            })")}});
}

}  // namespace tradepost::api
