#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/crypto/seal.hpp"
#include "openid/authorization.hpp"

// The sign-in that a browser has begun at a provider, in a sealed cookie.
namespace tradepost::api {

struct SignInAttempt {
  std::string provider;          // its id
  std::string page;              // of the console, where the person continues; empty: the first one
  bool is_confirmation = false;  // the provider asks the person to prove to be the one
  openid::Attempt at_provider;
};

std::string attempt_text(base::Sealer& sealer, const SignInAttempt& attempt);
// Returns nullopt if the exchange did not write the text. The attempt may have expired.
std::optional<SignInAttempt> attempt_in(base::Sealer& sealer, std::string_view text);

// Returns true for a path of the console, with or without a query, so that the person stays at this
// exchange.
bool is_page_of_console(std::string_view text);

}  // namespace tradepost::api
