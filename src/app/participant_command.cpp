#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "app/administration.hpp"
#include "app/commands.hpp"
#include "app/findings_text.hpp"
#include "app/json_text.hpp"
#include "base/json_writer.hpp"

namespace tradepost::app {
namespace {

using base::JsonWriter;
using client::Repeat;

struct Options {
  std::shared_ptr<ExchangeOptions> exchange;
  std::string named;  // the participant that is meant, or the name of the one to come
  std::vector<std::string> identifiers;
  std::vector<std::string> removed;
  std::string name;
  std::string identifier;
  bool take_pending = false;
  bool fail_pending = false;
};

void print(const document::View& participant) {
  LinesText lines;
  lines.line("id", text_at(participant, "id"));
  lines.line("name", text_at(participant, "name"));
  lines.line("identifiers", identifiers_of(participant));
  lines.line("state", text_at(participant, "state"));
  const auto requirements = at(participant, "requirements").element_count();
  if (requirements > 0) lines.line("requirements", std::to_string(requirements));
  at(participant, "agents").each([&](std::uint32_t, const document::View& agent) {
    const std::string kinds = joined(at(agent, "kinds"));
    lines.line("agent", fmt::format("{}{}{}", text_at(agent, "participant"),
                                    kinds.empty() ? "" : ", for ", kinds));
  });
  const std::string elsewhere = text_at(participant, "pendingElsewhere");
  if (!elsewhere.empty() && elsewhere != "0") {
    lines.line("pending elsewhere",
               elsewhere + " under the old owners of the identifiers; --take-pending moves them");
  }
  lines.print();
}

ExitStatus print(const Options& options, const document::View& participant, const Reply& reply) {
  if (options.exchange->json) {
    fmt::print("{}\n", on_one_line(bytes_of(participant, reply.body())));
  } else {
    print(participant);
  }
  return ExitStatus::good;
}

OrTold<ExitStatus> add(const Options& options) {
  TRY_ASSIGN(const auto identifiers, identifiers_in(options.identifiers));
  TRY_ASSIGN(auto exchange, ExchangeClient::open(*options.exchange));
  JsonWriter json;
  json.begin_object().key("name").string(options.named);
  write_identifiers(json, "identifiers", identifiers);
  TRY_ASSIGN(const Reply reply, change(exchange, "POST", "/admin/participants",
                                       std::move(json.end_object()).finish(), Repeat::when_unsent));
  return print(options, reply.json(), reply);
}

OrTold<ExitStatus> list(const Options& options) {
  TRY_ASSIGN(auto exchange, ExchangeClient::open(*options.exchange));
  const std::string path =
      "/admin/participants" + QueryText()
                                  .add("per_page", "100")
                                  .add("filter[name]", options.name)
                                  .add("filter[identifier]", options.identifier)
                                  .text();
  return print_list(exchange, path, options.exchange->json,
                    TableText{"ID", "NAME", "IDENTIFIERS", "STATE"}, "there is no such participant",
                    [](const document::View& item) {
                      return std::vector{text_at(item, "id"), text_at(item, "name"),
                                         identifiers_of(item), text_at(item, "state")};
                    });
}

OrTold<ExitStatus> show(const Options& options) {
  TRY_ASSIGN(auto exchange, ExchangeClient::open(*options.exchange));
  TRY_ASSIGN(const auto id, participant_id(exchange, options.named));
  TRY_ASSIGN(const Reply reply, exchange.want({.path = "/admin/participants/" + id}));
  return print(options, at(reply.json(), "data"), reply);
}

OrTold<ExitStatus> edit(const Options& options) {
  if (options.name.empty() && options.identifiers.empty() && options.removed.empty()) {
    return std::unexpected(tell_wrong_words(
        "Nothing is to be changed: say --name, --add-identifier or --remove-identifier."));
  }
  TRY_ASSIGN(const auto added, identifiers_in(options.identifiers));
  TRY_ASSIGN(const auto removed, identifiers_in(options.removed));
  TRY_ASSIGN(auto exchange, ExchangeClient::open(*options.exchange));
  TRY_ASSIGN(const auto id, participant_id(exchange, options.named));
  JsonWriter json;
  json.begin_object();
  if (!options.name.empty()) json.key("name").string(options.name);
  if (!added.empty()) write_identifiers(json, "addIdentifiers", added);
  if (!removed.empty()) write_identifiers(json, "removeIdentifiers", removed);
  const std::string path =
      "/admin/participants/" + id + (options.take_pending ? "?take=pending" : "");
  TRY_ASSIGN(const Reply reply, change(exchange, "PATCH", path,
                                       std::move(json.end_object()).finish(), Repeat::when_unsent));
  return print(options, at(reply.json(), "data"), reply);
}

OrTold<ExitStatus> close(const Options& options) {
  TRY_ASSIGN(auto exchange, ExchangeClient::open(*options.exchange));
  TRY_ASSIGN(const auto id, participant_id(exchange, options.named));
  const std::string path =
      "/admin/participants/" + id + (options.fail_pending ? "?pending=fail" : "");
  TRY_ASSIGN(const Reply reply, change(exchange, "DELETE", path, {}, Repeat::when_unsent));
  if (options.exchange->json) return print(options, at(reply.json(), "data"), reply);
  fmt::print("{} has left the network; {} pending and {} held documents failed\n", id,
             reply.text("data.failed.pending"), reply.text("data.failed.held"));
  return ExitStatus::good;
}

using Verb = OrTold<ExitStatus> (*)(const Options& options);

std::shared_ptr<Options> prepare(Command command, ExitStatus& status, Verb verb) {
  const auto options = std::make_shared<Options>();
  options->exchange = add_exchange_options(command, Speaker::administrator, retry_of_question_s);
  command.add_flag("--json", options->exchange->json, "As JSON; of a list, a line each");
  command.callback([options, &status, verb] { status = ended(verb(*options)); });
  return options;
}

void add_named(Command command, Options& options) {
  command.add_option("participant", options.named, participant_meaning)
      .required()
      .type_name(participant_form);
}

void add_add(Command participant, ExitStatus& status) {
  auto command = participant.add_subcommand("add", "Take an organisation into the network");
  command.footer(
      "Identifiers are how documents name it: GS1, DUNS, VAT_DE or FED_TAX. GS1 and DUNS belong "
      "to\n"
      "one participant alone.\n\n"
      "Example:\n"
      "  tradepost participant add 'Getränke Huber' --identifier GS1:9521001000000");
  const auto options = prepare(command, status, add);
  command.add_option("name", options->named, "Its name").required().type_name("NAME");
  command.add_option("--identifier", options->identifiers, "One of its identifiers; once for each")
      .required()
      .takes_one_at_a_time()
      .type_name("DOMAIN:IDENTIFIER");
}

void add_list(Command participant, ExitStatus& status) {
  auto command = participant.add_subcommand("list", "All participants, or those that are meant");
  command.footer(
      "Example:\n"
      "  tradepost participant list --name Getr");
  const auto options = prepare(command, status, list);
  add_text(command, "--name", options->name, "Whose name begins so", "TEXT");
  add_text(command, "--identifier", options->identifier, "Who has this identifier", "IDENTIFIER");
}

void add_show(Command participant, ExitStatus& status) {
  auto command = participant.add_subcommand("show", "One participant");
  command.footer(
      "Examples:\n"
      "  tradepost participant show GS1:9521001000000\n"
      "  tradepost participant show 'Getränke Huber' --json");
  add_named(command, *prepare(command, status, show));
}

void add_edit(Command participant, ExitStatus& status) {
  auto command = participant.add_subcommand("edit", "Change a participant's name or identifiers");
  command.footer(
      "An identifier that another one has moves here. Documents that wait for the old owner stay "
      "with\n"
      "it, unless --take-pending moves them, too.\n\n"
      "Examples:\n"
      "  tradepost participant edit GS1:9521001000000 --name 'Getränke Huber GmbH'\n"
      "  tradepost participant edit 'Getränke Huber' --add-identifier DUNS:123456789");
  const auto options = prepare(command, status, edit);
  add_named(command, *options);
  add_text(command, "--name", options->name, "Its new name", "NAME");
  command.add_option("--add-identifier", options->identifiers, "One more; once for each")
      .takes_one_at_a_time()
      .type_name("DOMAIN:IDENTIFIER");
  command.add_option("--remove-identifier", options->removed, "One less; once for each")
      .takes_one_at_a_time()
      .type_name("DOMAIN:IDENTIFIER");
  command.add_flag("--take-pending", options->take_pending,
                   "Move what waits under the identifiers, too");
}

void add_close(Command participant, ExitStatus& status) {
  auto command = participant.add_subcommand("close", "Let a participant leave the network");
  command.footer(
      "Its tokens end, its identifiers stay reserved, what it sent is still delivered. While "
      "documents\n"
      "wait for it, it can't leave, unless --fail-pending lets them fail: their senders are "
      "told.\n\n"
      "Example:\n"
      "  tradepost participant close 'Getränke Huber' --fail-pending");
  const auto options = prepare(command, status, close);
  add_named(command, *options);
  command.add_flag("--fail-pending", options->fail_pending, "What waits for it fails");
}

}  // namespace

void add_participant_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand("participant", "Who is on the network; for operators");
  command.require_subcommand();
  add_add(command, status);
  add_list(command, status);
  add_show(command, status);
  add_edit(command, status);
  add_close(command, status);
}

}  // namespace tradepost::app
