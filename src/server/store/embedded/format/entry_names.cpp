#include "store/embedded/format/entry_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "base/clock.hpp"
#include "base/text/text.hpp"
#include "store/embedded/format/keys.hpp"

namespace tradepost::store::embedded {
namespace {

constexpr std::array<std::string_view, 6> entry_types = {"participant", "token", "relationship",
                                                         "endpoint",    "range", "setting"};

std::string shown(std::string_view text) {
  const bool is_plain = std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
  return is_plain ? fmt::format("'{}'", text) : "0x" + base::hex(text);
}

std::string text(KeyReader& reader) {
  const auto length = reader.byte();
  return length == digest_instead_of_text ? "digest " + base::hex(reader.take(32))
                                          : shown(reader.take(length));
}

std::string flow(KeyReader& reader) {
  const auto value = reader.byte();
  return value == 1 ? "live" : value == 2 ? "test" : std::to_string(value);
}

std::string party(KeyReader& reader) {
  const auto parts = reader.byte();
  std::string name;
  if ((parts & 1) != 0) name = reader.id().to_string();
  if ((parts & 2) != 0) {
    if (!name.empty()) name += ' ';
    name += "domain " + std::to_string(reader.byte());
    name += ' ' + text(reader);
  }
  return name;
}

std::string field(KeyReader& reader, As as) {
  switch (as) {
    case As::id:
      return reader.id().to_string();
    case As::id_descending:
      return complement(reader.id()).to_string();
    case As::byte:
      return std::to_string(reader.byte());
    case As::flow:
      return flow(reader);
    case As::number:
      return std::to_string(reader.number(8));
    case As::number_descending:
      return std::to_string(~reader.number(8));
    case As::short_number:
      return std::to_string(reader.number(4));
    case As::instant_descending:
      return base::to_string(reader.descending_instant());
    case As::hour:
      return base::to_string(keys::instant_of(static_cast<keys::Hour>(reader.number(8))));
    case As::digest:
      return base::hex(reader.take(32));
    case As::text:
      return text(reader);
    case As::text_to_0:
      return shown(reader.take_to_0());
    case As::party:
      return party(reader);
  }
  return "";
}

const Layout* layout_of(std::string_view key) {
  if (key.empty()) return nullptr;
  const auto* const found = std::ranges::find(layouts::all, key.front(), &Layout::table);
  return found == layouts::all.end() ? nullptr : found;
}

std::optional<std::string> directory_entry(std::string_view rest) {
  KeyReader reader(rest);
  const auto type = reader.byte();
  if (!reader.is_good() || type >= entry_types.size()) return std::nullopt;
  std::string name(entry_types[type]);
  const bool is_setting = type == entry_types.size() - 1;
  name += ' ' + field(reader, is_setting ? As::short_number : As::id);
  if (reader.has_more()) name += " to " + field(reader, As::id);
  return reader.is_whole() ? std::optional(name) : std::nullopt;
}

std::optional<std::string> fields_of(const Layout& layout, std::string_view rest) {
  if (layout.table == layouts::directory.table) return directory_entry(rest);
  KeyReader reader(rest);
  std::string name;
  for (const KeyField& it : std::span(layout.fields).first(layout.field_count())) {
    if (!name.empty()) name += ", ";
    name += std::string(it.name) + ' ' + field(reader, it.as);
  }
  return reader.is_whole() ? std::optional(name) : std::nullopt;
}

}  // namespace

std::string table_name(std::string_view key) {
  const auto* const layout = layout_of(key);
  return layout != nullptr ? std::string(layout->name) : "unknown table " + shown(key.substr(0, 1));
}

std::string entry_name(std::string_view key) {
  const auto* const layout = layout_of(key);
  const auto name = layout != nullptr ? fields_of(*layout, key.substr(1)) : std::nullopt;
  return name ? *name : "key " + base::hex(key);
}

}  // namespace tradepost::store::embedded
