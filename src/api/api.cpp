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
    return as_asker(operator_of(request, *place.network.directory.current()));
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

// Bodies that come slowly and answers that are read slowly take nothing of the work of others, so
// fewer of one participant's requests are worked on at a time than are under way.
Answer worked_on(Workplace& place, exchange::ParticipantId participant, Answer answering) {
  Turns& turns = place.network.turns_of_work;
  const std::optional<Turn> turn =
      co_await turns.wait(participant, place.loop.now() + base::limits::turn_wait_max);
  if (!turn) co_return answers::too_many_requests(std::chrono::seconds(1));
  http::Response response = co_await std::move(answering);
  co_return response;
}

Answer signed_by(Answer answering, Signature signature) {
  http::Response response = co_await std::move(answering);
  sign(response, signature);
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
// 3. Whether it asks too often: whatever is answered from here on counts.
// 4. Where links would lead, before anything is kept that a link must be told of.
// 5. Whether the client can read our answer, and we its body: both before the body is sent. What is
//    there for anybody is not all JSON, and its handlers see to that themselves.
// 6. Whether it is its participant's turn: last, for it is kept until the answer has gone out. Of
//    those that are there at once, others' begin first (rounds.hpp).
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
  if (const auto* others = std::get_if<http::Router::OtherMethods>(&found)) {
    return answers::method_not_allowed(others->allow);
  }
  const auto* const row = std::get_if<http::Router::Found>(&found);
  if (row == nullptr) return answers::not_found();
  const Route& route = table_[row->row];

  auto asker = std::visit(AskerOf{request, row->captures, place_}, route.way);
  if (auto* refusal = std::get_if<http::Response>(&asker)) return std::move(*refusal);

  const auto* const caller = std::get_if<exchange::Caller>(&std::get<Asker>(asker));
  if (caller != nullptr) {
    if (auto refusal = asked_too_often(place_, *caller)) {
      sign(*refusal, signature);
      return http::Accepted{.body_bytes_max = place_.network.settings.body_bytes_max,
                            .answer = {},
                            .before_body = refuse_slowly(place_, *std::move(refusal))};
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

  const auto turn = std::make_shared<std::optional<Turn>>();
  http::BeforeBody before_body;
  std::shared_ptr<Poll> poll;
  base::Job client_left;
  if (caller != nullptr) {
    poll = poll_in(request);
    if (poll) client_left = [poll] { poll->leave(); };
    before_body = wait_for_turn(place_, *caller, poll.get(), turn, signature);
  }
  return http::Accepted{
      .body_bytes_max = place_.network.settings.body_bytes_max,
      .answer =
          [this, &route, turn, asker = std::get<Asker>(asker), captures = row->captures,
           url = *std::move(base_url), signature,
           poll = std::move(poll)](http::Request& whole) mutable {
            OpenCall call{.request = whole, .captures = captures, .base_url = std::move(url)};
            Answer answer =
                std::visit(Answered{place_, std::move(call), asker, std::move(poll)}, route.way);
            if (*turn) {
              const auto& of = std::get<exchange::Caller>(asker).participant;
              answer = worked_on(place_, of, std::move(answer));
            }
            return signed_by(std::move(answer), std::move(signature));
          },
      .before_body = std::move(before_body),
      .client_left = std::move(client_left)};
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
