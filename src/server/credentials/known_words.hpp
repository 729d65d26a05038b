#pragma once

#include <span>
#include <string_view>

namespace tradepost::credentials {

// Returns the words that people often use as a password or as a part of one, in English and German.
// They have letters from a to z only: ü is ue.
std::span<const std::string_view> known_words();

}  // namespace tradepost::credentials
