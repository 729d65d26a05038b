#include "api/openapi_schemas.hpp"

#include <array>

namespace tradepost::api {
namespace {

constexpr std::array texts = {
    SchemaText{"RelationshipStatus", R"({
        "type": "string",
        "enum": ["requested", "active", "blocked"],
        "description": "requested: documents are held. active: they are delivered. blocked: they are refused."
      })"},
    SchemaText{"Flows", R"({
        "type": "array",
        "minItems": 1,
        "maxItems": 2,
        "items": {"$ref": "#/components/schemas/Flow"}
      })"},
    SchemaText{"RelationshipRequest", R"({
        "type": "object",
        "description": "One direction, by `from` and `to`, or both between two `participants`.",
        "required": ["status"],
        "additionalProperties": false,
        "properties": {
          "from": {"$ref": "#/components/schemas/Id"},
          "to": {"$ref": "#/components/schemas/Id"},
          "participants": {
            "type": "array",
            "minItems": 2,
            "maxItems": 2,
            "items": {"$ref": "#/components/schemas/Id"}
          },
          "status": {"$ref": "#/components/schemas/RelationshipStatus"},
          "kinds": {"anyOf": [{"$ref": "#/components/schemas/Kinds"}, {"type": "null"}]},
          "flows": {"anyOf": [{"$ref": "#/components/schemas/Flows"}, {"type": "null"}]},
          "requirements": {
            "anyOf": [{"$ref": "#/components/schemas/Requirements"}, {"type": "null"}]
          }
        },
        "oneOf": [{"required": ["from", "to"]}, {"required": ["participants"]}]
      })"},
    SchemaText{"RelationshipTerms", R"({
        "type": "object",
        "required": ["status", "flows", "requirements"],
        "properties": {
          "status": {"$ref": "#/components/schemas/RelationshipStatus"},
          "kinds": {"$ref": "#/components/schemas/Kinds"},
          "flows": {"$ref": "#/components/schemas/Flows"},
          "requirements": {"$ref": "#/components/schemas/Requirements"}
        }
      })"},
    SchemaText{"RelationshipsPut", R"({
        "type": "object",
        "required": ["data"],
        "properties": {
          "data": {
            "type": "array",
            "minItems": 1,
            "maxItems": 2,
            "items": {
              "type": "object",
              "required": ["from", "to", "released"],
              "properties": {
                "from": {"$ref": "#/components/schemas/Id"},
                "to": {"$ref": "#/components/schemas/Id"},
                "released": {
                  "type": "integer",
                  "minimum": 0,
                  "description": "How many documents that were held are delivered by it."
                },
                "wouldHaveRefused": {
                  "type": "object",
                  "description": "Where requirements are set: how many of the last documents they would have refused.",
                  "required": ["of", "refused"],
                  "properties": {
                    "of": {"type": "integer", "minimum": 0, "maximum": 1000},
                    "refused": {"type": "integer", "minimum": 0, "maximum": 1000}
                  }
                }
              },
              "allOf": [{"$ref": "#/components/schemas/RelationshipTerms"}]
            }
          }
        }
      })"},
};

}  // namespace

std::vector<NamedSchema> schemas_of_relationships() {
  return with_texts(texts, {{"RelationshipPage", page_schema(R"({
              "type": "object",
              "required": ["from", "to", "held"],
              "properties": {
                "from": {"$ref": "#/components/schemas/ParticipantName"},
                "to": {"$ref": "#/components/schemas/ParticipantName"},
                "held": {
                  "type": "array",
                  "maxItems": 2,
                  "items": {
                    "type": "object",
                    "required": ["flow", "count", "bytes"],
                    "properties": {
                      "flow": {"$ref": "#/components/schemas/Flow"},
                      "count": {"type": "integer", "minimum": 0},
                      "bytes": {"type": "integer", "minimum": 0}
                    }
                  }
                }
              },
              "allOf": [{"$ref": "#/components/schemas/RelationshipTerms"}]
            })")}});
}

}  // namespace tradepost::api
