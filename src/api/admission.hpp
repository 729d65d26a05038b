#pragma once

#include <memory>
#include <optional>

#include "api/answer_room.hpp"
#include "api/request_log.hpp"
#include "api/routes.hpp"
#include "api/turns.hpp"
#include "api/workplace.hpp"
#include "http/response.hpp"
#include "http/service.hpp"

// How requests of one participant are kept from being everybody's matter: its token may ask only so
// often, only so many of its requests are under way at a time, and of those that come at once the
// others' begin first. Of bodies that are on their way, and of what is large, so many more have
// places of their own: who stalls with these is in the way of nothing else that its participant
// does.
namespace tradepost::api {

// One request, and what it holds until its answer has gone out.
struct UnderWay {
  UnderWay(Workplace& of_loop, Signature of_answer, std::string links_begin_with,
           std::optional<exchange::ParticipantId> by);

  Workplace& place;
  const Signature signature;
  const std::string base_url;
  const std::optional<exchange::ParticipantId> participant;  // none: it needs no turn
  std::optional<Turn> turn_of_body;  // while its rest is waited for, and then
  std::optional<Turn> turn;
  AnswerRoom room;
  std::shared_ptr<Poll> poll;  // nullptr: it does not wait for a document
};
// Shared, for the connection holds it, and the tasks that answer do.
using UnderWayPtr = std::shared_ptr<UnderWay>;

// The refusal of a token that has asked too often; nothing where it may go on.
std::optional<http::Response> asked_too_often(Workplace& place, const exchange::Caller& caller);
// The same of the address from which somebody asks without a token that is good.
std::optional<http::Response> stranger_asked_too_often(Workplace& place,
                                                       const http::Request& request);

// Of a request that wishes to wait for a document; nullptr: it is another one.
std::shared_ptr<Poll> poll_in(const http::Request& request);

// A refusal that is kept back for a moment: who asks again at once, whatever it is told, is not to
// cost more than who waits.
http::BeforeBody refuse_slowly(Workplace& place, http::Response refusal);

// Where others of the loop are to begin first: waits for that. Else empty.
http::BeforeBody stand_in_line(Workplace& place, exchange::ParticipantId participant);

// Waits for a place among its participant's bodies, the small ones or the large ones.
http::BeforeRest take_turn_of_body(UnderWayPtr asking);

// The answer, once it is its participant's turn; refused where that does not come. Whoever waits
// for a document needs no turn: that costs nothing, has a bound of its own, and is not to stand in
// the way of what its participant does meanwhile. Of what is under way fewer are worked on at a
// time: bodies that come slowly and answers that are read slowly take nothing of that.
Answer in_turn(UnderWayPtr asking, Answer answering);

}  // namespace tradepost::api
