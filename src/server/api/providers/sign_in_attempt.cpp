#include "api/providers/sign_in_attempt.hpp"

#include <algorithm>
#include <array>

#include "api/wire/sealed_fields.hpp"
#include "base/crypto/base64url.hpp"
#include "base/text/text.hpp"

namespace tradepost::api {
namespace {

// Raise the number when the form changes.
constexpr std::string_view purpose = "sign-in attempt 1";
constexpr std::size_t page_bytes_max = 500;
constexpr std::size_t text_bytes_max = 4u << 10;
constexpr char separator = '\n';  // in none of the texts

}  // namespace

std::string attempt_text(base::Sealer& sealer, const SignInAttempt& attempt) {
  const openid::Attempt& begun = attempt.at_provider;
  SealedFields numbers;
  numbers.put(static_cast<std::uint64_t>(base::epoch_ms(begun.begun)));
  numbers.put_byte(attempt.is_confirmation ? 1 : 0);
  std::string text = numbers.bytes();
  for (const std::string* const part :
       {&attempt.provider, &attempt.page, &begun.state, &begun.nonce, &begun.verifier,
        &begun.issuer, &begun.redirect_uri}) {
    text += *part;
    text += separator;
  }
  return base::base64url(sealer.seal(text, purpose));
}

std::optional<SignInAttempt> attempt_in(base::Sealer& sealer, std::string_view text) {
  if (text.size() > text_bytes_max) return std::nullopt;
  const auto sealed = base::from_base64url(text);
  if (!sealed) return std::nullopt;
  const auto opened = sealer.open(*sealed, purpose);
  if (!opened) return std::nullopt;
  OpenedFields numbers(*opened);
  SignInAttempt attempt;
  attempt.at_provider.begun = base::instant_of(static_cast<std::int64_t>(numbers.take_number()));
  attempt.is_confirmation = numbers.take_byte() != 0;
  std::string_view rest = std::string_view(*opened).substr(sizeof(std::uint64_t) + 1);
  openid::Attempt& begun = attempt.at_provider;
  for (std::string* const part : {&attempt.provider, &attempt.page, &begun.state, &begun.nonce,
                                  &begun.verifier, &begun.issuer, &begun.redirect_uri}) {
    const auto end = rest.find(separator);
    *part = rest.substr(0, end);
    rest.remove_prefix(end + 1);
  }
  return attempt;
}

bool is_page_of_console(std::string_view text) {
  constexpr std::string_view first = "/console";
  if (text.size() > page_bytes_max || !text.starts_with(first)) return false;
  const std::string_view rest = text.substr(first.size());
  const auto is_plain = [](char c) {
    const char lowered = static_cast<char>(c | 0x20);
    return (lowered >= 'a' && lowered <= 'z') || base::is_ascii_digit(c) ||
           std::string_view("/-_.~?=&%+").contains(c);
  };
  return !rest.contains("..") && (rest.empty() || rest.front() == '/' || rest.front() == '?') &&
         std::ranges::all_of(rest, is_plain);
}

}  // namespace tradepost::api
