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
      "{} went out once more as {}{}", call.given.text("id"),
      text_at(sent, call.exchange.id_name()),
      is_true(at(sent, "held")) ? "; it is kept until the recipient accepts the sender" : "");
}

// Where an answer is lost, a repeat without a key would only say that it has gone out.
Parameter key() {
  Parameter parameter = text(
      "--idempotency-key", "KEY",
      "A name for this request: with the same one it goes out once, however often it is asked");
  parameter.header_name = "Idempotency-Key";
  parameter.repeat = Repeat::when_lost;
  return parameter;
}

}  // namespace

void add_requeue_command(Command program, ExitStatus& status) {
  add_verb(program, status, Speaker::participant,
           {.name = "requeue",
            .meaning = "Send once more what failed, or was discarded",
            .note = "It goes out under a new id, as the newest version; its case is resolved. Who "
                    "sent it may do that, and\nwho has it in its queue.",
            .examples = {"tradepost requeue 0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11"},
            .parameters = {text("id", "ID", "The transaction's id"), key(),
                           flag("--json", "The answer as it came, on one line")},
            .method = "POST",
            .path = "/v2/all-transactions/{id}/requeue",
            .repeat = Repeat::when_unsent,
            .said = said_of});
}

}  // namespace tradepost::app
