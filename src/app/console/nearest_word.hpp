#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tradepost::app {

// Returns the word that `written` probably means: the nearest one, or the first of several. It
// differs by one mistake for every three letters, and by two at most. A mistake is a missing,
// additional, wrong or swapped letter. nullopt: no word is that near.
std::optional<std::string> nearest_word(std::string_view written,
                                        std::span<const std::string> words);

}  // namespace tradepost::app
