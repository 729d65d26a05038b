#include "api/admission.hpp"

#include <chrono>
#include <utility>

#include "api/answer.hpp"
#include "api/negotiation.hpp"
#include "base/awaitables.hpp"

namespace tradepost::api {
namespace {

using http::Response;
using Refusal = std::optional<Response>;
namespace limits = base::limits;

base::Task<Refusal> refusing(Workplace& place, Response refusal) {
  co_await base::sleep_until(place.loop.now() + limits::refusal_pause);
  Refusal told(std::move(refusal));
  co_return told;
}

struct Waiting {
  exchange::ParticipantId participant;
  bool in_line;
  bool for_turn;
  HeldTurn held;
  Signature signature;
};

base::Task<Refusal> waiting(Workplace& place, Waiting asked) {
  Turns& turns = place.network.turns;
  if (asked.in_line) co_await place.rounds.stand_in_line(asked.participant);
  Refusal refusal;
  if (!asked.for_turn) co_return refusal;
  std::optional<Turn> turn =
      co_await turns.wait(asked.participant, place.loop.now() + limits::turn_wait_max);
  if (turn) {
    asked.held->emplace(*std::move(turn));
  } else {
    refusal = answers::too_many_requests(std::chrono::seconds(1));
    sign(*refusal, asked.signature);
  }
  co_return refusal;
}

}  // namespace

std::optional<Response> asked_too_often(Workplace& place, const exchange::Caller& caller) {
  const auto wait = place.network.rates.take(caller.token, place.loop.now());
  if (!wait) return std::nullopt;
  return answers::too_many_requests(std::chrono::ceil<std::chrono::seconds>(*wait));
}

std::shared_ptr<Poll> poll_in(const http::Request& request) {
  if (request.method() != "GET" || request.path() != "/v2/transactions") return nullptr;
  const auto wish = wished_wait(request);
  if (!wish || request.target().parameter("cursor")) return nullptr;
  return std::make_shared<Poll>(Poll{.wish = *wish});
}

http::BeforeBody refuse_slowly(Workplace& place, Response refusal) {
  return [&place, refusal = std::move(refusal)]() mutable {
    return refusing(place, std::move(refusal));
  };
}

http::BeforeBody wait_for_turn(Workplace& place, const exchange::Caller& caller, const Poll* poll,
                               HeldTurn held, Signature signature) {
  const bool in_line = !place.rounds.goes_on(caller.participant);
  const bool for_turn = poll == nullptr;
  if (!in_line) {
    if (!for_turn) return {};
    if (std::optional<Turn> turn = place.network.turns.take(caller.participant, place.loop.now())) {
      held->emplace(*std::move(turn));
      return {};
    }
  }
  return [&place, asked = Waiting{.participant = caller.participant,
                                  .in_line = in_line,
                                  .for_turn = for_turn,
                                  .held = std::move(held),
                                  .signature = std::move(signature)}]() mutable {
    return waiting(place, std::move(asked));
  };
}

}  // namespace tradepost::api
