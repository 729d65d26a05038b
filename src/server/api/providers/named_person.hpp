#pragma once

#include <string_view>

#include "api/providers/sign_in_attempt.hpp"
#include "api/providers/sign_in_providers.hpp"
#include "exchange/accounts/provider_sign_in.hpp"

// The person in an ID token. The sentences are for the operator's log.
namespace tradepost::api {

inline constexpr std::string_view not_invited = "The person is not invited, or has no access.";
inline constexpr std::string_view other_identity =
    "The e-mail address belongs to another account of the provider.";

// Returns why the provider can't name a person with these claims; an empty text: it can.
std::string_view fault_of(const SignInProviders& all, const SignInProvider& provider,
                          const openid::Claims& claims);
exchange::NamedPerson named_person(const SignInProvider& provider, const SignInAttempt& attempt,
                                   openid::Claims claims, exchange::SigningBrowser browser);

}  // namespace tradepost::api
