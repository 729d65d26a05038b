#include "credentials/password_fault.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "base/text/text.hpp"
#include "credentials/known_words.hpp"
#include "credentials/letters.hpp"
#include "credentials/patterns.hpp"

namespace tradepost::credentials {
namespace {

constexpr std::string_view product = "tradepost";

bool is_control(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code <= 0x9F);
}

std::vector<Word> all_common_words() {
  std::vector<Word> words;
  for (const std::string_view letters : known_words()) {
    words.push_back({.letters = std::string(letters), .cost = 1});
  }
  return words;
}

void append_words_of(std::string_view text, std::vector<Word>& words) {
  const std::string letters = letters_of(lower_case(text));
  for (std::string_view rest = letters; !rest.empty();) {
    const std::size_t size = std::min(rest.find_first_of(" @"), rest.size());
    std::string joined;  // a.mueller counts as one word, and an initial as none
    for (std::string& word : words_in(rest.substr(0, size))) {
      joined += word;
      if (word.size() < 2) continue;
      // Many short words would match any text, so they cost as much as a common word.
      const unsigned cost = word.size() == 2 ? 1 : 0;
      words.push_back({.letters = std::move(word), .cost = cost});
    }
    if (joined.size() > 2 && joined.size() <= word_letters_max) {
      words.push_back({.letters = std::move(joined), .cost = 0});
    }
    rest.remove_prefix(std::min(size + 1, rest.size()));
  }
}

}  // namespace

std::optional<PasswordFault> password_fault(std::string_view password,
                                            std::span<const std::string_view> about) {
  if (password.size() > password_bytes_max) return PasswordFault::too_long;
  if (!base::is_utf8(password)) return PasswordFault::not_text;
  const std::u32string text = lower_case(password);
  if (std::ranges::any_of(text, is_control)) return PasswordFault::not_text;
  if (text.size() < password_characters_min) return PasswordFault::too_short;
  if (is_repetition(text)) return PasswordFault::repetition;
  if (is_sequence(text)) return PasswordFault::sequence;

  const std::string letters = letters_of(text);
  static const std::vector<Word> common_words = all_common_words();
  if (consists_of(letters, common_words)) return PasswordFault::common;
  std::vector<Word> words = common_words;
  const std::size_t words_max = words.size() + personal_words_max;
  append_words_of(product, words);
  for (const std::string_view of_person : about) {
    if (words.size() >= words_max) break;
    append_words_of(of_person, words);
  }
  words.resize(std::min(words.size(), words_max));
  if (consists_of(letters, words)) return PasswordFault::personal;
  return std::nullopt;
}

}  // namespace tradepost::credentials
