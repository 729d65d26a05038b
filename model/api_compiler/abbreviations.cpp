#include "abbreviations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "limits.hpp"

namespace api_compiler {
namespace {

// The values that only the running program knows.
constexpr std::array<std::string_view, 2> inserts = {"error_codes", "detail_codes"};

// Adds one schema for each kind of document, distinguished by `type`.
void add_schema_of_each_kind(const std::string& name, Json& full) {
  const Json one = reference("schemas", name);
  Json mapping = Json::object({{"{KIND}", one.at("$ref")}});
  full.add("oneOf", Json::list({Json::for_each_kind(one)}));
  full.add("discriminator",
           Json::object({{"propertyName", Json::text("type")},
                         {"mapping", Json::object({{"", Json::for_each_kind(mapping)}})}}));
}

const Limit& limit_named(std::string_view name, const Place& place) {
  const Limit* const limit = find_limit(name);
  if (limit == nullptr) {
    stop(place, fmt::format("\"{}\" has no row in model/api_compiler/limits.cpp", name));
  }
  return *limit;
}

std::string with_limits(std::string text, const Place& place) {
  constexpr std::string_view mark = "{$";
  for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at)) {
    const auto end = text.find('}', at);
    if (end == std::string::npos) stop(place, "{$ has no end");
    const std::string name = text.substr(at + mark.size(), end - at - mark.size());
    text.replace(at, end + 1 - at, in_words(limit_named(name, place)));
  }
  return text;
}

std::string joined(const std::vector<Json>& lines) {
  std::string out;
  bool is_first = true;  // of its paragraph
  for (const Json& line : lines) {
    const std::string& text = line.as_text();
    if (text.empty()) {
      out += "\n\n";
    } else {
      if (!is_first) out += text.starts_with("- ") ? '\n' : ' ';
      out += text;
    }
    is_first = text.empty();
  }
  return out;
}

// Returns the only member of an object if its name is `name`, or nullptr.
const Json* only_member(const Json& json, std::string_view name) {
  return json.members.size() == 1 && json.members[0].first == name ? &json.members[0].second
                                                                   : nullptr;
}

Json texts(std::initializer_list<const char*> all) {
  std::vector<Json> items;
  for (const char* text : all) items.push_back(Json::text(text));
  return Json::list(std::move(items));
}

Json object_with(Json required, Json properties) {
  Json schema = Json::object({});
  schema.add("type", Json::text("object")).add("required", std::move(required));
  schema.add("properties", std::move(properties));
  return schema;
}

class Schemas {
 public:
  explicit Schemas(Pieces& pieces) : pieces_(pieces) {}

  Json whole(const Json& schema) {
    Json full = in_full(schema);
    check_required(full);
    return full;
  }

 private:
  Json in_full(const Json& schema) {
    if (const Json* const items = only_member(schema, "$page")) return page(*items);
    if (const Json* const data = only_member(schema, "$data")) {
      return object_with(texts({"data"}), Json::object({{"data", whole(*data)}}));
    }
    Json full = Json::object({}, schema.place);
    for (const auto& [name, value] : schema.as_object()) {
      if (name == "$kinds") {
        pieces_.use("schemas", value.as_text(), value.place);
        add_schema_of_each_kind(value.value, full);
      } else {
        full.add(name, member(name, value));
      }
    }
    return full;
  }

  Json page(const Json& items) {
    Json properties = Json::object({});
    Json list = Json::object({{"type", Json::text("array")}});
    list.add("maxItems", limit(Json::text("page_items_max"))).add("items", whole(items));
    properties.add("items", std::move(list));
    properties.add("hasMore", use("HasMore", items.place));
    properties.add("perPage", use("PerPage", items.place));
    properties.add("count", use("Count", items.place));
    properties.add("nextCursor", use("NextCursor", items.place));
    properties.add("nextPageUrl", use("NextPageUrl", items.place));
    return object_with(texts({"items", "hasMore", "perPage", "count", "nextCursor", "nextPageUrl"}),
                       std::move(properties));
  }

  Json use(std::string_view name, const Place& from) {
    pieces_.use("schemas", name, from);
    return reference("schemas", name);
  }

  Json member(std::string_view name, const Json& value) {
    if (name == "$ref") {
      // The program has the schemas of the document model.
      if (value.as_text() != kind_name) pieces_.use("schemas", value.value, value.place);
      return Json::text(fmt::format("#/components/schemas/{}", value.as_text()));
    }
    if (name == "description") return text_in_full(value);
    if (name == "properties") {
      Json properties = Json::object({}, value.place);
      for (const auto& [field, schema] : value.as_object()) properties.add(field, whole(schema));
      return properties;
    }
    if (name == "items") return whole(value);
    if (name == "additionalProperties") return value.is_object() ? whole(value) : value;
    if (name == "anyOf" || name == "oneOf" || name == "allOf") return alternatives(value);
    if (is_number_keyword(name)) return limit_or_number(value);
    if (name == "enum") return value.is_object() ? inserted(value) : value;
    // The value is a word or a number, or a limit.
    if (name == "default") return value.is_object() ? limit_or_number(value) : value;
    if (is_other_keyword(name)) return value;
    stop(value.place, fmt::format("\"{}\" is not a member of a schema", name));
  }

  Json alternatives(const Json& value) {
    std::vector<Json> all;
    for (const Json& schema : value.as_list()) all.push_back(in_full(schema));
    return Json::list(std::move(all), value.place);
  }

  static Json inserted(const Json& value) {
    if (const Json* const one = only_member(value, "$kinds")) {
      return Json::list({Json::for_each_kind(Json::text(one->as_text()))});
    }
    const Json* const name = only_member(value, "$from");
    if (name == nullptr) stop(value.place, "this must be a list, or {\"$from\": …}");
    if (std::ranges::find(inserts, name->as_text()) == inserts.end()) {
      stop(value.place, fmt::format("the program does not know \"{}\"", name->value));
    }
    return Json::insert(name->value);
  }

  static Json limit(const Json& name) {
    return Json::scalar(fmt::format("{}", limit_named(name.as_text(), name.place).value));
  }

  static Json limit_or_number(const Json& value) {
    if (const Json* const name = only_member(value, "$limit")) return limit(*name);
    if (value.kind != Json::Kind::scalar) stop(value.place, "this must be a number, or a limit");
    return value;
  }

  static bool is_number_keyword(std::string_view name) {
    constexpr std::array<std::string_view, 6> all = {"minimum",   "maximum",  "minLength",
                                                     "maxLength", "minItems", "maxItems"};
    return std::ranges::find(all, name) != all.end();
  }

  static bool is_other_keyword(std::string_view name) {
    constexpr std::array<std::string_view, 7> all = {"type",   "const",   "required", "pattern",
                                                     "format", "example", "readOnly"};
    return std::ranges::find(all, name) != all.end();
  }

  // Checks that required properties are described. The properties of an alternative or an extension
  // may be described elsewhere, so these are not checked.
  static void check_required(const Json& schema) {
    const Json* const required = schema.find("required");
    const Json* const properties = schema.find("properties");
    if (required == nullptr || properties == nullptr || schema.has("allOf")) return;
    for (const Json& name : required->as_list()) {
      if (properties->has(name.as_text())) continue;
      stop(name.place, fmt::format("\"{}\" is required and no property", name.value));
    }
  }

  Pieces& pieces_;
};

// Expands {"$faults": [ … ], "message": …} to the body of a 422, with each fault once.
Json faults_in_full(const Json& example, const Json& list) {
  Json errors = Json::object({});
  Json faults = Json::list({}, list.place);
  for (const Json& fault : list.as_list()) {
    only(fault, {"code", "path", "message"}, "a fault");
    const Json& message = fault.at("message");
    static_cast<void>(fault.at("code"));
    const std::string& path = fault.at("path").as_text();
    if (errors.has(path)) stop(fault.place, "an example has one fault at a path");
    errors.add(path, Json::list({message}));
    faults.items.push_back(fault);
  }
  const std::string count = fmt::format("{}", faults.items.size());
  Json full = Json::object({{"code", Json::text("invalid")}}, example.place);
  full.add("message", example.at("message"));
  full.add("documentation", Json::text("/docs/errors#invalid"));
  full.add("errors", std::move(errors));
  full.add("faults", std::move(faults)).add("faultCount", Json::scalar(count));
  for (const auto& [name, value] : example.members) {
    if (name != "$faults" && name != "message") full.add(name, value);
  }
  return full;
}

}  // namespace

Json text_in_full(const Json& text) {
  const std::string whole = text.is_list() ? joined(text.items) : text.as_text();
  return Json::text(with_limits(whole, text.place), text.place);
}

Json reference(std::string_view section, std::string_view name) {
  return Json::object({{"$ref", Json::text(fmt::format("#/components/{}/{}", section, name))}});
}

Json schema_in_full(const Json& schema, Pieces& pieces) {
  return Schemas(pieces).whole(schema);
}

Json example_in_full(const Json& example, Pieces& pieces) {
  if (example.is_text()) return Json::text(with_limits(example.value, example.place));
  if (const Json* const name = only_member(example, "$example")) {
    return example_in_full(pieces.use("examples", name->as_text(), name->place), pieces);
  }
  Json full = example;
  for (Json& item : full.items) item = example_in_full(item, pieces);
  for (auto& [name, value] : full.members) value = example_in_full(value, pieces);
  const Json* const faults = full.find("$faults");
  return faults == nullptr ? full : faults_in_full(full, *faults);
}

}  // namespace api_compiler
