#pragma once

#include <set>

#include "exchange/port/changes.hpp"
#include "store/postgres/tables/names.hpp"

namespace tradepost::store::postgres {

// The changes of a commit that waits and other nodes are notified of.
struct Changed {
  std::set<QueueName> delivered_to = {};          // a document may be pending there now
  std::set<exchange::ChangeViewer> viewers = {};  // they see documents or cases that changed

  void add(const Changed& other) {
    delivered_to.insert(other.delivered_to.begin(), other.delivered_to.end());
    viewers.insert(other.viewers.begin(), other.viewers.end());
  }
};

}  // namespace tradepost::store::postgres
