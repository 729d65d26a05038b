#pragma once

#include <cstdint>
#include <map>

#include "exchange/model/model.hpp"

namespace tradepost::exchange {

// Places for calls of endpoints that are under way at the same time. A participant has its part of
// them at most, so that its receivers may hang without being everybody's matter.
class CallPlaces {
 public:
  struct Bounds {
    std::uint32_t in_all;
    std::uint32_t of_one;  // participant
  };
  explicit CallPlaces(Bounds bounds) : free_(bounds.in_all), of_one_(bounds.of_one) {}

  bool has_any() const { return free_ > 0; }
  bool has_one_for(ParticipantId participant) const;
  void take(ParticipantId participant);  // only where it has one
  void give_back(ParticipantId participant);

 private:
  std::uint32_t free_;
  std::uint32_t of_one_;
  std::map<ParticipantId, std::uint32_t> taken_;
};

}  // namespace tradepost::exchange
