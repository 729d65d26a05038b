#include "store/embedded/index/space_wait.hpp"

#include <chrono>

namespace tradepost::store::embedded {
namespace {

constexpr std::chrono::milliseconds moment{100};

}  // namespace

void SpaceWait::begin() {
  const std::lock_guard lock(mutex_);
  serves_ = true;
}

void SpaceWait::end() {
  {
    const std::lock_guard lock(mutex_);
    serves_ = false;
  }
  ended_.notify_all();
}

bool SpaceWait::again(Of of) {
  const int counted = of == Of::writing ? 1 : 0;
  waiting_ += counted;
  std::unique_lock lock(mutex_);
  ended_.wait_for(lock, moment, [this] { return !serves_; });
  waiting_ -= counted;
  return serves_;
}

}  // namespace tradepost::store::embedded
