#include "credentials/recovery_codes.hpp"

#include <sodium.h>

#include <cstdint>

#include "base/text/text.hpp"
#include "credentials/base32.hpp"

namespace tradepost::credentials {
namespace {

constexpr std::size_t code_bytes = 10;
constexpr std::size_t code_characters = 16;
constexpr std::size_t group_characters = 4;
constexpr std::size_t typed_bytes_max = 64;

RecoveryCode new_code(base::Random& random) {
  std::array<std::uint8_t, code_bytes> bits{};
  random.fill(std::as_writable_bytes(std::span(bits)));
  const std::string characters = base32(bits, readable_alphabet);
  std::string text = characters.substr(0, group_characters);
  for (std::size_t at = group_characters; at < characters.size(); at += group_characters) {
    text += '-' + characters.substr(at, group_characters);
  }
  return {.text = std::move(text), .digest = base::sha256(characters)};
}

// Returns the characters of the code, whose digest is stored.
std::string characters_of(std::string_view typed) {
  std::string characters;
  for (const char c : base::ascii_lowered(std::string(typed))) {
    if (c == ' ' || c == '-') continue;
    characters += c == 'o' ? '0' : c == 'i' || c == 'l' ? '1' : c;
  }
  return characters;
}

}  // namespace

std::array<RecoveryCode, recovery_codes_count> new_recovery_codes(base::Random& random) {
  std::array<RecoveryCode, recovery_codes_count> codes;
  for (RecoveryCode& code : codes) code = new_code(random);
  return codes;
}

std::optional<std::size_t> matching(std::span<const base::Digest> digests, std::string_view typed) {
  if (typed.size() > typed_bytes_max) return std::nullopt;
  const std::string characters = characters_of(typed);
  if (characters.size() != code_characters) return std::nullopt;
  const base::Digest digest = base::sha256(characters);
  std::optional<std::size_t> place;
  for (std::size_t i = 0; i < digests.size(); ++i) {
    const auto& bytes = digests[i].bytes;
    if (sodium_memcmp(bytes.data(), digest.bytes.data(), bytes.size()) == 0) place = i;
  }
  return place;
}

}  // namespace tradepost::credentials
