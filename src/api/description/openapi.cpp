#include "api/description/openapi.hpp"

#include <fmt/format.h>

#include "api/description/openapi_parts.hpp"
#include "base/ground/error.hpp"
#include "base/text/json_writer.hpp"
#include "document/model/json_schema.hpp"
#include "document/model/schema.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;

// SHIPPING_NOTICE → ShippingNoticeDocument
std::string document_name(const document::KindRow& kind) {
  return fmt::format("{}Document", document::types()[kind.type].name);
}

std::string place_of(std::string_view schema) {
  return fmt::format("#/components/schemas/{}", schema);
}

void write_document_schema(JsonWriter& json, const document::KindRow& kind) {
  json.begin_object().key("type").string("object");
  if (!kind.description.empty()) json.key("description").string(kind.description);
  json.key("required").begin_array().string("type").string("content").end_array();
  json.key("properties").begin_object();
  json.key("type").begin_object().key("type").string("string");
  json.key("const").string(kind.name).end_object();
  json.key("content").begin_object();
  json.key("$ref").string(place_of(document::types()[kind.type].name));
  json.end_object().end_object().end_object();
}

// What `write` gives for each kind, as a list.
template <typename Write>
std::string list_of_kinds(Write write) {
  JsonWriter json;
  json.begin_array();
  for (const document::KindRow& kind : document::kinds()) write(json, kind);
  json.end_array();
  return std::move(json).finish();
}

std::string error_codes() {
  JsonWriter json;
  json.begin_array();
  for (const base::ErrorRow& row : base::error_rows()) json.string(row.wire_name);
  json.end_array();
  return std::move(json).finish();
}

std::string document_mapping() {
  JsonWriter json;
  json.begin_object();
  for (const document::KindRow& kind : document::kinds()) {
    json.key(kind.name).string(place_of(document_name(kind)));
  }
  json.end_object();
  return std::move(json).finish();
}

// Members, without the braces around them.
std::string schemas_of_documents() {
  JsonWriter json;
  json.begin_object();
  for (const document::KindRow& kind : document::kinds()) {
    json.key(document_name(kind));
    write_document_schema(json, kind);
  }
  for (const auto& [name, schema] : document::json_schemas_of_all_types()) {
    json.key(name).raw(schema);
  }
  json.end_object();
  const std::string object = std::move(json).finish();
  return object.substr(1, object.size() - 2);
}

std::string inserted(description::Insert insert) {
  using enum description::Insert;
  switch (insert) {
    case nothing:
      return {};
    case error_codes:
      return api::error_codes();
    case document_types:
      return list_of_kinds([](JsonWriter& json, const auto& kind) { json.string(kind.name); });
    case document_schemas:
      return list_of_kinds([](JsonWriter& json, const auto& kind) {
        json.begin_object().key("$ref").string(place_of(document_name(kind))).end_object();
      });
    case document_mapping:
      return api::document_mapping();
    case schemas_of_documents:
      break;
  }
  return api::schemas_of_documents();
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

}  // namespace

std::string openapi_document(const FieldNames& names) {
  std::string text;
  for (const description::Part& part : description::parts) {
    text.append(part.text).append(inserted(part.then));
  }
  return with_field_names(std::move(text), names);
}

std::string with_field_names(std::string text, const FieldNames& names) {
  const FieldNames written("platform");
  replace_all(text, written.replaces, names.replaces);
  replace_all(text, written.replaced_by, names.replaced_by);
  replace_all(text, written.transaction_id, names.transaction_id);
  return text;
}

}  // namespace tradepost::api
