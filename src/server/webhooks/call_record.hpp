#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "exchange/webhooks/webhook_calls.hpp"

namespace tradepost::webhooks {

// The figures of this process's calls. Any thread may call it.
class CallRecord {
 public:
  void count(const exchange::WebhookCall& call);

  // Sets the time of the event whose call failed and is being retried; nullopt: the call was
  // accepted, or the endpoint is no longer called.
  void set_waiting(exchange::EndpointId endpoint, std::optional<exchange::Instant> since);

  // Removes the times of endpoints that no longer exist.
  void forget(const std::function<bool(exchange::EndpointId)>& is_gone);

  // The webhooks whose last call failed.
  struct Failing {
    std::size_t count = 0;
    std::optional<exchange::Instant> oldest = {};  // of the events that are tried again
  };
  Failing failing() const;

  // Appends lines of /metrics.
  void append_lines(std::string& text, exchange::Instant now) const;

 private:
  enum Outcome : std::uint8_t { taken, refused, unanswered };
  static constexpr std::size_t outcomes = 3;

  Failing failing_in_lock() const;

  mutable std::mutex mutex_;
  // Guarded by mutex_:
  std::map<exchange::EndpointId, exchange::Instant> waiting_since_;
  std::array<std::uint64_t, outcomes> counts_{};
};

}  // namespace tradepost::webhooks
