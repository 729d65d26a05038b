#pragma once

#include <map>
#include <optional>

#include "base/tasks/executor.hpp"
#include "exchange/model/commands.hpp"
#include "store/embedded/facts/facts.hpp"
#include "store/embedded/state/committed_state.hpp"

namespace tradepost::store::embedded {

// The pace and the place of the work on intents, which is done in slices, one intent after the
// other. While others trade, a pause follows each slice. Otherwise the next one follows at once.
// Used by the committer's thread only.
class IntentStepper {
 public:
  using Intents = std::map<exchange::IntentId, IntentProgress>;

  // Returns the time of the next slice, or nullopt if no intent is running.
  std::optional<base::SteadyTime> due(const Intents& intents) const;
  void others_traded() { others_traded_ = true; }

  // The first intent, and the place up to which earlier slices have searched its queue.
  struct Slice {
    exchange::IntentWork work;
    IntentPlace from;
  };
  Slice next(const Intents& intents);
  void was_stepped(IntentPlace reached, base::SteadyTime began, base::SteadyTime now);

 private:
  exchange::IntentId intent_;
  IntentPlace place_;
  base::SteadyTime pause_ends_{};
  bool others_traded_ = false;  // since the last slice
};

}  // namespace tradepost::store::embedded
