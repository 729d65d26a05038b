#pragma once

#include <optional>
#include <vector>

#include "exchange/port/store_reads.hpp"

// Which events an effect has for whom. Stores keep them or make them again from their records:
// these functions are pure.
namespace tradepost::exchange {

// The entries of participants' feeds (contract 8.3). `row`: the transaction that the effect is
// about, as it stands with the effect; nullptr where it is about none.
std::vector<FeedEntry> feed_of(const Effect& effect, const Transaction* row);

struct EventOf {
  TransactionId id;
  Event event;
};
// The events of transactions (contract 2.7), in their order.
std::vector<EventOf> events_of(const Effect& effect);
// Inserts it after the events that happened before. A requeue is an event in its sender's name; the
// note that follows says who requested it, and is no second event.
void add_event(std::vector<Event>& events, Event event);

}  // namespace tradepost::exchange
