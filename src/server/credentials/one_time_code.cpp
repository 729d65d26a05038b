#include "credentials/one_time_code.hpp"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <span>

#include "base/crypto/hmac.hpp"
#include "base/text/url_text.hpp"
#include "credentials/base32.hpp"

namespace tradepost::credentials {
namespace {

using StepLength = std::chrono::duration<std::int64_t, std::ratio<30>>;

constexpr std::size_t code_digits = 6;
constexpr std::size_t typed_bytes_max = 16;  // digits and spaces

// The HOTP value of RFC 4226 for the step as its counter.
std::string code_of_step(const CodeSecret& secret, std::int64_t step) {
  std::array<char, 8> message{};
  for (std::size_t i = 0; i < message.size(); ++i) {
    message[i] = static_cast<char>(static_cast<std::uint64_t>(step) >> (56 - 8 * i) & 0xFF);
  }
  const auto hash = base::hmac_sha1({reinterpret_cast<const char*>(secret.data()), secret.size()},
                                    {message.data(), message.size()});
  const std::size_t at = hash.back() & 0x0Fu;
  const std::uint32_t number = (hash[at] & 0x7Fu) << 24 | std::uint32_t{hash[at + 1]} << 16 |
                               std::uint32_t{hash[at + 2]} << 8 | hash[at + 3];
  return fmt::format("{:06}", number % 1'000'000);
}

}  // namespace

CodeSecret new_secret(base::Random& random) {
  CodeSecret secret{};
  random.fill(std::as_writable_bytes(std::span(secret)));
  return secret;
}

std::string base32(const CodeSecret& secret) {
  return base32(secret, standard_alphabet);
}

std::int64_t step_at(base::Instant instant) {
  return std::chrono::floor<StepLength>(instant.time_since_epoch()).count();
}

std::string code_at(const CodeSecret& secret, base::Instant instant) {
  return code_of_step(secret, step_at(instant));
}

std::optional<std::int64_t> accepted_step(const CodeSecret& secret, std::string_view code,
                                          base::Instant now, std::int64_t last_step) {
  if (code.size() > typed_bytes_max) return std::nullopt;
  std::string digits(code);
  std::erase(digits, ' ');
  if (digits.size() != code_digits) return std::nullopt;
  // The time of the loop does not depend on the digits. Of two steps with the same code, the later
  // one is returned, because the code would work again for it.
  std::optional<std::int64_t> accepted;
  const std::int64_t current = step_at(now);
  for (std::int64_t step = current - 1; step <= current + 1; ++step) {
    const bool is_equal =
        sodium_memcmp(code_of_step(secret, step).data(), digits.data(), code_digits) == 0;
    if (is_equal && step > last_step) accepted = step;
  }
  return accepted;
}

std::string otpauth_uri(const CodeSecret& secret, const CodeLabel& label) {
  std::string issuer_text(label.issuer);
  std::ranges::replace(issuer_text, ':', ' ');
  const std::string issuer = base::percent_encoded(issuer_text);
  return fmt::format("otpauth://totp/{}:{}?secret={}&issuer={}", issuer,
                     base::percent_encoded(label.account), base32(secret), issuer);
}

}  // namespace tradepost::credentials
