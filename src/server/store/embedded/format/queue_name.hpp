#pragma once

#include <compare>

#include "exchange/model/model.hpp"

namespace tradepost::store::embedded {

// The name of a recipient's queue and of its feed.
struct QueueName {
  exchange::ParticipantId participant;
  exchange::Flow flow{};

  auto operator<=>(const QueueName&) const = default;
};

}  // namespace tradepost::store::embedded
