#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/text/decimal.hpp"
#include "base/text/text.hpp"
#include "document/json/view.hpp"
#include "document/model/schema.hpp"
#include "forms/loss.hpp"

// Compares a document with the one that came back from another form.
namespace tradepost::edifact {

struct Leaf {
  std::string text = {};
  bool is_lost = false;  // as a whole, or a part of it
  bool is_there = true;  // also a part of it
};
using Leaves = std::map<std::string, Leaf>;

// The texts, numbers and flags of a document by their paths. An element of a list whose values are
// all lost does not count. Elements with a domain have no order: their path has the domain and the
// number.
class LeavesOf {
 public:
  explicit LeavesOf(const forms::Losses& losses) {
    for (const forms::Loss& loss : losses) lost_.emplace(loss.path, loss.reason);
  }

  Leaves of(const document::KindRow& kind, const document::View& content) {
    Leaves leaves;
    add(content, &document::types()[kind.type], nullptr, "content", "", leaves);
    return leaves;
  }

 private:
  static std::string text_of(const document::View& value) {
    return value.is_text() ? value.text() : std::string(value.scalar());
  }

  void add(const document::View& value, const document::TypeRow* type,
           const document::FieldRow* field, const std::string& path, const std::string& name,
           Leaves& leaves) {
    if (value.is_object()) {
      value.each_member([&](const document::View& key, const document::View& member) {
        const auto slot = type == nullptr ? document::no_slot : type->find(key.text());
        const auto* const row = slot == document::no_slot ? nullptr : &type->fields[slot];
        const bool is_object = row != nullptr && row->value == document::ValueType::object;
        add(member, is_object ? &document::type_of(*row) : nullptr, row, path + '.' + key.text(),
            name + '.' + key.text(), leaves);
      });
    } else if (value.is_list()) {
      std::size_t count = 0;
      std::map<std::string, int> seen;
      value.each([&](std::uint32_t index, const document::View& element) {
        Leaves inner;
        add(element, type, field, fmt::format("{}.{}", path, index), "", inner);
        const bool is_there =
            std::ranges::any_of(inner, [](const auto& one) { return one.second.is_there; });
        std::string place = std::to_string(count);
        if (const document::View identifier = element.member("identifier")) {
          const document::View domain = element.member("domain");
          // A form can leave out white space at the ends of a text.
          place = std::string(base::trimmed(identifier.text())) + '@' +
                  (domain ? domain.text() : "GS1");
          // One that does not come back does not move an equal one.
          int& count_of_equal = seen[place];
          place += fmt::format("#{}", count_of_equal);
          if (is_there) ++count_of_equal;
        }
        if (!is_there && !inner.empty()) place += "-";
        if (is_there) ++count;
        for (auto& [rest, leaf] : inner) leaves[fmt::format("{}.{}{}", name, place, rest)] = leaf;
      });
    } else if (value) {
      const std::string text = text_of(value);
      if (field != nullptr && !field->default_value.empty() && text == field->default_value) return;
      const auto lost = lost_.find(path);
      leaves[name] = {
          .text = text,
          .is_lost = lost != lost_.end(),
          .is_there = lost == lost_.end() || lost->second == forms::LossReason::shortened};
    }
  }

  std::map<std::string, forms::LossReason, std::less<>> lost_;
};

// 2026-03-06 06:00:00+00:00 is 2026-03-06T06:00Z.
inline std::string normal_time(std::string text) {
  constexpr std::size_t day = 10;
  constexpr std::size_t seconds = 16;
  const bool has_blank = text.size() >= seconds && text[4] == '-' && text[day] == ' ';
  if (has_blank) text[day] = 'T';
  const bool is_time = text.size() > seconds && text[day] == 'T' && text[seconds] == ':';
  if (is_time && text.substr(seconds, 3) == ":00") text.erase(seconds, 3);
  if (text.ends_with("+00:00")) text.replace(text.size() - 6, 6, "Z");
  return text;
}

// Numbers are equal by their value.
inline bool is_equal(const std::string& one, const std::string& other) {
  const auto left = base::Decimal::parse(one);
  const auto right = base::Decimal::parse(other);
  return normal_time(one) == normal_time(other) || (left && right && *left == *right);
}

inline bool is_name_lost(const Leaves& sent, const std::string& path) {
  const std::string object = path.substr(0, path.rfind('.'));
  return std::ranges::any_of(std::array{"firstName", "lastName"}, [&](const char* name) {
    const auto found = sent.find(object + '.' + name);
    return found != sent.end() && found->second.is_lost;
  });
}

// Returns the first difference, or an empty text.
inline std::string difference(const Leaves& sent, const Leaves& came) {
  for (const auto& [path, leaf] : sent) {
    if (leaf.is_lost) continue;
    const auto found = came.find(path);
    if (found == came.end()) return fmt::format("{} = {} is missing", path, leaf.text);
    if (!is_equal(leaf.text, found->second.text)) {
      return fmt::format("{}: {} came back as {}", path, leaf.text, found->second.text);
    }
  }
  for (const auto& [path, leaf] : came) {
    // A name that is not two words comes back in the other of its fields.
    const auto is_name = path.ends_with(".lastName") || path.ends_with(".firstName");
    if (is_name && is_name_lost(sent, path)) continue;
    if (!sent.contains(path)) return fmt::format("{} = {} is new", path, leaf.text);
  }
  return {};
}

// Returns true if a line lost a value. The amount of the line can have it as a part, so the amount
// may be a loss when the line is read again.
inline bool has_line_lost(const forms::Losses& losses) {
  return std::ranges::any_of(
      losses, [](const forms::Loss& loss) { return loss.path.starts_with("content.items."); });
}

}  // namespace tradepost::edifact
