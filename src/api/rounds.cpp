#include "api/rounds.hpp"

#include <algorithm>

#include "base/limits.hpp"

namespace tradepost::api {

bool Rounds::goes_on(exchange::ParticipantId participant) {
  if (lines_.contains(participant) || std::ranges::count(began_, participant) > 0) return false;
  began_.push_back(participant);
  call_for_step();
  return true;
}

void Rounds::add(exchange::ParticipantId participant, std::coroutine_handle<> task) {
  auto& line = lines_[participant];
  if (line.empty()) order_.push_back(participant);
  line.push_back(task);
  call_for_step();
}

// Behind all that the loop has found ready by now, and what it finds ready then goes before the
// next step.
void Rounds::call_for_step() {
  if (step_is_coming_) return;
  step_is_coming_ = true;
  loop_.post([this] { step(); });
}

void Rounds::step() {
  step_is_coming_ = false;
  began_.clear();
  const base::SteadyTime enough = loop_.now() + base::limits::round_step;
  while (!order_.empty()) {
    take_next().resume();
    if (loop_.now() >= enough) break;
  }
  if (!order_.empty()) call_for_step();
}

std::coroutine_handle<> Rounds::take_next() {
  const exchange::ParticipantId participant = order_.front();
  order_.pop_front();
  const auto line = lines_.find(participant);
  const std::coroutine_handle<> task = line->second.front();
  line->second.pop_front();
  if (line->second.empty()) {
    lines_.erase(line);
  } else {
    order_.push_back(participant);
  }
  return task;
}

}  // namespace tradepost::api
