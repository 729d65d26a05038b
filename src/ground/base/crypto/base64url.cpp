#include "base/crypto/base64url.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace tradepost::base {
namespace {

constexpr std::string_view alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::uint8_t none = 0xFF;

constexpr std::array<std::uint8_t, 256> values = [] {
  std::array<std::uint8_t, 256> table{};
  table.fill(none);
  for (std::uint8_t i = 0; i < alphabet.size(); ++i) {
    table[static_cast<unsigned char>(alphabet[i])] = i;
  }
  return table;
}();

}  // namespace

std::string base64url(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() * 4 + 2) / 3);
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : bytes) {
    bits = (bits << 8 | static_cast<unsigned char>(c)) & 0xFFFFFu;
    count += 8;
    while (count >= 6) {
      count -= 6;
      text += alphabet[bits >> count & 63u];
    }
  }
  if (count > 0) text += alphabet[bits << (6 - count) & 63u];
  return text;
}

std::string base64(std::string_view bytes) {
  std::string text = base64url(bytes);
  std::ranges::replace(text, '-', '+');
  std::ranges::replace(text, '_', '/');
  text.append((4 - text.size() % 4) % 4, '=');
  return text;
}

std::optional<std::string> from_base64url(std::string_view text) {
  if (text.size() % 4 == 1) return std::nullopt;
  std::string bytes;
  bytes.reserve(text.size() * 3 / 4);
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::uint8_t value = values[static_cast<unsigned char>(c)];
    if (value == none) return std::nullopt;
    bits = (bits << 6 | value) & 0xFFFFFu;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes += static_cast<char>(bits >> count & 0xFFu);
    }
  }
  const std::uint32_t left_over = bits & ((1u << count) - 1);
  return left_over == 0 ? std::optional(std::move(bytes)) : std::nullopt;
}

}  // namespace tradepost::base
