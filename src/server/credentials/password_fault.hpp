#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

// The rules for new passwords. They follow NIST SP 800-63B: a minimal length and a check for
// predictable texts, and no rule that requires digits or punctuation.
namespace tradepost::credentials {

enum class PasswordFault : std::uint8_t {
  too_long,    // more than password_bytes_max
  not_text,    // not UTF-8, or with control characters
  too_short,   // fewer than password_characters_min
  repetition,  // up to four characters, again and again
  sequence,    // mostly runs of one character, the alphabet, digits or keys next to each other
  common,      // up to three widely used words, with digits and punctuation
  personal,    // the words about the person or the product, with up to three common words
};

inline constexpr std::size_t password_characters_min = 12;  // code points
inline constexpr std::size_t password_bytes_max = 256;
// The words about a person that are compared. Further words are ignored.
inline constexpr std::size_t personal_words_max = 64;

// Returns the first fault of a new password in the order of the enum, or nullopt. `about` has the
// name and the e-mail address of the person, and the names of the company and the network: texts of
// any length, which are divided into words.
std::optional<PasswordFault> password_fault(std::string_view password,
                                            std::span<const std::string_view> about);

}  // namespace tradepost::credentials
