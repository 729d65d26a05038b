#include "app/doctor/mail_checks.hpp"

#include <fmt/format.h>

#include <string>

namespace tradepost::app {

std::string_view name_of(mail::Step step) {
  switch (step) {
    case mail::Step::connecting:
      return "connecting";
    case mail::Step::encrypting:
      return "encrypting the connection";
    case mail::Step::signing_in:
      return "signing in";
    case mail::Step::sending:
      return "sending";
  }
  return "";
}

std::string_view action_for(mail::Step step) {
  switch (step) {
    case mail::Step::connecting:
      return "Check host and port in mail_server, and the firewall.";
    case mail::Step::encrypting:
      return "Use smtp:// for port 587 and smtps:// for port 465, the host of the certificate, and "
             "mail_cacert for an authority of your company.";
    case mail::Step::signing_in:
      return "Check mail_user and the first line of mail_password_file.";
    case mail::Step::sending:
      return "Check mail_from, mail_user and the recipient, or ask the operator of the mail "
             "server.";
  }
  return "";
}

void check_mail(const ServeOptions& options, Findings& findings) {
  constexpr std::string_view check = "mail";
  if (!options.mail.server) return;
  const mail::Outcome outcome = mail::try_server(*options.mail.server, options.mail.from.address);
  if (outcome.delivery == mail::Delivery::delivered) {
    findings.add_good(check, "The mail server is ready to accept messages.");
    return;
  }
  findings.add_warning(
      check, fmt::format("The mail server failed at {}: {}", name_of(outcome.step), outcome.answer),
      std::string(action_for(outcome.step)));
}

}  // namespace tradepost::app
