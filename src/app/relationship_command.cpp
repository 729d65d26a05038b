#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "app/administration.hpp"
#include "app/commands.hpp"
#include "app/findings_text.hpp"
#include "app/json_text.hpp"
#include "app/transaction_text.hpp"
#include "base/json_writer.hpp"

namespace tradepost::app {
namespace {

using client::Repeat;

struct Options {
  std::shared_ptr<ExchangeOptions> exchange;
  std::string from;
  std::string to;
  std::string participant;
  std::string status;
  std::vector<std::string> kinds;
  std::vector<std::string> flows;
  bool both = false;
};

const std::vector<std::string> statuses = {"requested", "active", "blocked"};

void write_words(base::JsonWriter& json, std::string_view name,
                 const std::vector<std::string>& words) {
  if (words.empty()) return;
  json.key(name).begin_array();
  for (const std::string& word : words) json.string(word);
  json.end_array();
}

std::string body_of(const Options& options, const std::string& from, const std::string& to) {
  base::JsonWriter json;
  json.begin_object();
  if (options.both) {
    json.key("participants").begin_array().string(from).string(to).end_array();
  } else {
    json.key("from").string(from).key("to").string(to);
  }
  json.key("status").string(options.status);
  write_words(json, "kinds", options.kinds);
  write_words(json, "flows", options.flows);
  return std::move(json.end_object()).finish();
}

OrTold<ExitStatus> set(const Options& options) {
  TRY_ASSIGN(auto exchange, ExchangeClient::open(*options.exchange));
  TRY_ASSIGN(const auto from, participant_id(exchange, options.from));
  TRY_ASSIGN(const auto to, participant_id(exchange, options.to));
  TRY_ASSIGN(const Reply reply, change(exchange, "PUT", "/admin/relationships",
                                       body_of(options, from, to), Repeat::when_lost));
  at(reply.json(), "data").each([&](std::uint32_t, const document::View& changed) {
    if (options.exchange->json) {
      fmt::print("{}\n", on_one_line(bytes_of(changed, reply.body())));
      return;
    }
    const bool is_first = text_at(changed, "from") == from;
    const std::string released = text_at(changed, "released");
    fmt::print("{} to {}: {}{}\n", printable(is_first ? options.from : options.to),
               printable(is_first ? options.to : options.from), text_at(changed, "status"),
               released.empty() || released == "0"
                   ? ""
                   : fmt::format(", {} held documents are delivered", released));
  });
  return ExitStatus::good;
}

std::string held_of(const document::View& item) {
  std::string text;
  at(item, "held").each([&](std::uint32_t, const document::View& held) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", text_at(held, "count"),
                        text_at(held, "flow"));
  });
  return text;
}

OrTold<ExitStatus> list(const Options& options) {
  TRY_ASSIGN(auto exchange, ExchangeClient::open(*options.exchange));
  std::string participant;
  if (!options.participant.empty()) {
    TRY_ASSIGN(participant, participant_id(exchange, options.participant));
  }
  const std::string path = "/admin/relationships" + QueryText()
                                                        .add("per_page", "100")
                                                        .add("filter[participant]", participant)
                                                        .add("filter[status]", options.status)
                                                        .text();
  return print_list(exchange, path, options.exchange->json,
                    TableText{"FROM", "TO", "STATUS", "KINDS", "FLOWS", "HELD"},
                    "there is no such relationship", [](const document::View& item) {
                      const auto kinds = at(item, "kinds");
                      return std::vector{
                          text_at(item, "from.name"), text_at(item, "to.name"),
                          text_at(item, "status"),    kinds ? joined(kinds) : std::string("all"),
                          joined(at(item, "flows")),  held_of(item)};
                    });
}

using Verb = OrTold<ExitStatus> (*)(const Options& options);

std::shared_ptr<Options> prepare(Command command, ExitStatus& status, Verb verb) {
  const auto options = std::make_shared<Options>();
  options->exchange = add_exchange_options(command, Speaker::administrator, retry_of_question_s);
  command.add_flag("--json", options->exchange->json, "A line of JSON for each direction");
  command.callback([options, &status, verb] { status = ended(verb(*options)); });
  return options;
}

void add_set(Command relationship, ExitStatus& status) {
  auto command = relationship.add_subcommand("set", "Say whether documents go from one to another");
  command.footer(
      "What is held for a recipient is delivered when the relationship becomes active. Kinds and "
      "flows\n"
      "that are not named stay as they are; of a new relationship, all.\n\n"
      "Examples:\n"
      "  tradepost relationship set GS1:9521002000009 GS1:9521001000000 --both\n"
      "  tradepost relationship set 'Bar Adler' 'Getränke Huber' --kind ORDER\n"
      "  tradepost relationship set 'Bar Adler' 'Getränke Huber' --status blocked");
  const auto options = prepare(command, status, set);
  options->status = "active";
  command.add_option("from", options->from, "Who sends: its id, an identifier, or its name")
      .required()
      .type_name("FROM");
  command.add_option("to", options->to, "Who receives, likewise").required().type_name("TO");
  add_word(command, "--status", options->status, "The status from now on", statuses)
      .capture_default_str();
  command.add_option("--kind", options->kinds, "A kind of document that is taken; once for each")
      .takes_one_at_a_time()
      .word_of(kind_words())
      .type_name("KIND");
  command.add_option("--flow", options->flows, "A flow that is taken; once for each")
      .takes_one_at_a_time()
      .word_of({"LIVE", "TEST"})
      .type_name("WORD");
  command.add_flag("--both", options->both, "In both directions");
}

void add_list(Command relationship, ExitStatus& status) {
  auto command =
      relationship.add_subcommand("list", "Who may send to whom, and what is held in between");
  command.footer(
      "Example:\n"
      "  tradepost relationship list --status requested");
  const auto options = prepare(command, status, list);
  add_text(command, "--participant", options->participant,
           "On either side; its id, an identifier, or its name", participant_form);
  add_word(command, "--status", options->status, "Of this status alone", statuses);
}

}  // namespace

void add_relationship_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand("relationship", "Who may send to whom; for operators");
  command.require_subcommand();
  add_set(command, status);
  add_list(command, status);
}

}  // namespace tradepost::app
