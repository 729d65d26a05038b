#include "credentials/patterns.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace tradepost::credentials {
namespace {

constexpr std::size_t group_max = 4;
constexpr std::size_t groups_min = 3;
constexpr std::size_t repetition_min = 8;
constexpr std::size_t run_min = 3;
constexpr std::size_t unpredictable_min = 6;

constexpr std::array<std::u32string_view, 26> rows = {
    U"abcdefghijklmnopqrstuvwxyz", U"0123456789",
    // Rows of the English and the German keyboard, with and without shift.
    U"1234567890-=", U"1234567890ß´", U"!@#$%^&*()_+", U"!\"§$%&/()=?", U"qwertyuiop[]",
    U"qwertzuiopü+", U"asdfghjkl;'", U"asdfghjklöä#", U"zxcvbnm,./", U"yxcvbnm,.-",
    // Columns, and two rows in turn.
    U"1qaz", U"1qay", U"2wsx", U"3edc", U"4rfv", U"5tgb", U"6yhn", U"6zhn", U"7ujm", U"8ik,",
    U"1q2w3e4r5t6y7u8i9o0p", U"1q2w3e4r5t6z7u8i9o0p", U"q1w2e3r4t5y6u7i8o9p0",
    U"q1w2e3r4t5z6u7i8o9p0"};

bool is_letter(char32_t code) {
  return (code >= 'a' && code <= 'z') || code >= 0xC0;
}

bool repeats_a_group(std::u32string_view text) {
  for (std::size_t group = 1; group <= group_max; ++group) {
    if (text.size() < groups_min * group) return false;
    if (text.substr(group) == text.substr(0, text.size() - group)) return true;
  }
  return false;
}

// Returns the number of characters from the start of `text` on that `next` has at its start.
std::size_t equal_characters(std::u32string_view text, auto next, auto end) {
  const auto [in_text, in_next] = std::mismatch(text.begin(), text.end(), next, end);
  return static_cast<std::size_t>(in_text - text.begin());
}

std::size_t run_at_start(std::u32string_view text) {
  std::size_t longest = std::min(text.find_first_not_of(text.front()), text.size());
  for (const std::u32string_view row : rows) {
    const std::size_t at = row.find(text.front());
    if (at == std::u32string_view::npos) continue;
    const auto forwards = row.begin() + static_cast<std::ptrdiff_t>(at);
    const auto backwards = std::make_reverse_iterator(forwards + 1);
    longest = std::max({longest, equal_characters(text, forwards, row.end()),
                        equal_characters(text, backwards, row.rend())});
  }
  return longest;
}

}  // namespace

bool is_repetition(std::u32string_view text) {
  if (repeats_a_group(text)) return true;
  const auto* const first = std::ranges::find_if(text, is_letter);
  const auto last = std::find_if(text.rbegin(), text.rend(), is_letter).base();
  if (first >= last) return false;
  const std::u32string_view letters(first, last);
  return letters.size() >= repetition_min && repeats_a_group(letters);
}

bool is_sequence(std::u32string_view text) {
  std::size_t unpredictable = 0;
  for (; !text.empty(); ++unpredictable) {
    const std::size_t run = run_at_start(text);
    text.remove_prefix(run >= run_min ? run : 1);
  }
  return unpredictable < unpredictable_min;
}

}  // namespace tradepost::credentials
