#include "api/wire/admin_answer.hpp"

#include <fmt/format.h>

#include "api/wire/answer.hpp"
#include "base/text/json_writer.hpp"

namespace tradepost::api::answers {
namespace {

using base::ErrorCode;
using base::JsonWriter;

http::Response conflict(std::string_view sentence) {
  return refusal(ErrorCode::conflict, sentence, [](JsonWriter&) {});
}

}  // namespace

http::Response identifier_taken(std::string_view path, const exchange::Identifier& identifier,
                                const exchange::Named& owner) {
  const auto sentence = fmt::format("The identifier {} {} belongs to {}.",
                                    name_of(identifier.domain), identifier.text, owner.name);
  return refusal(ErrorCode::conflict, sentence, [&](JsonWriter& json) {
    json.key("path").string(path).key("identifier").begin_object();
    json.key("domain").string(name_of(identifier.domain));
    json.key("identifier").string(identifier.text).end_object();
    json.key("owner").begin_object().key("id").string(owner.id->to_string());
    json.key("name").string(owner.name).end_object();
  });
}

http::Response still_pending(const exchange::QueueCounts& counts) {
  const auto sentence = fmt::format(
      "{} documents wait for the participant and {} are held; ?pending=fail lets them fail.",
      counts.pending, counts.held);
  return refusal(ErrorCode::conflict, sentence, [&](JsonWriter& json) {
    json.key("pending").integer(counts.pending).key("held").integer(counts.held);
  });
}

http::Response intent_under_way() {
  return conflict("Another change of the participant is still under way; try again soon.");
}

http::Response participant_has_left() {
  return conflict("The participant has left the network.");
}

http::Response last_operator() {
  return conflict("This is the last operator: nobody else could administer the exchange.");
}

http::Response not_to_requeue() {
  return conflict(
      "Only the latest version can go out once more, and only if it failed or was discarded.");
}

http::Response not_to_discard() {
  return conflict("Only what is pending or held can be discarded.");
}

http::Response content_gone() {
  return conflict("The content of the document was removed, so that it can't go out once more.");
}

http::Response sender_blocked() {
  return refusal(ErrorCode::forbidden, "The recipient takes no such documents from the sender.",
                 [](JsonWriter&) {});
}

http::Response held_full() {
  return conflict("As much as may be held for the recipient is held already.");
}

http::Response one_fault(exchange::Finding fault) {
  return faults({.message = "Nothing was changed: the request can't be taken as it stands.",
                 .named = {&fault, 1}});
}

http::Response refused(const exchange::Refused& refused) {
  return faults({.message = "Nothing was changed: the request can't be taken as it stands.",
                 .named = refused.faults,
                 .count = refused.fault_count});
}

}  // namespace tradepost::api::answers
