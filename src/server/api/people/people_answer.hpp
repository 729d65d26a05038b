#pragma once

#include <optional>
#include <type_traits>
#include <variant>

#include "api/wire/answer.hpp"
#include "credentials/password_fault.hpp"
#include "exchange/accounts/own_account.hpp"
#include "exchange/accounts/second_factor.hpp"
#include "exchange/accounts/signing_in.hpp"
#include "exchange/people/managing.hpp"
#include "http/message/response.hpp"

// Refusals about people. wire/answer.hpp has all others.
namespace tradepost::api::answers {

http::Response already_member();
http::Response own_access();
http::Response too_many_memberships();
http::Response address_not_proven();
http::Response format_without_people();
http::Response mail_off();
http::Response no_provider();
http::Response provider_away();
// The address can't be used with a password.
http::Response password_forbidden();
// 422: the code does not belong to the secret that is to become the second factor.
http::Response code_of_other_secret();

// Returns the answer to each reason against a change of a person, or of a session.
http::Response answer_to(exchange::WrongSignIn why);
http::Response answer_to(exchange::WrongPassword why);
http::Response answer_to(exchange::CodeNeeded why);
http::Response answer_to(exchange::WrongCode why);
http::Response answer_to(exchange::TooManyFailures why);
http::Response answer_to(exchange::TooManySignIns why);
http::Response answer_to(exchange::LinkEnded why);
http::Response answer_to(exchange::UnknownTimeZone why);
http::Response answer_to(exchange::ProposalEnded why);
http::Response answer_to(exchange::HasSecondFactor why);
http::Response answer_to(exchange::SecondFactorNeeded why);
http::Response answer_to(exchange::SecondFactorRequired why);
// 200 with the secret, which the person proves to have with the next request.
http::Response answer_to(const exchange::ProposedSecret& proposed);
http::Response answer_to(credentials::PasswordFault why);
http::Response answer_to(exchange::Unknown why);  // the session of the request has ended
http::Response answer_to(exchange::Busy why);

// Returns the answer to a use case that did not give `Made`.
template <typename Made, typename UseCase>
http::Response refused(const UseCase& answer) {
  const auto answer_to_one = [](const auto& why) {
    if constexpr (std::is_same_v<std::decay_t<decltype(why)>, Made>)
      return busy();
    else
      return answer_to(why);
  };
  return std::visit(answer_to_one, answer);
}

// Returns nullopt if the change was made.
std::optional<http::Response> not_managed(const exchange::ManageAnswer& answer);

}  // namespace tradepost::api::answers
