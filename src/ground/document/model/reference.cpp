#include "document/model/reference.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/ground/limits.hpp"
#include "base/text/text.hpp"

namespace tradepost::document {
namespace {

// Returns a title: DISPATCH_INSTRUCTION → Dispatch instruction.
std::string title_of(const KindRow& kind) {
  auto title = base::ascii_lowered(std::string(kind.name));
  std::ranges::replace(title, '_', ' ');
  title[0] = base::ascii_upper(title[0]);
  return title;
}

// Escapes the characters that end a table cell.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

std::string roles(const TypeRow& header, std::span<const FieldSlot> slots) {
  std::string all;
  for (const auto slot : slots)
    all += fmt::format("{}`{}`", all.empty() ? "" : ", ", header.fields[slot].name);
  return all;
}

std::string_view chain_sentence(Chain chain) {
  switch (chain) {
    case Chain::by_number:
      return "The same number with different content is a new version.";
    case Chain::explicit_version:
      return "A new version only if both documents have a `version` and the new one is higher.";
    case Chain::explicit_where_an_item_has_an_action:
      return "The same number with different content is a new version. If an item has an `action`, "
             "both documents must have a `version`, and the new one must be higher.";
  }
  return {};
}

std::string type_words(const FieldRow& field) {
  std::string words;
  switch (field.value) {
    case ValueType::text:
      words = fmt::format("text, at most {}", field.length_max);
      break;
    case ValueType::number:
      words = "number";
      break;
    case ValueType::integer:
      words = "whole number";
      break;
    case ValueType::boolean:
      words = "true or false";
      break;
    case ValueType::date:
      words = "date";
      break;
    case ValueType::datetime:
      words = "date, or date and time";
      break;
    case ValueType::currency:
      words = "currency, 3 capital letters";
      break;
    case ValueType::country:
      words = "country, 2 capital letters";
      break;
    case ValueType::uri:
      words = "web address";
      break;
    case ValueType::email:
      words = "e-mail address";
      break;
    case ValueType::choice:
      words = fmt::format("[{0}](#{0})", enum_of(field).name);
      if (!field.default_value.empty()) words += fmt::format(", default {}", field.default_value);
      break;
    case ValueType::object:
      words = fmt::format("[{0}](#{0})", type_of(field).name);
      break;
  }
  if (field.shape == Shape::list) words = "list of " + words;
  if (field.items_min > 0) words += fmt::format(", at least {}", field.items_min);
  if (field.depth_max > 0) words += fmt::format(", {} deep", field.depth_max);
  return words;
}

std::string_view need_words(const FieldRow& field) {
  if (field.access == Access::read_only) return "filled in";
  return field.need == Need::required ? "**yes**" : "";
}

class Page {
 public:
  explicit Page(const KindRow& kind) : kind_(kind) {}

  std::string write() {
    introduction();
    links();
    note_type(kind_.type);
    for (std::size_t at = 0; at < types_.size(); ++at) type(types_[at]);
    for (const auto row : enums_) choices(enums()[row]);
    return std::move(text_);
  }

 private:
  void introduction() {
    const auto& header = types()[kind_.header_type];
    text_ += fmt::format("# {}\n\n", title_of(kind_));
    if (!kind_.description.empty()) text_ += fmt::format("{}\n\n", kind_.description);
    text_ += fmt::format("| | |\n|---|---|\n| type | `{}` |\n", kind_.name);
    text_ += fmt::format("| number | `header.{}` |\n| date | `header.{}` |\n",
                         header.fields[kind_.number].name, header.fields[kind_.date].name);
    text_ += fmt::format(
        "| sender, the first one present | {} |\n| recipient, the first one present | {} |\n",
        roles(header, kind_.from), roles(header, kind_.to));
    text_ += fmt::format("| versions | {} |\n", chain_sentence(kind_.chain));
    text_ += fmt::format("| EDIFACT, UBL | {}, {} |\n", kind_.edifact,
                         kind_.ubl.empty() ? "none" : kind_.ubl);
  }

  void links() {
    text_ += fmt::format(
        "\nExamples: [examples/{0}](../../../examples/{0}). The rules for all documents, and "
        "the form of faults: [../contract.md](../contract.md).\n",
        kind_.word);
  }

  void type(std::uint8_t index) {
    const auto& row = types()[index];
    text_ += fmt::format("\n## {}\n\n", row.name);
    if (!row.description.empty()) text_ += fmt::format("{}\n\n", row.description);
    text_ += "| field | type | required | meaning |\n|---|---|---|---|\n";
    for (const auto& field : row.fields) {
      text_ += fmt::format("| `{}` | {} | {} | {} |\n", field.name, type_words(field),
                           need_words(field), cell(field.description));
      if (field.value == ValueType::object) note_type(field.target);
      if (field.value == ValueType::choice) note(enums_, field.target);
    }
  }

  void choices(const EnumRow& row) {
    text_ += fmt::format("\n## {}\n\n", row.name);
    if (!row.description.empty()) text_ += fmt::format("{}\n\n", row.description);
    text_ += "| value | meaning |\n|---|---|\n";
    for (std::size_t at = 0; at < row.values.size(); ++at) {
      text_ += fmt::format("| `{}` | {} |\n", row.values[at], cell(row.value_descriptions[at]));
    }
  }

  void note_type(std::uint8_t index) { note(types_, index); }
  static void note(std::vector<std::uint8_t>& all, std::uint8_t index) {
    if (std::ranges::find(all, index) == all.end()) all.push_back(index);
  }

  const KindRow& kind_;
  std::string text_;
  std::vector<std::uint8_t> types_;
  std::vector<std::uint8_t> enums_;
};

}  // namespace

std::string reference_page(const KindRow& kind) {
  return Page(kind).write();
}

}  // namespace tradepost::document
