#include "api/providers/sign_in_providers.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "mail/address.hpp"

namespace tradepost::api {

std::optional<exchange::Role> role_of(const ProviderRoles& roles,
                                      const std::vector<std::string>& texts) {
  std::optional<exchange::Role> highest;
  for (const auto& [role, value] : roles.values) {
    const bool is_given = std::ranges::find(texts, value) != texts.end();
    if (is_given && (!highest || role > *highest)) highest = role;
  }
  return highest;
}

std::optional<SignInProvider::Place> SignInProvider::enter() {
  Place place(running_);
  if (++running_ > sign_ins_max) return std::nullopt;
  return place;
}

SignInProviders::SignInProviders(const std::vector<ProviderRules>& rules,
                                 const base::Clock& clock) {
  for (const ProviderRules& one : rules)
    all_.push_back(std::make_unique<SignInProvider>(one, calls_, clock));
}

SignInProvider* SignInProviders::serving(std::string_view email) const {
  const std::string domain = base::ascii_lowered(std::string(mail::domain_of(email)));
  const auto found = std::ranges::find_if(all_, [&](const auto& one) {
    const auto& domains = one->rules().domains;
    return std::ranges::find(domains, domain) != domains.end();
  });
  return found == all_.end() ? for_others() : found->get();
}

SignInProvider* SignInProviders::with_id(std::string_view id) const {
  const auto found =
      std::ranges::find_if(all_, [&](const auto& one) { return one->rules().id == id; });
  return found == all_.end() ? nullptr : found->get();
}

SignInProvider* SignInProviders::for_others() const {
  const auto found =
      std::ranges::find_if(all_, [](const auto& one) { return one->rules().domains.empty(); });
  return found == all_.end() ? nullptr : found->get();
}

bool SignInProviders::has_domains() const {
  return std::ranges::any_of(all_, [](const auto& one) { return !one->rules().domains.empty(); });
}

bool SignInProviders::forbids_password(std::string_view email) const {
  const SignInProvider* const provider = serving(email);
  return provider != nullptr && !provider->rules().allows_passwords;
}

}  // namespace tradepost::api
