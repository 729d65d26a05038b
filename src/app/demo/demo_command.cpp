#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/console/commands.hpp"
#include "app/console/saying.hpp"
#include "app/demo/demo_companies.hpp"
#include "app/demo/demo_network.hpp"
#include "app/demo/demo_trade.hpp"
#include "app/folder/store_words.hpp"
#include "app/serve/serve_process.hpp"
#include "app/session/exchange_options.hpp"
#include "app/settings/configuration_flags.hpp"

namespace tradepost::app {
namespace {

constexpr std::string_view unfinished = ".unfinished";  // of secrets and of the network

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

// Returns true if no file of the folder is from another program. An interrupted creation leaves a
// network without tokens, or tokens without a network.
bool is_for_a_demo(const DemoFolder& folder) {
  if (has_demo(folder)) return true;  // its tokens are read later
  const std::string network = std::filesystem::path(folder.network()).filename();
  const std::string tokens = std::filesystem::path(folder.tokens()).filename();
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder.path, error), end; !error && at != end;
       at.increment(error)) {
    const std::string name = at->path().filename();
    const bool is_of_demo = name == demo_lock || name == tokens ||
                            name == tokens + std::string(unfinished) ||
                            name == network + std::string(unfinished);
    if (!is_of_demo) return false;
  }
  std::ifstream file(folder.tokens());
  std::string line;
  return !std::getline(file, line) || line.starts_with("SEED=");
}

// The demo sets the address and the folder, and it never uses a database.
std::expected<Configuration, BadSettings> configuration_of(const DemoFolder& folder,
                                                           const std::string& listen) {
  return Configuration::gather(
      {.flags = {{"data", folder.network()}, {"listen", listen}},
       .environment =
           [](const std::string& name) {
             const char* const value = std::getenv(name.c_str());
             const bool is_used = value != nullptr && name != "TRADEPOST_STORE";
             return is_used ? std::optional<std::string>(value) : std::nullopt;
           },
       .file = {}});
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
  if (!is_for_a_demo(folder)) {
    say(stderr, "tradepost: {} has other files. Use an empty folder for the demo: --data FOLDER\n",
        folder.path);
    return ExitStatus::failed;
  }
  const auto configuration = configuration_of(folder, options.listen);
  if (!configuration) return print_faults(configuration.error());
  if (const auto valid = serve_options_of(*configuration); !valid) {
    return print_faults(valid.error());
  }
  // Another demo in the folder would remove the unfinished network of this one.
  const auto lock = lock_demo(folder);
  if (!lock) {
    print_refusal(lock.error());
    return ExitStatus::failed;
  }
  // A signal ends the creation at once, and the next start begins it again.
  if (!has_demo(folder) && !make_network(folder, options.seed)) return ExitStatus::failed;
  auto settings = begin_process(*configuration);
  if (!settings) return settings.error();
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
      "begin again, remove the folder. Settings of `tradepost serve` in the environment apply, "
      "but\n"
      "not TRADEPOST_STORE.\n"
      "\n"
      "Example:\n"
      "  tradepost demo --data demo --listen 127.0.0.1:8480");
  const auto options = std::make_shared<Options>();
  add_text(command, "--data", options->folder, "The folder of the demo (below the state directory)",
           "FOLDER");
  command.add_option("--listen", options->listen, "The address to serve at")
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
