#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/text/hex.hpp"
#include "base/text/whole_number.hpp"
#include "journal/disk/file.hpp"

// Files of a few lines that people may read too: a title with the format's number, and lines of
// `key value`.
namespace tradepost::store::embedded {

using base::Done;
using base::Result;

class KeyedLines {
 public:
  // Returns nullopt if the text does not begin with the title and a number.
  static std::optional<KeyedLines> parse(std::string_view text, std::string_view title);

  std::uint32_t format() const { return format_; }
  // Returns the text of a line, unchanged, or an empty text if the line is missing.
  std::string_view value(std::string_view key) const;
  // Returns false if the line is missing or has another type of value.
  template <typename Number>
  bool read(std::string_view key, Number& number) const {
    const auto found = base::whole_number<Number>(value(key));
    number = found.value_or(number);
    return found.has_value();
  }
  bool read_hex(std::string_view key, std::span<std::uint8_t> bytes) const {
    return base::read_hex(value(key), bytes);
  }

 private:
  std::uint32_t format_ = 0;
  std::map<std::string, std::string, std::less<>> values_;
};

std::string hex_of(std::span<const std::uint8_t> bytes);

// Reads at most the first 4 KB. Returns nullopt if the file does not exist.
Result<std::optional<std::string>> read_small_file(journal::Folder& folder,
                                                   const std::string& name);
// Creates a file and syncs it. Folder::sync makes its name durable.
Done write_small_file(journal::Folder& folder, const std::string& name, std::string_view text);
// Replaces the file atomically: a reader finds either the old text or the new one.
Done replace_small_file(journal::Folder& folder, const std::string& name, std::string_view text);

}  // namespace tradepost::store::embedded
