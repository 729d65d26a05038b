#include "api/json/queue_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <optional>

#include "base/metrics.hpp"

namespace tradepost::api {
namespace {

using exchange::Flow;
using exchange::QueueState;

struct Totals {
  std::uint64_t pending = 0;
  std::uint64_t held = 0;
  std::uint64_t failed = 0;
  std::optional<base::Instant> oldest;

  void add(const QueueState& queue) {
    pending += queue.pending;
    held += queue.held;
    failed += queue.failed;
    if (queue.oldest) oldest = oldest ? std::min(*oldest, *queue.oldest) : *queue.oldest;
  }
};

using TotalsByFlow = std::array<Totals, 2>;  // LIVE, TEST

double seconds_since(const std::optional<base::Instant>& instant, base::Instant now) {
  if (!instant) return 0;
  return std::max(0.0, std::chrono::duration<double>(now - *instant).count());
}

template <typename ValueOf>
void append_by_flow(std::string& text, std::string_view name, std::string_view help,
                    const TotalsByFlow& totals, ValueOf value_of) {
  base::append_family(text, name, help, "gauge");
  auto out = std::back_inserter(text);
  fmt::format_to(out, "{}{{flow=\"LIVE\"}} {}\n", name, value_of(totals[0]));
  fmt::format_to(out, "{}{{flow=\"TEST\"}} {}\n", name, value_of(totals[1]));
}

}  // namespace

void append_queue_lines(std::string& text, std::span<const QueueState> queues, base::Instant now) {
  TotalsByFlow totals;
  for (const QueueState& queue : queues) totals[queue.flow == Flow::live ? 0 : 1].add(queue);
  append_by_flow(text, "tradepost_pending", "Pending documents.", totals,
                 [](const Totals& of) { return of.pending; });
  append_by_flow(text, "tradepost_oldest_pending_seconds", "Age of the oldest pending document.",
                 totals, [now](const Totals& of) { return seconds_since(of.oldest, now); });
  append_by_flow(text, "tradepost_held", "Documents that are held until a partner is accepted.",
                 totals, [](const Totals& of) { return of.held; });
  append_by_flow(text, "tradepost_failed",
                 "Documents that were reported as failed and not corrected since.", totals,
                 [](const Totals& of) { return of.failed; });
}

}  // namespace tradepost::api
