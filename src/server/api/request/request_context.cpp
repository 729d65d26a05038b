#include "api/request/request_context.hpp"

#include <array>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "api/json/translated.hpp"
#include "api/request/signed_link.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/forwarded.hpp"
#include "api/wire/negotiation.hpp"
#include "base/ground/limits.hpp"
#include "base/ground/session_limits.hpp"
#include "base/tasks/awaitables.hpp"
#include "exchange/accounts/signing_in.hpp"
#include "http/wire/address.hpp"
#include "request_log/request_log.hpp"

namespace tradepost::api {
namespace {

using http::Response;
using Refusal = std::optional<Response>;
namespace limits = base::limits;

http::Router router_of(std::span<const Route> table) {
  std::vector<http::RoutePath> paths;
  for (const Route& route : table) paths.push_back({.method = route.method, .path = route.path});
  return http::Router(paths);
}

// Refuses a body of the wrong kind.
Refusal wrong_body(const http::Request& request, Body expected) {
  if (expected == Body::none) return std::nullopt;
  switch (body_kind(request)) {
    case BodyKind::json:
      return std::nullopt;
    case BodyKind::edifact:
    case BodyKind::xml:
      if (expected == Body::document) return std::nullopt;
      return answers::unsupported_media_type();
    case BodyKind::other_type:
      return expected == Body::document ? answers::unsupported_document()
                                        : answers::unsupported_media_type();
    case BodyKind::other_encoding:
      break;
  }
  return answers::unsupported_content_encoding();
}

Refusal too_often(const std::optional<std::chrono::nanoseconds>& wait) {
  if (!wait) return std::nullopt;
  return answers::too_many_requests(std::chrono::ceil<std::chrono::seconds>(*wait));
}

Refusal stranger_asked_too_often(LoopContext& context, const http::Request& request) {
  const auto from = http::Address::parse(client_of(request, context.services.settings));
  if (!from) return std::nullopt;
  return too_often(
      context.services.limits.rates_without_token.take(from->counted_as(), context.loop.now()));
}

// Returns the requested wait for a document, or the longest wait for a change. HEAD never waits.
std::optional<std::chrono::seconds> requested_poll(const http::Request& request, Waits waits) {
  if (waits == Waits::never || request.method() != "GET") return std::nullopt;
  if (waits == Waits::for_a_change) return change_wait_max;
  if (request.target().parameter("cursor")) return std::nullopt;
  return requested_wait(request);
}

bool changes_nothing(const http::Request& request) {
  return request.method() == "GET" || request.method() == "HEAD";
}

}  // namespace

RouteTable::RouteTable(std::span<const Route> of, Meters& meters)
    : table(of), router(router_of(of)), counting(meters.counting(of)) {}

// Returns the caller that a route admits, or the refusal.
struct RequestContext::Authenticator {
  const RequestContext& visit;
  const http::Request& request;

  std::variant<Requester, Response> operator()(const ForParticipants& way) const {
    return by_token(way.needs);
  }
  std::variant<Requester, Response> operator()(const ForLinkHolders& way) const {
    const auto text = request.target().parameter(link_parameter);
    const bool has_token = request.header_count("Authorization") > 0;
    return text && !has_token ? by_link(way.to, *text) : by_token(way.needs);
  }
  std::variant<Requester, Response> operator()(const ForOperators&) const {
    const Purpose purpose = changes_nothing(request) ? Purpose::read : Purpose::change;
    return as_requester(operator_of(visit.identified_.bearer, purpose));
  }
  std::variant<Requester, Response> operator()(const ForPeople&) const {
    const auto* const who = std::get_if<SignedIn>(&visit.identified_.cookie);
    if (who == nullptr) return answers::no_session();
    return Requester(*who);
  }
  std::variant<Requester, Response> operator()(const ForAnybody&) const { return Requester(); }

 private:
  std::variant<Requester, Response> by_token(exchange::Scopes needs) const {
    auto found = caller_of(visit.identified_.bearer, needs);
    if (const auto* caller = std::get_if<exchange::Caller>(&found))
      mark_use_of_token(visit.context_, *caller);
    return as_requester(std::move(found));
  }
  std::variant<Requester, Response> by_link(LinkTo to, std::string_view text) const {
    LoopContext& context = visit.context_;
    const auto link = signed_link_in(context.sealer, to, text);
    const auto asked = base::Uuid::parse(visit.captures_.at("id"));
    const LinkVerdict verdict = verify_link(link, asked, context.services.clock.now());
    if (verdict == LinkVerdict::none) return answers::not_found();
    if (verdict == LinkVerdict::ended) return answers::link_ended();
    const auto viewer = viewer_by(*link, *context.services.directory.current());
    if (!viewer) return answers::not_found();
    return Requester(*viewer);
  }

  template <typename Known>
  static std::variant<Requester, Response> as_requester(std::variant<Known, Response> found) {
    if (auto* refusal = std::get_if<Response>(&found)) return std::move(*refusal);
    return Requester(std::get<Known>(found));
  }
};

// Runs the handler of the route.
struct RequestContext::Handled {
  RequestContext& visit;

  Answer operator()(const ForParticipants& way) { return way.handler(visit.context_, by_caller()); }
  Answer operator()(const ForLinkHolders& way) { return way.handler(visit.context_, by_caller()); }
  Answer operator()(const ForOperators& way) {
    OperatorCall call{open(), std::get<exchange::OperatorId>(visit.requester_)};
    return way.handler(visit.context_, std::move(call));
  }
  Answer operator()(const ForPeople& way) {
    return way.handler(visit.context_, {open(), std::get<SignedIn>(visit.requester_)});
  }
  Answer operator()(const ForAnybody& way) { return way.handler(visit.context_, open()); }

 private:
  OpenCall open() const {
    return {.request = *visit.request_,
            .path = visit.route().path,
            .captures = visit.captures_,
            .base_url = visit.base_url_,
            .room = *visit.room_,
            .bearer = visit.identified_.bearer,
            .cookie = visit.identified_.cookie,
            .poll = visit.poll_ ? &*visit.poll_ : nullptr,
            .trace = visit.trace(),
            .sent_body = visit.note_.sent_body};
  }
  Call by_caller() const { return {open(), std::get<exchange::Caller>(visit.requester_)}; }
};

// A limit, and the place that holds its permit.
struct RequestContext::NeededPermit {
  ConcurrencyLimit& of;
  std::optional<Permit>& held;
};

RequestContext::RequestContext(LoopContext& context, RouteTable& route_table,
                               const http::Request& request)
    : context_(context),
      route_table_(route_table),
      signature_(signature_of(request, context.ids)),
      head_(request),
      knows_directory_(context.services.knows_directory(context.loop.now())),
      identified_(identified_now(request)) {
  refusal_ = admit(request);
  if (context_.services.tracer != nullptr) begin_trace(request);
  conclude_admission();
}

Identified RequestContext::identified_now(const http::Request& request) const {
  const exchange::DirectoryPtr directory = context_.services.directory.current();
  return identify(request, {.directory = *directory,
                            .sealer = context_.sealer,
                            .epoch = context_.services.store.epoch(),
                            .now = context_.services.clock.now()});
}

void RequestContext::conclude_admission() {
  if (refusal_) {
    conclude(*refusal_);
    sign(*refusal_);
  } else {
    room_.emplace(context_, participant());
  }
}

// The steps of every request before its body is read, in this order:
// 1. The route: the others depend on it. It reveals nothing that /openapi.json doesn't.
// 2. The caller and its rights: strangers get no answer of a later step. No caller is judged by a
//    directory that may be out of date.
// 3. The rate limit: by token, or by address without a valid token. Requests without a valid token
//    count even if step 1 or 2 refuses them.
// 4. The base of links, before the exchange stores an object that a link must lead to.
// 5. The origin: a change with a session cookie comes from the console, not from another page.
// 6. Accept and Content-Type, before the client sends its body. Public routes are not all JSON;
//    their handlers check Accept themselves.
// Then the request waits: for its turn among requests that arrive together (Rounds), and for
// permits of its participant, first if the body is incomplete and again when it is complete.
Refusal RequestContext::admit(const http::Request& request) {
  Refusal nowhere = find_route(request);
  const bool may_be_judged =
      !route_index_ || std::holds_alternative<ForAnybody>(route().way) || knows_directory_;
  if (!may_be_judged) return answers::directory_away();
  std::variant<Requester, Response> requester;
  if (route_index_) requester = std::visit(Authenticator{*this, request}, route().way);
  if (auto* const known = std::get_if<Requester>(&requester)) requester_ = *known;

  const bool is_bounded = !route_index_ || route().pace == Pace::bounded;
  if (is_bounded && is_stranger()) {
    if (Refusal refusal = refuse_slowly(stranger_asked_too_often(context_, request)))
      return refusal;
  }
  if (nowhere) return nowhere;
  if (auto* const refusal = std::get_if<Response>(&requester)) return std::move(*refusal);
  if (const auto id = counted()) {
    quota_ = context_.services.limits.rates.count(*id, context_.loop.now());
    if (quota_) {
      if (Refusal refusal = refuse_slowly(too_often(quota_->wait))) return refusal;
    }
  }

  auto base_url = base_url_of(request, context_.services.settings);
  if (!base_url) {
    // A load balancer may check the process with HTTP/1.0, where Host is optional.
    const bool may_lack_it = route().links == Links::none && request.header_count("Host") == 0;
    if (!may_lack_it) return answers::bad_host();
    base_url.emplace();
  }
  base_url_ = *std::move(base_url);

  if (Refusal refusal = refusal_of_cookie(request)) return refusal;
  if (route().needs_json_accepted() && !accepts_json(request)) return answers::not_acceptable();
  if (Refusal refusal = wrong_body(request, route().body)) return refusal;
  if (!std::holds_alternative<std::monostate>(requester_)) {
    if (const auto wait_time = requested_poll(request, route().waits))
      poll_.emplace(Poll{.wait_time = *wait_time});
  }
  return std::nullopt;
}

// Returns the id by which the requests of a known caller are counted.
std::optional<exchange::TokenId> RequestContext::counted() const {
  if (const auto* const caller = std::get_if<exchange::Caller>(&requester_))
    return counted_as(*caller);
  if (const auto* const who = std::get_if<SignedIn>(&requester_)) return counted_as(who->person);
  return std::nullopt;
}

Refusal RequestContext::refusal_of_cookie(const http::Request& request) const {
  const Cookie& cookie = identified_.cookie;
  if (std::holds_alternative<std::monostate>(cookie) || changes_nothing(request))
    return std::nullopt;
  if (!is_from_console(request, base_url_)) return answers::not_from_console();
  const auto* const who = std::get_if<SignedIn>(&cookie);
  if (who == nullptr || route().trust == Trust::usual) return std::nullopt;
  const base::Instant until = who->session.confirmed + base::limits::confirmation_holds;
  if (context_.services.clock.now() < until) return std::nullopt;
  return answers::confirmation_needed();
}

Refusal RequestContext::find_route(const http::Request& request) {
  const auto found = route_table_.router.find(request.method(), request.path());
  if (const auto* const row = std::get_if<http::Router::Found>(&found)) {
    route_index_ = row->row;
    captures_ = row->captures;
    return std::nullopt;
  }
  const auto* const others = std::get_if<http::Router::OtherMethods>(&found);
  return others != nullptr ? answers::method_not_allowed(others->allow) : answers::not_found();
}

// Health checks have no trace, because they are many and say nothing about trade. Only the flag of
// a known caller decides whether spans are exported, so that strangers can't fill the queue.
void RequestContext::begin_trace(const http::Request& request) {
  if (route_index_ && route().pace == Pace::free) return;
  const auto flag =
      actor_of(identified_.bearer) ? tracing::CallerFlag::followed : tracing::CallerFlag::ignored;
  trace_ = std::make_unique<RequestTrace>(
      tracing::Trace({.tracer = *context_.services.tracer, .executor = context_.loop},
                     traced_parent(request), flag),
      std::nullopt);
  if (route_index_ && route().body != Body::none) trace_->receiving.emplace(trace(), "receive");
}

// A client that retries at once must not cost more than one that waits.
Refusal RequestContext::refuse_slowly(Refusal too_often) {
  is_refused_slowly_ = too_often.has_value();
  return too_often;
}

// Returns true for a caller without a valid token or a valid link.
bool RequestContext::is_stranger() const {
  return std::holds_alternative<std::monostate>(requester_) && !actor_of(identified_.bearer);
}

std::optional<exchange::ParticipantId> RequestContext::participant() const {
  const auto* const caller = std::get_if<exchange::Caller>(&requester_);
  return caller == nullptr ? std::nullopt : std::optional(caller->participant);
}

Refusal RequestContext::refusal() {
  if (is_refused_slowly_ || identified_.may_be_newer) return std::nullopt;
  return std::exchange(refusal_, std::nullopt);
}

std::optional<http::Waiting> RequestContext::before_body() {
  if (is_refused_slowly_) return wait_and_refuse();
  if (identified_.may_be_newer) return look_again();
  const auto by = participant();
  if (!by || context_.fair_start.begins_at_once(*by)) return std::nullopt;
  return wait_turn(*by);
}

std::optional<http::Waiting> RequestContext::before_rest(http::BodySize size) {
  if (!participant()) return std::nullopt;
  return take_body_permit(size);
}

http::Waiting RequestContext::wait_and_refuse() {
  co_await base::sleep_until(context_.loop.now() + limits::refusal_pause);
  co_return std::move(refusal_);
}

http::Waiting RequestContext::look_again() {
  exchange::Desk& desk = context_.desk;
  const auto read = co_await desk.directory.catch_up(desk.store, context_.deadline());
  if (read) {
    identified_ = identified_now(head_);
    refusal_ = admit(head_);
    conclude_admission();
  }
  const auto by = participant();
  if (!refusal_ && by && !context_.fair_start.begins_at_once(*by))
    co_await context_.fair_start.wait_turn(*by);
  co_return std::move(refusal_);
}

http::Waiting RequestContext::wait_turn(exchange::ParticipantId participant) {
  const tracing::Step waiting(trace(), "wait for turn");
  co_await context_.fair_start.wait_turn(participant);
  co_return Refusal();
}

// Takes a permit of the participant for a body. Large and small bodies have separate limits.
http::Waiting RequestContext::take_body_permit(http::BodySize size) {
  const NeededPermit needed{.of = context_.services.limits.of_body(size), .held = body_permit_};
  const bool came = co_await wait_for(needed);
  Refusal refusal;
  if (!came) {
    refusal = answers::too_many_requests(std::chrono::seconds(1));
    conclude(*refusal);
    sign(*refusal);
  }
  co_return refusal;
}

bool RequestContext::has_or_takes(NeededPermit needed) const {
  if (needed.held) return true;
  auto taken = needed.of.take(*participant(), context_.loop.now());
  if (taken) needed.held.emplace(*std::move(taken));
  return needed.held.has_value();
}

// Returns false if no permit is free in time.
base::Task<bool> RequestContext::wait_for(NeededPermit needed) const {
  const tracing::Step waiting(trace(), "wait for permit");
  const base::SteadyTime deadline = context_.loop.now() + limits::turn_wait_max;
  std::optional<Permit> came = co_await needed.of.wait(*participant(), deadline);
  if (came) needed.held.emplace(*std::move(came));
  co_return needed.held.has_value();
}

base::Job RequestContext::client_left() {
  if (!poll_) return {};
  return [this] { poll_->leave(); };
}

Answer RequestContext::answer(http::Request& request) {
  request_ = &request;
  note_.body_bytes = request.body().size();
  if (trace_) trace_->receiving.reset();
  return answering(begin());
}

Answer RequestContext::begin() {
  return std::visit(Handled{*this}, route().way);
}

// Returns the answer once its participant has its permits, or a refusal if none is free in time. A
// long poll needs no permit: it costs nothing, has a separate limit, and must not block other
// requests of its participant. Slow bodies and slow readers hold no permit to execute.
Answer RequestContext::when_permitted(Answer answering) {
  std::optional<Permit> executing_permit;
  if (participant() && !poll_) {
    RequestLimits& admitting = context_.services.limits;
    const std::array needed{NeededPermit{.of = admitting.requests, .held = permit_},
                            NeededPermit{.of = admitting.executing, .held = executing_permit}};
    for (const NeededPermit& each : needed) {
      if (has_or_takes(each)) continue;
      const bool came = co_await wait_for(each);
      if (!came) co_return answers::too_many_requests(std::chrono::seconds(1));
    }
  }
  Response response = co_await std::move(answering);
  co_return response;
}

// If a large answer to a read finds no room, drops it, waits for room and makes it again.
Answer RequestContext::answering(Answer first) {
  Answer at_work = when_permitted(std::move(first));
  Response response = co_await std::move(at_work);
  conclude(response);
  const bool may_wait = participant() && changes_nothing(*request_);
  if (is_large(response) && !room_->take(response.body.size()) && may_wait) {
    const std::uint64_t bytes = response.body.size();
    response = Response(response.status);
    permit_.reset();
    Refusal refusal = co_await room_->wait(bytes);
    if (refusal) {
      response = *std::move(refusal);
    } else {
      Answer again = when_permitted(begin());
      Response second = co_await std::move(again);
      response = std::move(second);
    }
    conclude(response);
  }
  if (is_large(response)) {
    room_->count(response);
    if (room_->has_place()) permit_.reset();
  } else {
    room_->give_back();
  }
  if (must_mark_session()) {
    const auto& who = std::get<SignedIn>(identified_.cookie);
    auto marking =
        exchange::mark_used(context_.people, who.person, who.session.id, context_.deadline());
    co_await std::move(marking);
  }
  renew_session(response);
  sign(response);
  co_return response;
}

// Returns the participant whose request log has this request; nullptr: none. Reads by the console
// are not logged: its pages repeat them.
const exchange::Caller* RequestContext::logged_caller() const {
  if (context_.services.request_log == nullptr) return nullptr;
  if (route_index_ && !route().is_noted()) return nullptr;
  const bool is_by_console = !std::holds_alternative<std::monostate>(identified_.cookie);
  if (is_by_console && changes_nothing(head_)) return nullptr;
  return std::get_if<exchange::Caller>(&identified_.bearer);
}

// Notes a refusal for the request log, and translates its sentences.
void RequestContext::conclude(Response& response) {
  const exchange::Bytes sent = std::exchange(note_.sent_body, {});
  note_.refusal.reset();  // another answer may follow an error that found no room
  if (response.status >= 400 && logged_caller() != nullptr) {
    const bool has_body = request_ != nullptr && route_index_ && route().noted == Noted::with_body;
    const std::string_view left = has_body ? request_->body() : std::string_view();
    note_.refusal = refusal_in(response, has_body && left.empty() ? sent.view : left);
  }
  translate(response);
}

// The handlers of reads write their sentences in the language of the request. Errors and the
// answers to changes are translated as a whole.
void RequestContext::translate(Response& response) const {
  const bool is_error = response.status >= 400;
  if (is_error) response.header("Vary", "Accept-Language");
  const bool may_have_sentences = is_error || !changes_nothing(head_);
  if (may_have_sentences && requested_language(head_) == Language::german) api::translate(response);
}

// Adds the headers of every answer. The quota is as of the moment of counting.
void RequestContext::sign(Response& response) const {
  api::sign(response, signature_);
  if (trace_) {
    response.header(tracing::response_header, tracing::traceparent_of(trace_->span.context()));
  }
  if (!quota_) return;
  const auto full_in = std::chrono::ceil<std::chrono::seconds>(quota_->full_in);
  response.header("RateLimit-Limit", std::to_string(quota_->limit));
  response.header("RateLimit-Remaining", std::to_string(quota_->remaining));
  response.header("RateLimit-Reset", std::to_string(full_in.count()));
}

// Never renews the cookie on a public route, because a cache may keep the answer.
void RequestContext::renew_session(Response& response) const {
  const Cookie& cookie = identified_.cookie;
  if (std::holds_alternative<std::monostate>(cookie) ||
      std::holds_alternative<std::monostate>(requester_))
    return;
  if (!response.header("Cache-Control")) response.header("Cache-Control", "no-store");
  const auto* const session = std::get_if<Session>(&cookie);
  if (session == nullptr) return;
  const base::Instant now = context_.services.clock.now();
  if (!needs_renewal(*session, now) || is_in_background(*request_)) return;
  const Session renewed{.token = session->token, .began = session->began, .used = now};
  response.header("Set-Cookie", cookie_with(context_.sealer, renewed, base_url_));
}

// The store keeps the last use of a person's session. A session that has ended during the request
// is not marked, and the answer does not depend on it.
bool RequestContext::must_mark_session() const {
  const auto* const who = std::get_if<SignedIn>(&identified_.cookie);
  if (who == nullptr || std::holds_alternative<std::monostate>(requester_)) return false;
  const base::Instant since = who->session.used + base::limits::session_renewed_after;
  return context_.services.clock.now() >= since && !is_in_background(*request_);
}

void RequestContext::answered(const http::Answered& outcome) {
  const auto by = actor_of(identified_.bearer);
  log_answered(outcome, by, trace(), context_.services);
  if (trace_) {
    trace_->receiving.reset();
    const auto* const caller = std::get_if<exchange::Caller>(&requester_);
    finish_trace(trace_->span, outcome,
                 {.route = route_index_ ? route().path : std::string_view(),
                  .request_id = signature_.request_id,
                  .by = by,
                  .flow = caller ? std::optional(caller->flow) : std::nullopt});
  }
  if (route_table_.counting) route_table_.counting->count(route_index_, outcome);
  if (const auto* const caller = logged_caller(); caller != nullptr && outcome.request != nullptr) {
    const NotedRequest about{.caller = *caller,
                             .id = context_.ids.next(),
                             .now = context_.services.clock.now(),
                             .request_id = signature_.request_id,
                             .path = route_index_ ? PathKept::whole : PathKept::beginning};
    context_.services.request_log->add({.participant = caller->participant, .flow = caller->flow},
                                       logged(outcome, about, std::move(note_)));
  }
}

}  // namespace tradepost::api
