#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "app/console/commands.hpp"
#include "app/console/saying.hpp"
#include "app/console/version.hpp"
#include "app/doctor/machine_checks.hpp"
#include "app/doctor/mail_checks.hpp"
#include "app/doctor/provider_checks.hpp"
#include "app/doctor/store_checks.hpp"
#include "app/doctor/webhook_checks.hpp"
#include "app/folder/printout.hpp"
#include "app/serve/open_files.hpp"
#include "app/settings/configuration_flags.hpp"
#include "base/clock.hpp"

namespace tradepost::app {
namespace {

struct Options {
  bool is_quick = false;
  bool json = false;
};

std::string_view name_of(Health health) {
  switch (health) {
    case Health::good:
      return "good";
    case Health::warning:
      return "warning";
    case Health::problem:
      return "problem";
  }
  return "";
}

Findings examine(const ServeOptions& serve, const Options& options) {
  const base::SystemClock clock;
  Findings findings;
  check_clock(findings);
  check_open_files(serve, findings);
  check_certificate(serve, clock, findings);
  if (serve.database) {
    check_database(*serve.database, findings);
  } else {
    check_disk(serve, findings);
    if (!options.is_quick) check_journal(serve.data, findings);
  }
  check_webhooks(serve, findings);
  check_mail(serve, findings);
  check_providers(serve, findings);
  if (!serve.backups.empty()) check_backups(serve, clock, findings);
  return findings;
}

ExitStatus print(const Findings& findings, bool is_json) {
  const auto is_problem = [](const Finding& finding) { return finding.health == Health::problem; };
  const bool is_well = std::ranges::none_of(findings.all(), is_problem);
  Printout out({.is_json = is_json});
  out.member("version", version).member("well", is_well);
  out.list("findings", findings.all(), [&](const Finding& finding) {
    out.member("check", finding.check).member("health", name_of(finding.health));
    out.member("sentence", finding.sentence).member("action", finding.action);
    out.say("{:<8}  {:<11}  {}\n", name_of(finding.health), finding.check, finding.sentence);
    if (!finding.action.empty()) out.say("{:<23}{}\n", "", finding.action);
  });
  std::move(out).print_json();
  return is_well ? ExitStatus::good : ExitStatus::faulty;
}

ExitStatus diagnose(const ConfigurationFlags& flags, const Options& options) {
  const auto configuration = flags.gather();
  if (!configuration) return print_faults(configuration.error());
  auto serve = serve_options_of(*configuration);
  if (!serve) return print_faults(serve.error());
  serve->open_files_max = raise_open_files_limit();
  return print(examine(*serve, options), options.json);
}

}  // namespace

void add_doctor_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand(
      "doctor", "Check an installation, and say what to do about each problem");
  command.footer(
      "Takes the settings of `tradepost serve`, and checks the clock, the limit of open files,\n"
      "the certificate, the disk, the journal with its chain and the format; with a database its\n"
      "settings and the serving nodes. It changes nothing, and the exchange may be running. With\n"
      "an operator's token, in TRADEPOST_OPERATOR_TOKEN or in a file of the settings or of the\n"
      "data folder, it also checks the hosts and the failures of webhooks. With\n"
      "`mail_server`, it connects to the mail server and signs in. With `sign_in_providers`, it\n"
      "reads the description and the keys of each provider.\n"
      "Exit codes: 0 no problem, perhaps warnings; 1 a problem.\n"
      "\n"
      "Example:\n"
      "  tradepost doctor --config /etc/tradepost/tradepost.toml");
  const auto flags = std::make_shared<ConfigurationFlags>(command);
  const auto options = std::make_shared<Options>();
  command.add_flag("--quick", options->is_quick, "Do not read the journal");
  command.add_flag("--json", options->json, "Print JSON");
  command.callback([flags, options, &status] { status = diagnose(*flags, *options); });
}

}  // namespace tradepost::app
