#include <cstdio>
#include <memory>
#include <string>

#include "app/console/commands.hpp"
#include "app/console/saying.hpp"
#include "app/doctor/mail_checks.hpp"
#include "app/settings/configuration_flags.hpp"
#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "base/ids.hpp"
#include "mail/address.hpp"
#include "mail/message.hpp"

namespace tradepost::app {
namespace {

mail::Message message_to(const std::string& address, const mail::Mailbox& from) {
  const base::SystemClock clock;
  base::SystemRandom random;
  return {.id = base::UuidGenerator(clock, random).next(),
          .date = clock.now(),
          .from = from,
          .to = {.name = "", .address = address},
          .subject = "Test of the mail settings",
          .text = "`tradepost mail test` sent this message. The exchange can send e-mail.\n"};
}

ExitStatus send_test(const ServeOptions& options, const std::string& address) {
  if (!options.mail.server) {
    say(stderr, "tradepost: mail_server is not set, so the exchange sends no e-mail.\n");
    return ExitStatus::failed;
  }
  const auto text = mail::mime_text(message_to(address, options.mail.from));
  if (!text) {
    say(stderr, "tradepost: {}\n", text.error().text().str());
    return ExitStatus::failed;
  }
  const mail::Outcome outcome = mail::send(
      *options.mail.server, {.from = options.mail.from.address, .to = address, .text = *text}, {});
  if (outcome.delivery != mail::Delivery::delivered) {
    say(stderr, "tradepost: The mail server failed at {}: {}\n{}\n", name_of(outcome.step),
        outcome.answer, action_for(outcome.step));
    return ExitStatus::failed;
  }
  say("The mail server accepted the message: {}\n", outcome.answer);
  return ExitStatus::good;
}

ExitStatus test(const ConfigurationFlags& flags, const std::string& address) {
  const auto configuration = flags.gather();
  if (!configuration) return print_faults(configuration.error());
  const auto options = serve_options_of(*configuration);
  return options ? send_test(*options, address) : print_faults(options.error());
}

std::string fault_of_address(const std::string& text) {
  return mail::address_fault(text) == mail::AddressFault::none ? "" : "is not an e-mail address";
}

}  // namespace

void add_mail_command(Command program, ExitStatus& status) {
  auto mail = program.add_subcommand("mail", "Test the e-mail of an exchange");
  mail.require_subcommand();
  auto command = mail.add_subcommand("test", "Send one message with the settings of the exchange");
  command.footer(
      "Takes the settings of `tradepost serve`, and sends one message directly to the mail\n"
      "server. If it fails, it names the step that failed and what to do.\n"
      "Exit codes: 0 the mail server accepted the message; 3 it did not.\n"
      "\n"
      "Example:\n"
      "  tradepost mail test --config /etc/tradepost/tradepost.toml anna@musterhaus.example");
  const auto flags = std::make_shared<ConfigurationFlags>(command);
  const auto address = std::make_shared<std::string>();
  command.add_option("address", *address, "The address of the recipient")
      .required()
      .checked_by(fault_of_address);
  command.callback([flags, address, &status] { status = test(*flags, *address); });
}

}  // namespace tradepost::app
