#include "api/description/openapi.hpp"

#include "api/description/openapi_parts.hpp"
#include "api/wire/error_texts.hpp"
#include "base/ground/error.hpp"
#include "base/text/json_writer.hpp"
#include "document/model/json_schema.hpp"
#include "document/model/schema.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;

std::string error_codes() {
  JsonWriter json;
  json.begin_array();
  for (const base::ErrorRow& row : base::error_rows()) json.string(row.wire_name);
  json.end_array();
  return std::move(json).finish();
}

std::string detail_codes() {
  JsonWriter json;
  json.begin_array();
  for (const description::ErrorText& detail : description::error_details) json.string(detail.name);
  json.end_array();
  return std::move(json).finish();
}

// Returns the members without the braces around them.
std::string schemas_of_documents() {
  JsonWriter json;
  json.begin_object();
  for (const auto& [name, schema] : document::json_schemas_of_all_types()) {
    json.key(name).raw(schema);
  }
  json.end_object();
  const std::string object = std::move(json).finish();
  return object.substr(1, object.size() - 2);
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

// Returns one copy of the template `one` per kind, separated by commas.
std::string for_each_kind(std::string_view one) {
  std::string all;
  for (const document::KindRow& kind : document::kinds()) {
    std::string text(one);
    std::string meaning;
    base::append_json_string(meaning, kind.description);
    replace_all(text, "\"{meaning}\"", meaning);
    replace_all(text, "{Kind}", document::types()[kind.type].name);
    replace_all(text, "{KIND}", kind.name);
    if (!all.empty()) all += ',';
    all += text;
  }
  return all;
}

std::string inserted(const description::Part& part) {
  using enum description::Insert;
  switch (part.then) {
    case nothing:
      return {};
    case error_codes:
      return api::error_codes();
    case detail_codes:
      return api::detail_codes();
    case kinds:
      return for_each_kind(part.one);
    case schemas_of_documents:
      break;
  }
  return api::schemas_of_documents();
}

}  // namespace

std::string openapi_document(const FieldNames& names) {
  std::string text;
  for (const description::Part& part : description::parts) {
    text.append(part.text).append(inserted(part));
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
