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

const std::string webhooks_path = "/v2/profile/webhooks";

struct Options {
  std::shared_ptr<ExchangeOptions> exchange;
  std::string url;
  std::vector<std::string> events;
  std::string id;
};

std::string path_of(const Options& options) {
  return webhooks_path + "/" + http::percent_encoded(options.id);
}

OrTold<ExitStatus> add(const Options& options) {
  base::JsonWriter body;
  body.begin_object().key("url").string(options.url);
  if (!options.events.empty()) {
    body.key("events").begin_array();
    for (const std::string& event : options.events) body.string(event);
    body.end_array();
  }
  body.end_object();
  TRY_ASSIGN(auto exchange, ExchangeClient::open(*options.exchange));
  TRY_ASSIGN(const Reply reply, change(exchange, "POST", webhooks_path, std::move(body).finish(),
                                       Repeat::when_unsent));
  if (options.exchange->json) {
    fmt::print("{}\n", on_one_line(reply.body()));
    return ExitStatus::good;
  }
  // The secret alone on standard output, so that it can be kept by a script.
  fmt::print("{}\n", printable(reply.text("secret")));
  fmt::print(stderr,
             "This secret signs the calls; it is shown once. The webhook's id is {}: `tradepost "
             "webhook test` calls it.\n",
             printable(reply.text("id")));
  return ExitStatus::good;
}

std::string standing_of(const document::View& webhook) {
  if (text_at(webhook, "state") == "given_up") return "given up";
  const std::string since = text_at(webhook, "failingSince");
  return since.empty() ? "good" : "failing since " + shown_time(since);
}

OrTold<ExitStatus> list(const Options& options) {
  TRY_ASSIGN(auto exchange, ExchangeClient::open(*options.exchange));
  TRY_ASSIGN(const Reply reply, exchange.want({.path = webhooks_path}));
  TableText table{"ID", "URL", "EVENTS", "WAITING", "STANDING"};
  bool any = false;
  at(reply.json(), "data").each([&](std::uint32_t, const document::View& webhook) {
    any = true;
    if (options.exchange->json) {
      fmt::print("{}\n", on_one_line(bytes_of(webhook, reply.body())));
    } else {
      table.row({text_at(webhook, "id"), text_at(webhook, "url"), joined(at(webhook, "events")),
                 text_at(webhook, "waiting"), standing_of(webhook)});
    }
  });
  if (!options.exchange->json) {
    if (any) table.print();
    if (!any) fmt::print("there is no webhook\n");
  }
  return ExitStatus::good;
}

OrTold<ExitStatus> test(const Options& options) {
  TRY_ASSIGN(auto exchange, ExchangeClient::open(*options.exchange));
  TRY_ASSIGN(const Reply reply,
             change(exchange, "POST", path_of(options) + "/test", {}, Repeat::when_lost));
  const bool is_taken = is_true(at(reply.json(), "data.taken"));
  if (options.exchange->json) {
    fmt::print("{}\n", on_one_line(bytes_of(at(reply.json(), "data"), reply.body())));
  } else if (is_taken) {
    fmt::print("taken, with {} after {} ms\n", reply.text("data.status"),
               reply.text("data.tookMs"));
  } else {
    fmt::print("not taken: {}\n", printable(reply.text("data.message")));
  }
  return is_taken ? ExitStatus::good : ExitStatus::faulty;
}

OrTold<ExitStatus> remove(const Options& options) {
  TRY_ASSIGN(auto exchange, ExchangeClient::open(*options.exchange));
  TRY_ASSIGN(const Reply reply,
             change(exchange, "DELETE", path_of(options), {}, Repeat::when_unsent));
  if (options.exchange->json) {
    fmt::print("{}\n", on_one_line(bytes_of(at(reply.json(), "data"), reply.body())));
  } else {
    fmt::print("{} is called no more\n", printable(reply.text("data.id")));
  }
  return ExitStatus::good;
}

using Verb = OrTold<ExitStatus> (*)(const Options& options);

std::shared_ptr<Options> prepare(Command command, ExitStatus& status, Verb verb) {
  const auto options = std::make_shared<Options>();
  options->exchange = add_exchange_options(command, Speaker::participant, retry_of_question_s);
  command.add_flag("--json", options->exchange->json, "As JSON; of a list, a line each");
  command.callback([options, &status, verb] { status = ended(verb(*options)); });
  return options;
}

void add_id(Command command, Options& options) {
  command.add_option("id", options.id, "The webhook's id, as list shows it")
      .required()
      .type_name("ID");
}

void add_add(Command webhook, ExitStatus& status) {
  auto command = webhook.add_subcommand("add", "Have a URL called when something happens");
  command.footer(
      "The secret that signs the calls is printed once, alone on standard output.\n\n"
      "Examples:\n"
      "  tradepost webhook add https://erp.example.org/tradepost > secret\n"
      "  tradepost webhook add https://erp.example.org/new --event transaction.pending");
  const auto options = prepare(command, status, add);
  command.add_option("url", options->url, "Where it is called: http or https")
      .required()
      .type_name("URL");
  command.add_option("--event", options->events, "What it is told; once for each (all)")
      .takes_one_at_a_time()
      .one_of({"transaction.pending", "transaction.reported", "case.opened"})
      .type_name("WORD");
}

}  // namespace

void add_webhook_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand("webhook", "Be told instead of asking");
  command.require_subcommand();
  add_add(command, status);
  auto all = command.add_subcommand("list", "Webhooks, and how far they are");
  all.footer("Example:\n  tradepost webhook list");
  prepare(all, status, list);
  auto one = command.add_subcommand("test", "Call one now");
  one.footer(
      "Exit codes: 0 it was taken, 1 it was not.\n\n"
      "Example:\n  tradepost webhook test 0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11");
  add_id(one, *prepare(one, status, test));
  auto gone = command.add_subcommand("remove", "Call one no more");
  gone.footer("Example:\n  tradepost webhook remove 0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11");
  add_id(gone, *prepare(gone, status, remove));
}

}  // namespace tradepost::app
