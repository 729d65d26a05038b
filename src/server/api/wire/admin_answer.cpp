#include "api/wire/admin_answer.hpp"

#include <fmt/format.h>

#include "api/wire/answer.hpp"
#include "api/wire/error_texts.hpp"
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
      "{} documents are pending for the participant, and {} are held. Use ?pending=fail to fail "
      "them.",
      counts.pending, counts.held);
  return refusal(ErrorCode::conflict, sentence, [&](JsonWriter& json) {
    json.key("pending").integer(counts.pending).key("held").integer(counts.held);
  });
}

http::Response intent_under_way() {
  return conflict("Another change of the participant is in progress. Try again later.");
}

http::Response participant_has_left() {
  return conflict("The participant has left the network.");
}

http::Response last_operator() {
  return conflict("The last operator can't be removed.");
}

http::Response not_to_requeue() {
  return conflict(
      "Only the latest version can be requeued, and only if it failed or was discarded.");
}

http::Response not_to_discard() {
  return conflict("Only pending and held documents can be discarded.");
}

http::Response content_gone() {
  return conflict("The document can't be requeued because its content was removed.");
}

http::Response not_to_move() {
  return conflict(
      "Only pending, held, failed and discarded documents can be moved, and only the latest "
      "version.");
}

http::Response moved_elsewhere() {
  return conflict("The document was moved to another participant before.");
}

http::Response there_already() {
  return conflict("The new recipient already has this document, or another version of it.");
}

http::Response content_gone_before_move() {
  return conflict("The document can't be moved because its content was removed.");
}

http::Response sender_blocked() {
  return refusal(
      ErrorCode::forbidden, "The recipient does not accept such documents from the sender.",
      [](JsonWriter&) {}, DetailCode::sender_blocked);
}

http::Response held_full() {
  return conflict("The limit of documents held for the recipient is reached.");
}

http::Response one_fault(exchange::Finding fault) {
  return faults(
      {.message = "The request is not valid. Nothing was changed.", .named = {&fault, 1}});
}

http::Response refused(const exchange::Refused& refused) {
  return faults({.message = "The request is not valid. Nothing was changed.",
                 .named = refused.faults,
                 .count = refused.fault_count});
}

}  // namespace tradepost::api::answers
