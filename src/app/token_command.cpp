#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "app/administration.hpp"
#include "app/commands.hpp"
#include "app/findings_text.hpp"
#include "app/json_text.hpp"
#include "base/json_writer.hpp"
#include "http/target.hpp"

namespace tradepost::app {
namespace {

using client::Repeat;

struct Options {
  std::shared_ptr<ExchangeOptions> exchange;
  std::string participant;
  std::string id;
  std::string flow;
  std::vector<std::string> scopes;
  std::string expires;
  std::string name;
};

// A day is meant to its end.
std::string moment_of(const std::string& text) {
  constexpr std::size_t day_length = 10;
  return text.size() == day_length ? text + "T23:59:59Z" : text;
}

std::string body_of(const Options& options, const std::string& participant) {
  base::JsonWriter json;
  json.begin_object().key("participant").string(participant);
  if (!options.flow.empty()) json.key("flow").string(options.flow);
  if (!options.scopes.empty()) {
    json.key("scopes").begin_array();
    for (const std::string& scope : options.scopes) json.string(scope);
    json.end_array();
  }
  if (!options.expires.empty()) json.key("expiresAt").string(moment_of(options.expires));
  if (!options.name.empty()) json.key("name").string(options.name);
  return std::move(json.end_object()).finish();
}

OrTold<ExitStatus> create(const Options& options) {
  TRY_ASSIGN(auto exchange, ExchangeClient::open(*options.exchange));
  TRY_ASSIGN(const auto participant, participant_id(exchange, options.participant));
  TRY_ASSIGN(const Reply reply, change(exchange, "POST", "/admin/tokens",
                                       body_of(options, participant), Repeat::when_unsent));
  if (options.exchange->json) {
    fmt::print("{}\n", on_one_line(reply.body()));
    return ExitStatus::good;
  }
  // The token alone on standard output, so that it can be kept by a script.
  fmt::print("{}\n", printable(reply.text("token")));
  fmt::print(
      stderr,
      "This is shown once and kept by nobody but you. Its id is {}; `tradepost token revoke` "
      "ends it.\n",
      printable(reply.text("id")));
  return ExitStatus::good;
}

std::string state_of(const document::View& token) {
  if (const auto revoked = text_at(token, "revokedAt"); !revoked.empty()) {
    return "revoked " + shown_time(revoked);
  }
  const auto expires = text_at(token, "expiresAt");
  return expires.empty() ? "valid" : "valid until " + shown_time(expires);
}

OrTold<ExitStatus> list(const Options& options) {
  TRY_ASSIGN(auto exchange, ExchangeClient::open(*options.exchange));
  std::string participant;
  if (!options.participant.empty()) {
    TRY_ASSIGN(participant, participant_id(exchange, options.participant));
  }
  const std::string path =
      "/admin/tokens" +
      QueryText().add("per_page", "100").add("filter[participant]", participant).text();
  return print_list(exchange, path, options.exchange->json,
                    TableText{"ID", "PARTICIPANT", "NAME", "FLOW", "SCOPES", "LAST USED", "STATE"},
                    "there is no such token", [](const document::View& item) {
                      return std::vector{text_at(item, "id"),
                                         text_at(item, "participant"),
                                         text_at(item, "name"),
                                         text_at(item, "flow"),
                                         joined(at(item, "scopes")),
                                         shown_time(text_at(item, "lastUsedAt")),
                                         state_of(item)};
                    });
}

OrTold<ExitStatus> revoke(const Options& options) {
  TRY_ASSIGN(auto exchange, ExchangeClient::open(*options.exchange));
  TRY_ASSIGN(const Reply reply,
             change(exchange, "DELETE", "/admin/tokens/" + http::percent_encoded(options.id), {},
                    Repeat::when_lost));
  if (options.exchange->json) {
    fmt::print("{}\n", on_one_line(bytes_of(at(reply.json(), "data"), reply.body())));
  } else {
    fmt::print("{} is revoked\n", printable(reply.text("data.id")));
  }
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

void add_create(Command token, ExitStatus& status) {
  auto command = token.add_subcommand("create", "Give a participant a token");
  command.footer(
      "The token is printed once, alone on standard output. Without more it may do all and never "
      "ends.\n\n"
      "Examples:\n"
      "  tradepost token create GS1:9521001000000 > token\n"
      "  tradepost token create 'Getränke Huber' --flow TEST --scope read --scope send --expires "
      "2027-06-30");
  const auto options = prepare(command, status, create);
  command.add_option("participant", options->participant, participant_meaning)
      .required()
      .type_name(participant_form);
  add_word(command, "--flow", options->flow, "Which documents it sees and sends (LIVE)",
           {"LIVE", "TEST"});
  command.add_option("--scope", options->scopes, "What it may; once for each (all)")
      .takes_one_at_a_time()
      .word_of({"read", "send", "report", "admin"})
      .type_name("WORD");
  add_text(command, "--expires", options->expires, "Its last day (UTC), or a moment", "DAY");
  add_text(command, "--name", options->name, "What it is for", "TEXT");
}

void add_list(Command token, ExitStatus& status) {
  auto command = token.add_subcommand("list", "Tokens, never the secret itself");
  command.footer(
      "Example:\n"
      "  tradepost token list --participant GS1:9521001000000");
  const auto options = prepare(command, status, list);
  add_text(command, "--participant", options->participant, participant_meaning, participant_form);
}

void add_revoke(Command token, ExitStatus& status) {
  auto command = token.add_subcommand("revoke", "End a token, from the next request on");
  command.footer(
      "Example:\n"
      "  tradepost token revoke 0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11");
  const auto options = prepare(command, status, revoke);
  command.add_option("id", options->id, "The token's id, as list shows it")
      .required()
      .type_name("ID");
}

}  // namespace

void add_token_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand("token", "Tokens of participants; for operators");
  command.require_subcommand();
  add_create(command, status);
  add_list(command, status);
  add_revoke(command, status);
}

}  // namespace tradepost::app
