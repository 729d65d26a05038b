#include "api/admission.hpp"

#include <array>
#include <chrono>
#include <utility>

#include "api/answer.hpp"
#include "api/forwarded.hpp"
#include "api/negotiation.hpp"
#include "base/awaitables.hpp"
#include "http/address.hpp"

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

base::Task<Refusal> standing_in_line(Workplace& place, exchange::ParticipantId participant) {
  co_await place.rounds.stand_in_line(participant);
  co_return Refusal();
}

Refusal too_often(const std::optional<std::chrono::nanoseconds>& wait) {
  if (!wait) return std::nullopt;
  return answers::too_many_requests(std::chrono::ceil<std::chrono::seconds>(*wait));
}

// Which turn, and where it is held.
struct NeededTurn {
  Turns& of;
  std::optional<Turn>& held;
};

bool has_or_takes(const UnderWay& asking, NeededTurn needed) {
  if (needed.held) return true;
  auto taken = needed.of.take(*asking.participant, asking.place.loop.now());
  if (taken) needed.held.emplace(*std::move(taken));
  return needed.held.has_value();
}

// False: it did not come in time.
base::Task<bool> wait_for(const UnderWay& asking, NeededTurn needed) {
  const base::SteadyTime deadline = asking.place.loop.now() + limits::turn_wait_max;
  std::optional<Turn> came = co_await needed.of.wait(*asking.participant, deadline);
  if (came) needed.held.emplace(*std::move(came));
  co_return needed.held.has_value();
}

base::Task<Refusal> taking_turn_of_body(UnderWayPtr asking, http::BodySize size) {
  const Network& network = asking->place.network;
  const bool is_large = size == http::BodySize::large;
  const NeededTurn needed{.of = is_large ? network.turns_of_large : network.turns_of_small_bodies,
                          .held = asking->turn_of_body};
  const bool came = co_await wait_for(*asking, needed);
  Refusal refusal;
  if (!came) {
    refusal = answers::too_many_requests(std::chrono::seconds(1));
    sign(*refusal, asking->signature);
  }
  co_return refusal;
}

}  // namespace

UnderWay::UnderWay(Workplace& of_loop, Signature of_answer, std::string links_begin_with,
                   std::optional<exchange::ParticipantId> by)
    : place(of_loop),
      signature(std::move(of_answer)),
      base_url(std::move(links_begin_with)),
      participant(by),
      room(of_loop, by) {}

std::optional<Response> asked_too_often(Workplace& place, const exchange::Caller& caller) {
  return too_often(place.network.rates.take(caller.token, place.loop.now()));
}

std::optional<Response> stranger_asked_too_often(Workplace& place, const http::Request& request) {
  const auto from = http::Address::parse(client_of(request, place.network.settings));
  if (!from) return std::nullopt;
  return too_often(place.network.rates_without_token.take(from->counted_as(), place.loop.now()));
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

http::BeforeBody stand_in_line(Workplace& place, exchange::ParticipantId participant) {
  if (place.rounds.goes_on(participant)) return {};
  return [&place, participant] { return standing_in_line(place, participant); };
}

http::BeforeRest take_turn_of_body(UnderWayPtr asking) {
  return [asking = std::move(asking)](http::BodySize size) {
    return taking_turn_of_body(asking, size);
  };
}

Answer in_turn(UnderWayPtr asking, Answer answering) {
  const Network& network = asking->place.network;
  std::optional<Turn> turn_of_work;
  if (asking->participant && !asking->poll) {
    const std::array needed{NeededTurn{.of = network.turns, .held = asking->turn},
                            NeededTurn{.of = network.turns_of_work, .held = turn_of_work}};
    for (const NeededTurn& each : needed) {
      if (has_or_takes(*asking, each)) continue;
      const bool came = co_await wait_for(*asking, each);
      if (!came) co_return answers::too_many_requests(std::chrono::seconds(1));
    }
  }
  Response response = co_await std::move(answering);
  co_return response;
}

}  // namespace tradepost::api
