#include "exchange/people/subscriptions.hpp"

#include <algorithm>

namespace tradepost::exchange {

std::optional<Rhythm> Subscriptions::rhythm_of(Subject about) const {
  const auto found = std::ranges::find(list, about, &Subscription::about);
  return found == list.end() ? std::nullopt : std::optional(found->rhythm);
}

}  // namespace tradepost::exchange
