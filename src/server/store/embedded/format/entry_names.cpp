#include "store/embedded/format/entry_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "base/clock.hpp"
#include "base/ids.hpp"
#include "base/text/text.hpp"
#include "store/embedded/format/layouts.hpp"

namespace tradepost::store::embedded {
namespace {

constexpr std::array<std::string_view, 6> entry_types = {"participant", "token", "relationship",
                                                         "endpoint",    "range", "setting"};

std::string shown(std::string_view text) {
  const bool is_plain = std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
  return is_plain ? fmt::format("'{}'", text) : "0x" + base::hex(text);
}

// Reads a key from its beginning, up to the first missing field.
class KeyReader {
 public:
  explicit KeyReader(std::string_view rest) : rest_(rest) {}

  std::string read(As as) {
    switch (as) {
      case As::id:
        return id();
      case As::id_descending:
        return id(0xff);
      case As::byte:
        return std::to_string(byte());
      case As::flow:
        return flow();
      case As::number:
        return std::to_string(number(8));
      case As::number_descending:
        return std::to_string(~number(8));
      case As::short_number:
        return std::to_string(number(4));
      case As::instant_descending:
        return instant(~number(8));
      case As::hour:
        return base::to_string(base::instant_of(static_cast<std::int64_t>(number(8)) * 3'600'000));
      case As::digest:
        return base::hex(take(32));
      case As::text:
        return text();
      case As::text_to_0:
        return text_to_0();
      case As::party:
        return party();
    }
    return "";
  }
  std::uint8_t byte() {
    const auto bytes = take(1);
    return bytes.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(bytes.front());
  }
  bool is_whole() const { return good_ && rest_.empty(); }
  bool is_good() const { return good_; }
  bool has_more() const { return !rest_.empty(); }

 private:
  std::string_view take(std::size_t bytes) {
    if (!good_ || rest_.size() < bytes) {
      good_ = false;
      return {};
    }
    const auto taken = rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
    return taken;
  }
  std::string id(std::uint8_t mask = 0) {
    base::Uuid uuid;
    const auto bytes = take(uuid.bytes.size());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      uuid.bytes[i] = static_cast<std::uint8_t>(static_cast<std::uint8_t>(bytes[i]) ^ mask);
    }
    return uuid.to_string();
  }
  std::string flow() {
    const auto value = byte();
    return value == 1 ? "live" : value == 2 ? "test" : std::to_string(value);
  }
  std::uint64_t number(std::size_t bytes) {
    std::uint64_t value = 0;
    for (const char c : take(bytes)) value = value << 8 | static_cast<unsigned char>(c);
    return value;
  }
  static std::string instant(std::uint64_t sortable) {
    const auto ms = static_cast<std::int64_t>(sortable ^ (std::uint64_t{1} << 63));
    return base::to_string(base::instant_of(ms));
  }
  std::string text() {
    const auto length = byte();
    return length == 0xff ? "digest " + base::hex(take(32)) : shown(take(length));
  }
  std::string text_to_0() {
    const auto end = rest_.find('\0');
    if (end == std::string_view::npos) {
      good_ = false;
      return {};
    }
    auto text = shown(take(end));
    take(1);
    return text;
  }
  std::string party() {
    const auto parts = byte();
    std::string name;
    if ((parts & 1) != 0) name = id();
    if ((parts & 2) != 0) {
      if (!name.empty()) name += ' ';
      name += "domain " + std::to_string(byte());
      name += ' ' + text();
    }
    return name;
  }

  std::string_view rest_;
  bool good_ = true;
};

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
  name += ' ' + reader.read(is_setting ? As::short_number : As::id);
  if (reader.has_more()) name += " to " + reader.read(As::id);
  return reader.is_whole() ? std::optional(name) : std::nullopt;
}

std::optional<std::string> fields_of(const Layout& layout, std::string_view rest) {
  if (layout.table == layouts::directory.table) return directory_entry(rest);
  KeyReader reader(rest);
  std::string name;
  for (const KeyField& field : std::span(layout.fields).first(layout.field_count())) {
    if (!name.empty()) name += ", ";
    name += std::string(field.name) + ' ' + reader.read(field.as);
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
