#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "base/log.hpp"
#include "exchange/port/changes.hpp"
#include "store/postgres/node/link.hpp"
#include "store/postgres/node/membership.hpp"

namespace tradepost::store::postgres {

// Selects whether a store that is being filled or left can be opened. It is opened for reads only,
// and an intent that is under way is not continued.
enum class HalfMoved : std::uint8_t { refused, opened };

struct PostgresOptions {
  LinkOptions link;
  // The version of a node that serves. nullopt: other nodes do not see this process.
  std::optional<NodeVersion> version = {};
  // Called if the store can't be continued, because another node has raised its format.
  std::function<void(const base::Error&)> on_failure = {};
  // Each connection has a thread. One more thread watches queues, one reads the directory, and one
  // notifies the other nodes.
  unsigned connections = 6;
  unsigned page_connections = 4;
  std::size_t waiting_max = 10'000;
  // The interval at which the watcher looks for documents that other nodes delivered.
  std::chrono::milliseconds poll_interval{200};
  HalfMoved half_moved = HalfMoved::refused;
  // Receives every commit of this node, and the commits of other nodes within about a second.
  // nullptr: none.
  exchange::Changes* changes = nullptr;
  // The log for transactions that block this node. nullptr: they are not logged. It outlives the
  // store.
  const base::Log* log = nullptr;
};

}  // namespace tradepost::store::postgres
