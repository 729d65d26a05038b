#pragma once

#include <string_view>

// Predictable patterns of characters. The texts are in lower case (letters.hpp).
namespace tradepost::credentials {

// Returns true if one to four characters are repeated to the end, at least three times. Digits and
// punctuation before and after the repetition are ignored.
bool is_repetition(std::u32string_view text);

// Returns true if the text has fewer than six characters after each run is replaced by one
// character. A run has at least three equal characters, letters of the alphabet, digits, or keys
// next to each other on a German or English keyboard, in either direction.
bool is_sequence(std::u32string_view text);

}  // namespace tradepost::credentials
