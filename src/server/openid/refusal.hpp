#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// The reasons why a sign-in fails. They are for the operator's log: a person who signs in must not
// learn more than that the sign-in failed.
namespace tradepost::openid {

enum class Reason : std::uint8_t {
  // Answers of the provider.
  no_answer,
  unexpected_status,
  unreadable_answer,
  issuer_of_discovery,
  endpoint_not_secure,
  no_code_challenge,
  no_algorithm,
  no_authentication,
  code_refused,
  no_id_token,
  // The redirect.
  attempt_of_other_provider,
  attempt_expired,
  parameter_twice,
  other_state,
  issuer_of_redirect,
  refused_by_provider,
  no_code,
  // The ID token.
  token_too_long,
  token_malformed,
  algorithm_not_allowed,
  critical_header,
  key_unknown,
  key_of_other_algorithm,
  key_not_for_signatures,
  key_too_weak,
  bad_signature,
  claims_malformed,
  issuer_of_token,
  other_audience,
  other_authorized_party,
  expired,
  not_yet_valid,
  issued_in_the_future,
  other_nonce,
};

// Returns a sentence for the operator.
std::string_view sentence_of(Reason reason);

struct Refusal {
  Reason reason;
  std::string detail = {};  // words of the provider or of the call; may be empty
};

}  // namespace tradepost::openid
