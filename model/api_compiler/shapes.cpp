#include "shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace api_compiler {
namespace {

constexpr std::string_view folder = "#/components/schemas/";

// Returns the name in snake case: TokenRequest → token_request.
std::string in_snake_case(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const bool is_upper = c >= 'A' && c <= 'Z';
    if (is_upper && !out.empty()) out += '_';
    out += is_upper ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

bool is_null(const Json& schema) {
  const Json* const type = schema.find("type");
  return type != nullptr && type->value == "null";
}

class Shapes {
 public:
  explicit Shapes(const Json& document) : schemas_(document.at("components").at("schemas")) {
    for (const auto& [path, item] : document.at("paths").members) {
      for (const auto& [method, operation] : item.members) {
        if (const Json* const body = operation.find("requestBody")) {
          reach(body->at("content").at("application/json").at("schema"));
        }
        take_query(operation.at("operationId").value, operation.at("parameters"));
      }
    }
  }

  std::string tables() const {
    std::string out;
    for (const auto& [name, schema] : reached_) {
      if (schema->has("properties")) out += table(name, *schema);
    }
    for (const auto& [name, schema] : queries_) out += table(name, schema);
    return out;
  }

 private:
  // Adds a query as an object whose properties are its parameters.
  void take_query(const std::string& name, const Json& parameters) {
    Json properties = Json::object({});
    Json required = Json::list({});
    for (const Json& one : parameters.items) {
      const Json* const place = one.find("in");  // nullptr for a reference to a header
      if (place == nullptr || place->value != "query") continue;
      properties.add(one.at("name").value, one.at("schema"));
      const Json* const is_required = one.find("required");
      if (is_required != nullptr && is_required->value == "true") {
        required.items.push_back(one.at("name"));
      }
    }
    if (properties.members.empty()) return;
    queries_.emplace(name, Json::object({{"required", std::move(required)},
                                         {"properties", std::move(properties)}}));
  }

  // Collects the schemas that a schema refers to. Documents have separate tables.
  void reach(const Json& schema) {
    if (const Json* const reference = schema.find("$ref")) {
      const std::string name = reference->value.substr(folder.size());
      if (name == "Document" || reached_.contains(name)) return;
      const Json& named = schemas_.at(name);
      reached_.emplace(name, &named);
      reach(named);
    }
    for (const auto& [name, member] : schema.members) {
      if (name == "properties") {
        for (const auto& [field, property] : member.members) reach(property);
      }
      if (name == "items") reach(member);
      for (const Json& alternative : member.items) {
        if (alternative.is_object()) reach(alternative);
      }
    }
  }

  std::string table(const std::string& name, const Json& schema) const {
    const std::string word = in_snake_case(name);
    const Json* const required = schema.find("required");
    std::string arrays;
    std::string rows;
    for (const auto& [field, property] : schema.at("properties").members) {
      const bool is_required =
          required != nullptr &&
          std::ranges::find(required->items, field, &Json::value) != required->items.end();
      const Json& value = meant(property);
      const Json& single = value.has("items") ? meant(value.at("items")) : value;
      const std::string words = words_array(fmt::format("{}_{}", word, field), single, arrays);
      const Json* const by_default = value.find("default");
      rows += fmt::format("    FieldShape{{\"{}\", {}, {}, {}, {}, {}, {}, \"{}\"}},\n", field,
                          is_required, number(single, "maxLength"), number(value, "maxItems"),
                          number(value, "minimum"), number(value, "maximum"), words,
                          by_default == nullptr ? "" : by_default->value);
    }
    const Json* const more = schema.find("additionalProperties");
    return arrays +
           fmt::format(
               "inline constexpr std::array<FieldShape, {0}> fields_of_{1} = {{\n{2}}};\n"
               "inline constexpr BodyShape {1} = {{.fields = fields_of_{1}, .is_closed = {3}}};\n",
               schema.at("properties").members.size(), word, rows,
               more != nullptr && more->value == "false");
  }

  // Returns the target of a reference, and for a nullable schema its alternative that is not null.
  const Json& meant(const Json& schema) const {
    if (const Json* const reference = schema.find("$ref")) {
      return meant(schemas_.at(reference->value.substr(folder.size())));
    }
    if (const Json* const any = schema.find("anyOf")) {
      const auto found = std::ranges::find_if_not(any->items, is_null);
      if (found != any->items.end()) return meant(*found);
    }
    return schema;
  }

  static std::string number(const Json& schema, std::string_view name) {
    const Json* const found = schema.find(name);
    return found == nullptr ? "0" : found->value;
  }

  // Appends the array of an enum's words to `arrays` and returns its name, or "{}" if there are no
  // words.
  static std::string words_array(std::string of, const Json& schema, std::string& arrays) {
    const Json* const words = schema.find("enum");
    if (words == nullptr) return "{}";
    std::vector<std::string> quoted;
    for (const Json& word : words->items) {
      if (word.kind == Json::Kind::insert) return "{}";  // the words of the kinds
      if (word.is_text() || word.value != "null")
        quoted.push_back(fmt::format("\"{}\"", word.value));
    }
    if (quoted.empty()) return "{}";
    std::ranges::replace_if(of, [](char c) { return c == '[' || c == ']'; }, '_');
    arrays +=
        fmt::format("inline constexpr std::array<std::string_view, {}> words_of_{} = {{{}}};\n",
                    quoted.size(), of, fmt::join(quoted, ", "));
    return fmt::format("words_of_{}", of);
  }

  const Json& schemas_;
  std::map<std::string, const Json*> reached_;
  std::map<std::string, Json> queries_;  // by the id of the operation
};

}  // namespace

std::string shapes_header(const Json& document) {
  return fmt::format(
      "// Compiled from model/api.\n#pragma once\n\n#include <array>\n#include <string_view>\n\n"
      "#include \"api/bodies/body_shape.hpp\"\n\nnamespace tradepost::api::shapes {{\n\n{}\n"
      "}}  // namespace tradepost::api::shapes\n",
      Shapes(document).tables());
}

}  // namespace api_compiler
