#include "api/openapi_schemas.hpp"

#include <array>

namespace tradepost::api {
namespace {

constexpr std::array texts = {
    SchemaText{"Transaction",
               R"({
        "description": "A transaction that the caller sent, transmitted or received. `content` is null, and )"
               R"(`contentRemovedAt` says since when, where it was kept as long as it had to be.",
        "type": "object",
        "required": ["status", "direction", "recipient", "held", "warnings"],
        "properties": {
          "status": {"$ref": "#/components/schemas/Status"},
          "direction": {
            "type": "string",
            "enum": ["sent", "received"],
            "description": "From where the caller stands."
          },
          "recipient": {
            "description": "In whose queue it lies, or lay.",
            "$ref": "#/components/schemas/ParticipantName"
          },
          "held": {
            "type": "boolean",
            "description": "true: kept, and delivered when the recipient accepts the sender."
          },
          "warnings": {
            "type": "array",
            "description": "What is odd in the document, and no fault.",
            "items": {"$ref": "#/components/schemas/Fault"}
          },
          "report": {
            "description": "The recipient's word, once there is one.",
            "$ref": "#/components/schemas/GivenReport"
          },
          "contentRemovedAt": {"$ref": "#/components/schemas/Time"}
        },
        "allOf": [{"$ref": "#/components/schemas/TransactionHead"}],
        "anyOf": [
          {"$ref": "#/components/schemas/Document"},
          {
            "type": "object",
            "required": ["type", "content", "contentRemovedAt"],
            "properties": {
              "type": {"$ref": "#/components/schemas/DocumentType"},
              "content": {"type": "null"}
            }
          }
        ]
      })"},
    SchemaText{"Status", R"({
        "type": "string",
        "enum": ["PENDING", "SUCCESS", "FAILED", "DROPPED"],
        "description": "PENDING also while it is held; DROPPED where a newer version took its place, )"
                         R"(or an operator discarded it, before it was reported on."
      })"},
    SchemaText{"GivenReport", R"({
        "type": "object",
        "required": ["success", "reason", "type", "context", "at", "by"],
        "properties": {
          "success": {"type": "boolean"},
          "reason": {"type": "string"},
          "type": {
            "description": "null where it was processed.",
            "anyOf": [{"$ref": "#/components/schemas/ErrorType"}, {"type": "null"}]
          },
          "context": {"type": "object", "additionalProperties": {"type": "string"}},
          "at": {"$ref": "#/components/schemas/Time"},
          "by": {"$ref": "#/components/schemas/ParticipantName"}
        }
      })"},
    SchemaText{"ErrorType", R"({
        "type": "string",
        "enum": ["DATA", "INTERNAL"],
        "description": "DATA: the document is wrong. INTERNAL: the recipient has trouble of its own."
      })"},
    SchemaText{"Event", R"({
        "type": "object",
        "required": ["at", "type", "by", "detail"],
        "properties": {
          "at": {"$ref": "#/components/schemas/Time"},
          "type": {
            "type": "string",
            "enum": [
              "received", "held", "delivered", "listed", "reported", "superseded", "requeued",
              "discarded", "moved", "warning", "text_cut", "overdue", "content_removed", "erased"
            ],
            "description": "`listed` is soft: several may be told as one."
          },
          "by": {
            "description": "An operator, and the network itself, have no id.",
            "$ref": "#/components/schemas/ParticipantName"
          },
          "detail": {"type": "string", "description": "A sentence, or nothing."}
        }
      })"},
};

}  // namespace

std::vector<NamedSchema> schemas_of_history() {
  return with_texts(
      texts, {{"TransactionPage", page_schema(R"({"$ref": "#/components/schemas/Transaction"})")},
              {"TransactionAnswer", data_schema("Transaction")},
              {"EventPage", page_schema(R"({"$ref": "#/components/schemas/Event"})")}});
}

}  // namespace tradepost::api
