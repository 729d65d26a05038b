#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "app/console/commands.hpp"
#include "app/console/saying.hpp"
#include "app/demo/demo_companies.hpp"
#include "app/demo/demo_network.hpp"
#include "app/demo/demo_trade.hpp"
#include "app/folder/store_words.hpp"
#include "app/serve/serve_process.hpp"
#include "app/session/exchange_options.hpp"

namespace tradepost::app {
namespace {

struct Options {
  std::string folder;
  std::string listen = "127.0.0.1:8480";
  std::uint64_t seed = 1;
  std::uint32_t speed = 360;
};

// Returns an empty text for a variable that is missing or not an absolute path.
std::string path_in_environment(const char* variable) {
  const char* const path = std::getenv(variable);
  return path != nullptr && *path == '/' ? path : "";
}

// Returns the place in the state directory of the user, or in the present folder if there is none.
std::string folder_of_user() {
  std::string state = path_in_environment("XDG_STATE_HOME");
  const std::string home = path_in_environment("HOME");
  if (state.empty() && !home.empty()) state = home + "/.local/state";
  return state.empty() ? "tradepost-demo" : state + "/tradepost/demo";
}

bool has_other_files(const DemoFolder& folder) {
  std::error_code error;
  const bool is_there = std::filesystem::exists(folder.path, error);
  if (!is_there || has_demo(folder)) return false;
  return !std::filesystem::is_empty(folder.path, error) &&
         !std::filesystem::exists(folder.tokens(), error);
}

std::expected<ServeOptions, ExitStatus> settings_of(const DemoFolder& folder,
                                                    const std::string& listen) {
  const Configuration::Sources sources{
      .flags = {{"data", folder.network()}, {"listen", listen}},
      .environment = [](const std::string&) { return std::nullopt; },
      .file = {}};
  return begin_process(Configuration::gather(sources));
}

// Returns false after it has printed the reason.
bool make_network(const DemoFolder& folder, std::uint64_t seed) {
  say("Creating a demo network with 30 days of trade …\n");
  std::fflush(stdout);
  const auto began = std::chrono::steady_clock::now();
  const auto made = make_demo(folder, seed, base::SystemClock().now() - std::chrono::minutes(1));
  if (!made) {
    print_refusal(made.error());
    return false;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  say("Created {} documents and {} refused ones in {:.1f} s.\n", made->documents, made->refused,
      took.count());
  return true;
}

// The part after the # is not sent to a server, and not logged.
void print_link(const std::string& url, const DemoSecrets& secrets, const std::string& word,
                std::string_view name) {
  say("  {:<18}{}/console#token={}\n", name, url, secrets.tokens.at(word));
}

void print_network(const DemoFolder& folder, const DemoSecrets& secrets, const std::string& url) {
  say("\nThe exchange:   {}        documentation: {}/docs\n", url, url);
  say("Console:        each link fills in the token; click to sign in:\n");
  print_link(url, secrets, "OPERATOR", "Operator");
  print_link(url, secrets, std::string(demo_member(musterhaus).word), demo_member(musterhaus).name);
  say("Folder:         {}   log: {}\n", folder.network(), folder.log());
  say("Trade:          tail -f {}\n", folder.trade());
  say("{:<52}{}\n", secrets.tokens.at("OPERATOR"), "Operator");
  for (std::size_t i = 0; i < demo_member_count; ++i) {
    say("{:<52}{}\n", secrets.tokens.at(std::string(demo_member(i).word)), demo_member(i).name);
  }
  const auto print_command = [&](DemoPlace place, const char* command) {
    say("  TRADEPOST_URL={} TRADEPOST_TOKEN={} {} {}\n", url,
        secrets.tokens.at(std::string(demo_member(place).word)), program_invocation_name, command);
  };
  say("\nPending documents of Musterhaus AG, and the documents of Getränke Huber:\n");
  print_command(musterhaus, "pull");
  print_command(huber, "list");
  say("\nThe companies trade from now on (docs/guides/simulation.md).\n"
      "Ctrl-C stops the demo. The network stays, and the next start continues with it.\n");
  std::fflush(stdout);
}

ExitStatus run(const Options& options) {
  const DemoFolder folder{options.folder.empty() ? folder_of_user() : options.folder};
  if (has_other_files(folder)) {
    say(stderr, "tradepost: {} has other files. Use an empty folder for the demo: --data FOLDER\n",
        folder.path);
    return ExitStatus::failed;
  }
  auto settings = settings_of(folder, options.listen);
  if (!settings) return settings.error();
  if (!has_demo(folder) && !make_network(folder, options.seed)) return ExitStatus::failed;
  const auto secrets = read_demo_secrets(folder);
  if (!secrets) {
    print_refusal(secrets.error());
    return ExitStatus::failed;
  }
  const int log = ::open(folder.log().c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (log < 0) {
    say(stderr, "tradepost: Can't open {}.\n", folder.log());
    return ExitStatus::failed;
  }
  settings->log_descriptor = log;
  std::unique_ptr<DemoTrade> trade;
  const auto begin = [&](const std::string& url) {
    print_network(folder, *secrets, url);
    auto begun = DemoTrade::begin(folder, *secrets, url, options.speed);
    if (begun) trade = *std::move(begun);
    if (!begun) print_refusal(begun.error());
  };
  return serve_until_end(std::move(*settings), std::nullopt,
                         {.begin = begin, .end = [&] { trade.reset(); }});
}

}  // namespace

void add_demo_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand(
      "demo", "Create and serve a demo network with 30 days of simulated trade");
  command.footer(
      "The network has two suppliers, two customers and a warehouse. The first start creates it,\n"
      "with their trade of the last 30 days: documents, reports, failures and cases. Then it\n"
      "serves the network, prints tokens and links to the console, and the companies trade on\n"
      "until the command ends. Later starts on the same folder continue with the same network.\n"
      "The companies trade in the LIVE flow, because no real company is on it.\n"
      "\n"
      "Without --data, the folder is tradepost/demo in the state directory of the user:\n"
      "$XDG_STATE_HOME or ~/.local/state. Without a home directory, it is ./tradepost-demo. To\n"
      "begin again, remove the folder.\n"
      "\n"
      "Example:\n"
      "  tradepost demo --data demo --listen 127.0.0.1:8480");
  const auto options = std::make_shared<Options>();
  add_text(command, "--data", options->folder, "The folder of the demo (below the state directory)",
           "FOLDER");
  command.add_option("--listen", options->listen, "The address to serve at, of this machine only")
      .capture_default_str()
      .type_name("ADDRESS:PORT");
  command
      .add_option("--seed", options->seed,
                  "The seed of a new network; the same seed repeats its history")
      .between(1, 1'000'000)
      .capture_default_str()
      .type_name("N");
  command
      .add_option("--speed", options->speed,
                  "Simulated seconds per second on the first day; a tenth of it later")
      .between(10, 1'000'000)
      .capture_default_str()
      .type_name("N");
  command.callback([options, &status] { status = run(*options); });
}

}  // namespace tradepost::app
