#include "agent/condition.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace tradepost::agent {
namespace {

constexpr std::chrono::seconds kept_every{10};

}  // namespace

std::chrono::milliseconds pause_after(unsigned failures) {
  constexpr std::chrono::milliseconds first{500};
  constexpr std::chrono::milliseconds longest{60'000};
  return std::min(first * (1 << std::min(failures, 10u)), longest);
}

Condition::Condition(Parts parts)
    : parts_(std::move(parts)),
      meters_(&parts_.meters.of(parts_.bridge.name)),
      slots_(&parts_.meters.slots()) {
  // The state of the earlier run is valid until the first contact.
  if (auto before = parts_.ledger.health(parts_.bridge.name, parts_.direction)) {
    health_ = *std::move(before);
  }
}

void Condition::has_contact() {
  health_.contact_at = base::to_string(parts_.clock.now());
  if (std::chrono::steady_clock::now() - kept_ > kept_every) keep();
}

void Condition::is_well() {
  failures_ = 0;
  if (health_.problem.empty()) return;
  health_.problem.clear();
  health_.problem_since.clear();
  parts_.log.info("bridge_works_again", {{"bridge", parts_.bridge.name}});
  keep();
}

void Condition::has(const std::string& problem) {
  ++failures_;
  if (health_.problem == problem) return;
  if (health_.problem.empty()) health_.problem_since = base::to_string(parts_.clock.now());
  health_.problem = problem;
  parts_.log.warning("bridge_does_not_work",
                     {{"bridge", parts_.bridge.name},
                      {"direction", parts_.direction == Direction::receive ? "receive" : "send"},
                      {"problem", problem}});
  keep();
}

// Ignores a failed write: the next write of the caller to the ledger reports it.
void Condition::keep() {
  kept_ = std::chrono::steady_clock::now();
  slots_->set(parts_.direction == Direction::receive ? meters_->receiving_problem
                                                     : meters_->sending_problem,
              health_.problem.empty() ? 0 : 1);
  static_cast<void>(parts_.ledger.keep_health(parts_.bridge.name, parts_.direction, health_));
}

std::chrono::milliseconds Condition::pause() const {
  return pause_after(failures_ > 0 ? failures_ - 1 : 0);
}

void Condition::rest(std::chrono::milliseconds time) const {
  std::mutex mutex;
  std::condition_variable_any woken;
  std::unique_lock lock(mutex);
  woken.wait_for(lock, parts_.stop, time, [] { return false; });
}

}  // namespace tradepost::agent
