#pragma once

#include <optional>
#include <vector>

#include "exchange/port/store_reads.hpp"

// The events of an effect and their receivers. Stores keep them, or make them again from their
// records: these functions are pure.
namespace tradepost::exchange {

// Returns the entries of participants' feeds (contract 8.3). `row` is the transaction of the
// effect, with the effect applied; nullptr if the effect has none.
std::vector<FeedEntry> feed_of(const Effect& effect, const Transaction* row);

struct EventOf {
  TransactionId id;
  Event event;
};
// Returns the events of transactions (contract 2.7), in their order.
std::vector<EventOf> events_of(const Effect& effect);
// Inserts an event after the events that happened before. A document and a requeue make an event in
// the sender's name; the note that follows names the person or the operator, and is not a second
// event.
void add_event(std::vector<Event>& events, Event event);

}  // namespace tradepost::exchange
