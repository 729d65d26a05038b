#include <fmt/format.h>

#include <string>
#include <vector>

#include "app/console/commands.hpp"
#include "app/console/json_text.hpp"
#include "app/console/saying.hpp"
#include "app/documents/transaction_text.hpp"
#include "app/remote/resource_verbs.hpp"
#include "base/ids.hpp"

namespace tradepost::app {
namespace {

using document::View;

// Returns a text such as: active (ORDER, INVOICE), 3 held
std::string direction_of(const View& direction) {
  if (!direction) return "";
  std::string text = text_at(direction, "status");
  if (const auto kinds = at(direction, "kinds")) text += fmt::format(" ({})", joined(kinds));
  const std::string held = text_at(direction, "held");
  if (held != "0") text += fmt::format(", {} held", held);
  return text;
}

std::string released_of(const View& count) {
  const std::string text = text_at(count, "");
  return text == "0" ? "" : text + " that were held";
}

// Returns the id of a partner that is given by its id or its whole name.
ExitOr<std::string> partner_id(ExchangeClient& exchange, const std::string& named) {
  if (base::Uuid::parse(named)) return named;
  std::vector<std::string> found;
  PageWalk pages(exchange, "/v2/trade-partners?per_page=100");
  while (!pages.is_over()) {
    TRY_ASSIGN(const Reply page, pages.next());
    at(page.json(), "items").each([&](std::uint32_t, const View& item) {
      if (text_at(item, "name") == named) found.push_back(text_at(item, "id"));
    });
  }
  if (found.size() == 1) return found.front();
  if (found.empty()) {
    say(stderr,
        "tradepost: None of your partners has the id or the name {}. `tradepost partners list` "
        "shows\nall partners; name a new partner by its id.\n",
        named);
  } else {
    say(stderr, "tradepost: {} is ambiguous. Use one of these ids:\n", named);
    for (const std::string& id : found) say(stderr, "  {}\n", id);
  }
  return std::unexpected(ExitStatus::faulty);
}

std::string asking(const Call&) {
  return R"({"status":"requested","direction":"outgoing"})";
}

Parameter json() {
  return flag("--json", "Print one line of JSON per partner");
}

Parameter partner() {
  return text("partner", "PARTNER", "The partner's id, or its name in `partners list`")
      .sent_as(partner_id);
}

constexpr const char* path_of_one = "/v2/trade-partners/{partner}";

const std::vector<Field> lines = {{"partner", "name"},
                                  {"sends to you", "incoming", direction_of},
                                  {"takes from you", "outgoing", direction_of},
                                  {"delivered", "released", released_of}};

Verb partners_list() {
  return {
      .name = "list",
      .meaning = "List your trading partners",
      .examples = {"tradepost partners list --status requested"},
      .parameters =
          {json(),
           word("--status", {"requested", "active", "blocked"},
                "Only partners with this status towards you; requested ones wait for your decision")
               .in_query("filter[status]")},
      .request = {.path = "/v2/trade-partners"},
      .list = {.columns = {{"PARTNER", "name"},
                           {"SENDS TO YOU", "incoming", direction_of},
                           {"TAKES FROM YOU", "outgoing", direction_of},
                           {"ID", "id"}},
               .nothing = "no such partners"}};
}

Verb partners_accept() {
  return {
      .name = "accept",
      .meaning = "Accept a partner's documents, and deliver the held ones",
      .note = "Without --kind, the accepted kinds do not change. A new partner may send all kinds.",
      .examples =
          {"tradepost partners accept 'Kundenmarkt GmbH'",
           "tradepost partners accept 'Kundenmarkt GmbH' --kind ORDER --kind RECEIVAL_NOTICE"},
      .parameters = {json(), partner(),
                     list("--kind", "KIND", kind_words(),
                          "An accepted kind of document; repeatable")
                         .in_body("kinds")},
      .request = {.method = "PUT", .path = path_of_one, .status = "active"},
      .answer = {.lines = lines}};
}

Verb partners_block() {
  return {.name = "block",
          .meaning = "Refuse a partner's documents from now on",
          .note = "Delivered documents stay.",
          .examples = {"tradepost partners block 'Kundenmarkt GmbH'"},
          .parameters = {json(), partner()},
          .request = {.method = "PUT", .path = path_of_one, .status = "blocked"},
          .answer = {.lines = lines}};
}

Verb partners_request() {
  return {.name = "request",
          .meaning = "Ask a partner to accept your documents",
          .note =
              "Sending a document to the partner also asks it. The document is held until the "
              "partner accepts.",
          .examples = {"tradepost partners request 0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11"},
          .parameters = {json(), partner()},
          .request = {.method = "PUT", .path = path_of_one, .body = asking},
          .answer = {.lines = lines}};
}

}  // namespace

void add_partners_command(Command program, ExitStatus& status) {
  add_resource(
      program, status,
      {.name = "partners",
       .meaning = "Manage your trading partners",
       .speaker = Speaker::participant,
       .verbs = {partners_list(), partners_accept(), partners_block(), partners_request()}});
}

}  // namespace tradepost::app
