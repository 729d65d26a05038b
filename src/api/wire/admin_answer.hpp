#pragma once

#include <optional>
#include <string_view>

#include "exchange/administration/administer.hpp"
#include "http/message/response.hpp"

// Refusals of administration; all others, and how one is made, are in answer.hpp.
namespace tradepost::api::answers {

// 409: another participant has it. `path` is its place in the body.
http::Response identifier_taken(std::string_view path, const exchange::Identifier& identifier,
                                const exchange::Named& owner);
// 409: documents wait for the participant; the counts of them.
http::Response still_pending(const exchange::QueueCounts& counts);
http::Response intent_under_way();
http::Response participant_has_left();
http::Response last_operator();

// Of a transaction that is to be requeued or discarded: 409.
http::Response not_to_requeue();
http::Response not_to_discard();
http::Response content_gone();
http::Response sender_blocked();
http::Response held_full();

// 422 on one parameter or field, where the exchange names none.
http::Response one_fault(exchange::Finding fault);
// 422: what the exchange found.
http::Response refused(const exchange::Refused& refused);

}  // namespace tradepost::api::answers
