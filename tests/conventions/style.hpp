#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conventions/tree.hpp"

namespace tradepost::conventions {

// A word that must not occur, and its replacement.
struct BannedWord {
  enum class In : std::uint8_t { code, text };  // code: comments and quotes don't count
  // `product` is src/ and `commands` is src/app/, both without tests. `tests` are all tests without
  // support/run.hpp.
  enum class Where : std::uint8_t { everywhere, product, commands, tests };

  // Matches whole words; with `*` at its end, also longer ones. `|` is removed: it keeps the list
  // from matching itself.
  std::string_view word;
  In in;
  Where where;
  std::string_view instead;
};

std::span<const BannedWord> banned_words();

// The word without `|`.
std::string written(const BannedWord& banned);

std::vector<Finding> faults_of_words(const File& file, std::span<const BannedWord> words);

// Lines in a file, characters in a line, tabs, `#pragma once`.
std::vector<Finding> faults_of_shape(const File& file);

// Folders and files are named after their contents.
std::vector<Finding> faults_of_name(const File& file);

}  // namespace tradepost::conventions
