#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// Compares a password with words, regardless of the usual ways to disguise a word: `P@$$w0rd-2026!`
// consists of `password`.
namespace tradepost::credentials {

// Returns the code points of a text, with letters of ASCII and Latin-1 in lower case. Bytes that
// are not UTF-8 are left out.
std::u32string lower_case(std::string_view text);

// Returns the text in ASCII: `ü` becomes `ue`, `é` becomes `e`, punctuation outside of ASCII
// becomes a space, and any other letter a character that is in no word.
std::string letters_of(std::u32string_view lower_case);

// Returns the words of a text that letters_of() returned. Everything except letters separates
// words. Words with more letters than consists_of() can compare are left out.
std::vector<std::string> words_in(std::string_view letters);

inline constexpr std::size_t word_letters_max = 63;  // one bit of a state each

struct Word {
  std::string letters;  // a to z
  unsigned cost = 0;
};

// Returns true if the text is a sequence of these words whose costs add up to at most 3. A digit or
// punctuation mark counts as any letter that it usually replaces, or as nothing. Digits inside of a
// word are letters, and a text without a letter is false: some digits of a long number resemble any
// short word.
bool consists_of(std::string_view letters, const std::vector<Word>& words);

}  // namespace tradepost::credentials
