#include "store/postgres/node/link.hpp"

#include <algorithm>
#include <utility>

namespace tradepost::store::postgres {

using std::chrono::milliseconds;

void Ending::begin() {
  {
    const std::lock_guard lock(mutex_);
    has_begun_ = true;
  }
  begun_.notify_all();
}

bool Ending::within(milliseconds time) {
  std::unique_lock lock(mutex_);
  return begun_.wait_for(lock, time, [this] { return has_begun_; });
}

base::Result<database::Connection*> Link::connection() {
  constexpr milliseconds first_pause{20};
  constexpr milliseconds longest_pause{1'000};
  const auto patient_until = std::chrono::steady_clock::now() + options_.patience;
  milliseconds pause = first_pause;
  if (connection_ && connection_->is_overtaken()) connection_.reset();
  while (!connection_) {
    auto opened = database::Connection::open(options_.database);
    if (opened) {
      connection_ = *std::move(opened);
      break;
    }
    const bool is_last = std::chrono::steady_clock::now() + pause > patient_until;
    if (is_last || ending_.within(pause)) return base::refuse(std::move(opened).error());
    pause = std::min(2 * pause, longest_pause);
  }
  return connection_.get();
}

void Link::check() {
  if (connection_ && !connection_->is_alive()) connection_.reset();
}

}  // namespace tradepost::store::postgres
