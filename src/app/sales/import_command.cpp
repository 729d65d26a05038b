#include <signal.h>

#include <cerrno>
#include <cstdio>
#include <ctime>
#include <memory>
#include <optional>
#include <utility>

#include "agent/agent.hpp"
#include "app/console/commands.hpp"
#include "app/console/saying.hpp"
#include "app/sales/sales_sink.hpp"
#include "app/sales/sales_words.hpp"
#include "base/log.hpp"
#include "sales/answers/sending.hpp"

namespace tradepost::app {
namespace {

struct Options {
  std::shared_ptr<ExchangeOptions> exchange;
  std::string database;
  std::string folder;
  bool is_once = false;
};

// The interval between looks for answers, so that a new answer soon reaches the buyer.
constexpr timespec poll_interval{.tv_sec = 0, .tv_nsec = 500'000'000};

// Sends waiting answers, and logs each problem once.
class Sender {
 public:
  Sender(sales::Books& books, client::Exchange& exchange, const base::Log& log)
      : books_(books), exchange_(exchange), log_(log) {}

  // Returns false if answers remain because the exchange or the database is away.
  bool send() {
    for (;;) {
      const auto sent = sales::send_waiting(books_, exchange_);
      if (!sent) {
        const std::string problem = sent.error().text().str();
        if (problem != problem_) log_.warning("answers_not_sent", {{"reason", problem}});
        problem_ = problem;
        return false;
      }
      problem_.clear();
      if (sent->empty()) return true;
      for (const sales::SentDocument& one : *sent) print_sent(one);
    }
  }

 private:
  void print_sent(const sales::SentDocument& one) {
    if (one.message.empty()) {
      log_.info("answer_sent",
                {{"number", one.number}, {"type", one.type}, {"id", one.transaction_id}});
    } else {
      log_.warning("answer_refused",
                   {{"number", one.number}, {"type", one.type}, {"message", one.message}});
    }
  }

  sales::Books& books_;
  client::Exchange& exchange_;
  const base::Log& log_;
  std::string problem_;
};

ExitOr<agent::Agent::Settings> agent_settings(const Options& options, const base::Clock& clock) {
  TRY_ASSIGN(client::Settings exchange, settings_of(*options.exchange));
  agent::Receiving receiving{.target = agent::IntoSystem{[path = options.database, &clock] {
                               return SalesSink::open(path, clock);
                             }}};
  agent::Bridge bridge{
      .name = "sales", .exchange = std::move(exchange), .receiving = std::move(receiving)};
  return agent::Agent::Settings{.folder = options.folder, .bridges = {std::move(bridge)}};
}

// Blocks the signals that end the process, and checks for them between other work.
class Ends {
 public:
  Ends() {
    ::sigemptyset(&signals_);
    for (const int signal : {SIGTERM, SIGINT}) ::sigaddset(&signals_, signal);
    ::pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
  }
  bool come_within(const timespec& time) const {
    for (;;) {
      if (::sigtimedwait(&signals_, nullptr, &time) >= 0) return true;
      if (errno == EAGAIN) return false;
    }
  }

 private:
  sigset_t signals_;
};

// Returns nullopt if a signal ended the wait.
ExitOr<std::optional<sales::Books>> wait_for_books(const std::string& address, const Ends& ends,
                                                   const base::Clock& clock, const base::Log& log) {
  std::string problem;
  for (;;) {
    auto books = sales::Books::open(address, clock);
    if (books) return *std::move(books);
    if (books.error().code() != base::ErrorCode::unavailable) {
      return std::unexpected(print_error(books.error()));
    }
    const std::string now = books.error().detail().str();
    if (now != problem) log.warning("database_awaited", {{"reason", now}});
    problem = now;
    if (ends.come_within(poll_interval)) return std::nullopt;
  }
}

ExitOr<ExitStatus> run_once(const Options& options, const base::Clock& clock,
                            const base::Log& log) {
  TRY_ASSIGN(auto books, open_books(options.database));
  TRY_ASSIGN(auto settings, agent_settings(options, clock));
  TRY_ASSIGN(auto exchange, open_exchange(*options.exchange));
  const auto received = agent::Agent::receive_once(std::move(settings), clock, log);
  const bool is_sent = Sender(books, exchange, log).send();
  if (!received) return std::unexpected(print_error(received.error()));
  return is_sent ? ExitStatus::good : ExitStatus::failed;
}

ExitOr<ExitStatus> run(const Options& options, const base::Clock& clock, const base::Log& log) {
  const Ends ends;
  TRY_ASSIGN(auto books, wait_for_books(options.database, ends, clock, log));
  if (!books) return ExitStatus::good;
  TRY_ASSIGN(auto settings, agent_settings(options, clock));
  TRY_ASSIGN(auto exchange, open_exchange(*options.exchange));
  auto agent = agent::Agent::start(std::move(settings), clock, log);
  if (!agent) return std::unexpected(print_error(agent.error()));
  say("tradepost import books orders into {}\n", shown_database(options.database));
  std::fflush(stdout);
  Sender sender(*books, exchange, log);
  while (!ends.come_within(poll_interval)) sender.send();
  return ExitStatus::good;
}

ExitOr<ExitStatus> import(Options options) {
  if (options.folder.empty()) {
    const bool is_address = options.database.contains("://");
    options.folder = (is_address ? "sales.db" : options.database) + ".import";
  }
  ::signal(SIGPIPE, SIG_IGN);
  const base::SystemClock clock;
  base::StandardErrorSink standard_error;
  const base::Log log(clock, standard_error);
  return options.is_once ? run_once(options, clock, log) : run(options, clock, log);
}

}  // namespace

void add_import_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand(
      "import", "Book orders of an exchange into a sales database, and send the answers");
  command.footer(
      "Runs until SIGTERM or SIGINT. After a crash, it continues where it stopped. Each order\n"
      "is booked once, or reported as failed with the reason. The answers that `tradepost sales\n"
      "order` creates are sent. docs/guides/importing.md describes the rules.\n"
      "\n"
      "Example:\n"
      "  tradepost import --database sales.db --token-file token");
  const auto options = std::make_shared<Options>();
  options->exchange = add_exchange_options(command, Speaker::participant, retry_of_question_s);
  add_database(command, options->database);
  add_text(command, "--folder", options->folder,
           "The folder of the ledger (the name of the database with .import)", "FOLDER");
  command.add_flag("--once", options->is_once,
                   "Import the pending orders, send the answers and exit, for cron");
  command.callback([options, &status] { status = ended(import(*options)); });
}

}  // namespace tradepost::app
