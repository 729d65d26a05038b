#include <string>

#include "app/console/commands.hpp"
#include "app/console/json_text.hpp"
#include "app/console/table_text.hpp"
#include "app/remote/resource_verbs.hpp"
#include "app/remote/webhook_listen.hpp"

namespace tradepost::app {
namespace {

using client::Repeat;

std::string standing_of(const document::View& webhook) {
  if (text_at(webhook, "state") == "given_up") return "given up";
  const std::string since = text_at(webhook, "failingSince");
  return since.empty() ? "good" : "failing since " + shown_time(since);
}

Parameter events() {
  Parameter parameter =
      list("--event", "WORD", {"transaction.pending", "transaction.reported", "case.opened"},
           "An event to call it for; repeatable (all)");
  parameter.in_any_case = false;
  return parameter.in_body("events");
}

Parameter everybodys() {
  return flag("--everybody", "A webhook of any participant; needs an operator token");
}

Parameter place_of_listener() {
  Parameter parameter = text("--listen", "ADDRESS:PORT", "Where to listen; port 0: a free one");
  parameter.initial = "127.0.0.1:0";
  return parameter;
}

Parameter id() {
  return text("id", "ID", "The webhook's id, as list shows it");
}

Verb webhook_add() {
  return {
      .name = "add",
      .meaning = "Add a webhook",
      .note = "The secret that signs the calls is printed once, alone on standard output.",
      .examples = {"tradepost webhook add https://erp.example.org/tradepost > secret",
                   "tradepost webhook add https://erp.example.org/new --event transaction.pending"},
      .parameters = {json_flag(),
                     text("url", "URL", "The URL to call, http or https").in_body("url"), events()},
      .request = {.method = "POST", .path = "/v2/profile/webhooks", .repeat = Repeat::when_unsent},
      .answer = {.sentence = "The secret signs the calls and is shown only once. The webhook's id "
                             "is {id}; `tradepost webhook test` calls it.",
                 .secret = "secret"}};
}

Verb webhook_list() {
  return {.name = "list",
          .meaning = "List your webhooks and their state",
          .examples = {"tradepost webhook list"},
          .parameters = {json_flag()},
          .request = {.path = "/v2/profile/webhooks"},
          .list = {.columns = {{"ID", "id"},
                               {"URL", "url"},
                               {"EVENTS", "events", joined},
                               {"WAITING", "waiting"},
                               {"STATE", "", standing_of}},
                   .nothing = "no webhooks",
                   .is_unpaged = true}};
}

Verb webhook_test() {
  return {.name = "test",
          .meaning = "Call a webhook now",
          .note = "Exit codes: 0 the call succeeded, 1 it failed.",
          .examples = {"tradepost webhook test 0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11"},
          .parameters = {json_flag(), id()},
          .request = {.method = "POST", .path = "/v2/profile/webhooks/{id}/test"},
          .answer = {.sentence = "succeeded with status {status} after {tookMs} ms",
                     .good_when = "taken",
                     .otherwise = "failed: {message}"}};
}

Verb webhook_redeliver() {
  return {
      .name = "redeliver",
      .meaning = "Send the events again whose calls failed",
      .note = "The waiting events are sent now, in their order, also if the webhook was given up.",
      .examples = {"tradepost webhook redeliver 0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11"},
      .parameters = {everybodys(), json_flag(), id()},
      .request = {.method = "POST",
                  .path = "/v2/profile/webhooks/{id}/redeliver",
                  .path_for_everybody = "/admin/webhooks/{id}/redeliver"},
      .answer = {.sentence = "events that are sent again: {waiting}"}};
}

Verb webhook_listen() {
  return {
      .name = "listen",
      .meaning = "Receive the calls of a webhook on this machine, while the command runs",
      .note =
          "Adds a webhook, and removes it at the end. Each call with a valid signature is printed. "
          "With\n--forward, the call is forwarded unchanged, and the exchange gets the receiver's "
          "answer.",
      .examples =
          {"tradepost webhook listen --forward http://127.0.0.1:3000/tradepost",
           "tradepost webhook listen --listen 0.0.0.0:8090 --public-url https://laptop.example/in"},
      .parameters = {json_flag(), events(), place_of_listener(),
                     text("--public-url", "URL",
                          "The URL that the exchange calls (the address of --listen)"),
                     text("--forward", "URL", "The URL to forward the calls to (none)")},
      .run = listen_to_calls};
}

Verb webhook_remove() {
  return {.name = "remove",
          .meaning = "Remove a webhook",
          .examples = {"tradepost webhook remove 0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11"},
          .parameters = {json_flag(), id()},
          .request = {.method = "DELETE",
                      .path = "/v2/profile/webhooks/{id}",
                      .repeat = Repeat::when_unsent},
          .answer = {.sentence = "{id} is removed"}};
}

}  // namespace

void add_webhook_command(Command program, ExitStatus& status) {
  add_resource(program, status,
               {.name = "webhook",
                .meaning = "Manage webhooks",
                .speaker = Speaker::participant,
                .verbs = {webhook_add(), webhook_list(), webhook_test(), webhook_redeliver(),
                          webhook_listen(), webhook_remove()}});
}

}  // namespace tradepost::app
