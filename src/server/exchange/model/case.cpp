#include "exchange/model/case.hpp"

#include <algorithm>

namespace tradepost::exchange {

bool Case::is_owner(ParticipantId participant) const {
  return std::ranges::find(owners, participant) != owners.end();
}

}  // namespace tradepost::exchange
