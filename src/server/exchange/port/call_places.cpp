#include "exchange/port/call_places.hpp"

#include "base/ground/check.hpp"

namespace tradepost::exchange {

bool CallPlaces::has_one_for(ParticipantId participant) const {
  if (free_ == 0) return false;
  const auto found = taken_.find(participant);
  return found == taken_.end() || found->second < of_one_;
}

void CallPlaces::take(ParticipantId participant) {
  CHECK(has_one_for(participant));
  --free_;
  ++taken_[participant];
}

void CallPlaces::give_back(ParticipantId participant) {
  const auto found = taken_.find(participant);
  CHECK(found != taken_.end());
  ++free_;
  if (--found->second == 0) taken_.erase(found);
}

}  // namespace tradepost::exchange
