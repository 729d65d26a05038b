#include "api/admission.hpp"

#include <chrono>
#include <utility>

#include "api/answer.hpp"
#include "api/negotiation.hpp"
#include "api/request_log.hpp"
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

base::Task<Refusal> waiting(Workplace& place, exchange::ParticipantId participant, HeldTurn held,
                            std::string request_id) {
  const auto deadline = place.loop.now() + limits::turn_wait_max;
  std::optional<Turn> turn = co_await place.network.turns.wait(participant, deadline);
  Refusal refusal;
  if (turn) {
    held->emplace(*std::move(turn));
  } else {
    refusal = answers::too_many_requests(std::chrono::seconds(1));
    sign(*refusal, request_id, place.network.settings);
  }
  co_return refusal;
}

}  // namespace

std::optional<Response> asked_too_often(Workplace& place, const exchange::Caller& caller) {
  const auto wait = place.network.rates.take(caller.token, place.loop.now());
  if (!wait) return std::nullopt;
  return answers::too_many_requests(std::chrono::ceil<std::chrono::seconds>(*wait));
}

http::BeforeBody refuse_slowly(Workplace& place, Response refusal) {
  return [&place, refusal = std::move(refusal)]() mutable {
    return refusing(place, std::move(refusal));
  };
}

http::BeforeBody wait_for_turn(Workplace& place, const exchange::Caller& caller, HeldTurn held,
                               std::string request_id) {
  if (std::optional<Turn> turn = place.network.turns.take(caller.participant)) {
    held->emplace(*std::move(turn));
    return {};
  }
  return [&place, participant = caller.participant, held = std::move(held),
          id = std::move(request_id)]() mutable {
    return waiting(place, participant, std::move(held), std::move(id));
  };
}

bool is_poll(const http::Request& request) {
  return request.method() == "GET" && request.path() == "/v2/transactions" &&
         wished_wait(request).has_value() && !request.target().parameter("cursor");
}

}  // namespace tradepost::api
