#include "store/embedded/commit/intent_stepper.hpp"

#include <utility>

#include "base/ground/limits.hpp"

namespace tradepost::store::embedded {

std::optional<base::SteadyTime> IntentStepper::due(const Intents& intents) const {
  if (intents.empty()) return std::nullopt;
  return others_traded_ ? pause_ends_ : base::SteadyTime::min();
}

IntentStepper::Slice IntentStepper::next(const Intents& intents) {
  const exchange::IntentWork work{intents.begin()->first};
  if (std::exchange(intent_, work.id) != work.id) place_ = {};
  return {.work = work, .from = place_};
}

void IntentStepper::was_stepped(IntentPlace reached, base::SteadyTime began, base::SteadyTime now) {
  place_ = reached;
  pause_ends_ = now + base::limits::background_rests * (now - began);
  others_traded_ = false;
}

}  // namespace tradepost::store::embedded
