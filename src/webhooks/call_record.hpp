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

// What came of the calls of this process: the last ones of each endpoint, and counts. Memory only;
// any thread.
class CallRecord {
 public:
  void add(exchange::EndpointId endpoint, exchange::WebhookCall call);
  // The newest first.
  std::vector<exchange::WebhookCall> last(exchange::EndpointId endpoint) const;

  // What an endpoint is called about since then and does not take; nothing: it took it, or is
  // called no more.
  void set_waiting(exchange::EndpointId endpoint, std::optional<exchange::Instant> since);

  // Of those that are gone nothing is kept any longer.
  void forget(const std::function<bool(exchange::EndpointId)>& is_gone);

  // Lines of /metrics.
  void append_lines(std::string& text, exchange::Instant now) const;

 private:
  enum Outcome : std::uint8_t { taken, refused, unanswered };
  static constexpr std::size_t outcomes = 3;

  mutable std::mutex mutex_;
  // guarded by mutex_
  std::map<exchange::EndpointId, std::deque<exchange::WebhookCall>> calls_;
  std::map<exchange::EndpointId, exchange::Instant> waiting_since_;
  std::array<std::uint64_t, outcomes> counts_{};
};

}  // namespace tradepost::webhooks
