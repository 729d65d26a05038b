#include "api/people/people_answer.hpp"

#include <fmt/format.h>

#include <chrono>
#include <string>
#include <variant>

#include "api/wire/admin_answer.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "api/wire/error_texts.hpp"

namespace tradepost::api::answers {
namespace {

using base::ErrorCode;
using credentials::PasswordFault;
using http::Response;

Response unauthorized(std::string_view sentence, DetailCode detail) {
  Response response = refusal(ErrorCode::unauthorized, sentence, detail);
  response.header("WWW-Authenticate", "Bearer");
  return response;
}

exchange::Finding fault_of_password(std::string_view rule, std::string message) {
  return {
      .code = fmt::format("password.{}", rule), .path = "password", .message = std::move(message)};
}

}  // namespace

Response already_member() {
  return refusal(ErrorCode::conflict, "The person has a membership already. Change its role.");
}

Response own_access() {
  return refusal(ErrorCode::forbidden, "You can't change this membership, or your own access.");
}

Response too_many_memberships() {
  return refusal(ErrorCode::conflict, fmt::format("A person can have at most {} memberships.",
                                                  exchange::memberships_max));
}

Response address_not_proven() {
  return refusal(
      ErrorCode::conflict,
      "The person has not proven this e-mail address yet. The person resets the password "
      "by e-mail, or with a link from the operator. Then invite again.",
      DetailCode::address_not_proven);
}

Response format_without_people() {
  return refusal(
      ErrorCode::conflict,
      "The store has a format without people. The operator can raise it with serve --upgrade.",
      DetailCode::format_without_people);
}

Response mail_off() {
  return refusal(ErrorCode::conflict, "The exchange sends no e-mail. Ask an administrator.",
                 DetailCode::mail_off);
}

Response no_provider() {
  return refusal(ErrorCode::conflict,
                 "Your company has no sign-in here. Sign in with your password.",
                 DetailCode::no_provider);
}

Response provider_away() {
  return refusal(ErrorCode::unavailable,
                 "The sign-in of your company does not answer now. Try again.",
                 DetailCode::provider_away);
}

Response password_forbidden() {
  return refusal(ErrorCode::conflict, "Sign in through your company. Passwords are off.",
                 DetailCode::password_forbidden);
}

Response code_of_other_secret() {
  return one_fault({.code = "secondFactor.code.unknown_value",
                    .path = "code",
                    .message = "The code does not belong to this secret. Enter the present code."});
}

Response answer_to(exchange::WrongSignIn /*why*/) {
  return unauthorized("The e-mail address or the password is wrong.", DetailCode::sign_in_wrong);
}

Response answer_to(exchange::WrongPassword /*why*/) {
  return answer_to(exchange::WrongSignIn());
}

Response answer_to(exchange::CodeNeeded /*why*/) {
  return unauthorized("Enter the code of your authenticator app, or a recovery code.",
                      DetailCode::code_needed);
}

Response answer_to(exchange::WrongCode /*why*/) {
  return unauthorized("The code is wrong, or it was used before.", DetailCode::code_wrong);
}

Response answer_to(exchange::TooManyFailures /*why*/) {
  return too_many(
      "Signing in with this address failed too often. Try again in 15 minutes, or reset the "
      "password.",
      DetailCode::sign_in_blocked, exchange::FailedSignIns::window);
}

Response answer_to(exchange::TooManySignIns /*why*/) {
  return refusal(ErrorCode::unavailable, "Too many people are signing in now. Try again.");
}

Response answer_to(exchange::LinkEnded /*why*/) {
  return refusal(ErrorCode::forbidden, "This link was used before, or it has expired.",
                 DetailCode::link_expired);
}

Response answer_to(exchange::UnknownTimeZone /*why*/) {
  return one_fault({.code = "profile.timeZone.unknown_value",
                    .path = "timeZone",
                    .message = "The time zone is unknown. Use a name such as Europe/Berlin."});
}

Response answer_to(exchange::ProposalEnded /*why*/) {
  return one_fault({.code = "secondFactor.proof.unknown_value",
                    .path = "proof",
                    .message = "The secret has expired. Request another one."});
}

Response answer_to(exchange::HasSecondFactor /*why*/) {
  return refusal(ErrorCode::conflict, "You have a second factor already. Remove it first.");
}

Response answer_to(exchange::SecondFactorNeeded /*why*/) {
  return refusal(ErrorCode::forbidden,
                 "A second factor is required. Set it up in your account first.",
                 DetailCode::second_factor_needed);
}

Response answer_to(exchange::SecondFactorRequired /*why*/) {
  return refusal(ErrorCode::conflict, "The second factor is required and can't be removed.",
                 DetailCode::second_factor_required);
}

Response answer_to(const exchange::ProposedSecret& proposed) {
  Response response = data_json(200, [&](base::JsonWriter& json) {
    json.key("secret").string(proposed.secret).key("uri").string(proposed.uri);
    json.key("proof").string(proposed.proof);
  });
  response.header("Cache-Control", "no-store");
  return response;
}

Response answer_to(PasswordFault why) {
  switch (why) {
    case PasswordFault::too_long:
      return one_fault(fault_of_password(
          "too_long",
          fmt::format("The password is longer than {} bytes.", credentials::password_bytes_max)));
    case PasswordFault::not_text:
      return one_fault(
          fault_of_password("malformed", "The password has characters that can't be typed."));
    case PasswordFault::too_short:
      return one_fault(
          fault_of_password("too_short", fmt::format("The password must have at least {} "
                                                     "characters.",
                                                     credentials::password_characters_min)));
    case PasswordFault::repetition:
    case PasswordFault::sequence:
      return one_fault(fault_of_password(
          "predictable", "The password repeats a pattern. Choose several unrelated words."));
    case PasswordFault::common:
      return one_fault(fault_of_password(
          "predictable", "The password is a common one. Choose several unrelated words."));
    case PasswordFault::personal:
      break;
  }
  return one_fault(fault_of_password(
      "predictable",
      "The password is made of your name or address. Choose several unrelated words."));
}

Response answer_to(exchange::Unknown /*why*/) {
  return no_session();
}

Response answer_to(exchange::Busy /*why*/) {
  return busy();
}

std::optional<Response> not_managed(const exchange::ManageAnswer& answer) {
  if (std::holds_alternative<exchange::Unknown>(answer)) return not_found();
  if (std::holds_alternative<exchange::NotAllowed>(answer)) return own_access();
  if (std::holds_alternative<exchange::Busy>(answer)) return busy();
  return std::nullopt;
}

}  // namespace tradepost::api::answers
