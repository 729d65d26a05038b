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

// Reads at most the first 4 KB; nothing if there is no such file.
Result<std::optional<std::string>> read_small_file(journal::Folder& folder,
                                                   const std::string& name);
// A new file, on the disk when this returns; its name is not: that is Folder::sync.
Done write_small_file(journal::Folder& folder, const std::string& name, std::string_view text);
// The same in the place of one that may be there: whoever reads it finds the one or the other.
Done replace_small_file(journal::Folder& folder, const std::string& name, std::string_view text);

}  // namespace tradepost::store::embedded
