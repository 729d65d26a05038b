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
  std::string name;
  std::string id;
};

OrTold<ExitStatus> add(const Options& options) {
  TRY_ASSIGN(auto exchange, ExchangeClient::open(*options.exchange));
  base::JsonWriter json;
  json.begin_object().key("name").string(options.name).end_object();
  TRY_ASSIGN(const Reply reply, change(exchange, "POST", "/admin/operators",
                                       std::move(json).finish(), Repeat::when_unsent));
  if (options.exchange->json) {
    fmt::print("{}\n", on_one_line(reply.body()));
    return ExitStatus::good;
  }
  fmt::print("{}\n", printable(reply.text("token")));
  fmt::print(stderr,
             "This is shown once and kept by nobody but the operator. Its id is {}; `tradepost "
             "operator\nremove` ends it.\n",
             printable(reply.text("id")));
  return ExitStatus::good;
}

OrTold<ExitStatus> list(const Options& options) {
  TRY_ASSIGN(auto exchange, ExchangeClient::open(*options.exchange));
  return print_list(exchange, "/admin/operators?per_page=100", options.exchange->json,
                    TableText{"ID", "NAME", "SINCE"}, "there is no operator",
                    [](const document::View& item) {
                      return std::vector{text_at(item, "id"), text_at(item, "name"),
                                         shown_time(text_at(item, "createdAt"))};
                    });
}

OrTold<ExitStatus> remove(const Options& options) {
  TRY_ASSIGN(auto exchange, ExchangeClient::open(*options.exchange));
  TRY_ASSIGN(const Reply reply,
             change(exchange, "DELETE", "/admin/operators/" + http::percent_encoded(options.id), {},
                    Repeat::when_unsent));
  if (options.exchange->json) {
    fmt::print("{}\n", on_one_line(bytes_of(at(reply.json(), "data"), reply.body())));
  } else {
    fmt::print("{} is no operator any more\n", printable(options.id));
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

}  // namespace

void add_operator_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand("operator", "Who administers the exchange; for operators");
  command.require_subcommand();

  auto adding = command.add_subcommand("add", "Give somebody an operator's token");
  adding.footer(
      "The token is printed once, alone on standard output.\n\n"
      "Example:\n"
      "  tradepost operator add 'Maria Weber'");
  const auto added = prepare(adding, status, add);
  adding.add_option("name", added->name, "Who it is").required().type_name("NAME");

  auto listing = command.add_subcommand("list", "All operators");
  listing.footer(
      "Example:\n"
      "  tradepost operator list");
  prepare(listing, status, list);

  auto removing = command.add_subcommand("remove", "End an operator's token");
  removing.footer(
      "It ends with the next request. The last one stays.\n\n"
      "Example:\n"
      "  tradepost operator remove 0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11");
  const auto removed = prepare(removing, status, remove);
  removing.add_option("id", removed->id, "The operator's id, as list shows it")
      .required()
      .type_name("ID");
}

}  // namespace tradepost::app
