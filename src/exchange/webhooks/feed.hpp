#pragma once

#include <optional>
#include <vector>

#include "exchange/port/store_reads.hpp"

// What an effect tells to whom. Stores keep it, or make it again from their records: these are
// pure.
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
// Puts it behind those that happened before. What is sent once more tells of it in its sender's
// name; a note of it that follows says who asked, and is no second event.
void add_event(std::vector<Event>& events, Event event);

}  // namespace tradepost::exchange
