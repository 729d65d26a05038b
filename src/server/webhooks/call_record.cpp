#include "webhooks/call_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <string_view>

#include "base/metrics.hpp"

namespace tradepost::webhooks {

using exchange::EndpointId;
using exchange::Instant;
using exchange::WebhookCall;

void CallRecord::count(const WebhookCall& call) {
  const Outcome outcome = call.is_taken() ? taken : call.status != 0 ? refused : unanswered;
  const std::lock_guard lock(mutex_);
  ++counts_[outcome];
}

void CallRecord::set_waiting(EndpointId endpoint, std::optional<Instant> since) {
  const std::lock_guard lock(mutex_);
  if (since) {
    waiting_since_[endpoint] = *since;
  } else {
    waiting_since_.erase(endpoint);
  }
}

void CallRecord::forget(const std::function<bool(EndpointId)>& is_gone) {
  const std::lock_guard lock(mutex_);
  std::erase_if(waiting_since_, [&](const auto& one) { return is_gone(one.first); });
}

CallRecord::Failing CallRecord::failing() const {
  const std::lock_guard lock(mutex_);
  return failing_in_lock();
}

CallRecord::Failing CallRecord::failing_in_lock() const {
  Failing failing{.count = waiting_since_.size()};
  for (const auto& [endpoint, since] : waiting_since_)
    failing.oldest = std::min(failing.oldest.value_or(since), since);
  return failing;
}

void CallRecord::append_lines(std::string& text, Instant now) const {
  constexpr std::array<std::string_view, outcomes> names{"taken", "refused", "unanswered"};
  const std::lock_guard lock(mutex_);
  base::append_family(text, "tradepost_webhook_calls_total", "Calls of webhooks, by outcome.",
                      "counter");
  for (std::size_t outcome = 0; outcome < outcomes; ++outcome) {
    fmt::format_to(std::back_inserter(text), "tradepost_webhook_calls_total{{outcome=\"{}\"}} {}\n",
                   names[outcome], counts_[outcome]);
  }
  const Failing failing = failing_in_lock();
  const Instant oldest = std::min(failing.oldest.value_or(now), now);
  base::append_gauge(text, "tradepost_webhooks_failing", "Webhooks whose last call failed.",
                     static_cast<double>(failing.count));
  base::append_gauge(text, "tradepost_webhook_oldest_waiting_seconds",
                     "Age of the oldest event whose call failed and is being retried.",
                     static_cast<double>((now - oldest).count()) / 1'000);
}

}  // namespace tradepost::webhooks
