#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conventions/tree.hpp"

namespace tradepost::conventions {

// A word that does not stand in the house, and what stands instead.
struct BannedWord {
  enum class In : std::uint8_t { code, text };  // code: comments and quotes don't count
  // product: src/ without its tests; commands: src/app/ without its tests
  enum class Where : std::uint8_t { everywhere, product, commands };

  // As a whole, no part of a longer one; with `*` at its end it may go on. `|` is a seam, so that
  // the list does not find itself.
  std::string_view word;
  In in;
  Where where;
  std::string_view instead;
};

std::span<const BannedWord> banned_words();

// The word without its seam.
std::string written(const BannedWord& banned);

std::vector<Finding> faults_of_words(const File& file, std::span<const BannedWord> words);

// Lines in a file, characters in a line, tabs, `#pragma once`.
std::vector<Finding> faults_of_shape(const File& file);

// Folders and files are named for what they hold.
std::vector<Finding> faults_of_name(const File& file);

}  // namespace tradepost::conventions
