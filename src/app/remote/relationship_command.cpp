#include <fmt/format.h>

#include <string>
#include <vector>

#include "app/console/commands.hpp"
#include "app/console/json_text.hpp"
#include "app/documents/transaction_text.hpp"
#include "app/remote/administration.hpp"
#include "app/remote/resource_verbs.hpp"
#include "base/text/json_writer.hpp"

namespace tradepost::app {
namespace {

using document::View;

const std::vector<std::string> statuses = {"requested", "active", "blocked"};

void write_words(base::JsonWriter& json, std::string_view name,
                 const std::vector<std::string>& words) {
  if (words.empty()) return;
  json.key(name).begin_array();
  for (const std::string& word : words) json.string(word);
  json.end_array();
}

std::string body_of(const Call& call) {
  const std::string& from = call.value("from");
  const std::string& to = call.value("to");
  base::JsonWriter json;
  json.begin_object();
  if (call.given.is("--both")) {
    json.key("participants").begin_array().string(from).string(to).end_array();
  } else {
    json.key("from").string(from).key("to").string(to);
  }
  json.key("status").string(call.value("--status"));
  write_words(json, "kinds", call.given.list("--kind"));
  write_words(json, "flows", call.given.list("--flow"));
  return std::move(json.end_object()).finish();
}

// Names the participants as the caller typed them.
std::string said_of(const Call& call, const View& changed) {
  const bool is_first = text_at(changed, "from") == call.value("from");
  const std::string released = text_at(changed, "released");
  return fmt::format("{} to {}: {}{}", call.given.text(is_first ? "from" : "to"),
                     call.given.text(is_first ? "to" : "from"), text_at(changed, "status"),
                     released.empty() || released == "0"
                         ? ""
                         : fmt::format(", {} held documents are delivered", released));
}

std::string kinds_of(const View& kinds) {
  return kinds ? joined(kinds) : "all";
}

std::string held_of(const View& counts) {
  std::string text;
  counts.each([&](std::uint32_t, const View& held) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", text_at(held, "count"),
                        text_at(held, "flow"));
  });
  return text;
}

Resource relationships() {
  const Parameter json = flag("--json", "Print one line of JSON per direction");
  Parameter status = word("--status", statuses, "The new status");
  status.initial = "active";
  return {
      .name = "relationship",
      .meaning = "Manage relationships; for operators",
      .speaker = Speaker::administrator,
      .verbs = {
          {.name = "set",
           .meaning = "Set whether one participant can send to another",
           .note =
               "When the relationship becomes active, held documents are delivered. Without --kind "
               "or\n--flow, the kinds and flows do not change. A new relationship has all of them.",
           .examples = {"tradepost relationship set GS1:9521002000009 GS1:9521001000000 --both",
                        "tradepost relationship set 'Bar Adler' 'Getränke Huber' --kind ORDER",
                        "tradepost relationship set 'Bar Adler' 'Getränke Huber' --status blocked"},
           .parameters = {json,
                          text("from", "FROM", "The sender: its id, an identifier, or its name")
                              .sent_as(participant_id),
                          text("to", "TO", "The recipient: its id, an identifier, or its name")
                              .sent_as(participant_id),
                          status,
                          list("--kind", "KIND", kind_words(),
                               "An accepted kind of document; repeatable"),
                          list("--flow", "WORD", {"LIVE", "TEST"}, "An accepted flow; repeatable"),
                          flag("--both", "Set both directions")},
           .request = {.method = "PUT", .path = "/admin/relationships", .body = body_of},
           .answer = {.said = said_of}},
          {.name = "list",
           .meaning = "List relationships and their held documents",
           .examples = {"tradepost relationship list --status requested"},
           .parameters =
               {json,
                participant_to_filter_by(
                    "A participant on either side: its id, an identifier, or its name"),
                word("--status", statuses, "Only this status").in_query("filter[status]")},
           .request = {.path = "/admin/relationships"},
           .list = {.columns = {{"FROM", "from.name"},
                                {"TO", "to.name"},
                                {"STATUS", "status"},
                                {"KINDS", "kinds", kinds_of},
                                {"FLOWS", "flows", joined},
                                {"HELD", "held", held_of}},
                    .nothing = "no such relationships"}}}};
}

}  // namespace

void add_relationship_command(Command program, ExitStatus& status) {
  add_resource(program, status, relationships());
}

}  // namespace tradepost::app
