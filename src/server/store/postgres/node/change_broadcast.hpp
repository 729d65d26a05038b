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

// Notifies other nodes of the changes of this one. A notice has only the viewers of a change, not
// its contents. The changes of 200 ms are one row, so no commit is slower because of it, and none
// waits for another. Each node numbers its rows. A missing number means that the row was removed
// after a minute or that a crash of the server emptied the table. Then all viewers are notified.
class ChangeBroadcast {
 public:
  // The starting point. Notices before it are not repeated.
  struct Start {
    base::Uuid self;
    std::map<base::Uuid, std::int64_t> last;  // of each other node
  };
  static base::Result<Start> start(database::Connection& connection);

  // With nullptr for `changes`, the changes of other nodes are ignored.
  ChangeBroadcast(Node& node, exchange::Changes* changes, Start start)
      : node_(node), changes_(changes), self_(start.self), last_read_(std::move(start.last)) {}

  // Adds viewers to the next notice. Any thread.
  void note(const std::set<exchange::ChangeViewer>& viewers);
  bool has_any() const;

  // One thread calls the other functions. They can be called again after an error.
  base::Done write(database::Connection& connection);
  base::Done read(database::Connection& connection);

 private:
  base::Done notify_all_viewers(database::Connection& connection);

  Node& node_;
  exchange::Changes* const changes_;
  const base::Uuid self_;

  // Used by the one thread.
  std::int64_t last_written_ = 0;
  std::map<base::Uuid, std::int64_t> last_read_;

  mutable std::mutex mutex_;
  std::set<exchange::ChangeViewer> noted_;  // guarded by mutex_
};

}  // namespace tradepost::store::postgres
