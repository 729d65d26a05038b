#pragma once

#include <compare>

#include "exchange/model/model.hpp"

namespace tradepost::store::embedded {

// What waits for a recipient, and its feed, are known by this.
struct QueueName {
  exchange::ParticipantId participant;
  exchange::Flow flow{};

  auto operator<=>(const QueueName&) const = default;
};

}  // namespace tradepost::store::embedded
