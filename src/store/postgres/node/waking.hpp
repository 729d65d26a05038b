#pragma once

#include <mutex>
#include <set>
#include <string_view>
#include <thread>

#include "database/connection.hpp"
#include "store/postgres/node/link.hpp"
#include "store/postgres/node/watcher.hpp"
#include "store/postgres/tables/names.hpp"

namespace tradepost::store::postgres {

// Tells the other nodes where this one has delivered something, and hears them, so that who waits
// at another node is answered before its next look. NOTIFY holds a lock of the whole server until
// its transaction ends: it is sent beside the commits, once for those of 20 ms, and not synced.
// What is lost or late is found by the looks. Through a pool of connections it only tells.
class Waking {
 public:
  Waking(const LinkOptions& options, Ending& ending, Watcher& watcher);
  ~Waking();  // `ending` has begun

  // Something was delivered there. Any thread.
  void tell(const std::set<QueueName>& queues);

 private:
  void run();
  // Until the connection is of no use any more, or the end.
  void tell_and_hear(database::Connection& connection);
  bool has_to_tell() const;
  void call() const;
  void forget_call() const;
  base::Done tell_others(database::Connection& connection);
  void hear(std::string_view told);

  const LinkOptions& options_;
  Ending& ending_;
  Watcher& watcher_;
  const int called_;  // an eventfd: there is something to tell, or it is the end

  mutable std::mutex mutex_;
  std::set<exchange::ParticipantId> delivered_to_;  // guarded by mutex_; not told yet

  std::thread thread_;  // last: it uses the members above
};

}  // namespace tradepost::store::postgres
