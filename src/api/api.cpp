#include "api/api.hpp"

#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "api/access.hpp"
#include "api/admission.hpp"
#include "api/answer.hpp"
#include "api/forwarded.hpp"
#include "api/negotiation.hpp"
#include "api/signed_link.hpp"
#include "base/limits.hpp"

namespace tradepost::api {
namespace {

http::Router router_of(std::span<const Route> table) {
  std::vector<http::RoutePath> paths;
  for (const Route& route : table) paths.push_back({.method = route.method, .path = route.path});
  return http::Router(paths);
}

// What is refused for its body's kind; nothing where it is as it should be.
std::optional<http::Response> wrong_body(const http::Request& request, Body expected) {
  if (expected == Body::none) return std::nullopt;
  switch (body_kind(request)) {
    case BodyKind::json:
      return std::nullopt;
    case BodyKind::other_type:
      return answers::unsupported_media_type();
    case BodyKind::other_encoding:
      break;
  }
  return answers::unsupported_content_encoding();
}

// Who asks, where the way says who may; or what is refused.
using Asker = std::variant<std::monostate, exchange::Caller, exchange::OperatorId>;
struct AskerOf {
  const http::Request& request;
  const http::Captures& captures;
  Workplace& place;

  std::variant<Asker, http::Response> operator()(const ForParticipants& way) const {
    return by_token(way.needs);
  }
  std::variant<Asker, http::Response> operator()(const ForLinkHolders& way) const {
    const auto text = request.target().parameter(link_parameter);
    const bool has_token = request.header_count("Authorization") > 0;
    return text && !has_token ? by_link(way.to, *text) : by_token(way.needs);
  }
  std::variant<Asker, http::Response> operator()(const ForOperators&) const {
    const auto now = place.network.clock.now();
    return as_asker(operator_of(request, *place.network.directory.current(), now));
  }
  std::variant<Asker, http::Response> operator()(const ForAnybody&) const { return Asker(); }

 private:
  std::variant<Asker, http::Response> by_token(exchange::Scopes needs) const {
    const auto now = place.network.clock.now();
    auto found = caller_of(request, *place.network.directory.current(), now, needs);
    if (const auto* caller = std::get_if<exchange::Caller>(&found)) {
      place.network.token_uses.mark(caller->token, now);
    }
    return as_asker(std::move(found));
  }
  std::variant<Asker, http::Response> by_link(LinkTo to, std::string_view text) const {
    const auto link = signed_link_in(place.sealer, to, text);
    const auto asked = base::Uuid::parse(captures.at("id"));
    const LinkVerdict verdict = judge_link(link, asked, place.network.clock.now());
    if (verdict == LinkVerdict::none) return answers::not_found();
    if (verdict == LinkVerdict::ended) return answers::link_ended();
    const auto viewer = viewer_by(*link, *place.network.directory.current());
    if (!viewer) return answers::not_found();
    return Asker(*viewer);
  }

  template <typename Known>
  static std::variant<Asker, http::Response> as_asker(std::variant<Known, http::Response> found) {
    if (auto* refusal = std::get_if<http::Response>(&found)) return std::move(*refusal);
    return Asker(std::get<Known>(found));
  }
};

// No token that is good, and no link.
bool is_stranger(const http::Request& request, const std::variant<Asker, http::Response>& found,
                 Workplace& place) {
  const auto* const asker = std::get_if<Asker>(&found);
  if (asker != nullptr && !std::holds_alternative<std::monostate>(*asker)) return false;
  return !bearer_of(request, *place.network.directory.current(), place.network.clock.now());
}

struct Answered {
  Workplace& place;
  OpenCall call;
  Asker asker;
  std::shared_ptr<Poll> poll;

  Answer operator()(const ForParticipants& way) { return way.handler(place, by_caller()); }
  Answer operator()(const ForLinkHolders& way) { return way.handler(place, by_caller()); }
  Answer operator()(const ForOperators& way) {
    return way.handler(place, OperatorCall{std::move(call), std::get<exchange::OperatorId>(asker)});
  }
  Answer operator()(const ForAnybody& way) { return way.handler(place, std::move(call)); }

 private:
  Call by_caller() { return {std::move(call), std::get<exchange::Caller>(asker), std::move(poll)}; }
};

// A request that is answered, perhaps twice.
struct Asked {
  const Route& route;
  Asker asker;
  http::Captures captures;
  http::Request* request = nullptr;  // once all of it is there
  UnderWayPtr under_way;
};

Answer begin(const Asked& asked) {
  const UnderWayPtr& under_way = asked.under_way;
  OpenCall call{.request = *asked.request,
                .captures = asked.captures,
                .base_url = under_way->base_url,
                .room = under_way->room};
  return std::visit(Answered{under_way->place, std::move(call), asked.asker, under_way->poll},
                    asked.route.way);
}

bool changes_nothing(const http::Request& request) {
  return request.method() == "GET" || request.method() == "HEAD";
}

// A large answer that has no room is dropped, and made again when there is some, where that may be.
Answer answering(Asked asked, Answer first) {
  UnderWay& under_way = *asked.under_way;
  AnswerRoom& room = under_way.room;
  Answer at_work = in_turn(asked.under_way, std::move(first));
  http::Response response = co_await std::move(at_work);
  const bool may_wait = under_way.participant && changes_nothing(*asked.request);
  if (is_large(response) && !room.take(response.body.size()) && may_wait) {
    const std::uint64_t bytes = response.body.size();
    response = http::Response(response.status);
    under_way.turn.reset();
    std::optional<http::Response> refusal = co_await room.wait(bytes);
    if (refusal) {
      response = *std::move(refusal);
    } else {
      Answer again = in_turn(asked.under_way, begin(asked));
      http::Response second = co_await std::move(again);
      response = std::move(second);
    }
  }
  if (is_large(response)) {
    room.count(response);
    if (room.has_place()) under_way.turn.reset();
  } else {
    room.give_back();
  }
  sign(response, under_way.signature);
  co_return response;
}

}  // namespace

Api::Api(const Network& network, base::Executor& loop, std::span<const Route> table)
    : place_(network, loop),
      table_(table),
      router_(router_of(table)),
      counting_(network.meters.counting(table)) {}

// The steps of every request before its body is read, in this order:
// 1. The route, for only it says what the others need. It tells nothing that /openapi.json doesn't.
// 2. Who asks, and whether it may: nothing that follows is answered to strangers.
// 3. Whether it asks too often: its token, or where it has no good one its address. Whatever is
//    answered from here on counts, also a refusal of the first two.
// 4. Where links would lead, before anything is kept that a link must be told of.
// 5. Whether the client can read our answer, and we its body: both before the body is sent. What is
//    there for anybody is not all JSON, and its handlers see to that themselves.
// 6. Whether others' begin first, of those that are there at once (rounds.hpp).
// What waits for its participant's turn waits later: with a body that is still to come, and when
// all is there (admission.hpp).
std::variant<http::Accepted, http::Response> Api::admit(const http::Request& request) {
  const Signature signature = signature_of(request, place_.ids);
  auto admission = admit_as(request, signature);
  if (auto* const refusal = std::get_if<http::Response>(&admission)) {
    sign(*refusal, signature);
  }
  return admission;
}

std::variant<http::Accepted, http::Response> Api::admit_as(const http::Request& request,
                                                           const Signature& signature) {
  const auto found = router_.find(request.method(), request.path());
  const auto* const row = std::get_if<http::Router::Found>(&found);
  std::variant<Asker, http::Response> asker;
  if (row != nullptr) {
    asker = std::visit(AskerOf{request, row->captures, place_}, table_[row->row].way);
  }
  const bool is_bounded = row == nullptr || table_[row->row].pace == Pace::bounded;
  if (is_bounded && is_stranger(request, asker, place_)) {
    if (auto refusal = stranger_asked_too_often(place_, request)) {
      return refused_slowly(*std::move(refusal), signature);
    }
  }
  if (const auto* others = std::get_if<http::Router::OtherMethods>(&found)) {
    return answers::method_not_allowed(others->allow);
  }
  if (row == nullptr) return answers::not_found();
  if (auto* refusal = std::get_if<http::Response>(&asker)) return std::move(*refusal);
  const Route& route = table_[row->row];

  const auto* const caller = std::get_if<exchange::Caller>(&std::get<Asker>(asker));
  if (caller != nullptr) {
    if (auto refusal = asked_too_often(place_, *caller)) {
      return refused_slowly(*std::move(refusal), signature);
    }
  }

  auto base_url = base_url_of(request, place_.network.settings);
  if (!base_url) {
    // A balancer may look after us with HTTP/1.0, which knows requests without a Host.
    const bool may_lack_it = route.links == Links::none && request.header_count("Host") == 0;
    if (!may_lack_it) return answers::bad_host();
    base_url.emplace();
  }

  if (route.needs_json_accepted() && !accepts_json(request)) return answers::not_acceptable();
  if (auto refusal = wrong_body(request, route.body)) return *std::move(refusal);

  const auto under_way = std::make_shared<UnderWay>(
      place_, signature, *std::move(base_url),
      caller == nullptr ? std::nullopt : std::optional(caller->participant));
  http::BeforeBody before_body;
  base::Job client_left;
  http::BeforeRest before_rest;
  if (caller != nullptr) {
    under_way->poll = poll_in(request);
    if (under_way->poll) client_left = [poll = under_way->poll] { poll->leave(); };
    before_body = stand_in_line(place_, caller->participant);
    before_rest = take_turn_of_body(under_way);
  }
  return http::Accepted{.body_bytes_max = place_.network.settings.body_bytes_max,
                        .answer =
                            [asked = Asked{.route = route,
                                           .asker = std::get<Asker>(asker),
                                           .captures = row->captures,
                                           .under_way = under_way}](http::Request& whole) mutable {
                              asked.request = &whole;
                              Answer first = begin(asked);
                              return answering(std::move(asked), std::move(first));
                            },
                        .before_body = std::move(before_body),
                        .before_rest = std::move(before_rest),
                        .client_left = std::move(client_left)};
}

http::Accepted Api::refused_slowly(http::Response refusal, const Signature& signature) {
  sign(refusal, signature);
  return {.body_bytes_max = place_.network.settings.body_bytes_max,
          .answer = {},
          .before_body = refuse_slowly(place_, std::move(refusal))};
}

http::Response Api::refuse(const base::Error& error, const http::Request* request) {
  http::Response response = answers::failure(error);
  if (request != nullptr) {
    sign(response, signature_of(*request, place_.ids));
  } else {  // perhaps in plain text on a port of TLS
    sign(response, {.request_id = place_.ids.next().to_string(), .scheme = http::Scheme::http});
  }
  return response;
}

void Api::answered(const http::Answered& told) {
  log_answered(told, place_.network);
  if (!counting_) return;
  std::optional<std::size_t> route;
  if (told.request != nullptr) {
    const auto found = router_.find(told.request->method(), told.request->path());
    if (const auto* const row = std::get_if<http::Router::Found>(&found)) route = row->row;
  }
  counting_->count(route, told);
}

}  // namespace tradepost::api
