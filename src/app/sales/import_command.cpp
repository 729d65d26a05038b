#include <fmt/format.h>
#include <signal.h>

#include <cerrno>
#include <cstdio>
#include <ctime>
#include <memory>

#include "agent/agent.hpp"
#include "app/console/commands.hpp"
#include "app/console/findings_text.hpp"
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
};

// Looked for so often, so that an answer is at the buyer a moment after it was made.
constexpr timespec look_every{.tv_sec = 0, .tv_nsec = 500'000'000};

// What waits is sent, and what keeps it from being sent is told once.
class Sender {
 public:
  Sender(sales::Books& books, client::Exchange& exchange, const base::Log& log)
      : books_(books), exchange_(exchange), log_(log) {}

  void send() {
    const auto sent = sales::send_waiting(books_, exchange_);
    if (!sent) {
      const std::string problem = sent.error().text().str();
      if (problem != problem_) log_.warning("answers_wait", {{"reason", problem}});
      problem_ = problem;
      return;
    }
    problem_.clear();
    for (const sales::SentDocument& one : *sent) {
      if (one.message.empty()) {
        log_.info("answer_sent",
                  {{"number", one.number}, {"type", one.type}, {"id", one.transaction_id}});
      } else {
        log_.warning("answer_refused",
                     {{"number", one.number}, {"type", one.type}, {"message", one.message}});
      }
    }
  }

 private:
  sales::Books& books_;
  client::Exchange& exchange_;
  const base::Log& log_;
  std::string problem_;
};

OrTold<agent::Agent::Settings> agent_settings(const Options& options, const base::Clock& clock) {
  TRY_ASSIGN(client::Settings exchange, settings_of(*options.exchange));
  agent::Receiving receiving{.target = agent::IntoSystem{[path = options.database, &clock] {
                               return SalesSink::open(path, clock);
                             }}};
  agent::Bridge bridge{
      .name = "sales", .exchange = std::move(exchange), .receiving = std::move(receiving)};
  return agent::Agent::Settings{.folder = options.folder, .bridges = {std::move(bridge)}};
}

OrTold<ExitStatus> run(Options options) {
  if (options.folder.empty()) {
    const bool is_address = options.database.contains("://");
    options.folder = (is_address ? "sales.db" : options.database) + ".import";
  }
  sigset_t ends;
  ::sigemptyset(&ends);
  for (const int signal : {SIGTERM, SIGINT}) ::sigaddset(&ends, signal);
  ::pthread_sigmask(SIG_BLOCK, &ends, nullptr);
  ::signal(SIGPIPE, SIG_IGN);

  const base::SystemClock clock;
  base::StandardErrorSink standard_error;
  const base::Log log(clock, standard_error);
  TRY_ASSIGN(auto books, open_books(options.database));
  TRY_ASSIGN(auto settings, agent_settings(options, clock));
  TRY_ASSIGN(auto exchange, open_exchange(*options.exchange));
  auto agent = agent::Agent::start(std::move(settings), clock, log);
  if (!agent) return std::unexpected(tell(agent.error()));
  fmt::print("tradepost import books into {}\n", printable(options.database));
  std::fflush(stdout);
  Sender sender(books, exchange, log);
  while (::sigtimedwait(&ends, nullptr, &look_every) < 0) {
    if (errno == EAGAIN) sender.send();
  }
  return ExitStatus::good;
}

}  // namespace

void add_import_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand(
      "import", "Book orders of an exchange into a sales database, and send the answers");
  command.footer(
      "It runs until SIGTERM or SIGINT, and goes on where it was after a crash. Each order is "
      "booked\nonce, or reported as failed with the reason. Answers that `tradepost sales order` "
      "makes are sent.\ndocs/importing.md has the rules.\n\n"
      "Example:\n"
      "  tradepost import --database sales.db --token-file token");
  const auto options = std::make_shared<Options>();
  options->exchange = add_exchange_options(command, Speaker::participant, retry_of_question_s);
  add_database(command, options->database);
  add_text(command, "--folder", options->folder,
           "The folder of the agent's ledger (the database's name with .import)", "FOLDER");
  command.callback([options, &status] { status = ended(run(*options)); });
}

}  // namespace tradepost::app
