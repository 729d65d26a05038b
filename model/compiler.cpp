// Compiles model/documents.json into the constexpr tables of src/ground/document/model/schema.hpp.
//
//   model_compiler documents.json kinds.hpp model_tables.hpp derivation_rows.hpp
//
// An error in the model (an unknown type, a number that is not a field, a duplicate name) ends the
// build with a sentence.

#include <simdjson.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "document/model/name_hash.hpp"
#include "model/generated_file.hpp"

namespace {

using simdjson::dom::element;

constexpr std::uint32_t text_length_default = 65535;
constexpr std::size_t fields_max = 128;

[[noreturn]] void stop(const std::string& why) {
  fmt::print(stderr, "model: {}\n", why);
  std::exit(1);
}

struct Field {
  std::string name;
  std::string value;   // an enumerator of ValueType
  std::string target;  // the name of a type or an enum
  bool list = false;
  bool required = false;
  bool read_only = false;
  std::uint64_t length_max = 0;
  std::uint64_t items_min = 0;
  std::uint64_t depth_max = 0;
  std::uint64_t names = 0;  // FieldRow::names
  std::string default_value;
  std::string description;
};

struct Type {
  std::string name;
  std::vector<Field> fields;
  std::string description;

  const Field* find(std::string_view field) const {
    for (const auto& candidate : fields) {
      if (candidate.name == field) return &candidate;
    }
    return nullptr;
  }
  std::size_t slot(std::string_view field) const {
    const auto* found = find(field);
    if (found == nullptr) stop(fmt::format("{} has no field {}", name, field));
    return static_cast<std::size_t>(found - fields.data());
  }
};

struct Enum {
  std::string name;
  std::vector<std::string> values;
  std::vector<std::string> value_descriptions;
  std::string description;
};

struct Kind {
  std::string name;
  std::string word;
  std::string type;
  std::string number;
  std::string date;
  std::vector<std::string> from;
  std::vector<std::string> to;
  std::string lines;
  std::string chain;
  std::string edifact;
  std::string ubl;
  std::string description;
};

struct Model {
  std::vector<Kind> kinds;
  std::vector<Type> types;
  std::vector<Enum> enums;

  const Type& type(std::string_view name) const {
    for (const auto& candidate : types) {
      if (candidate.name == name) return candidate;
    }
    stop(fmt::format("there is no type {}", name));
  }
  const Kind& kind(std::string_view name) const {
    for (const auto& candidate : kinds) {
      if (candidate.name == name) return candidate;
    }
    stop(fmt::format("there is no kind {}", name));
  }
  std::size_t type_index(std::string_view name) const {
    return static_cast<std::size_t>(&type(name) - types.data());
  }
  std::size_t enum_index(std::string_view name) const {
    for (std::size_t index = 0; index < enums.size(); ++index) {
      if (enums[index].name == name) return index;
    }
    stop(fmt::format("there is no enum {}", name));
  }
};

std::string text_or(element object, std::string_view key, std::string otherwise) {
  element found;
  if (object[key].get(found) != simdjson::SUCCESS || found.is_null()) return otherwise;
  std::string_view text;
  if (found.get(text) != simdjson::SUCCESS) stop(fmt::format("{} must be a text", key));
  return std::string(text);
}

std::uint64_t count_or(element object, std::string_view key, std::uint64_t otherwise) {
  std::uint64_t count = otherwise;
  element found;
  if (object[key].get(found) == simdjson::SUCCESS && found.get(count) != simdjson::SUCCESS) {
    stop(fmt::format("{} must be a count", key));
  }
  return count;
}

bool is_set(element object, std::string_view key) {
  bool set = false;
  element found;
  return object[key].get(found) == simdjson::SUCCESS && found.get(set) == simdjson::SUCCESS && set;
}

std::vector<std::string> texts(element list) {
  std::vector<std::string> all;
  for (auto item : list.get_array()) all.emplace_back(std::string_view(item));
  return all;
}

// Returns the name in lower case: ORDER_RESPONSE → order_response.
std::string lower(std::string_view name) {
  std::string word;
  for (const char c : name) word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return word;
}

Field read_field(std::string_view name, element row,
                 const std::set<std::string, std::less<>>& enum_names) {
  static const std::map<std::string, std::string, std::less<>> scalars = {
      {"string", "text"},       {"number", "number"},   {"integer", "integer"},
      {"boolean", "boolean"},   {"date", "date"},       {"datetime", "datetime"},
      {"currency", "currency"}, {"country", "country"}, {"uri", "uri"},
      {"email", "email"},
  };
  Field field;
  field.name = name;
  auto type = text_or(row, "type", "");
  if (type.ends_with("[]")) {
    field.list = true;
    type.resize(type.size() - 2);
  }
  if (const auto scalar = scalars.find(type); scalar != scalars.end()) {
    field.value = scalar->second;
  } else {
    field.value = enum_names.contains(type) ? "choice" : "object";
    field.target = type;
  }
  field.required = is_set(row, "required");
  field.read_only = is_set(row, "readOnly");
  field.length_max = count_or(row, "maxLength", text_length_default);
  field.items_min = count_or(row, "minItems", 0);
  field.depth_max = count_or(row, "maxDepth", 0);
  field.default_value = text_or(row, "default", "");
  field.description = text_or(row, "description", "");
  return field;
}

std::vector<Enum> read_enums(element root) {
  std::vector<Enum> enums;
  for (auto [name, values] : root["enums"].get_object()) {
    Enum row{.name = std::string(name),
             .values = texts(values),
             .value_descriptions = {},
             .description = {}};
    element told;
    const bool described = root["enumDescriptions"][name].get(told) == simdjson::SUCCESS;
    if (described) row.description = text_or(told, "description", "");
    for (const auto& value : row.values) {
      element value_texts;
      const bool has_texts = described && told["values"].get(value_texts) == simdjson::SUCCESS;
      row.value_descriptions.push_back(has_texts ? text_or(value_texts, value, "") : "");
    }
    enums.push_back(std::move(row));
  }
  return enums;
}

// A type that extends another has the other's fields first; a field of the same name replaces it.
void extend(Type& type, const Type& base) {
  auto own = std::move(type.fields);
  type.fields = base.fields;
  for (auto& field : own) {
    auto same = std::ranges::find(type.fields, field.name, &Field::name);
    if (same == type.fields.end()) {
      type.fields.push_back(std::move(field));
    } else {
      *same = std::move(field);
    }
  }
}

std::vector<Type> read_types(element root, const std::vector<Enum>& enums) {
  std::set<std::string, std::less<>> enum_names;
  for (const auto& row : enums) enum_names.insert(row.name);

  std::vector<Type> types;
  std::vector<std::pair<std::size_t, std::string>> extensions;
  for (auto [name, row] : root["types"].get_object()) {
    Type type{
        .name = std::string(name), .fields = {}, .description = text_or(row, "description", "")};
    for (auto [field_name, field] : row["fields"].get_object()) {
      if (type.find(field_name) != nullptr)
        stop(fmt::format("{}.{} is there twice", name, field_name));
      type.fields.push_back(read_field(field_name, field, enum_names));
    }
    if (auto base = text_or(row, "extends", ""); !base.empty())
      extensions.emplace_back(types.size(), base);
    types.push_back(std::move(type));
  }
  for (const auto& [index, base] : extensions) {
    const auto found = std::ranges::find(types, base, &Type::name);
    if (found == types.end())
      stop(fmt::format("{} extends {}, which is not a type", types[index].name, base));
    extend(types[index], *found);
  }
  return types;
}

std::vector<Kind> read_kinds(element root) {
  std::vector<Kind> kinds;
  for (auto [name, row] : root["kinds"].get_object()) {
    kinds.push_back({.name = std::string(name),
                     .word = lower(name),
                     .type = text_or(row, "type", ""),
                     .number = text_or(row, "number", ""),
                     .date = text_or(row, "date", ""),
                     .from = texts(row["from"]),
                     .to = texts(row["to"]),
                     .lines = text_or(row, "lines", ""),
                     .chain = text_or(row, "chain", "number"),
                     .edifact = text_or(row, "edifact", ""),
                     .ubl = text_or(row, "ubl", ""),
                     .description = text_or(row, "description", "")});
  }
  return kinds;
}

std::string_view last_name(std::string_view path) {
  return path.substr(path.rfind('.') + 1);
}

// Sets FieldRow::names of the texts that have the number of a document.
void find_references(element root, Model& model) {
  std::map<std::string, std::uint64_t, std::less<>> kinds_of_name;
  for (std::size_t kind = 0; kind < model.kinds.size(); ++kind) {
    const std::uint64_t bit = std::uint64_t{1} << kind;
    kinds_of_name[std::string(last_name(model.kinds[kind].number))] |= bit;
    for (auto [name, kinds] : root["references"].get_object()) {
      const std::vector<std::string> named = texts(kinds);
      const bool is_named = std::ranges::find(named, model.kinds[kind].name) != named.end();
      if (is_named) kinds_of_name[std::string(name)] |= bit;
    }
  }
  for (Type& type : model.types) {
    for (Field& field : type.fields) {
      const auto found = kinds_of_name.find(field.name);
      const bool is_number = found != kinds_of_name.end() && field.value == "text" && !field.list;
      if (is_number) field.names = found->second;
    }
  }
}

void check(const Model& model) {
  for (const auto& type : model.types) {
    if (type.fields.size() > fields_max)
      stop(fmt::format("{} has more than {} fields", type.name, fields_max));
    for (const auto& field : type.fields) {
      if (field.value == "object") (void)model.type_index(field.target);
      if (field.value == "choice") (void)model.enum_index(field.target);
      if (field.depth_max > 0 && (!field.list || field.target != type.name)) {
        stop(fmt::format("{}.{}: maxDepth is for lists of the type's own", type.name, field.name));
      }
    }
  }
  if (model.types.size() > 255 || model.enums.size() > 255) stop("more than 255 types or enums");
  if (model.kinds.size() > 32) stop("more than 32 kinds, which FieldRow::names cannot have");
}

// --- Writing ---

std::string literal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

struct Names {
  std::uint64_t multiplier;
  unsigned shift;
  std::vector<std::uint8_t> slots;
};

// Searches a multiplier that gives every name a separate slot, in a table of two to eight times as
// many slots.
Names find_names(const std::string& what, const std::vector<std::string>& names) {
  std::mt19937_64 random(names.size());
  unsigned bits = 1;
  while ((std::size_t{1} << bits) < names.size() * 2) ++bits;
  for (const unsigned bits_max = bits + 3; bits < bits_max; ++bits) {
    for (int attempt = 0; attempt < 200'000; ++attempt) {
      const auto multiplier = random() | 1;
      std::vector<std::uint8_t> slots(std::size_t{1} << bits, 0xff);
      bool free = true;
      for (std::size_t index = 0; index < names.size() && free; ++index) {
        auto& slot = slots[tradepost::document::name_hash(names[index], multiplier) >> (64 - bits)];
        free = slot == 0xff;
        slot = static_cast<std::uint8_t>(index);
      }
      if (free) return {multiplier, 64 - bits, std::move(slots)};
    }
  }
  stop(fmt::format("name_hash does not separate the names of {}", what));
}

std::string name_table(const std::string& slots_name, const Names& names) {
  return fmt::format("{{{:#x}u, {}, {}}}", names.multiplier, names.shift, slots_name);
}

std::string slots_array(const std::string& name, const Names& names) {
  return fmt::format("inline constexpr std::array<std::uint8_t, {}> {} = {{{}}};\n",
                     names.slots.size(), name, fmt::join(names.slots, ", "));
}

std::string field_row(const Model& model, const Field& field) {
  std::size_t target = 0;
  if (field.value == "object") target = model.type_index(field.target);
  if (field.value == "choice") target = model.enum_index(field.target);
  return fmt::format(
      "    FieldRow{{{}, ValueType::{}, Shape::{}, Need::{}, Access::{}, {}, {}, {}, {}, {}, {}, "
      "{}}},\n",
      literal(field.name), field.value, field.list ? "list" : "one",
      field.required ? "required" : "optional", field.read_only ? "read_only" : "written", target,
      field.depth_max, field.items_min, field.length_max, field.names, literal(field.default_value),
      literal(field.description));
}

std::string required_set(const Type& type) {
  std::uint64_t words[2] = {0, 0};
  for (std::size_t slot = 0; slot < type.fields.size(); ++slot) {
    if (type.fields[slot].required) words[slot / 64] |= std::uint64_t{1} << (slot % 64);
  }
  return fmt::format("FieldSet{{{:#x}u, {:#x}u}}", words[0], words[1]);
}

std::string write_types(const Model& model) {
  std::string arrays;
  std::string rows;
  for (const auto& type : model.types) {
    std::vector<std::string> names;
    std::string fields;
    for (const auto& field : type.fields) {
      names.push_back(field.name);
      fields += field_row(model, field);
    }
    const auto found = find_names(type.name, names);
    arrays += fmt::format("inline constexpr std::array<FieldRow, {}> fields_of_{} = {{\n{}}};\n",
                          type.fields.size(), type.name, fields);
    arrays += slots_array("slots_of_" + type.name, found);
    rows += fmt::format("    TypeRow{{{}, fields_of_{}, {}, {}, {}}},\n", literal(type.name),
                        type.name, name_table("slots_of_" + type.name, found), required_set(type),
                        literal(type.description));
  }
  return arrays +
         fmt::format("\ninline constexpr std::array<TypeRow, {}> type_rows = {{\n{}}};\n\n",
                     model.types.size(), rows);
}

std::string texts_array(const std::string& name, const std::vector<std::string>& all) {
  std::string out;
  for (const auto& text : all) out += (out.empty() ? "" : ", ") + literal(text);
  return fmt::format("inline constexpr std::array<std::string_view, {}> {} = {{{}}};\n", all.size(),
                     name, out);
}

std::string write_enums(const Model& model) {
  std::string arrays;
  std::string rows;
  for (const auto& row : model.enums) {
    const auto found = find_names(row.name, row.values);
    arrays += texts_array("values_of_" + row.name, row.values);
    arrays += texts_array("texts_of_" + row.name, row.value_descriptions);
    arrays += slots_array("slots_of_enum_" + row.name, found);
    rows += fmt::format("    EnumRow{{{}, values_of_{}, {}, texts_of_{}, {}}},\n",
                        literal(row.name), row.name, name_table("slots_of_enum_" + row.name, found),
                        row.name, literal(row.description));
  }
  return arrays +
         fmt::format("\ninline constexpr std::array<EnumRow, {}> enum_rows = {{\n{}}};\n\n",
                     model.enums.size(), rows);
}

std::string roles_array(const std::string& name, const Type& header,
                        const std::vector<std::string>& roles) {
  std::vector<std::size_t> slots;
  for (const auto& role : roles) slots.push_back(header.slot(role));
  return fmt::format("inline constexpr std::array<FieldSlot, {}> {} = {{{}}};\n", slots.size(),
                     name, fmt::join(slots, ", "));
}

std::string chain_word(const Kind& kind) {
  if (kind.chain == "number") return "by_number";
  if (kind.chain == "explicit") return "explicit_version";
  if (kind.chain == "explicit where an item has an action")
    return "explicit_where_an_item_has_an_action";
  stop(fmt::format("{}: the chain \"{}\" is not known", kind.name, kind.chain));
}

std::string kind_row(const Model& model, const Kind& kind, std::string& arrays) {
  constexpr std::string_view in_header = "header.";
  if (!kind.number.starts_with(in_header) || !kind.date.starts_with(in_header)) {
    stop(fmt::format("{}: number and date must be in the header", kind.name));
  }
  const auto& type = model.type(kind.type);
  const auto& header_field = type.fields[type.slot("header")];
  const auto& header = model.type(header_field.target);
  const auto slot_or_none = [&](std::string_view field) {
    return header.find(field) == nullptr ? std::string("no_slot")
                                         : std::to_string(header.slot(field));
  };
  const auto* response_type = header.find("type");
  const bool has_type = response_type != nullptr && response_type->value == "choice";
  arrays += roles_array("from_of_" + kind.name, header, kind.from) +
            roles_array("to_of_" + kind.name, header, kind.to);
  return fmt::format(
      "    KindRow{{Kind::{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, from_of_{}, to_of_{}, "
      "Chain::{}, {}, {}, {}}},\n",
      kind.word, literal(kind.name), literal(kind.word), model.type_index(kind.type),
      model.type_index(header.name), type.slot("header"), type.slot(kind.lines),
      header.slot(kind.number.substr(in_header.size())),
      header.slot(kind.date.substr(in_header.size())), slot_or_none("version"),
      has_type ? slot_or_none("type") : "no_slot", kind.name, kind.name, chain_word(kind),
      literal(kind.edifact), literal(kind.ubl), literal(kind.description));
}

std::string write_kinds(const Model& model) {
  std::string arrays;
  std::string rows;
  for (const auto& kind : model.kinds) rows += kind_row(model, kind, arrays);
  return arrays + fmt::format("\ninline constexpr std::array<KindRow, {}> kind_rows = {{\n{}}};\n",
                              model.kinds.size(), rows);
}

std::string kinds_header(const Model& model) {
  std::string enumerators;
  for (const auto& kind : model.kinds) enumerators += fmt::format("  {},\n", kind.word);
  return fmt::format(
      "// Compiled from model/documents.json.\n#pragma once\n\n#include <cstddef>\n#include "
      "<cstdint>\n\n"
      "namespace tradepost::document {{\n\nenum class Kind : std::uint8_t {{\n{}}};\n\n"
      "inline constexpr std::size_t kind_count = {};\n\n}}  // namespace tradepost::document\n",
      enumerators, model.kinds.size());
}

std::string tables_header(const Model& model) {
  return fmt::format(
      "// Compiled from model/documents.json.\n#pragma once\n\n#include "
      "\"document/model/schema.hpp\"\n\n"
      "namespace tradepost::document::tables {{\n\n{}{}{}\n}}  // namespace "
      "tradepost::document::tables\n",
      write_types(model), write_enums(model), write_kinds(model));
}

// Returns the type of the lines of goods: in kinds with transport units, of the items in a unit.
const Type& type_of_goods(const Model& model, const Kind& kind) {
  const Type& content = model.type(kind.type);
  const Type& lines = model.type(content.fields[content.slot(kind.lines)].target);
  if (kind.lines != "transportUnits") return lines;
  return model.type(lines.fields[lines.slot("items")].target);
}

const Type& type_of_header(const Model& model, const Kind& kind) {
  return model.type(model.type(kind.type).find("header")->target);
}

// Returns the rows of the fields that get the value of a field of another name.
std::string renamed_rows(element derivation, std::string_view part, const Type& target,
                         const Type& source) {
  std::string rows;
  simdjson::dom::object names;
  if (derivation[part].get(names) != simdjson::SUCCESS) return "{}";
  for (auto [name, from] : names) {
    const Field& field = target.fields[target.slot(name)];
    const Field& other = source.fields[source.slot(std::string_view(from))];
    if (field.value != other.value || field.list != other.list || field.target != other.target) {
      stop(fmt::format("{}.{} and {}.{} differ", target.name, name, source.name, other.name));
    }
    rows += fmt::format("Renamed{{\"{}\", \"{}\"}}, ", name, other.name);
  }
  return fmt::format("std::array{{{}}}", rows);
}

std::string derivations_header(element root, const Model& model) {
  std::string names;
  std::string rows;
  std::size_t count = 0;
  for (auto [from_name, row] : root["kinds"].get_object()) {
    simdjson::dom::object derives;
    if (row["derives"].get(derives) != simdjson::SUCCESS) continue;
    const Kind& from = model.kind(from_name);
    for (auto [to_name, derivation] : derives) {
      const Kind& to = model.kind(to_name);
      for (auto [member, value] : derivation.get_object()) {
        const bool is_known = member == "by" || member == "header" || member == "lines";
        if (!is_known) stop(fmt::format("{} has no {} in a derivation", from_name, member));
      }
      const auto add = [&](std::string_view part, const Type& target, const Type& source) {
        const std::string array = renamed_rows(derivation, part, target, source);
        if (array == "{}") return array;
        names += fmt::format("inline constexpr auto {}_names_{} = {};\n", part, count, array);
        return fmt::format("{}_names_{}", part, count);
      };
      const std::string header =
          add("header", type_of_header(model, to), type_of_header(model, from));
      const std::string lines = add("lines", type_of_goods(model, to), type_of_goods(model, from));
      rows += fmt::format("    Derivation{{Kind::{}, Kind::{}, Side::{}, {}, {}}},\n", from.word,
                          to.word, std::string_view(derivation["by"]), header, lines);
      ++count;
    }
  }
  return fmt::format(
      "// Compiled from model/documents.json.\n#pragma once\n\n#include <array>\n\n#include "
      "\"derivation/derivation.hpp\"\n\nnamespace tradepost::derivation {{\n\n{}\n"
      "inline constexpr std::array derivation_rows{{\n{}}};\n\n"
      "}}  // namespace tradepost::derivation\n",
      names, rows);
}

void write_file(const char* path, const std::string& text) {
  if (!tradepost::write_generated(path, text)) stop(fmt::format("can't write {}", path));
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 5) {
    stop("usage: model_compiler documents.json kinds.hpp model_tables.hpp derivation_rows.hpp");
  }
  simdjson::dom::parser parser;
  element root;
  if (const auto error = parser.load(arguments[1]).get(root)) {
    stop(fmt::format("{}: {}", arguments[1], simdjson::error_message(error)));
  }
  try {
    Model model;
    model.enums = read_enums(root);
    model.types = read_types(root, model.enums);
    model.kinds = read_kinds(root);
    find_references(root, model);
    check(model);
    write_file(arguments[2], kinds_header(model));
    write_file(arguments[3], tables_header(model));
    write_file(arguments[4], derivations_header(root, model));
  } catch (const simdjson::simdjson_error& error) {
    stop(fmt::format("{}: its shape is not that of a model: {}", arguments[1], error.what()));
  }
  return 0;
}
