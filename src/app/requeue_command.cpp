#include <fmt/format.h>

#include <memory>
#include <string>

#include "app/commands.hpp"
#include "app/exchange_client.hpp"
#include "app/json_text.hpp"
#include "http/target.hpp"

namespace tradepost::app {
namespace {

struct Options {
  std::shared_ptr<ExchangeOptions> exchange;
  std::string id;
  std::string key;
};

// Where an answer is lost, a repeat without a key would only say that it has gone out.
client::Request request_of(const Options& options) {
  client::Request request{
      .method = "POST",
      .path = "/v2/all-transactions/" + http::percent_encoded(options.id) + "/requeue"};
  request.repeat = options.key.empty() ? client::Repeat::when_unsent : client::Repeat::when_lost;
  if (!options.key.empty()) {
    request.headers.push_back({.name = "Idempotency-Key", .value = options.key});
  }
  return request;
}

OrTold<ExitStatus> run(const Options& options) {
  TRY_ASSIGN(auto exchange, ExchangeClient::open(*options.exchange));
  TRY_ASSIGN(const Reply reply, exchange.want(request_of(options)));
  if (options.exchange->json) {
    fmt::print("{}\n", on_one_line(reply.body()));
  } else {
    const bool is_held = is_true(at(reply.json(), "held"));
    fmt::print("{} went out once more as {}{}\n", options.id, reply.text(exchange.id_name()),
               is_held ? "; it is kept until the recipient accepts the sender" : "");
  }
  return ExitStatus::good;
}

}  // namespace

void add_requeue_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand("requeue", "Send once more what failed, or was discarded");
  command.footer(
      "It goes out under a new id, as the newest version; its case is resolved. Who sent it may do "
      "that, and\n"
      "who has it in its queue.\n\n"
      "Example:\n"
      "  tradepost requeue 0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11");
  const auto options = std::make_shared<Options>();
  options->exchange = add_exchange_options(command, Speaker::participant, retry_of_question_s);
  command.add_option("id", options->id, "The transaction's id").required().type_name("ID");
  add_text(command, "--idempotency-key", options->key,
           "A name for this request: with the same one it goes out once, however often it is asked",
           "KEY");
  command.add_flag("--json", options->exchange->json, "The answer as it came, on one line");
  command.callback([options, &status] { status = ended(run(*options)); });
}

}  // namespace tradepost::app
