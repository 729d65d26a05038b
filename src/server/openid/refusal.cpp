#include "openid/refusal.hpp"

#include <array>
#include <cstddef>

namespace tradepost::openid {
namespace {

struct Row {
  Reason reason;
  std::string_view sentence;
};
constexpr std::array rows = {
    Row{Reason::no_answer, "The provider did not answer."},
    Row{Reason::unexpected_status, "The provider answered with an unexpected status."},
    Row{Reason::unreadable_answer,
        "The answer of the provider is not valid JSON, or lacks a required member."},
    Row{Reason::issuer_of_discovery,
        "The discovery document names another issuer than the settings."},
    Row{Reason::endpoint_not_secure, "An endpoint of the provider is not a valid https address."},
    Row{Reason::no_code_challenge, "The provider does not support the code challenge method S256."},
    Row{Reason::no_algorithm, "The provider signs ID tokens with none of RS256, ES256 and EdDSA."},
    Row{Reason::no_authentication,
        "The token endpoint supports neither client_secret_basic nor client_secret_post."},
    Row{Reason::code_refused, "The token endpoint refused the code or the client."},
    Row{Reason::no_id_token, "The answer of the token endpoint has no ID token."},
    Row{Reason::attempt_of_other_provider, "The sign-in began at another provider."},
    Row{Reason::attempt_expired, "The sign-in took too long."},
    Row{Reason::parameter_twice, "The redirect has a parameter twice."},
    Row{Reason::other_state, "The redirect does not belong to this sign-in: its state differs."},
    Row{Reason::issuer_of_redirect, "The redirect lacks the issuer, or names another one."},
    Row{Reason::refused_by_provider, "The provider refused the sign-in."},
    Row{Reason::no_code, "The redirect has no code."},
    Row{Reason::token_too_long, "The ID token is too long."},
    Row{Reason::token_malformed, "The ID token is not a signed JSON Web Token."},
    Row{Reason::algorithm_not_allowed, "The ID token has an algorithm that is not allowed."},
    Row{Reason::critical_header, "The header of the ID token has the member crit."},
    Row{Reason::key_unknown, "The provider has no key with the id in the ID token."},
    Row{Reason::key_of_other_algorithm, "The key of the ID token is for another algorithm."},
    Row{Reason::key_not_for_signatures, "The key of the ID token is not for signatures."},
    Row{Reason::key_too_weak, "The key of the ID token is invalid, or shorter than 2048 bits."},
    Row{Reason::bad_signature, "The signature of the ID token is wrong."},
    Row{Reason::claims_malformed,
        "A required claim of the ID token is missing or has another type."},
    Row{Reason::issuer_of_token, "The ID token is from another issuer."},
    Row{Reason::other_audience, "The ID token is for another client."},
    Row{Reason::other_authorized_party,
        "The ID token names several clients, or another authorized party."},
    Row{Reason::expired, "The ID token has expired."},
    Row{Reason::not_yet_valid, "The ID token is not valid yet."},
    Row{Reason::issued_in_the_future, "The ID token was issued in the future. Check the clocks."},
    Row{Reason::other_nonce, "The ID token belongs to another sign-in: its nonce differs."},
};

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (static_cast<std::size_t>(rows[i].reason) != i) return false;
  }
  return true;
}
static_assert(is_in_order() && rows.back().reason == Reason::other_nonce);

}  // namespace

std::string_view sentence_of(Reason reason) {
  return rows.at(static_cast<std::size_t>(reason)).sentence;
}

}  // namespace tradepost::openid
