#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tradepost::store::embedded::testing {

// A line from a trading thread to the later check of the store: a request before it is sent, or its
// answer. So each thread has at most one open request when the process dies.
//
//   asked     send NUMBER VARIANT TO KEY   (a dash: none)
//   answered  accepted ID | held ID | duplicate ID | refused
//   asked     report ID VERDICT ID VERDICT …
//   answered  reported OUTCOME OUTCOME … | refused
//   asked     discard ID | requeue ID | relate STATUS | take FROM TO | close NAME
//   answered  done [ID] | refused
struct Word {
  enum class Side : char { asked = '?', answered = '!' };

  std::size_t thread = 0;
  Side side = Side::asked;
  std::vector<std::string> says;  // without spaces
};

// Returns the number; a CHECK fails if there are other characters than digits.
std::uint64_t number_of(std::string_view digits);

// Returns `2 ? discard 0192…` and a line feed.
std::string line_of(const Word& word);
// Parses a line of line_of() without its line feed; a CHECK fails for any other text.
Word word_of(std::string_view line);

}  // namespace tradepost::store::embedded::testing
