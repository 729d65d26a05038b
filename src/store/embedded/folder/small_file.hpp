#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include "journal/disk/file.hpp"

// Files of a few lines that people may read too: a title with the format's number, and then lines
// `key value`.
namespace tradepost::store::embedded {

using base::Done;
using base::Result;

class KeyedLines {
 public:
  // Nothing where the text does not begin with the title and a number.
  static std::optional<KeyedLines> parse(std::string_view text, std::string_view title);

  std::uint32_t format() const { return format_; }
  // Of a line, as it stands there; empty where there is none.
  std::string_view value(std::string_view key) const;
  // False where there is no such line, or it is something else.
  template <typename Number>
  bool read(std::string_view key, Number& number) const {
    const std::string_view text = value(key);
    const char* const end = text.data() + text.size();
    return std::from_chars(text.data(), end, number) == std::from_chars_result{end, std::errc{}};
  }
  template <std::size_t Size>
  bool read_hex(std::string_view key, std::array<std::uint8_t, Size>& bytes) const {
    const std::string_view text = value(key);
    if (text.size() != 2 * Size) return false;
    for (std::size_t i = 0; i < Size; ++i) {
      const char* const at = text.data() + 2 * i;
      const auto [end, error] = std::from_chars(at, at + 2, bytes[i], 16);
      if (error != std::errc{} || end != at + 2) return false;
    }
    return true;
  }

 private:
  std::uint32_t format_ = 0;
  std::map<std::string, std::string, std::less<>> values_;
};

std::string hex_of(std::span<const std::uint8_t> bytes);

// Reads at most the first 4 KB; nothing if there is no such file.
Result<std::optional<std::string>> read_small_file(journal::Folder& folder,
                                                   const std::string& name);
// A new file, on the disk when this returns; its name is not: that is Folder::sync.
Done write_small_file(journal::Folder& folder, const std::string& name, std::string_view text);

}  // namespace tradepost::store::embedded
