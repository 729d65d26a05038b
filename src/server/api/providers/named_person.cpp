#include "api/providers/named_person.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "base/crypto/sha256.hpp"
#include "base/text/text.hpp"
#include "base/time_zones.hpp"
#include "mail/address.hpp"

namespace tradepost::api {
namespace {

exchange::Language language_of(const openid::Claims& claims) {
  return claims.locale.starts_with("de") ? exchange::Language::german : exchange::Language::english;
}

std::optional<exchange::GivenRole> given_by(const ProviderRules& rules,
                                            const openid::Claims& claims) {
  if (!rules.roles) return std::nullopt;
  const auto claim = claims.others.find(rules.roles->claim);
  const auto texts = claim == claims.others.end() ? std::vector<std::string>() : claim->second;
  return exchange::GivenRole{.participant = rules.roles->place,
                             .role = role_of(*rules.roles, texts)};
}

// A provider that must ask the person has done so, even if its token has no time.
std::optional<base::Instant> authenticated(const SignInAttempt& attempt,
                                           const openid::Claims& claims) {
  if (claims.authenticated_at) return *claims.authenticated_at;
  return attempt.is_confirmation ? std::optional(attempt.at_provider.begun) : std::nullopt;
}

}  // namespace

std::string_view fault_of(const SignInProviders& all, const SignInProvider& provider,
                          const openid::Claims& claims) {
  if (mail::address_fault(claims.email) != mail::AddressFault::none)
    return "The ID token has no valid e-mail address.";
  if (!claims.is_email_verified && !provider.rules().trusts_email)
    return "The provider has not verified the e-mail address.";
  if (all.serving(claims.email) != &provider)
    return "The domain of the e-mail address belongs to another provider, or to none.";
  return {};
}

exchange::NamedPerson named_person(const SignInProvider& provider, const SignInAttempt& attempt,
                                   openid::Claims claims, exchange::SigningBrowser browser) {
  const ProviderRules& rules = provider.rules();
  exchange::NamedPerson person{
      .email = claims.email,
      .identity = base::sha256(fmt::format("{}\n{}", rules.client.issuer, claims.subject)),
      .name = std::string(base::trimmed(claims.name)),
      .language = language_of(claims),
      .time_zone = base::is_time_zone(claims.zoneinfo) ? claims.zoneinfo : std::string(),
      .authenticated = authenticated(attempt, claims),
      .given = given_by(rules, claims),
      .browser = std::move(browser)};
  return person;
}

}  // namespace tradepost::api
