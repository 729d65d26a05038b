#pragma once

#include <memory>
#include <optional>

#include "api/request_log.hpp"
#include "api/turns.hpp"
#include "api/workplace.hpp"
#include "base/task.hpp"
#include "http/response.hpp"
#include "http/service.hpp"

// How requests of one participant are kept from being everybody's matter: its token may ask only so
// often, only so many of its requests are worked on at a time, and of those that come at once the
// others' begin first. All is asked before the body is read, so that nothing has been done yet for
// who is refused.
namespace tradepost::api {

// Held until the answer has gone out: answers that nobody reads count, for they lie in memory.
using HeldTurn = std::shared_ptr<std::optional<Turn>>;

// The refusal of a token that has asked too often; nothing where it may go on.
std::optional<http::Response> asked_too_often(Workplace& place, const exchange::Caller& caller);

// Of a request that wishes to wait for a document; nullptr: it is another one.
std::shared_ptr<Poll> poll_in(const http::Request& request);

// A refusal that is kept back for a moment: who asks again at once, whatever it is told, is not to
// cost more than who waits.
http::BeforeBody refuse_slowly(Workplace& place, http::Response refusal);

// Where others of the loop are to begin first, or the participant's turn comes only later: waits
// for both, and refuses where the turn does not come. Empty where `held` has it already.
//
// Whoever waits for a document needs no turn: that costs nothing, has a bound of its own, and is
// not to stand in the way of what its participant does meanwhile.
http::BeforeBody wait_for_turn(Workplace& place, const exchange::Caller& caller, const Poll* poll,
                               HeldTurn held, Signature signature);

}  // namespace tradepost::api
