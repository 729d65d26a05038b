#include "exchange/desk/desk.hpp"

#include <chrono>

#include "base/ground/limits.hpp"

namespace tradepost::exchange {

bool RejectionLimit::take(ParticipantId sender, Flow flow, Instant now) {
  constexpr std::chrono::minutes minute{1};
  const std::lock_guard lock(mutex_);
  // The clock may jump back, so a window that begins in the future has ended too.
  const auto has_ended = [&](Instant began) { return now < began || now >= began + minute; };
  if (has_ended(swept_)) {
    std::erase_if(windows_, [&](const auto& entry) { return has_ended(entry.second.began); });
    swept_ = now;
  }
  Window& window = windows_[{sender, flow}];
  if (has_ended(window.began)) window = {.began = now, .count = 0};
  if (window.count >= base::limits::rejections_a_minute_max) return false;
  ++window.count;
  return true;
}

}  // namespace tradepost::exchange
