#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "document/model/schema.hpp"
#include "document/random_test_json.hpp"

namespace tradepost::edifact {

// Makes valid documents by the model: each optional field is there by chance. Texts have characters
// that separate the parts of a segment, lines, and letters outside of ISO 8859-1.
class RandomDocuments {
 public:
  explicit RandomDocuments(std::uint64_t seed) : dice_(seed) {}

  std::string body(const document::KindRow& kind) {
    return fmt::format("{{\"type\":\"{}\",\"content\":{}}}", kind.name,
                       object(document::types()[kind.type], 0));
  }

 private:
  using FieldRow = document::FieldRow;
  using ValueType = document::ValueType;

  std::string object(const document::TypeRow& type, std::size_t depth) {
    std::string text = "{";
    for (const FieldRow& field : type.fields) {
      if (field.access == document::Access::read_only) continue;
      // Rules of the contract demand some fields that the model does not.
      const bool is_demanded = field.name == "items" || field.name == "openQuantityAction" ||
                               (field.name == "identifier" && !dice_.one_in(20));
      const bool is_needed = field.need == document::Need::required || is_demanded;
      const std::size_t rarity = field.value == ValueType::object ? 3 + depth : 4;
      const bool is_too_deep = depth > 8 || (field.depth_max != 0 && depth > 2);
      if (!is_needed && (is_too_deep || !dice_.one_in(rarity))) continue;
      if (text.size() > 1) text += ',';
      text += fmt::format("\"{}\":{}", field.name, values(field, depth));
    }
    return text + "}";
  }

  std::string values(const FieldRow& field, std::size_t depth) {
    if (field.shape == document::Shape::one) return value(field, depth);
    std::string text = "[";
    const std::size_t count = 1 + dice_.below(3);
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) text += ',';
      text += value(field, depth);
    }
    return text + "]";
  }

  std::string value(const FieldRow& field, std::size_t depth) {
    switch (field.value) {
      case ValueType::object:
        return object(document::type_of(field), depth + 1);
      case ValueType::number:
        return number();
      case ValueType::integer:
        return std::to_string(dice_.below(dice_.one_in(10) ? 10'000'000 : 100));
      case ValueType::boolean:
        return dice_.one_in(2) ? "true" : "false";
      case ValueType::date:
        return fmt::format("\"{}\"", day());
      case ValueType::datetime:
        return fmt::format("\"{}\"", time());
      case ValueType::currency:
        return dice_.one_in(2) ? "\"EUR\"" : "\"USD\"";
      case ValueType::country:
        return dice_.one_in(2) ? "\"DE\"" : "\"FR\"";
      case ValueType::uri:
        return fmt::format("\"https://documents.example/{}\"", dice_.below(1000));
      case ValueType::email:
        return fmt::format("\"a{}@company.example\"", dice_.below(1000));
      case ValueType::choice:
        return fmt::format("\"{}\"", dice_.pick(document::enums()[field.target].values));
      case ValueType::text:
        break;
    }
    return fmt::format("\"{}\"", text(field.name == "identifier"));
  }

  std::string number() {
    if (dice_.one_in(20)) return "1.5e3";
    if (dice_.one_in(10)) return std::to_string(dice_.below(1000));
    return fmt::format("{}{}.{:02}", dice_.one_in(8) ? "-" : "", dice_.below(100'000),
                       dice_.below(100));
  }

  std::string day() {
    return fmt::format("2026-{:02}-{:02}", 1 + dice_.below(12), 1 + dice_.below(28));
  }

  std::string time() {
    if (dice_.one_in(2)) return day();
    std::string text = fmt::format("{}T{:02}:{:02}", day(), dice_.below(24), dice_.below(60));
    if (dice_.one_in(3)) text += fmt::format(":{:02}", dice_.below(60));
    constexpr std::array<std::string_view, 4> zones = {"", "Z", "+02:00", "-05:30"};
    return text + std::string(dice_.pick(zones));
  }

  std::string text(bool is_short) {
    constexpr std::array<std::string_view, 16> pieces = {"a",    "Beer", "ö",       "+", ":", "'",
                                                         "?",    "7",    " crate ", "-", "Š", "\\n",
                                                         "\\\"", "樽",   "UNZ",     ","};
    std::size_t count = 1 + dice_.below(6);
    if (!is_short && dice_.one_in(30)) count = 300;
    std::string text = "A";
    for (std::size_t i = 0; i < count; ++i) {
      // Most texts of documents are words.
      text += dice_.one_in(3) ? std::string(dice_.pick(pieces)) : std::to_string(dice_.below(100));
    }
    return text;
  }

  document::Dice dice_;
};

}  // namespace tradepost::edifact
