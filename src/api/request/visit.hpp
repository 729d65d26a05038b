#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "api/language/german.hpp"
#include "api/limits/concurrency_limit.hpp"
#include "api/request/access.hpp"
#include "api/request/answer_room.hpp"
#include "api/request/meters.hpp"
#include "api/request/request_log.hpp"
#include "api/request/route.hpp"
#include "api/request/workplace.hpp"
#include "http/message/response.hpp"
#include "http/message/router.hpp"
#include "http/message/service.hpp"

namespace tradepost::api {

// The ways into the exchange, as one loop knows them.
struct Ways {
  Ways(std::span<const Route> of, Meters& meters);

  std::span<const Route> table;
  http::Router router;
  std::optional<Meters::Counting> counting;
};

// One request, from its admission to the last byte of its answer: its route and its caller, each
// looked up once, and the resources that it holds.
//
// It also limits the effect of one participant on the others. A token has a rate, a participant has
// a number of requests at a time, and of requests that come at once the others' begin first. Slow
// bodies and large answers have places of their own, so that a stalled one does not block the
// participant's other requests.
class Visit final : public http::Visit {
 public:
  // All outlive it.
  Visit(Workplace& place, Ways& ways, const http::Request& request);

  std::optional<http::Response> refusal() override;
  std::size_t body_bytes_max() const override { return place_.network.settings.body_bytes_max; }
  std::optional<http::Waiting> before_body() override;
  std::optional<http::Waiting> before_rest(http::BodySize size) override;
  base::Job client_left() override;
  base::Task<http::Response> answer(http::Request& request) override;
  void answered(const http::Answered& told) override;

 private:
  // The caller, if the route is restricted.
  using Asker = std::variant<std::monostate, exchange::Caller, exchange::OperatorId>;
  struct AskerOf;
  struct Handled;
  struct NeededPermit;

  // A refusal; nothing if the request may go on.
  std::optional<http::Response> admit(const http::Request& request);
  std::optional<http::Response> refuse_slowly(std::optional<http::Response> too_often);
  std::optional<http::Response> find_way(const http::Request& request);
  bool is_stranger() const;
  const Route& route() const { return ways_.table[*way_]; }
  std::optional<exchange::ParticipantId> participant() const;

  http::Waiting wait_and_refuse();
  http::Waiting stand_in_line(exchange::ParticipantId participant);
  http::Waiting take_body_permit(http::BodySize size);
  bool has_or_takes(NeededPermit needed) const;
  base::Task<bool> wait_for(NeededPermit needed) const;
  Answer begin();
  Answer when_permitted(Answer answering);
  Answer answering(Answer first);
  void renew_session(http::Response& response) const;
  void translate(http::Response& response) const;
  void sign(http::Response& response) const;

  Workplace& place_;
  Ways& ways_;
  const Signature signature_;
  const Language language_;
  const Identified identified_;
  std::optional<std::size_t> way_;  // its place in the table; none: there is none
  http::Captures captures_;
  Asker asker_;
  std::optional<Quota> quota_;  // of a caller whose requests a rate limit counts
  std::string base_url_;        // what links begin with
  std::optional<http::Response> refusal_;
  bool is_refused_slowly_ = false;
  std::optional<Poll> poll_;  // of one that wishes to wait for a document

  http::Request* request_ = nullptr;   // once all of it is there
  std::optional<Permit> body_permit_;  // while its rest is waited for, and then
  std::optional<Permit> permit_;
  std::optional<AnswerRoom> room_;  // once it is admitted
};

}  // namespace tradepost::api
