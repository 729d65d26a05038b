#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "exchange/webhooks/webhook_calls.hpp"

namespace tradepost::webhooks {

// The outcomes of this process's calls: the most recent calls of each endpoint, and counts. Held in
// memory only. Any thread may call it.
class CallRecord {
 public:
  void add(exchange::EndpointId endpoint, exchange::WebhookCall call);
  // Returns the calls of the endpoint, newest first.
  std::vector<exchange::WebhookCall> last(exchange::EndpointId endpoint) const;

  // Sets the time of the event whose call failed and is being retried; nullopt: the call was
  // accepted, or the endpoint is no longer called.
  void set_waiting(exchange::EndpointId endpoint, std::optional<exchange::Instant> since);

  // Removes the calls and times of endpoints that no longer exist.
  void forget(const std::function<bool(exchange::EndpointId)>& is_gone);

  // Appends lines of /metrics.
  void append_lines(std::string& text, exchange::Instant now) const;

 private:
  enum Outcome : std::uint8_t { taken, refused, unanswered };
  static constexpr std::size_t outcomes = 3;

  mutable std::mutex mutex_;
  // Guarded by mutex_:
  std::map<exchange::EndpointId, std::deque<exchange::WebhookCall>> calls_;
  std::map<exchange::EndpointId, exchange::Instant> waiting_since_;
  std::array<std::uint64_t, outcomes> counts_{};
};

}  // namespace tradepost::webhooks
