#include "credentials/base32.hpp"

#include "base/ground/check.hpp"

namespace tradepost::credentials {

std::string base32(std::span<const std::uint8_t> bytes, std::string_view alphabet) {
  CHECK(bytes.size() % 5 == 0 && alphabet.size() == 32);
  std::string text;
  unsigned bits = 0;
  unsigned bits_count = 0;
  for (const std::uint8_t byte : bytes) {
    bits = bits << 8 | byte;
    for (bits_count += 8; bits_count >= 5;) {
      bits_count -= 5;
      text += alphabet[bits >> bits_count & 0x1F];
    }
  }
  return text;
}

}  // namespace tradepost::credentials
