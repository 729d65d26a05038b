#pragma once

#include <cstdint>
#include <optional>

#include "base/ground/limits.hpp"
#include "base/log.hpp"
#include "base/tasks/stop_signal.hpp"
#include "exchange/port/call_places.hpp"
#include "exchange/webhooks/webhook_events.hpp"
#include "webhooks/caller.hpp"
#include "webhooks/envelope.hpp"

namespace tradepost::webhooks {

// Sends events to endpoints: at least once, each endpoint in order, many endpoints at the same
// time. A failed call is retried later, at the time that the store keeps; until then no later event
// goes to that endpoint.
//
// Invariants: 1. an endpoint is called about an event only when all before it were accepted. 2. an
// event counts as accepted when the store has kept it; until then it may be sent once more, under
// the same id. 3. no call begins when the lease may be over before it ends.
class Poster {
 public:
  struct Parts {
    exchange::Desk& desk;
    Caller& caller;
    const base::Log& log;
    WriteSubject write_subject;
  };
  // Everything that `parts` refers to must outlive the poster.
  explicit Poster(Parts parts) : parts_(std::move(parts)) {}

  // Runs on the desk's executor until `stop` is set and all calls under way have ended.
  base::Task<void> run(base::StopSignal& stop);

 private:
  enum class EventOutcome : std::uint8_t { taken, failed, unknown };
  // Waits until the directory is at least as new as the store's. Returns false if the store did not
  // answer.
  base::Task<bool> knows_directory();
  // Sends the events of one delivery in order until the endpoint fails to accept one.
  base::Task<void> go(exchange::DueDelivery due, const base::StopSignal& stop);
  base::Task<EventOutcome> call_with_event(exchange::EndpointId endpoint,
                                           exchange::FeedPlace place);
  base::Task<void> note_failure(exchange::EndpointId endpoint);
  void forget_removed() const;
  void warn(std::string_view event, const base::Error& error) const;

  const Parts parts_;
  // The places of the calls under way. Only the executor's thread uses them.
  exchange::CallPlaces places_{{.in_all = base::limits::webhooks_called_max,
                                .of_one = base::limits::webhooks_called_of_one_max}};
  std::uint32_t under_way_ = 0;
};

}  // namespace tradepost::webhooks
