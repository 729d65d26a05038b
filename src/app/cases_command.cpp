#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "app/administration.hpp"
#include "app/commands.hpp"
#include "app/json_text.hpp"
#include "base/json_writer.hpp"
#include "base/limits.hpp"
#include "http/target.hpp"

namespace tradepost::app {
namespace {

using client::Repeat;

struct Options {
  std::shared_ptr<ExchangeOptions> exchange;
  std::string id;
  std::string comment;
  std::string status;
  std::uint64_t limit = base::limits::page_items_default;
  bool all = false;
  bool everybodys = false;
};

OrTold<ExchangeClient> exchange_of(const Options& options) {
  ExchangeOptions asked = *options.exchange;
  if (options.everybodys) asked.speaker = Speaker::administrator;
  return ExchangeClient::open(asked);
}

std::string list_path(const Options& options) {
  return options.everybodys ? "/admin/cases" : "/v2/errors";
}

std::string path_of(const Options& options) {
  return list_path(options) + "/" + http::percent_encoded(options.id);
}

std::string state_of(const document::View& item) {
  if (text_at(item, "status") == "open") return "open: the " + text_at(item, "turn") + "'s turn";
  const std::string by = text_at(item, "resolvedBy");
  if (by == "newer_version") return "resolved by a newer version";
  if (by == "requeue") return "resolved: it went out once more";
  if (by == "success") return "resolved: it was processed after all";
  return "resolved";
}

// As much of a text as a table bears.
std::string shortened(std::string text) {
  constexpr std::size_t bytes_max = 60;
  if (text.size() <= bytes_max) return text;
  std::size_t end = bytes_max;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

OrTold<ExitStatus> list(const Options& options) {
  TRY_ASSIGN(auto exchange, exchange_of(options));
  const std::uint64_t page_max = base::limits::page_items_max;
  const auto per_page = options.all ? page_max : std::min(options.limit, page_max);
  PageWalk pages(exchange, list_path(options) + QueryText()
                                                    .add("per_page", std::to_string(per_page))
                                                    .add("filter[status]", options.status)
                                                    .text());
  TableText table{"OPENED", "STATE", "WHAT", "NUMBER", "REASON", "ID"};
  std::uint64_t count = 0;
  const auto is_enough = [&] { return !options.all && count >= options.limit; };
  while (!pages.is_over() && !is_enough()) {
    TRY_ASSIGN(const Reply page, pages.next());
    at(page.json(), "items").each([&](std::uint32_t, const document::View& item) {
      if (is_enough()) return;
      ++count;
      if (options.exchange->json) {
        fmt::print("{}\n", on_one_line(bytes_of(item, page.body())));
        return;
      }
      table.row({shown_time(text_at(item, "openedAt")), state_of(item), text_at(item, "origin"),
                 text_at(item, "transactionIdentifier"), shortened(text_at(item, "reason")),
                 text_at(item, "id")});
    });
    if (!options.exchange->json && count > 0) table.print();
  }
  if (!options.exchange->json) {
    if (count == 0) fmt::print("there is no such case\n");
    if (!pages.is_over()) fmt::print("… and more: --limit N or --all shows them\n");
  }
  return ExitStatus::good;
}

void print_case(const document::View& data) {
  LinesText lines;
  lines.line("id", text_at(data, "id"));
  lines.line("state", state_of(data));
  lines.line("what", text_at(data, "origin"));
  lines.line("type", text_at(data, "type"));
  lines.line("reason", text_at(data, "reason"));
  at(data, "context").each_member([&](const document::View& name, const document::View& value) {
    lines.line(name.text(), value.is_text() ? value.text() : "");
  });
  lines.line("document", text_at(data, "transactionType"));
  lines.line("number", text_at(data, "transactionIdentifier"));
  lines.line("transaction", text_at(data, "transaction"));
  at(data, "participants").each([&](std::uint32_t, const document::View& one) {
    lines.line("takes part", text_at(one, "name"));
  });
  lines.line("flow", text_at(data, "flow"));
  lines.line("opened", shown_time(text_at(data, "openedAt")));
  lines.line("changed", shown_time(text_at(data, "changedAt")));
  const std::string count = text_at(data, "count");
  if (count != "1") lines.line("happened", count + " times");
  at(data, "document.faults").each([&](std::uint32_t, const document::View& fault) {
    lines.line("fault", fmt::format("{} ({})", text_at(fault, "message"), text_at(fault, "path")));
  });
  lines.print();
  if (!at(data, "comments").has_elements()) return;
  fmt::print("\n");
  TableText table{"AT", "BY", "COMMENT"};
  at(data, "comments").each([&](std::uint32_t, const document::View& comment) {
    table.row({shown_time(text_at(comment, "at")), text_at(comment, "by.name"),
               text_at(comment, "text")});
  });
  table.print();
}

OrTold<ExitStatus> print(const Options& options, const Reply& reply) {
  const document::View data = at(reply.json(), "data");
  if (options.exchange->json) {
    fmt::print("{}\n", on_one_line(bytes_of(data, reply.body())));
  } else {
    print_case(data);
  }
  return ExitStatus::good;
}

OrTold<ExitStatus> show(const Options& options) {
  TRY_ASSIGN(auto exchange, exchange_of(options));
  TRY_ASSIGN(const Reply reply, exchange.want({.path = path_of(options)}));
  return print(options, reply);
}

// A comment that was kept is not to be said twice.
OrTold<ExitStatus> change_to(const Options& options, std::string_view status) {
  TRY_ASSIGN(auto exchange, exchange_of(options));
  base::JsonWriter json;
  json.begin_object();
  if (!options.comment.empty()) json.key("comment").string(options.comment);
  if (!status.empty()) json.key("status").string(status);
  const auto repeat = options.comment.empty() ? Repeat::when_lost : Repeat::when_unsent;
  TRY_ASSIGN(const Reply reply, change(exchange, "PATCH", path_of(options),
                                       std::move(json.end_object()).finish(), repeat));
  return print(options, reply);
}

OrTold<ExitStatus> comment(const Options& options) {
  return change_to(options, "");
}
OrTold<ExitStatus> resolve(const Options& options) {
  return change_to(options, "resolved");
}
OrTold<ExitStatus> reopen(const Options& options) {
  return change_to(options, "open");
}

using Verb = OrTold<ExitStatus> (*)(const Options& options);

std::shared_ptr<Options> prepare(Command command, ExitStatus& status, Verb verb) {
  const auto options = std::make_shared<Options>();
  options->exchange = add_exchange_options(command, Speaker::participant, retry_of_question_s);
  command.add_flag("--everybody", options->everybodys,
                   "As an operator: everybody's, with an operator's token "
                   "(Env:TRADEPOST_OPERATOR_TOKEN)");
  command.callback([options, &status, verb] { status = ended(verb(*options)); });
  return options;
}

std::shared_ptr<Options> prepare_one(Command command, ExitStatus& status, Verb verb) {
  auto options = prepare(command, status, verb);
  command.add_option("id", options->id, "The case's id").required().type_name("ID");
  command.add_flag("--json", options->exchange->json, "The case as it came, on one line");
  return options;
}

void add_list(Command cases, ExitStatus& status) {
  auto command = cases.add_subcommand("list", "The newest first, and whose turn it is");
  command.footer(
      "Examples:\n"
      "  tradepost cases list --status open\n"
      "  tradepost cases list --everybody --all --json");
  const auto options = prepare(command, status, list);
  add_word(command, "--status", options->status, "Of this status alone", {"open", "resolved"});
  auto limit = command.add_option("--limit", options->limit, "How many at most")
                   .positive()
                   .capture_default_str()
                   .type_name("N");
  command.add_flag("--all", options->all, "All there are").excludes(limit);
  command.add_flag("--json", options->exchange->json, "A line of JSON a case, as it came");
}

struct ChangeWords {
  const char* name;
  const char* meaning;
  const char* example;
};

void add_change(Command cases, ExitStatus& status, const ChangeWords& words, Verb verb) {
  auto command = cases.add_subcommand(words.name, words.meaning);
  command.footer(fmt::format("Example:\n  tradepost cases {} {}", words.name, words.example));
  const auto options = prepare_one(command, status, verb);
  if (verb == comment) {
    command.add_option("text", options->comment, "What is to be said").required().type_name("TEXT");
  } else {
    add_text(command, "--comment", options->comment, "What is to be said with it", "TEXT");
  }
}

}  // namespace

void add_cases_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand("cases", "What went wrong, and what is done about it");
  command.require_subcommand();
  add_list(command, status);
  auto shown = command.add_subcommand("show", "One case, with its comments");
  shown.footer(
      "Example:\n"
      "  tradepost cases show 0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11");
  prepare_one(shown, status, show);
  add_change(command, status,
             {.name = "comment",
              .meaning = "Say something to the others; then it is their turn",
              .example = "0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11 'It is the follower of 4711.'"},
             comment);
  add_change(command, status,
             {.name = "resolve",
              .meaning = "Say that nothing more is to be done",
              .example = "0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11 --comment 'Master data mended.'"},
             resolve);
  add_change(command, status,
             {.name = "reopen",
              .meaning = "Say that something is to be done after all",
              .example = "0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11"},
             reopen);
}

}  // namespace tradepost::app
