#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <vector>

#include "app/console/commands.hpp"
#include "app/console/json_text.hpp"
#include "app/console/saying.hpp"
#include "app/console/table_text.hpp"
#include "app/documents/transaction_text.hpp"
#include "app/session/exchange_client.hpp"
#include "base/ground/limits.hpp"
#include "base/text/json_writer.hpp"
#include "base/text/url_text.hpp"

namespace tradepost::app {
namespace {

struct Options {
  std::shared_ptr<ExchangeOptions> exchange;
  std::string id;
  bool document = false;
};

std::string path_of(const Options& options) {
  return "/v2/all-transactions/" + base::percent_encoded(options.id);
}

std::string state_of(const document::View& data) {
  if (is_true(at(data, "held"))) {
    return "PENDING, held until the recipient accepts the sender as a partner";
  }
  return text_at(data, "status");
}

std::string report_of(const document::View& data) {
  const document::View report = at(data, "report");
  if (!report) return {};
  const std::string reason = text_at(report, "reason");
  return fmt::format("{} at {}{}{}", is_true(at(report, "success")) ? "processed" : "failed",
                     shown_time(text_at(report, "at")), reason.empty() ? "" : ": ", reason);
}

void show(const ExchangeClient& exchange, const Reply& reply) {
  const document::View data = at(reply.json(), "data");
  document::Reader reader(base::limits::body_bytes_max);
  LinesText lines;
  lines.line("id", text_at(data, exchange.id_name()));
  lines.line("type", text_at(data, "type"));
  lines.line("number", number_in(bytes_of(data, reply.body()), reader));
  lines.line("status", state_of(data));
  lines.line("from", text_at(data, "sender.name"));
  lines.line("through", text_at(data, "agent.name"));
  lines.line("to", text_at(data, "recipient.name"));
  lines.line("created", shown_time(text_at(data, "createdAt")));
  lines.line("flow", text_at(data, "flow"));
  lines.line("replaces", text_at(data, exchange.replaces_name()));
  lines.line("replaced by", text_at(data, exchange.replaced_by_name()));
  lines.line("reported", report_of(data));
  lines.line("content removed", shown_time(text_at(data, "contentRemovedAt")));
  at(data, "warnings").each([&](std::uint32_t, const document::View& warning) {
    lines.line("warning",
               fmt::format("{} ({})", text_at(warning, "message"), text_at(warning, "path")));
  });
  lines.print();
}

ExitOr<ExitStatus> print_document(const Reply& reply) {
  const document::View data = at(reply.json(), "data");
  if (!at(data, "content")) {
    say(stderr, "tradepost: The content of this transaction was removed.\n");
    return ExitStatus::faulty;
  }
  base::JsonWriter json;
  json.begin_object().key("type").string(text_at(data, "type"));
  json.key("content").raw(bytes_of(at(data, "content"), reply.body()));
  const std::string document = std::move(json.end_object()).finish();
  // Only a terminal gets escapes: the exchange compares the bytes of a document that is sent again.
  if (::isatty(STDOUT_FILENO) == 1) {
    print_json(document);
  } else {
    write_bytes(document + "\n");
  }
  return ExitStatus::good;
}

// Returns all pages of the events.
ExitOr<std::vector<Reply>> events_of(ExchangeClient& exchange, const Options& options) {
  PageWalk pages(exchange, path_of(options) + "/events?per_page=100");
  std::vector<Reply> all;
  while (!pages.is_over()) {
    TRY_ASSIGN(Reply page, pages.next());
    all.push_back(std::move(page));
  }
  return all;
}

template <typename RequestHandler>
void each_event(const std::vector<Reply>& pages, RequestHandler&& visit) {
  for (const Reply& page : pages) {
    at(page.json(), "items").each([&](std::uint32_t, const document::View& event) {
      visit(event, bytes_of(event, page.body()));
    });
  }
}

void print_as_json(const Reply& reply, const std::vector<Reply>& events) {
  base::JsonWriter json;
  json.begin_object().key("transaction");
  json.raw(on_one_line(bytes_of(at(reply.json(), "data"), reply.body())));
  json.key("events").begin_array();
  each_event(events,
             [&](const document::View&, std::string_view bytes) { json.raw(on_one_line(bytes)); });
  print_json(std::move(json.end_array().end_object()).finish());
}

ExitOr<ExitStatus> run(const Options& options) {
  TRY_ASSIGN(auto exchange, ExchangeClient::open(*options.exchange));
  TRY_ASSIGN(const Reply reply, exchange.want({.path = path_of(options)}));
  if (!at(reply.json(), "data").is_object()) {
    say(stderr, "tradepost: The server at {} did not answer with a transaction.\n", exchange.url());
    return ExitStatus::failed;
  }
  if (options.document) return print_document(reply);
  TRY_ASSIGN(const auto events, events_of(exchange, options));
  if (options.exchange->json) {
    print_as_json(reply, events);
    return ExitStatus::good;
  }
  show(exchange, reply);
  say("\n");
  TableText table{"AT", "EVENT", "BY", "DETAIL"};
  each_event(events, [&](const document::View& event, std::string_view) {
    table.row({shown_time(text_at(event, "at")), text_at(event, "type"), text_at(event, "by.name"),
               text_at(event, "detail")});
  });
  table.print();
  return ExitStatus::good;
}

}  // namespace

void add_show_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand("show", "Show a transaction and its events");
  command.footer(
      "Examples:\n"
      "  tradepost show 0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11\n"
      "  tradepost show --document 0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11 > order.json");
  const auto options = std::make_shared<Options>();
  options->exchange = add_exchange_options(command, Speaker::participant, retry_of_question_s);
  command.add_option("id", options->id, "The transaction's id").required().type_name("ID");
  auto json = command.add_flag("--json", options->exchange->json,
                               "Print one JSON object with transaction and events");
  command.add_flag("--document", options->document, "Print only the document, ready to be sent")
      .excludes(json);
  command.callback([options, &status] { status = ended(run(*options)); });
}

}  // namespace tradepost::app
