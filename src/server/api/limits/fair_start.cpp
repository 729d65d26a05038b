#include "api/limits/fair_start.hpp"

#include <algorithm>

#include "base/ground/limits.hpp"

namespace tradepost::api {

bool FairStart::begins_at_once(exchange::ParticipantId participant) {
  if (line_.has_of(participant) || std::ranges::count(began_, participant) > 0) return false;
  began_.push_back(participant);
  call_for_step();
  return true;
}

void FairStart::add(exchange::ParticipantId participant, std::coroutine_handle<> task) {
  line_.add(participant, task);
  call_for_step();
}

// The step runs after all jobs that are ready in the loop now. Jobs that become ready before it
// runs precede the step after it.
void FairStart::call_for_step() {
  if (step_is_coming_) return;
  step_is_coming_ = true;
  loop_.post([this] { step(); });
}

void FairStart::step() {
  step_is_coming_ = false;
  began_.clear();
  const base::SteadyTime enough = loop_.now() + base::limits::round_step;
  while (!line_.is_empty()) {
    line_.take().resume();
    if (loop_.now() >= enough) break;
  }
  if (!line_.is_empty()) call_for_step();
}

}  // namespace tradepost::api
