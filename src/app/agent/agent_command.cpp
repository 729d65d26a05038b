#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "app/agent/agent_metrics.hpp"
#include "app/agent/agent_settings.hpp"
#include "app/agent/agent_status.hpp"
#include "app/console/commands.hpp"
#include "app/console/saying.hpp"
#include "app/settings/configuration_flags.hpp"
#include "base/clock.hpp"
#include "base/log.hpp"

namespace tradepost::app {
namespace {

constexpr const char* usual_file = "agent.toml";

struct Options {
  std::string file = usual_file;
  std::vector<std::string> ids;
  bool all = false;
  bool json = false;
};

ExitStatus fail(const base::Error& error) {
  say(stderr, "tradepost: {}\n", error.text().str());
  return ExitStatus::failed;
}

sigset_t ends() {
  sigset_t signals;
  ::sigemptyset(&signals);
  for (const int signal : {SIGTERM, SIGINT}) ::sigaddset(&signals, signal);
  return signals;
}

ExitStatus run(const Options& options) {
  auto settings = read_agent_settings(options.file);
  if (!settings) return print_faults(settings.error());
  const sigset_t signals = ends();
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  ::signal(SIGPIPE, SIG_IGN);

  const base::SystemClock clock;
  base::StandardErrorSink standard_error;
  const base::Log log(clock, standard_error, {.form = settings->log_form});
  const std::size_t bridges = settings->agent.bridges.size();
  const std::string folder = settings->agent.folder;
  auto agent = agent::Agent::start(std::move(settings->agent), clock, log);
  if (!agent) return fail(agent.error());
  std::unique_ptr<http::Server> metrics;
  if (settings->metrics_listen) {
    auto served = serve_metrics(*settings->metrics_listen, **agent, clock, log);
    if (!served) return fail(served.error());
    metrics = *std::move(served);
    say("metrics on http://{}:{}/metrics\n", settings->metrics_listen->address, metrics->port());
  }
  say("tradepost agent works on {} {}, with its ledger in {}\n", bridges,
      bridges == 1 ? "bridge" : "bridges", folder);
  std::fflush(stdout);
  int signal = 0;
  while (::sigwait(&signals, &signal) != 0) {
  }
  // Hand-overs in progress are completed. A second signal ends the process at once.
  ::signal(signal, SIG_DFL);
  ::pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  metrics.reset();
  agent->reset();
  return ExitStatus::good;
}

ExitStatus retry(const Options& options) {
  const auto settings = read_agent_settings(options.file);
  if (!settings) return print_faults(settings.error());
  if (options.ids.empty() != options.all) {
    return print_faults({"Give the ids of the documents to retry, or use --all."});
  }
  const base::SystemClock clock;
  const auto is_there = agent::Ledger::look_at(settings->agent.folder, clock);
  if (!is_there) return fail(is_there.error());
  auto ledger = agent::Ledger::open(settings->agent.folder, clock);
  if (!ledger) return fail(ledger.error());
  std::int64_t count = 0;
  auto status = ExitStatus::good;
  const std::vector<std::string> ids = options.all ? std::vector<std::string>{""} : options.ids;
  for (const std::string& id : ids) {
    std::int64_t found = 0;
    for (const agent::Bridge& bridge : settings->agent.bridges) {
      const auto tried = ledger->try_again(bridge.name, id);
      if (!tried) return fail(tried.error());
      found += *tried;
    }
    if (found == 0 && !options.all) {
      say(stderr, "tradepost: {} is not set aside.\n", id);
      status = ExitStatus::faulty;
    }
    count += found;
  }
  say("{} {} tried again\n", count, count == 1 ? "document is" : "documents are");
  return status;
}

ExitStatus show(const Options& options) {
  const auto settings = read_agent_settings(options.file);
  if (!settings) return print_faults(settings.error());
  const base::SystemClock clock;
  const auto status = agent_status_of(settings->agent, clock);
  if (!status) return fail(status.error());
  if (options.json) {
    print_json(for_programs(*status));
  } else {
    print_for_people(*status);
  }
  return status->is_well() ? ExitStatus::good : ExitStatus::faulty;
}

void add_file(Command command, Options& options) {
  command.add_option("--config", options.file, "The settings file of the agent")
      .capture_default_str()
      .type_name("FILE");
}

}  // namespace

void add_agent_commands(Command agent, ExitStatus& status) {
  agent.require_subcommand();
  agent.footer(
      "The agent hands received documents over to a folder, a program, an HTTP address or a\n"
      "database, and reports the results to the exchange. It also sends the files of a folder.\n"
      "docs/guides/agent.md describes the settings file, and the input of each target.\n"
      "\n"
      "Example of a file, agent.toml:\n"
      "  [bridge.huber]\n"
      "  url = \"https://trade.example.org\"\n"
      "  token_file = \"huber.token\"\n"
      "  [bridge.huber.receive]\n"
      "  folder = \"inbox\"\n"
      "  [bridge.huber.send]\n"
      "  folder = \"outbox\"");

  auto running = agent.add_subcommand("run", "Receive and send until SIGTERM or SIGINT");
  running.footer(
      "On SIGTERM, the agent completes the current documents and exits. After a crash, it\n"
      "continues where it stopped. A second agent with the same ledger does not start.\n"
      "\n"
      "Example:\n"
      "  " +
      running.call() + " --config /etc/tradepost/agent.toml");
  const auto options = std::make_shared<Options>();
  add_file(running, *options);
  running.callback([options, &status] { status = run(*options); });

  auto showing = agent.add_subcommand(
      "status", "Show the status of each bridge, and the documents that are set aside");
  showing.footer(
      "Reads the ledger, also if no agent is running.\n"
      "\n"
      "Exit codes: 0 no problems; 1 the agent is not running, a bridge has a problem, or\n"
      "documents are set aside; 3 the ledger does not exist yet, or can't be read.");
  add_file(showing, *options);
  showing.add_flag("--json", options->json, "Print JSON");
  showing.callback([options, &status] { status = show(*options); });

  auto again = agent.add_subcommand("retry", "Retry documents that were set aside");
  again.footer(
      fmt::format("A running agent retries the documents within seconds.\n"
                  "\n"
                  "Exit codes: 0 all of them will be retried; 1 one of them is not set aside.\n"
                  "\n"
                  "Examples:\n"
                  "  {0} 018f2e1c-7b1a-7cc2-9d7e-6f1f3c1f2a10\n"
                  "  {0} --all",
                  again.call()));
  add_file(again, *options);
  again.add_option("id", options->ids, "Ids of transactions").type_name("ID");
  again.add_flag("--all", options->all, "All of them");
  again.callback([options, &status] { status = retry(*options); });
}

void add_agent_command(Command program, ExitStatus& status) {
  add_agent_commands(
      program.add_subcommand("agent", "Connect your own system with an exchange, without code"),
      status);
}

}  // namespace tradepost::app
