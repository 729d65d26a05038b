#include "credentials/letters.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/ground/check.hpp"
#include "base/text/text.hpp"

namespace tradepost::credentials {
namespace {

constexpr std::size_t cost_max = 3;
constexpr char foreign_letter = '\x7F';

constexpr bool is_letter(char c) {
  return c >= 'a' && c <= 'z';
}

bool is_punctuation_beyond_ascii(char32_t code) {
  return (code >= 0xA0 && code <= 0xBF) || code == 0xD7 || code == 0xF7 ||
         (code >= 0x300 && code <= 0x36F) ||    // marks that combine with the letter before
         (code >= 0x2000 && code <= 0x2BFF) ||  // punctuation, currencies, arrows, symbols
         (code >= 0x1F000 && code <= 0x1FAFF);  // pictures
}

// The letters E0 to FF of Latin-1.
constexpr std::array<std::string_view, 32> latin_letters = {
    "a", "a", "a", "a", "ae", "a", "ae", "c", "e", "e", "e", "e", "i",  "i", "i",  "i",
    "d", "n", "o", "o", "o",  "o", "oe", " ", "o", "u", "u", "u", "ue", "y", "th", "y"};

struct Substitute {
  char written;
  char letter;
};
constexpr std::array substitutes = {
    Substitute{'0', 'o'}, Substitute{'1', 'l'}, Substitute{'1', 'i'}, Substitute{'3', 'e'},
    Substitute{'4', 'a'}, Substitute{'5', 's'}, Substitute{'7', 't'}, Substitute{'@', 'a'},
    Substitute{'$', 's'}, Substitute{'!', 'i'}};

bool may_be(char written, char letter) {
  return written == letter || std::ranges::any_of(substitutes, [&](const Substitute& substitute) {
           return substitute.written == written && substitute.letter == letter;
         });
}

// Returns a bit for each letter of the word that the character may be.
std::uint64_t places_of(char written, std::string_view word) {
  std::uint64_t places = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (may_be(written, word[i])) places |= std::uint64_t{1} << i;
  }
  return places;
}

// Returns a bit for each number of letters of a word after which the character may be nothing.
std::uint64_t places_before_nothing(char written, std::size_t word_size) {
  if (is_letter(written) || written == foreign_letter) return 0;
  if (base::is_ascii_digit(written)) return std::uint64_t{1} << word_size | 1;
  return ~std::uint64_t{0};
}

// An element for each sum of costs. In a state, bit i is set if the text up to here can end with
// the first i letters of the word, after whole words with that sum.
using States = std::array<std::uint64_t, cost_max + 1>;
using Ends = std::array<bool, cost_max + 1>;

// Returns false if the word is not possible anymore here.
bool advance(States& states, const Ends& begins, char written, const Word& word, Ends& ends) {
  for (std::size_t cost = 0; cost <= cost_max; ++cost) states[cost] |= begins[cost] ? 1 : 0;
  if (states == States{}) return false;  // the usual case: most words begin with another letter
  const std::uint64_t places = places_of(written, word.letters);
  const std::uint64_t kept = places_before_nothing(written, word.letters.size());
  for (std::size_t cost = 0; cost <= cost_max; ++cost) {
    states[cost] = (states[cost] & kept) | (states[cost] & places) << 1;
    const bool is_whole = (states[cost] >> word.letters.size() & 1) != 0;
    if (is_whole && cost + word.cost <= cost_max) ends[cost + word.cost] = true;
  }
  return states != States{};
}

}  // namespace

std::u32string lower_case(std::string_view text) {
  std::u32string codes;
  while (!text.empty()) {
    const std::size_t bytes = base::sequence_bytes(text);
    if (bytes > 0) {
      const char32_t code = base::code_point_of(text.substr(0, bytes));
      const bool is_upper =
          (code >= 'A' && code <= 'Z') || (code >= 0xC0 && code <= 0xDE && code != 0xD7);
      codes += is_upper ? code + 0x20 : code;
    }
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return codes;
}

std::string letters_of(std::u32string_view lower_case) {
  std::string letters;
  for (const char32_t code : lower_case) {
    if (code < 0x80) {
      letters += static_cast<char>(code);
    } else if (code == 0xDF || code == 0x1E9E) {
      letters += "ss";
    } else if (is_punctuation_beyond_ascii(code)) {
      letters += ' ';
    } else if (code >= 0xE0 && code <= 0xFF) {
      letters += latin_letters[code - 0xE0];
    } else {
      letters += foreign_letter;
    }
  }
  return letters;
}

std::vector<std::string> words_in(std::string_view letters) {
  std::vector<std::string> words;
  while (!letters.empty()) {
    const auto* const end = std::ranges::find_if_not(letters, is_letter);
    const auto size = static_cast<std::size_t>(end - letters.begin());
    if (size > 0 && size <= word_letters_max) words.emplace_back(letters.substr(0, size));
    letters.remove_prefix(std::min(size + 1, letters.size()));
  }
  return words;
}

bool consists_of(std::string_view letters, const std::vector<Word>& words) {
  if (std::ranges::none_of(letters, is_letter)) return false;
  std::vector<States> states(words.size());
  Ends begins{true};
  for (const char written : letters) {
    Ends ends{};
    bool is_possible = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
      CHECK(!words[i].letters.empty() && words[i].letters.size() <= word_letters_max);
      if (advance(states[i], begins, written, words[i], ends)) is_possible = true;
    }
    if (!is_possible) return false;
    begins = ends;
  }
  return std::ranges::find(begins, true) != begins.end();
}

}  // namespace tradepost::credentials
