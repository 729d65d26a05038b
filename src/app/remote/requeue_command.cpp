#include <fmt/format.h>

#include <string>

#include "app/console/commands.hpp"
#include "app/console/json_text.hpp"
#include "app/remote/resource_verbs.hpp"

namespace tradepost::app {
namespace {

using client::Repeat;

std::string said_of(const Call& call, const document::View& sent) {
  return fmt::format(
      "{} was requeued as {}{}", call.given.text("id"), text_at(sent, call.exchange.id_name()),
      is_true(at(sent, "held")) ? "; it is held until the recipient accepts the sender" : "");
}

// A key permits a retry after a lost answer. Without it, a retry would only be refused, because the
// transaction was requeued already.
Parameter key() {
  Parameter parameter =
      text("--idempotency-key", "KEY",
           "A key for this request; repeating it with the same key requeues only once");
  parameter.header_name = "Idempotency-Key";
  parameter.repeat = Repeat::when_lost;
  return parameter;
}

}  // namespace

void add_requeue_command(Command program, ExitStatus& status) {
  add_verb(program, status, Speaker::participant,
           {.name = "requeue",
            .meaning = "Send a failed or discarded transaction again",
            .note = "The content is sent under a new id, as the newest version, and the case is "
                    "resolved. Both\nthe sender and the recipient can requeue.",
            .examples = {"tradepost requeue 0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11"},
            .parameters = {text("id", "ID", "The transaction's id"), key(),
                           flag("--json", "Print the answer as one line of JSON")},
            .request = {.method = "POST",
                        .path = "/v2/all-transactions/{id}/requeue",
                        .repeat = Repeat::when_unsent},
            .answer = {.said = said_of}});
}

}  // namespace tradepost::app
