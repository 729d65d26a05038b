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
    SchemaText{"Case", R"({
        "description": "What a failure, a refused document or another trouble opened.",
        "type": "object",
        "required": [
          "id", "status", "turn", "type", "origin", "reason", "context", "flow", "openedAt",
          "changedAt", "count", "comments"
        ],
        "properties": {
          "id": {"$ref": "#/components/schemas/Id"},
          "status": {"type": "string", "enum": ["open", "resolved"]},
          "turn": {
            "type": "string",
            "enum": ["sender", "recipient", "operator"],
            "description": "Who is to act, while it is open."
          },
          "type": {"$ref": "#/components/schemas/ErrorType"},
          "origin": {
            "type": "string",
            "enum": ["failure", "rejection", "posted", "discard", "overdue", "closing"]
          },
          "reason": {"type": "string"},
          "context": {"type": "object", "additionalProperties": {"type": "string"}},
          "transaction": {
            "description": "The one that it is about.",
            "$ref": "#/components/schemas/Id"
          },
          "transactionType": {"$ref": "#/components/schemas/DocumentType"},
          "transactionIdentifier": {"type": "string", "description": "The document's number."},
          "flow": {"$ref": "#/components/schemas/Flow"},
          "openedAt": {"$ref": "#/components/schemas/Time"},
          "changedAt": {"$ref": "#/components/schemas/Time"},
          "resolvedBy": {
            "type": "string",
            "enum": ["nobody", "person", "newer_version", "requeue", "success"],
            "description": "Where it is resolved."
          },
          "count": {"type": "integer", "minimum": 1, "description": "How often it happened."},
          "document": {
            "type": "object",
            "description": "Of a document that was refused.",
            "required": ["faults", "faultCount", "content"],
            "properties": {
              "faults": {"type": "array", "items": {"$ref": "#/components/schemas/Fault"}},
              "faultCount": {"type": "integer", "minimum": 0},
              "content": {
                "type": "string",
                "description": "Its first 64 KiB, as a text: it may be cut."
              }
            }
          },
          "comments": {
            "type": "array",
            "items": {
              "type": "object",
              "required": ["at", "by", "text"],
              "properties": {
                "at": {"$ref": "#/components/schemas/Time"},
                "by": {"$ref": "#/components/schemas/ParticipantName"},
                "text": {"type": "string"}
              }
            }
          }
        }
      })"},
};

}  // namespace

std::vector<NamedSchema> schemas_of_history() {
  return with_texts(
      texts, {{"TransactionPage", page_schema(R"({"$ref": "#/components/schemas/Transaction"})")},
              {"TransactionAnswer", data_schema("Transaction")},
              {"EventPage", page_schema(R"({"$ref": "#/components/schemas/Event"})")},
              {"CaseAnswer", data_schema("Case")}});
}

}  // namespace tradepost::api
