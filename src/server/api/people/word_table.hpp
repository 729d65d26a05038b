#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace tradepost::api {

// The words of an enum in the API.
template <typename Word, std::size_t count>
using Names = std::array<std::pair<Word, std::string_view>, count>;

template <typename Word, std::size_t count>
std::optional<Word> word_in(const Names<Word, count>& names, std::string_view name) {
  for (const auto& [word, its_name] : names) {
    if (its_name == name) return word;
  }
  return std::nullopt;
}

template <typename Word, std::size_t count>
std::string_view name_in(const Names<Word, count>& names, Word word) {
  for (const auto& [known, name] : names) {
    if (known == word) return name;
  }
  return {};
}

}  // namespace tradepost::api
