#include "api/openapi_schemas.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/error.hpp"
#include "base/json_writer.hpp"

namespace tradepost::api {
namespace {

void add(std::vector<NamedSchema>& all, std::vector<NamedSchema> more) {
  for (NamedSchema& schema : more) all.push_back(std::move(schema));
}

std::string error_schema() {
  base::JsonWriter json;
  json.begin_object().key("type").string("object");
  json.key("description").string("What every refusal has; some have more.");
  json.key("required").begin_array().string("code").string("message").end_array();
  json.key("properties").begin_object();
  json.key("code").begin_object().key("type").string("string");
  json.key("description").string("For programs to compare.");
  json.key("enum").begin_array();
  for (const base::ErrorRow& row : base::error_rows()) json.string(row.wire_name);
  json.end_array().end_object();
  json.key("message").begin_object().key("type").string("string");
  json.key("description").string("A sentence for people.").end_object();
  json.end_object().end_object();
  return std::move(json).finish();
}

constexpr std::array texts = {
    SchemaText{
        "Id",
        R"({"type": "string", "format": "uuid", "description": "Given by the exchange; in small letters."})"},
    SchemaText{"Time", R"({
        "type": "string",
        "format": "date-time",
        "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$",
        "description": "UTC, with milliseconds."
      })"},
    SchemaText{
        "Flow",
        R"({"type": "string", "enum": ["LIVE", "TEST"], "description": "Two networks apart."})"},
    SchemaText{"ParticipantName", R"({
        "type": "object",
        "required": ["id", "name"],
        "properties": {
          "id": {
            "description": "null where it is no participant; `name` is then its identifier.",
            "anyOf": [{"$ref": "#/components/schemas/Id"}, {"type": "null"}]
          },
          "name": {"type": "string"}
        }
      })"},
    SchemaText{"Fault", R"({
        "type": "object",
        "description": "One thing that is wrong.",
        "required": ["code", "path", "message"],
        "properties": {
          "code": {
            "type": "string",
            "description": "The rule, for programs to compare: its last word never changes its meaning."
          },
          "path": {
            "type": "string",
            "description": "Where in the request, in dots and places from zero: content.items.0.quantity"
          },
          "message": {"type": "string", "description": "A sentence for a clerk."}
        }
      })"},
    SchemaText{"Faults", R"({
        "type": "object",
        "description": "Everything that is wrong, once by path and once as a list.",
        "required": ["code", "message", "errors", "faults", "faultCount"],
        "properties": {
          "code": {"const": "invalid"},
          "message": {"type": "string"},
          "errors": {
            "type": "object",
            "description": "The sentences at each path.",
            "additionalProperties": {"type": "array", "minItems": 1, "items": {"type": "string"}}
          },
          "faults": {
            "type": "array",
            "maxItems": 1000,
            "items": {"$ref": "#/components/schemas/Fault"}
          },
          "faultCount": {
            "type": "integer",
            "minimum": 1,
            "description": "How many there are, also beyond the 1,000 that are named."
          },
          "errorUrl": {
            "type": "string",
            "format": "uri",
            "description": "Where the case can be looked at, if there is one."
          }
        }
      })"},
    SchemaText{"SendFaults", R"({
        "description": "The document's faults; or, about the Idempotency-Key, the sentence alone.",
        "anyOf": [{"$ref": "#/components/schemas/Faults"}, {"$ref": "#/components/schemas/Error"}]
      })"},
    SchemaText{"SendRefusal", R"({
        "type": "object",
        "required": ["code", "message"],
        "properties": {
          "code": {"enum": ["unreadable", "duplicate"]},
          "message": {"type": "string"},
          "platformTransactionId": {
            "description": "With `duplicate`: of the equal document that was received first.",
            "$ref": "#/components/schemas/Id"
          }
        }
      })"},
    SchemaText{"Sent", R"({
        "type": "object",
        "required": ["platformTransactionId"],
        "properties": {
          "platformTransactionId": {"$ref": "#/components/schemas/Id"},
          "warnings": {"$ref": "#/components/schemas/SentWarnings"}
        }
      })"},
    SchemaText{"SentWarnings", R"({
        "description": "What is odd in the document, and no fault; absent if nothing is.",
        "type": "array",
        "minItems": 1,
        "items": {"$ref": "#/components/schemas/Fault"}
      })"},
    SchemaText{"Held", R"({
        "type": "object",
        "required": ["message", "platformTransactionId"],
        "properties": {
          "message": {"type": "string"},
          "platformTransactionId": {"$ref": "#/components/schemas/Id"},
          "warnings": {"$ref": "#/components/schemas/SentWarnings"}
        }
      })"},
    SchemaText{"TransactionHead", R"({
        "description": "What every list shows of a transaction.",
        "type": "object",
        "required": [
          "platformTransactionId", "replacesPlatformTransactionId",
          "replacedByPlatformTransactionId", "isLatestVersion", "sender", "flow", "createdAt"
        ],
        "properties": {
          "platformTransactionId": {"$ref": "#/components/schemas/Id"},
          "replacesPlatformTransactionId": {
            "description": "The older version that this one supersedes.",
            "anyOf": [{"$ref": "#/components/schemas/Id"}, {"type": "null"}]
          },
          "replacedByPlatformTransactionId": {
            "description": "The newer version that supersedes this one.",
            "anyOf": [{"$ref": "#/components/schemas/Id"}, {"type": "null"}]
          },
          "isLatestVersion": {
            "type": "boolean",
            "description": "false: there is a newer version, and this one is to be skipped."
          },
          "sender": {
            "description": "Whom it comes from.",
            "$ref": "#/components/schemas/ParticipantName"
          },
          "agent": {
            "description": "Who transmitted it, where that is somebody else than the sender.",
            "$ref": "#/components/schemas/ParticipantName"
          },
          "flow": {"$ref": "#/components/schemas/Flow"},
          "createdAt": {"$ref": "#/components/schemas/Time"}
        }
      })"},
    SchemaText{"IncomingTransaction", R"({
        "description": "A document in the caller's queue.",
        "allOf": [
          {"$ref": "#/components/schemas/TransactionHead"},
          {"$ref": "#/components/schemas/Document"}
        ]
      })"},
    SchemaText{"HasMore",
               R"({"type": "boolean", "description": "Whether more follow this page."})"},
    SchemaText{"PerPage", R"({
        "type": "integer",
        "minimum": 1,
        "maximum": 100,
        "description": "How many were asked for at most."
      })"},
    SchemaText{
        "Count",
        R"({"type": "integer", "minimum": 0, "maximum": 100, "description": "How many came."})"},
    SchemaText{"NextCursor", R"({
        "type": ["string", "null"],
        "description": "Where the next page begins; null exactly where `hasMore` is false."
      })"},
    SchemaText{"NextPageUrl", R"({
        "type": ["string", "null"],
        "format": "uri",
        "description": "The next page itself, with this one's filter; null where `hasMore` is false."
      })"},
    SchemaText{"Report", R"({
        "type": "object",
        "description": "What is not known here is ignored; null counts as left out.",
        "required": ["success"],
        "properties": {
          "success": {
            "type": "boolean",
            "description": "true: it was processed. false: it could not be."
          },
          "reason": {
            "type": ["string", "null"],
            "description": "Why not, for the sender to read. Beyond 10,000 characters it is cut."
          },
          "errorReason": {
            "type": ["string", "null"],
            "description": "The same as `reason`, which wins where both are there."
          },
          "errorType": {
            "type": ["string", "null"],
            "enum": ["DATA", "INTERNAL", null],
            "description": "DATA (which holds if left out): the document is wrong, and its sender is to act. )"
                         R"(INTERNAL: the recipient has trouble of its own."
          },
          "errorContext": {
            "type": ["object", "null"],
            "additionalProperties": {"type": ["string", "null"]},
            "description": "Names and values that help to find the trouble. )"
                         R"(Beyond 50, and 1,000 characters each, they are cut."
          }
        }
      })"},
    SchemaText{"ReportItem", R"({
        "type": "object",
        "required": ["platformTransactionId"],
        "properties": {"platformTransactionId": {"$ref": "#/components/schemas/Id"}},
        "allOf": [{"$ref": "#/components/schemas/Report"}]
      })"},
    SchemaText{"ReportList", R"({
        "anyOf": [
          {
            "type": "object",
            "required": ["items"],
            "properties": {"items": {"$ref": "#/components/schemas/ReportItems"}}
          },
          {"$ref": "#/components/schemas/ReportItems"}
        ]
      })"},
    SchemaText{"ReportItems", R"({
        "type": "array",
        "minItems": 1,
        "maxItems": 1000,
        "items": {"$ref": "#/components/schemas/ReportItem"}
      })"},
    SchemaText{"Outcome", R"({
        "type": "object",
        "required": ["message"],
        "properties": {
          "message": {"type": "string"},
          "errorUrl": {
            "type": "string",
            "format": "uri",
            "description": "Where the case that the report belongs to can be looked at, if there is one."
          }
        }
      })"},
    SchemaText{"ReportedList", R"({
        "type": "object",
        "required": ["data"],
        "properties": {
          "data": {
            "type": "array",
            "items": {
              "type": "object",
              "required": ["platformTransactionId"],
              "properties": {"platformTransactionId": {"$ref": "#/components/schemas/Id"}},
              "allOf": [{"$ref": "#/components/schemas/Outcome"}]
            }
          }
        }
      })"},
    SchemaText{"BadReports", R"({
        "description": "`items` is there where some of the reports are bad, and not where the list itself is.",
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "type": "object",
              "required": ["index", "platformTransactionId", "code"],
              "properties": {
                "index": {
                  "type": "integer",
                  "minimum": 0,
                  "description": "The place in the request, from zero."
                },
                "platformTransactionId": {
                  "type": ["string", "null"],
                  "description": "As the request has it; null where it has none."
                },
                "code": {"type": "string", "enum": ["unknown", "conflict", "malformed"]}
              }
            }
          }
        },
        "allOf": [{"$ref": "#/components/schemas/Faults"}]
      })"},
    SchemaText{"Health", R"({
        "type": "object",
        "required": ["status"],
        "properties": {"status": {"type": "string", "enum": ["alive", "ready"]}}
      })"},
    SchemaText{"NotReady", R"({
        "description": "Of a process that ends, or whose store has failed; or an error as any.",
        "anyOf": [
          {
            "type": "object",
            "required": ["status", "message"],
            "properties": {"status": {"enum": ["ending", "failed"]}, "message": {"type": "string"}}
          },
          {"$ref": "#/components/schemas/Error"}
        ]
      })"},
    SchemaText{"OpenApiDocument", R"({
        "type": "object",
        "description": "An OpenAPI 3.1 document.",
        "required": ["openapi", "info"],
        "properties": {
          "openapi": {"type": "string"},
          "info": {"type": "object"},
          "servers": {"type": "array", "items": {"type": "object"}},
          "tags": {"type": "array", "items": {"type": "object"}},
          "paths": {"type": "object"},
          "components": {"type": "object"}
        }
      })"},
};

}  // namespace

std::vector<NamedSchema> schemas_of_answers() {
  std::vector<NamedSchema> all = schemas_of_trading();
  add(all, schemas_of_history());
  add(all, schemas_of_administration());
  add(all, schemas_of_cases());
  add(all, schemas_of_partners());
  add(all, schemas_of_relationships());
  add(all, schemas_of_operation());
  add(all, schemas_of_webhooks());
  return all;
}

std::vector<NamedSchema> with_texts(std::span<const SchemaText> written,
                                    std::vector<NamedSchema> made) {
  for (const SchemaText& text : written) made.push_back({text.name, std::string(text.json)});
  return made;
}

std::string page_schema(std::string_view items) {
  return fmt::format(R"({{
  "type": "object",
  "required": ["items", "hasMore", "perPage", "count", "nextCursor", "nextPageUrl"],
  "properties": {{
    "items": {{"type": "array", "maxItems": 100, "items": {}}},
    "hasMore": {{"$ref": "#/components/schemas/HasMore"}},
    "perPage": {{"$ref": "#/components/schemas/PerPage"}},
    "count": {{"$ref": "#/components/schemas/Count"}},
    "nextCursor": {{"$ref": "#/components/schemas/NextCursor"}},
    "nextPageUrl": {{"$ref": "#/components/schemas/NextPageUrl"}}
  }}
}})",
                     items);
}

std::string data_schema(std::string_view component) {
  return fmt::format(R"({{
  "type": "object",
  "required": ["data"],
  "properties": {{"data": {{"$ref": "#/components/schemas/{}"}}}}
}})",
                     component);
}

std::vector<NamedSchema> schemas_of_trading() {
  return with_texts(
      texts,
      {{"Error", error_schema()},
       {"IncomingPage", page_schema(R"({"$ref": "#/components/schemas/IncomingTransaction"})")},
       {"Reported", data_schema("Outcome")}});
}

}  // namespace tradepost::api
