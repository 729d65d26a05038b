#include "api/openapi_schemas.hpp"

#include <array>

namespace tradepost::api {
namespace {

constexpr std::array texts = {
    SchemaText{"CaseHead", R"({
        "description": "What a failure, a refused document or another trouble opened.",
        "type": "object",
        "required": [
          "id", "revision", "status", "turn", "type", "origin", "reason", "context", "participants",
          "flow", "openedAt", "changedAt", "count"
        ],
        "properties": {
          "id": {"$ref": "#/components/schemas/Id"},
          "revision": {"type": "integer", "minimum": 1, "description": "Rises with every change."},
          "status": {"$ref": "#/components/schemas/CaseStatus"},
          "turn": {"$ref": "#/components/schemas/Turn"},
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
          "participants": {
            "type": "array",
            "description": "Who takes part in it: sees it, and may comment, resolve and reopen it.",
            "items": {"$ref": "#/components/schemas/ParticipantName"}
          },
          "flow": {"$ref": "#/components/schemas/Flow"},
          "openedAt": {"$ref": "#/components/schemas/Time"},
          "changedAt": {"$ref": "#/components/schemas/Time"},
          "resolvedBy": {
            "type": "string",
            "enum": ["nobody", "person", "newer_version", "requeue", "success"],
            "description": "Where it is resolved."
          },
          "count": {"type": "integer", "minimum": 1, "description": "How often it happened."}
        }
      })"},
    SchemaText{"Case", R"({
        "type": "object",
        "required": ["comments"],
        "properties": {
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
        },
        "allOf": [{"$ref": "#/components/schemas/CaseHead"}]
      })"},
    SchemaText{"CaseStatus", R"({"type": "string", "enum": ["open", "resolved"]})"},
    SchemaText{"Turn", R"({
        "type": "string",
        "enum": ["sender", "recipient", "operator"],
        "description": "Who is to act, while the case is open."
      })"},
    SchemaText{"CaseChange", R"({
        "type": "object",
        "description": "A comment, a status, or both.",
        "additionalProperties": false,
        "properties": {
          "comment": {"type": ["string", "null"], "pattern": "\\S"},
          "status": {"anyOf": [{"$ref": "#/components/schemas/CaseStatus"}, {"type": "null"}]},
          "revision": {
            "type": ["integer", "null"],
            "minimum": 0,
            "description": "The one that was seen; left out: whatever it is now."
          }
        }
      })"},
    SchemaText{"CaseChangeOfOperator", R"({
        "type": "object",
        "description": "One of the first three at least.",
        "additionalProperties": false,
        "properties": {
          "comment": {"type": ["string", "null"], "pattern": "\\S"},
          "status": {"anyOf": [{"$ref": "#/components/schemas/CaseStatus"}, {"type": "null"}]},
          "turn": {"anyOf": [{"$ref": "#/components/schemas/Turn"}, {"type": "null"}]},
          "revision": {
            "type": ["integer", "null"],
            "minimum": 0,
            "description": "The one that was seen; left out: whatever it is now."
          }
        }
      })"},
    SchemaText{"CaseConflict", R"({
        "type": "object",
        "required": ["code", "message"],
        "properties": {
          "code": {"const": "conflict"},
          "message": {"type": "string"},
          "revision": {
            "type": "integer",
            "minimum": 1,
            "description": "The present one, where another was named."
          }
        }
      })"},
    SchemaText{"ErrorReport", R"({
        "type": "object",
        "required": ["errorReason"],
        "properties": {
          "errorReason": {"type": "string", "pattern": "\\S"},
          "errorType": {
            "description": "DATA if left out.",
            "anyOf": [{"$ref": "#/components/schemas/ErrorType"}, {"type": "null"}]
          },
          "errorContext": {
            "type": ["object", "null"],
            "additionalProperties": {"type": ["string", "null"]}
          },
          "transactionIdentifier": {
            "type": ["string", "null"],
            "description": "The document's number."
          },
          "transactionType": {
            "anyOf": [{"$ref": "#/components/schemas/DocumentType"}, {"type": "null"}]
          }
        }
      })"},
    SchemaText{"ErrorKept", R"({
        "type": "object",
        "required": ["message", "errorUrl"],
        "properties": {
          "message": {"type": "string"},
          "errorUrl": {
            "type": "string",
            "format": "uri",
            "description": "Where the case can be looked at."
          }
        }
      })"},
};

}  // namespace

std::vector<NamedSchema> schemas_of_cases() {
  return with_texts(texts,
                    {{"CaseAnswer", data_schema("Case")},
                     {"CasePage", page_schema(R"({"$ref": "#/components/schemas/CaseHead"})")}});
}

}  // namespace tradepost::api
