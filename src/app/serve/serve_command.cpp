#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <expected>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/console/commands.hpp"
#include "app/console/saying.hpp"
#include "app/console/version.hpp"
#include "app/folder/store_words.hpp"
#include "app/process/freed_memory.hpp"
#include "app/process/out_of_memory.hpp"
#include "app/process/service_manager.hpp"
#include "app/process/watched_files.hpp"
#include "app/serve/open_files.hpp"
#include "app/serve/serve_process.hpp"
#include "app/serve/serving.hpp"
#include "app/settings/configuration_flags.hpp"
#include "base/text/whole_number.hpp"
#include "database/address.hpp"

namespace tradepost::app {
namespace {

constexpr const char* token_variable = "TRADEPOST_OPERATOR_TOKEN";
constexpr std::chrono::minutes worth_mending_after{10};
constexpr std::chrono::milliseconds certificate_look{2000};

// Signals that the main thread waits for, and that interrupt no other thread.
sigset_t awaited_signals() {
  sigset_t signals;
  ::sigemptyset(&signals);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, Serving::failure_signal})
    ::sigaddset(&signals, signal);
  return signals;
}

// Removes the token from the environment, where others may read it.
std::optional<std::string> operator_token() {
  const char* const given = std::getenv(token_variable);
  if (given == nullptr || *given == '\0') return std::nullopt;
  std::string token = given;
  ::unsetenv(token_variable);
  return token;
}

// The signals are blocked, so they are still pending.
bool was_told_to_end() {
  sigset_t pending;
  ::sigpending(&pending);
  return ::sigismember(&pending, SIGTERM) == 1 || ::sigismember(&pending, SIGINT) == 1;
}

store::embedded::Watch watch_with(ProgressLine& progress, ServiceManager& manager) {
  store::embedded::Watch watch{.is_to_end = [&manager] {
    manager.lives();
    return was_told_to_end();
  }};
  if (progress.is_shown()) {
    watch.on_progress = [&progress](const store::embedded::Progress& at) {
      progress.show("reading the journal, record", at.done, at.of);
    };
  }
  return watch;
}

std::string place_of_network(const ServeOptions& options) {
  return options.database ? database::shown_address(*options.database) : options.data;
}

void print_first_token(const FirstToken& first) {
  say("operator's token (shown once, stored in {}): {}\n", first.file, first.token);
}

// Returns why no line can be written to the descriptor, or an empty text.
std::string fault_of_descriptor(const std::string& value) {
  const auto number = base::whole_number<int>(value);
  const int flags = number && *number > STDERR_FILENO ? ::fcntl(*number, F_GETFL) : -1;
  if (flags >= 0 && (flags & O_ACCMODE) != O_RDONLY) return {};
  return fmt::format(
      "\"{}\" is not a descriptor above 2 that is open for writing. Open one: --ready-fd 3 3>FILE",
      printable(value));
}

// Writes the address for the process that waits for it. If that process has ended, the exchange
// serves nevertheless.
void notify_ready(int descriptor, const std::string& address) {
  const std::string line = address + "\n";
  if (::write(descriptor, line.data(), line.size()) != std::ssize(line))
    say(stderr, "tradepost: The descriptor {} (--ready-fd) can't be written.\n", descriptor);
  ::close(descriptor);
}

// Prints the addresses, and returns the exchange's.
std::string print_beginning(const Serving& serving, const ServeOptions& options) {
  const auto place = [](const ListenPlace& listen, std::uint16_t port) {
    const bool is_version_6 = listen.address.find(':') != std::string::npos;
    return is_version_6 ? fmt::format("[{}]:{}", listen.address, port)
                        : fmt::format("{}:{}", listen.address, port);
  };
  if (const auto port = serving.metrics_port())
    say("metrics on http://{}\n", place(*options.metrics_listen, *port));
  if (const auto& first = serving.first_token()) print_first_token(*first);
  // The last line: a script that starts the process waits for it.
  const std::string address =
      fmt::format("{}://{}", options.tls ? "https" : "http", place(options.listen, serving.port()));
  say("tradepost {} serves {} on {}\n", version, place_of_network(options), address);
  std::fflush(stdout);
  return address;
}

// Returns `failed` for all errors, also for damage: `faulty` answers a question, and a start asks
// none.
ExitStatus refuse_start(const base::Error& error, const std::string& data) {
  print_refusal(error);
  if (error.code() == base::ErrorCode::damaged) {
    say(stderr,
        "tradepost: Nothing was changed. `tradepost check {0} --repair` shows what would be "
        "lost. `tradepost restore` restores a backup.\n",
        data);
  }
  return ExitStatus::failed;
}

timespec duration_of(std::chrono::milliseconds time) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  return {.tv_sec = seconds.count(), .tv_nsec = std::chrono::nanoseconds(time - seconds).count()};
}

WatchedFiles certificate_of(const ServeOptions& options) {
  if (!options.tls) return WatchedFiles({});
  return WatchedFiles({options.tls->certificate, options.tls->key});
}

// Waits for a signal to end, or for a failure of the store. Returns the signal. In the meantime it
// reads a replaced certificate, and notifies the service manager while the threads answer that
// serve connections.
int wait_for_end(Serving& serving, WatchedFiles& certificate, ServiceManager& manager) {
  const sigset_t signals = awaited_signals();
  const auto pause = std::min(manager.interval().value_or(certificate_look), certificate_look);
  const timespec timeout = duration_of(pause);
  for (;;) {
    const int signal = ::sigtimedwait(&signals, nullptr, &timeout);
    if (signal < 0 && manager.interval() && serving.answers_within(pause)) manager.lives();
    if (signal == SIGHUP) certificate.take_as_known();
    if (signal == SIGHUP || (signal < 0 && certificate.are_replaced())) {
      serving.reload_tls();
    } else if (signal > 0 && (signal != Serving::failure_signal || serving.has_failed())) {
      return signal;  // not the late signal of an earlier store
    }
  }
}

// Ends the process at once, on the second signal: all acknowledged operations are on the disk.
// Shells show this status for a process that the signal killed.
[[noreturn]] void end_at_once(int signal) {
  ::_exit(128 + signal);
}

void end_at_once_on_a_signal() {
  sigset_t signals;
  ::sigemptyset(&signals);
  for (const int signal : {SIGTERM, SIGINT}) {
    ::signal(signal, end_at_once);
    ::sigaddset(&signals, signal);
  }
  ::pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

// Waits for `time`, or for a signal to end. Returns the signal, otherwise 0.
int drain(std::chrono::milliseconds time, ServiceManager& manager) {
  sigset_t signals;
  ::sigemptyset(&signals);
  for (const int signal : {SIGTERM, SIGINT}) ::sigaddset(&signals, signal);
  int signal = 0;
  while (signal <= 0 && time.count() >= 0) {
    const auto slice = std::min(time, manager.interval().value_or(time));
    const timespec timeout = duration_of(slice);
    signal = ::sigtimedwait(&signals, nullptr, &timeout);
    manager.lives();
    time -= std::max(slice, std::chrono::milliseconds(1));
  }
  return std::max(signal, 0);
}

// Result of one run, from a start to its end.
struct Life {
  ExitStatus status = ExitStatus::good;
  bool restarts = false;  // the index is damaged, and the next start rebuilds it
};

Life live(ServeOptions& options, const std::optional<std::string>& operator_token,
          ServiceManager& manager, const WhileServing& others) {
  // Before the exchange reads the files.
  WatchedFiles certificate = certificate_of(options);
  auto serving = [&] {
    ProgressLine progress;
    return Serving::begin(options, operator_token, watch_with(progress, manager));
  }();
  if (!serving && was_told_to_end()) return {};
  if (!serving) return {.status = refuse_start(serving.error(), options.data)};
  const std::string address = print_beginning(**serving, options);
  if (const auto ready = std::exchange(options.ready_descriptor, std::nullopt))
    notify_ready(*ready, address);
  manager.serves("serves on " + address);
  if (others.begin) others.begin(address);
  const bool is_failure = wait_for_end(**serving, certificate, manager) == Serving::failure_signal;
  (*serving)->announce_end();
  if (others.end) others.end();
  bool restarts = is_failure && (*serving)->can_be_mended();
  if (!restarts) manager.ends();
  // With a damaged index, most reads still succeed.
  const bool answers = restarts || !(*serving)->has_failed();
  const int signal = drain(answers ? options.drain : std::chrono::seconds(0), manager);
  if (!restarts) {
    if (signal != 0) end_at_once(signal);
    end_at_once_on_a_signal();
  }
  restarts = restarts && signal == 0;
  if (!(*serving)->has_failed()) return {};
  // The next start uses the same ports, even if the system has chosen them.
  options.listen.port = (*serving)->port();
  if (const auto port = (*serving)->metrics_port()) options.metrics_listen->port = *port;
  return {.status = ExitStatus::failed, .restarts = restarts};
}

ExitStatus serve(const ConfigurationFlags& flags, std::optional<int> ready_descriptor,
                 bool upgrades_at_once) {
  auto options = begin_process(flags.gather());
  if (!options) return options.error();
  options->ready_descriptor = ready_descriptor;
  if (upgrades_at_once) options->upgrade_after = std::chrono::seconds(0);
  return serve_until_end(std::move(*options), operator_token(), {});
}

ExitStatus initialise(const ConfigurationFlags& flags) {
  const auto options = begin_process(flags.gather());
  if (!options) return options.error();
  const auto first = [&] {
    ProgressLine progress;
    ServiceManager no_manager;
    return Serving::initialise(*options, watch_with(progress, no_manager));
  }();
  if (!first) return refuse_start(first.error(), options->data);
  if (*first) {
    print_first_token(**first);
  } else {
    say("{} has an operator already. Nothing was changed.\n", place_of_network(*options));
  }
  return ExitStatus::good;
}

}  // namespace

std::expected<ServeOptions, ExitStatus> begin_process(
    const std::expected<Configuration, BadSettings>& configuration) {
  if (!configuration) return std::unexpected(print_faults(configuration.error()));
  auto options = serve_options_of(*configuration);
  if (!options) return std::unexpected(print_faults(options.error()));

  const sigset_t signals = awaited_signals();
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  ::signal(SIGPIPE, SIG_IGN);
  options->open_files_max = raise_open_files_limit();
  return std::move(*options);
}

ExitStatus serve_until_end(ServeOptions options, const std::optional<std::string>& operator_token,
                           const WhileServing& others) {
  give_large_blocks_back_at_once();
  end_with_a_sentence_without_memory();
  auto manager = ServiceManager::of_environment();
  bool is_mended = false;
  for (;;) {
    const auto began = std::chrono::steady_clock::now();
    const Life life = live(options, operator_token, manager, others);
    // If the index is damaged again so soon, an operator must check the disk.
    const bool is_soon = std::chrono::steady_clock::now() - began < worth_mending_after;
    if (!life.restarts || (is_mended && is_soon)) return life.status;
    is_mended = true;
  }
}

void add_serve_command(Command program, ExitStatus& status) {
  auto command =
      program.add_subcommand("serve", "Run an exchange on a folder or a PostgreSQL database");
  command.footer(
      "Creates the folder if it does not exist. The first start creates an operator's token and\n"
      "shows it once, unless TRADEPOST_OPERATOR_TOKEN or --operator-token-file gives one. Each\n"
      "setting can be a flag, an environment variable or a line of a file (--config).\n"
      "`tradepost config` shows the effective settings and their sources. On the first SIGTERM\n"
      "the exchange answers all open requests and exits; on a second one it exits at once. It\n"
      "reloads the certificate on SIGHUP, and when its files have changed.\n"
      "\n"
      "Example:\n"
      "  tradepost serve --data /srv/tradepost --listen 127.0.0.1:8480");
  const auto flags = std::make_shared<ConfigurationFlags>(command);
  const auto ready = std::make_shared<std::string>();
  command
      .add_option("--ready-fd", *ready,
                  "An open descriptor, such as 3 with 3>FILE; the exchange writes a line with its "
                  "address to it when it is ready, and closes it")
      .type_name("NUMBER")
      .checked_by(fault_of_descriptor);
  const auto upgrade = std::make_shared<bool>(false);
  command.add_flag("--upgrade", *upgrade,
                   "Write the newest format of the store at once, not after "
                   "upgrade_after_minutes; an earlier version can't continue the store then");
  command.callback([flags, ready, upgrade, &status] {
    status = serve(*flags, base::whole_number<int>(*ready), *upgrade);
  });
}

void add_init_command(Command program, ExitStatus& status) {
  auto command =
      program.add_subcommand("init", "Create a network and its first operator, without serving it");
  command.footer(
      "Takes the settings of `tradepost serve`, and performs the setup of its first start: it\n"
      "creates the network in the folder or in the database, and an operator. The operator's\n"
      "token is written to DATA/operator-token and shown once. TRADEPOST_OPERATOR_TOKEN and\n"
      "--operator-token-file are ignored: if they are set, `serve` adds that operator when it\n"
      "starts. If the network already has an operator, nothing is changed, and the exit code is\n"
      "0.\n"
      "\n"
      "Example:\n"
      "  tradepost init --data /srv/tradepost");
  const auto flags = std::make_shared<ConfigurationFlags>(command);
  command.callback([flags, &status] { status = initialise(*flags); });
}

}  // namespace tradepost::app
