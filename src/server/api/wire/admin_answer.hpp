#pragma once

#include <optional>
#include <string_view>

#include "exchange/administration/administer.hpp"
#include "http/message/response.hpp"

// Refusals of administration. answer.hpp has all others and the means to make one.
namespace tradepost::api::answers {

// 409: another participant has the identifier. `path` is its place in the body.
http::Response identifier_taken(std::string_view path, const exchange::Identifier& identifier,
                                const exchange::Named& owner);
// 409: documents are pending for the participant. The answer has their counts.
http::Response still_pending(const exchange::QueueCounts& counts);
http::Response intent_under_way();
http::Response participant_has_left();
http::Response last_operator();

// 409: the transaction cannot be requeued or discarded.
http::Response not_to_requeue();
http::Response not_to_discard();
http::Response content_gone();
// 409: the transaction cannot be moved to another participant.
http::Response not_to_move();
http::Response moved_elsewhere();
http::Response there_already();
http::Response content_gone_before_move();
http::Response sender_blocked();
http::Response held_full();

// 422 for one parameter or field that a handler checks itself.
http::Response one_fault(exchange::Finding fault);
// 422 with the faults that the exchange found.
http::Response refused(const exchange::Refused& refused);

}  // namespace tradepost::api::answers
