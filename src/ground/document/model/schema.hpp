#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "document/model/kinds.hpp"
#include "document/model/name_hash.hpp"

// The document model as constexpr tables. The build compiles the tables from model/documents.json;
// this header defines their rows. They live as long as the program.
namespace tradepost::document {

enum class ValueType : std::uint8_t {
  text,
  number,
  integer,
  boolean,
  date,
  datetime,
  currency,
  country,
  uri,
  email,
  choice,  // one of an enum's values
  object,
};

enum class Shape : std::uint8_t { one, list };
enum class Need : std::uint8_t { optional, required };
enum class Access : std::uint8_t {
  written,
  read_only
};  // read_only: filled by the exchange, refused on input

using FieldSlot = std::uint8_t;  // a field's place among the fields of its type
inline constexpr FieldSlot no_slot = 0xff;
inline constexpr std::size_t fields_max = 128;

// Maps names to slots without collisions. A search needs at most one comparison.
struct NameTable {
  std::uint64_t multiplier;
  std::uint8_t shift;
  std::span<const std::uint8_t> slots;  // 0xff: empty

  template <typename NameAt>
  std::uint8_t find(std::string_view name, NameAt&& name_at) const {
    const auto slot = slots[name_hash(name, multiplier) >> shift];
    return slot != no_slot && same_name(name_at(slot), name) ? slot : no_slot;
  }
};

// A set of fields of one type.
class FieldSet {
 public:
  constexpr FieldSet() = default;
  constexpr FieldSet(std::uint64_t low, std::uint64_t high) : words_{low, high} {}
  constexpr bool has(FieldSlot slot) const { return (words_[slot >> 6] >> (slot & 63) & 1) != 0; }
  constexpr void add(FieldSlot slot) { words_[slot >> 6] |= std::uint64_t{1} << (slot & 63); }
  constexpr FieldSet without(const FieldSet& other) const {
    return {words_[0] & ~other.words_[0], words_[1] & ~other.words_[1]};
  }
  constexpr bool empty() const { return (words_[0] | words_[1]) == 0; }

 private:
  std::array<std::uint64_t, 2> words_{};
};

struct FieldRow {
  std::string_view name;
  ValueType value;
  Shape shape;
  Need need;
  Access access;
  std::uint8_t target;     // of an object: its type; of a choice: its enum
  std::uint8_t depth_max;  // 0: unlimited; otherwise how often it may nest in itself
  std::uint16_t items_min;
  std::uint32_t length_max;  // of a text, in code points
  std::uint32_t names;       // a bit for each kind whose number the text can be
  std::string_view default_value;
  std::string_view description;

  // Returns true if a malformed value is only a warning. The model demands this for
  // originCountryCode; any other wrong country code is a fault.
  constexpr bool faults_are_warnings() const { return name == "originCountryCode"; }
};

struct TypeRow {
  std::string_view name;
  std::span<const FieldRow> fields;
  NameTable names;
  FieldSet required;
  std::string_view description;

  FieldSlot find(std::string_view field) const {
    return names.find(field, [this](std::uint8_t slot) { return fields[slot].name; });
  }
};

struct EnumRow {
  std::string_view name;
  std::span<const std::string_view> values;
  NameTable names;
  std::span<const std::string_view> value_descriptions;
  std::string_view description;

  bool has(std::string_view value) const {
    return names.find(value, [this](std::uint8_t slot) { return values[slot]; }) != no_slot;
  }
};

// The condition that makes a document with a known number a new version (contract 5.1).
enum class Chain : std::uint8_t {
  by_number,
  explicit_version,
  explicit_where_an_item_has_an_action,
};

struct KindRow {
  Kind kind;
  std::string_view name;  // ORDER
  std::string_view word;  // order: in codes and folder names
  std::uint8_t type;
  std::uint8_t header_type;
  FieldSlot header;                 // of type
  FieldSlot lines;                  // of type
  FieldSlot number;                 // of header_type
  FieldSlot date;                   // of header_type
  FieldSlot version;                // of header_type; no_slot if the kind has none
  FieldSlot response_type;          // header.type; no_slot if the kind has none
  std::span<const FieldSlot> from;  // of header_type, in the order of their use
  std::span<const FieldSlot> to;
  Chain chain;
  std::string_view edifact;
  std::string_view ubl;
  std::string_view description;
};

std::span<const KindRow> kinds();
std::span<const TypeRow> types();
std::span<const EnumRow> enums();

const KindRow& row_of(Kind kind);
const KindRow* find_kind_row(
    std::string_view name);  // nullptr: no such kind; the name as on the wire (ORDER)
inline const TypeRow& type_of(const FieldRow& field) {
  return types()[field.target];
}
inline const EnumRow& enum_of(const FieldRow& field) {
  return enums()[field.target];
}

}  // namespace tradepost::document
