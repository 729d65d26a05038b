#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "base/ids.hpp"
#include "database/connection.hpp"
#include "exchange/port/changes.hpp"
#include "store/postgres/node/node.hpp"

namespace tradepost::store::postgres {

// What one node tells the others of its changes: who sees them, and not what they are. The changes
// of 200 ms are one row, so that no commit is longer for it, nor waits for another. Each node
// counts its rows. Where one is missing, because it is removed after a minute, or because the
// server crashed and emptied the table, everybody is told.
class Notices {
 public:
  // What was told before is not told again.
  struct Start {
    base::Uuid self;
    std::map<base::Uuid, std::int64_t> last;  // of each other node
  };
  static base::Result<Start> start(database::Connection& connection);

  // nullptr: nobody is told of what others change.
  Notices(Node& node, exchange::Changes* changes, Start start)
      : node_(node), changes_(changes), self_(start.self), last_read_(std::move(start.last)) {}

  // For the others. Any thread.
  void note(const std::set<exchange::ChangeViewer>& viewers);
  bool has_any() const;

  // The rest is for one thread. After an error they may be called again.
  base::Done write(database::Connection& connection);
  base::Done read(database::Connection& connection);

 private:
  base::Done tell_everybody(database::Connection& connection);

  Node& node_;
  exchange::Changes* const changes_;
  const base::Uuid self_;

  // of the one thread
  std::int64_t last_written_ = 0;
  std::map<base::Uuid, std::int64_t> last_read_;

  mutable std::mutex mutex_;
  std::set<exchange::ChangeViewer> noted_;  // guarded by mutex_
};

}  // namespace tradepost::store::postgres
