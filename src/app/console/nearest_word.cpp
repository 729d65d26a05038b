#include "app/console/nearest_word.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace tradepost::app {
namespace {

// Every name of a command is shorter.
constexpr std::size_t letters_max = 32;
constexpr std::size_t mistakes_max = 2;
constexpr std::size_t letters_per_mistake = 3;

using Row = std::array<std::size_t, letters_max + 1>;

// Returns how many letters of `a` must be added, removed, replaced or swapped with a neighbour to
// get `b`. Both have at most `letters_max` letters.
std::size_t distance_between(std::string_view a, std::string_view b) {
  Row before_last{};
  Row last{};
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    Row row{};
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      const bool is_exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_exchanged) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last = last;
    last = row;
  }
  return last[b.size()];
}

}  // namespace

std::optional<std::string> nearest_word(std::string_view written,
                                        std::span<const std::string> words) {
  if (written.size() > letters_max) return std::nullopt;
  std::optional<std::string> nearest;
  std::size_t least = mistakes_max + 1;
  for (const std::string& word : words) {
    if (word.size() > letters_max) continue;
    const std::size_t distance = distance_between(written, word);
    const std::size_t letters = std::max(word.size(), written.size());
    if (distance > letters / letters_per_mistake || distance >= least) continue;
    least = distance;
    nearest = word;
  }
  return nearest;
}

}  // namespace tradepost::app
