#include <memory>
#include <string>
#include <vector>

#include "app/administration.hpp"
#include "app/commands.hpp"
#include "app/json_text.hpp"

namespace tradepost::app {
namespace {

struct Options {
  std::shared_ptr<ExchangeOptions> exchange;
  std::string participant;
};

OrTold<ExitStatus> run(const Options& options) {
  TRY_ASSIGN(auto exchange, ExchangeClient::open(*options.exchange));
  std::string participant;
  if (!options.participant.empty()) {
    TRY_ASSIGN(participant, participant_id(exchange, options.participant));
  }
  const std::string path =
      "/admin/queues" +
      QueryText().add("per_page", "100").add("filter[participant]", participant).text();
  return print_list(
      exchange, path, options.exchange->json,
      TableText{"PARTICIPANT", "FLOW", "PENDING", "OLDEST", "LAST POLL", "FAILED", "HELD"},
      "nothing waits, and nobody has pulled yet", [](const document::View& item) {
        return std::vector{text_at(item, "participant.name"),
                           text_at(item, "flow"),
                           text_at(item, "pending"),
                           shown_time(text_at(item, "oldest")),
                           shown_time(text_at(item, "lastPoll")),
                           text_at(item, "failed"),
                           text_at(item, "held")};
      });
}

}  // namespace

void add_queues_command(Command program, ExitStatus& status) {
  auto command =
      program.add_subcommand("queues", "What waits for whom, and since when; for operators");
  command.footer(
      "Example:\n"
      "  tradepost queues");
  const auto options = std::make_shared<Options>();
  options->exchange = add_exchange_options(command, Speaker::administrator, retry_of_question_s);
  add_text(command, "--participant", options->participant, participant_meaning, participant_form);
  command.add_flag("--json", options->exchange->json, "Print one line of JSON a queue");
  command.callback([options, &status] { status = ended(run(*options)); });
}

}  // namespace tradepost::app
