#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "api/limits/concurrency_limit.hpp"
#include "api/logging/request_note.hpp"
#include "api/request/access.hpp"
#include "api/request/answer_room.hpp"
#include "api/request/loop_context.hpp"
#include "api/request/meters.hpp"
#include "api/request/request_log.hpp"
#include "api/request/route.hpp"
#include "api/traces/request_trace.hpp"
#include "http/message/response.hpp"
#include "http/message/router.hpp"
#include "http/message/service.hpp"

namespace tradepost::api {

// The routes and their counters for one loop.
struct RouteTable {
  RouteTable(std::span<const Route> of, Meters& meters);

  std::span<const Route> table;
  http::Router router;
  std::optional<Meters::Counting> counting;
};

// One request, from its admission to the last byte of its answer: its route and its caller, each
// found once, and the resources that it holds.
//
// It also limits the effect of one participant on the others. A token has a rate. A participant has
// a number of concurrent requests, which take turns with others when they arrive together. Slow
// bodies and large answers have separate permits, so that a stalled one does not block the
// participant's other requests.
class RequestContext final : public http::RequestHandler {
 public:
  // `context` and `route_table` outlive this object.
  RequestContext(LoopContext& context, RouteTable& route_table, const http::Request& request);

  std::optional<http::Response> refusal() override;
  std::size_t body_bytes_max() const override { return context_.services.settings.body_bytes_max; }
  std::optional<http::Waiting> before_body() override;
  std::optional<http::Waiting> before_rest(http::BodySize size) override;
  base::Job client_left() override;
  base::Task<http::Response> answer(http::Request& request) override;
  void answered(const http::Answered& outcome) override;

 private:
  // The caller, if the route is restricted.
  using Requester = std::variant<std::monostate, exchange::Caller, exchange::OperatorId, SignedIn>;
  struct Authenticator;
  struct Handled;
  struct NeededPermit;

  Identified identified_now(const http::Request& request) const;
  // Returns the refusal, or nullopt if the request is admitted.
  std::optional<http::Response> admit(const http::Request& request);
  // Translates and signs the refusal of an unadmitted request.
  void conclude_admission();
  std::optional<http::Response> refusal_of_cookie(const http::Request& request) const;
  std::optional<http::Response> refuse_slowly(std::optional<http::Response> too_often);
  std::optional<http::Response> find_route(const http::Request& request);
  void begin_trace(const http::Request& request);
  tracing::Trace* trace() const { return trace_ ? &trace_->span : nullptr; }
  bool is_stranger() const;
  const Route& route() const { return route_table_.table[*route_index_]; }
  std::optional<exchange::ParticipantId> participant() const;

  http::Waiting wait_and_refuse();
  // Admits the request once more, with the newest directory.
  http::Waiting look_again();
  http::Waiting wait_turn(exchange::ParticipantId participant);
  http::Waiting take_body_permit(http::BodySize size);
  bool has_or_takes(NeededPermit needed) const;
  base::Task<bool> wait_for(NeededPermit needed) const;
  Answer begin();
  Answer when_permitted(Answer answering);
  Answer answering(Answer first);
  std::optional<exchange::TokenId> counted() const;
  void renew_session(http::Response& response) const;
  bool must_mark_session() const;
  const exchange::Caller* logged_caller() const;
  void conclude(http::Response& response);
  void translate(http::Response& response) const;
  void sign(http::Response& response) const;

  LoopContext& context_;
  RouteTable& route_table_;
  const Signature signature_;
  const http::Request& head_;
  // Read before the caller is identified. The directory that identifies the caller is then this one
  // or a newer one.
  const bool knows_directory_;
  Identified identified_;
  std::optional<std::size_t> route_index_;  // row of the table; none: no such route
  http::Captures captures_;
  Requester requester_;
  std::optional<Quota> quota_;  // if a rate limit counts the caller's requests
  std::string base_url_;        // the beginning of links
  std::optional<http::Response> refusal_;
  bool is_refused_slowly_ = false;
  std::unique_ptr<RequestTrace> trace_;  // nullptr: none
  std::optional<Poll> poll_;             // if the request may wait for a document or a change

  http::Request* request_ = nullptr;   // once it is complete
  std::optional<Permit> body_permit_;  // from the wait for the rest of the body on
  std::optional<Permit> permit_;
  std::optional<AnswerRoom> room_;  // once the request is admitted
  RequestNote note_;
};

}  // namespace tradepost::api
