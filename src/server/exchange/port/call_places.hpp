#pragma once

#include <cstdint>
#include <map>

#include "exchange/model/model.hpp"

namespace tradepost::exchange {

// Counts the calls of endpoints that are under way at the same time. Each participant has a limit
// of its calls, so that its hanging receivers do not block other participants.
class CallPlaces {
 public:
  struct Bounds {
    std::uint32_t in_all;
    std::uint32_t of_one;  // for each participant
  };
  explicit CallPlaces(Bounds bounds) : free_(bounds.in_all), of_one_(bounds.of_one) {}

  bool has_any() const { return free_ > 0; }
  bool has_one_for(ParticipantId participant) const;
  void take(ParticipantId participant);  // requires has_one_for()
  void give_back(ParticipantId participant);

 private:
  std::uint32_t free_;
  std::uint32_t of_one_;
  std::map<ParticipantId, std::uint32_t> taken_;
};

}  // namespace tradepost::exchange
