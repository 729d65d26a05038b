#include <string>

#include "app/console/commands.hpp"
#include "app/console/json_text.hpp"
#include "app/console/table_text.hpp"
#include "app/remote/administration.hpp"
#include "app/remote/resource_verbs.hpp"

namespace tradepost::app {
namespace {

using client::Repeat;

// A day ends with its last second.
ExitOr<std::string> moment_of(ExchangeClient&, const std::string& given) {
  constexpr std::size_t day_length = 10;
  return given.size() == day_length ? given + "T23:59:59Z" : given;
}

std::string state_of(const document::View& token) {
  if (const auto revoked = text_at(token, "revokedAt"); !revoked.empty()) {
    return "revoked " + shown_time(revoked);
  }
  const auto expires = text_at(token, "expiresAt");
  return expires.empty() ? "valid" : "valid until " + shown_time(expires);
}

Resource tokens() {
  const Parameter json = json_flag();
  return {
      .name = "token",
      .meaning = "Manage tokens of participants; for operators",
      .speaker = Speaker::administrator,
      .verbs = {
          {.name = "create",
           .meaning = "Create a token for a participant",
           .note = "The token is printed once, alone on standard output. By default it has all "
                   "scopes and does not expire.",
           .examples = {"tradepost token create GS1:9521001000000 > token",
                        "tradepost token create 'Getränke Huber' --flow TEST --scope read --scope "
                        "send --expires 2027-06-30"},
           .parameters = {json, participant_at_its_place().in_body("participant"),
                          word("--flow", {"LIVE", "TEST"}, "The flow that the token can use (LIVE)")
                              .in_body("flow"),
                          list("--scope", "WORD", {"read", "send", "report", "admin"},
                               "A scope of the token; repeatable (all)")
                              .in_body("scopes"),
                          text("--expires", "DAY", "Its last day (UTC), or a date and time")
                              .in_body("expiresAt")
                              .sent_as(moment_of),
                          text("--name", "TEXT", "The purpose of the token").in_body("name")},
           .request = {.method = "POST", .path = "/admin/tokens", .repeat = Repeat::when_unsent},
           .answer = {.sentence = "The token is shown only once. Its id is {id}; `tradepost token "
                                  "revoke` revokes it.",
                      .secret = "token"}},
          {.name = "list",
           .meaning = "List tokens, without their secrets",
           .examples = {"tradepost token list --participant GS1:9521001000000"},
           .parameters = {json, participant_to_filter_by(participant_meaning)},
           .request = {.path = "/admin/tokens"},
           .list = {.columns = {{"ID", "id"},
                                {"PARTICIPANT", "participant"},
                                {"NAME", "name"},
                                {"FLOW", "flow"},
                                {"SCOPES", "scopes", joined},
                                {"LAST USED", "lastUsedAt", time_in},
                                {"STATE", "", state_of}},
                    .nothing = "no such tokens"}},
          {.name = "revoke",
           .meaning = "Revoke a token, from the next request on",
           .examples = {"tradepost token revoke 0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11"},
           .parameters = {json, text("id", "ID", "The token's id, as list shows it")},
           .request = {.method = "DELETE", .path = "/admin/tokens/{id}"},
           .answer = {.sentence = "{id} is revoked"}}}};
}

}  // namespace

void add_token_command(Command program, ExitStatus& status) {
  add_resource(program, status, tokens());
}

}  // namespace tradepost::app
