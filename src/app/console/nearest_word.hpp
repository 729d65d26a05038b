#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tradepost::app {

// The word that `written` was probably meant to be: one letter is missing, too much, another one or
// in the wrong order for each three of the word, and two at most. The first one of several, and
// nothing if none is that near.
std::optional<std::string> nearest_word(std::string_view written,
                                        std::span<const std::string> words);

}  // namespace tradepost::app
