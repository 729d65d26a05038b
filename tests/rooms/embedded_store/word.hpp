#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tradepost::store::embedded::testing {

// What a trading thread reports to the check of the store after it: a request before it is sent,
// and its answer once the store has given it. So at most one request a thread is open when the
// process dies.
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
  std::vector<std::string> says;  // no spaces in it
};

// Digits and nothing else; else a CHECK.
std::uint64_t number_of(std::string_view digits);

// `2 ? discard 0192…`, and a line feed.
std::string line_of(const Word& word);
// Without the line feed. What line_of() made; else a CHECK.
Word word_of(std::string_view line);

}  // namespace tradepost::store::embedded::testing
