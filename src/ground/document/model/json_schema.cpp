#include "document/model/json_schema.hpp"

#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text/json_writer.hpp"

namespace tradepost::document {
namespace {

using base::JsonWriter;

// The purpose of a schema: for one sent body, or for documents in both directions, among OpenAPI's
// components.
enum class SchemaUse : std::uint8_t { body, components };

// Matches the days of the Gregorian calendar, with the 29th of February only in leap years.
constexpr std::string_view day_pattern =
    "(?:\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)"
    "|02-(?:0[1-9]|1\\d|2[0-8]))"
    "|(?:\\d{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)";
constexpr std::string_view time_pattern =
    "[T "
    "](?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?(?:Z|[+-](?:[01]\\d|2[0-3]):[0-5]"
    "\\d)?";

// A type at a level of nesting. If the model bounds the depth, each level has a separate
// definition.
struct Definition {
  std::uint8_t type;
  std::uint8_t level;

  auto operator<=>(const Definition&) const = default;
  std::string name() const {
    const auto type_name = types()[type].name;
    return level == 0 ? std::string(type_name) : fmt::format("{}_{}", type_name, level);
  }
};

class Writer {
 public:
  explicit Writer(SchemaUse use) : use_(use) {}

  std::string of_kind(const KindRow& kind) {
    begin();
    json_.key("title").string(kind.name);
    if (!kind.description.empty()) json_.key("description").string(kind.description);
    json_.key("type").string("object");
    json_.key("required").begin_array().string("type").string("content").end_array();
    json_.key("properties").begin_object();
    json_.key("type").begin_object().key("const").string(kind.name).end_object();
    json_.key("content").begin_object();
    reference({kind.type, 0});
    json_.end_object().end_object();
    return end();
  }

  std::string of_all_kinds() {
    begin();
    json_.key("title").string("A trade document");
    json_.key("type").string("object");
    json_.key("required").begin_array().string("type").string("content").end_array();
    json_.key("properties").begin_object().key("type").begin_object().key("enum").begin_array();
    for (const auto& kind : kinds()) json_.string(kind.name);
    json_.end_array().end_object().end_object();
    json_.key("allOf").begin_array();
    for (const auto& kind : kinds()) content_follows_type(kind);
    json_.end_array();
    return end();
  }

  std::map<std::string, std::string> of_all_types() {
    std::map<std::string, std::string> all;
    for (const auto& kind : kinds()) note({kind.type, 0});
    while (!pending_.empty()) {
      const auto definition = pending_.back();
      pending_.pop_back();
      json_ = JsonWriter();
      type(definition);
      all.emplace(definition.name(), std::move(json_).finish());
    }
    return all;
  }

 private:
  void begin() {
    json_.begin_object();
    json_.key("$schema").string("https://json-schema.org/draft/2020-12/schema");
  }

  std::string end() {
    json_.key("$defs").begin_object();
    while (!pending_.empty()) {
      const auto definition = pending_.back();
      pending_.pop_back();
      json_.key(definition.name());
      type(definition);
    }
    json_.end_object().end_object();
    return std::move(json_).finish();
  }

  void content_follows_type(const KindRow& kind) {
    json_.begin_object();
    json_.key("if").begin_object().key("properties").begin_object();
    json_.key("type").begin_object().key("const").string(kind.name).end_object();
    json_.end_object().key("required").begin_array().string("type").end_array().end_object();
    json_.key("then").begin_object().key("properties").begin_object().key("content").begin_object();
    reference({kind.type, 0});
    json_.end_object().end_object().end_object().end_object();
  }

  void note(Definition definition) {
    if (known_.insert(definition).second) pending_.push_back(definition);
  }

  void reference(Definition definition) {
    note(definition);
    const std::string_view folder = use_ == SchemaUse::body ? "#/$defs/" : "#/components/schemas/";
    json_.key("$ref").string(fmt::format("{}{}", folder, definition.name()));
  }

  void type(Definition definition) {
    const auto& row = types()[definition.type];
    json_.begin_object();
    if (!row.description.empty()) json_.key("description").string(row.description);
    json_.key("type").string("object");
    if (!row.required.empty()) {
      json_.key("required").begin_array();
      for (const auto& field : row.fields) {
        if (field.need == Need::required) json_.string(field.name);
      }
      json_.end_array();
    }
    json_.key("properties").begin_object();
    for (const auto& field : row.fields) {
      json_.key(field.name).begin_object();
      property(definition, field);
      json_.end_object();
    }
    json_.end_object().end_object();
  }

  void property(Definition owner, const FieldRow& field) {
    if (!field.description.empty()) json_.key("description").string(field.description);
    const bool deepest = field.depth_max != 0 && owner.level == field.depth_max;
    const bool is_read_only = field.access == Access::read_only;
    if (is_read_only) json_.key("readOnly").boolean(true);
    if (deepest || (is_read_only && use_ == SchemaUse::body)) {
      json_.key("type").string("null");
      return;
    }
    const bool nullable = field.need == Need::optional;
    if (field.shape == Shape::one) {
      value(owner, field, nullable);
      return;
    }
    type_name("array", nullable);
    json_.key("items").begin_object();
    value(owner, field, true);
    json_.end_object();
    if (field.items_min == 0) return;
    // A null element does not count, so `minItems` is not enough.
    json_.key("contains")
        .begin_object()
        .key("not")
        .begin_object()
        .key("type")
        .string("null")
        .end_object()
        .end_object();
    json_.key("minContains").integer(field.items_min);
  }

  void value(Definition owner, const FieldRow& field, bool nullable) {
    switch (field.value) {
      case ValueType::object:
        object(owner, field, nullable);
        return;
      case ValueType::choice:
        choice(field, nullable);
        return;
      case ValueType::number:
        type_name("number", nullable);
        return;
      case ValueType::integer:
        type_name("integer", nullable);
        json_.key("minimum").integer(std::numeric_limits<std::int64_t>::min());
        json_.key("maximum").integer(std::numeric_limits<std::int64_t>::max());
        return;
      case ValueType::boolean:
        type_name("boolean", nullable);
        return;
      case ValueType::date:
        text_like(fmt::format("^{}$", day_pattern), nullable);
        return;
      case ValueType::datetime:
        text_like(fmt::format("^{}(?:{})?$", day_pattern, time_pattern), nullable);
        return;
      case ValueType::currency:
        text_like("^[A-Z]{3}$", nullable);
        return;
      case ValueType::country:
        text_like(field.faults_are_warnings() ? "" : "^[A-Z]{2}$", nullable);
        return;
      case ValueType::uri:
      case ValueType::email:
      case ValueType::text:
        text(field, nullable);
        return;
    }
  }

  void object(Definition owner, const FieldRow& field, bool nullable) {
    const bool inside_itself = field.depth_max != 0 && field.target == owner.type;
    const Definition target{field.target,
                            static_cast<std::uint8_t>(inside_itself ? owner.level + 1 : 0)};
    if (!nullable) {
      reference(target);
      return;
    }
    json_.key("anyOf").begin_array().begin_object();
    reference(target);
    json_.end_object().begin_object().key("type").string("null").end_object().end_array();
  }

  void choice(const FieldRow& field, bool nullable) {
    type_name("string", nullable);
    json_.key("enum").begin_array();
    for (const auto allowed : enum_of(field).values) json_.string(allowed);
    if (nullable) json_.null();
    json_.end_array();
    if (!field.default_value.empty()) json_.key("default").string(field.default_value);
  }

  void text(const FieldRow& field, bool nullable) {
    type_name("string", nullable);
    if (field.value == ValueType::uri) json_.key("format").string("uri");
    if (field.value == ValueType::email) json_.key("format").string("email");
    json_.key("maxLength").integer(field.length_max);
    if (field.need == Need::required) json_.key("pattern").string("\\S");
  }

  void text_like(std::string_view pattern, bool nullable) {
    type_name("string", nullable);
    if (!pattern.empty()) json_.key("pattern").string(pattern);
  }

  void type_name(std::string_view name, bool nullable) {
    json_.key("type");
    if (nullable) {
      json_.begin_array().string(name).string("null").end_array();
    } else {
      json_.string(name);
    }
  }

  SchemaUse use_;
  JsonWriter json_{JsonWriter::Layout::indented};
  std::set<Definition> known_;
  std::vector<Definition> pending_;
};

}  // namespace

std::string json_schema(const KindRow& kind) {
  return Writer(SchemaUse::body).of_kind(kind);
}
std::string json_schema_of_all_kinds() {
  return Writer(SchemaUse::body).of_all_kinds();
}
std::map<std::string, std::string> json_schemas_of_all_types() {
  return Writer(SchemaUse::components).of_all_types();
}

}  // namespace tradepost::document
