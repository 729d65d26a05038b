#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/administration.hpp"
#include "app/commands.hpp"
#include "app/findings_text.hpp"
#include "app/json_text.hpp"
#include "app/transaction_text.hpp"
#include "base/ids.hpp"
#include "base/json_writer.hpp"

namespace tradepost::app {
namespace {

using client::Repeat;

constexpr const char* partners_path = "/v2/trade-partners";

struct Options {
  std::shared_ptr<ExchangeOptions> exchange;
  std::string partner;
  std::string status;
  std::vector<std::string> kinds;
};

// active (ORDER, INVOICE), 3 held
std::string direction_of(const document::View& partner, std::string_view name) {
  const document::View direction = at(partner, name);
  if (!direction) return "";
  std::string text = text_at(direction, "status");
  if (const auto kinds = at(direction, "kinds")) text += fmt::format(" ({})", joined(kinds));
  const std::string held = text_at(direction, "held");
  if (held != "0") text += fmt::format(", {} held", held);
  return text;
}

OrTold<ExitStatus> list(const Options& options) {
  TRY_ASSIGN(auto exchange, ExchangeClient::open(*options.exchange));
  const std::string path =
      partners_path +
      QueryText().add("per_page", "100").add("filter[status]", options.status).text();
  return print_list(exchange, path, options.exchange->json,
                    TableText{"PARTNER", "SENDS TO YOU", "TAKES FROM YOU", "ID"},
                    "there is no such partner", [](const document::View& item) {
                      return std::vector{text_at(item, "name"), direction_of(item, "incoming"),
                                         direction_of(item, "outgoing"), text_at(item, "id")};
                    });
}

// The id of a partner that is named by it, or by its whole name.
OrTold<std::string> partner_id(ExchangeClient& exchange, const std::string& named) {
  if (base::Uuid::parse(named)) return named;
  std::vector<std::string> found;
  PageWalk pages(exchange, fmt::format("{}?per_page=100", partners_path));
  while (!pages.is_over()) {
    TRY_ASSIGN(const Reply page, pages.next());
    at(page.json(), "items").each([&](std::uint32_t, const document::View& item) {
      if (text_at(item, "name") == named) found.push_back(text_at(item, "id"));
    });
  }
  if (found.size() == 1) return found.front();
  if (found.empty()) {
    fmt::print(stderr,
               "tradepost: None of your partners has the id or the name {}. `tradepost partners "
               "list` shows\nthem all; one that you have nothing to do with yet is named by its "
               "id.\n",
               printable(named));
  } else {
    fmt::print(stderr, "tradepost: {} may be several; name one by its id:\n", printable(named));
    for (const std::string& id : found) fmt::print(stderr, "  {}\n", id);
  }
  return std::unexpected(ExitStatus::faulty);
}

OrTold<ExitStatus> put(const Options& options, std::string json) {
  TRY_ASSIGN(auto exchange, ExchangeClient::open(*options.exchange));
  TRY_ASSIGN(const auto id, partner_id(exchange, options.partner));
  TRY_ASSIGN(const Reply reply, change(exchange, "PUT", fmt::format("{}/{}", partners_path, id),
                                       std::move(json), Repeat::when_lost));
  const document::View data = at(reply.json(), "data");
  if (options.exchange->json) {
    fmt::print("{}\n", on_one_line(bytes_of(data, reply.body())));
    return ExitStatus::good;
  }
  LinesText lines;
  lines.line("partner", text_at(data, "name"));
  lines.line("sends to you", direction_of(data, "incoming"));
  lines.line("takes from you", direction_of(data, "outgoing"));
  const std::string released = text_at(data, "released");
  if (released != "0") lines.line("delivered", released + " that were held");
  lines.print();
  return ExitStatus::good;
}

std::string body_with(const Options& options, std::string_view status) {
  base::JsonWriter json;
  json.begin_object().key("status").string(status);
  if (!options.kinds.empty()) {
    json.key("kinds").begin_array();
    for (const std::string& kind : options.kinds) json.string(kind);
    json.end_array();
  }
  return std::move(json.end_object()).finish();
}

OrTold<ExitStatus> accept(const Options& options) {
  return put(options, body_with(options, "active"));
}
OrTold<ExitStatus> block(const Options& options) {
  return put(options, body_with(options, "blocked"));
}
OrTold<ExitStatus> request(const Options& options) {
  return put(options, R"({"status":"requested","direction":"outgoing"})");
}

using Verb = OrTold<ExitStatus> (*)(const Options& options);

std::shared_ptr<Options> prepare(Command command, ExitStatus& status, Verb verb) {
  const auto options = std::make_shared<Options>();
  options->exchange = add_exchange_options(command, Speaker::participant, retry_of_question_s);
  command.add_flag("--json", options->exchange->json, "A line of JSON for each partner");
  command.callback([options, &status, verb] { status = ended(verb(*options)); });
  return options;
}

std::shared_ptr<Options> prepare_one(Command command, ExitStatus& status, Verb verb) {
  auto options = prepare(command, status, verb);
  command.add_option("partner", options->partner, "Its id, or its name as `partners list` shows it")
      .required()
      .type_name("PARTNER");
  return options;
}

void add_list(Command partners, ExitStatus& status) {
  auto command = partners.add_subcommand("list", "Who sends to you, and takes from you");
  command.footer(
      "Example:\n"
      "  tradepost partners list --status requested");
  const auto options = prepare(command, status, list);
  add_word(command, "--status", options->status,
           "Those alone whose documents to you are so: requested ones wait for your answer",
           {"requested", "active", "blocked"});
}

void add_accept(Command partners, ExitStatus& status) {
  auto command =
      partners.add_subcommand("accept", "Take what a partner sends; what is held is delivered");
  command.footer(
      "Kinds that are not named stay as they are; of a new partner, all are taken.\n\n"
      "Examples:\n"
      "  tradepost partners accept 'Kundenmarkt GmbH'\n"
      "  tradepost partners accept 'Kundenmarkt GmbH' --kind ORDER --kind RECEIVAL_NOTICE");
  const auto options = prepare_one(command, status, accept);
  command.add_option("--kind", options->kinds, "A kind of document that is taken; once for each")
      .takes_one_at_a_time()
      .word_of(kind_words())
      .type_name("KIND");
}

}  // namespace

void add_partners_command(Command program, ExitStatus& status) {
  auto command =
      program.add_subcommand("partners", "Whose documents you take, and who takes yours");
  command.require_subcommand();
  add_list(command, status);
  add_accept(command, status);
  auto blocking = command.add_subcommand("block", "Refuse what a partner sends from now on");
  blocking.footer(
      "What was delivered stays.\n\n"
      "Example:\n"
      "  tradepost partners block 'Kundenmarkt GmbH'");
  prepare_one(blocking, status, block);
  auto asking = command.add_subcommand("request", "Ask a partner to take what you send");
  asking.footer(
      "A document that you send to it asks as well, and is kept until the partner says yes.\n\n"
      "Example:\n"
      "  tradepost partners request 0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11");
  prepare_one(asking, status, request);
}

}  // namespace tradepost::app
