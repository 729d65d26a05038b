#pragma once

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <string_view>
#include <thread>

#include "database/connection.hpp"
#include "store/postgres/node/link.hpp"
#include "store/postgres/node/watcher.hpp"
#include "store/postgres/tables/names.hpp"

namespace tradepost::store::postgres {

// Tells the other nodes where this one has delivered something, as long as somebody waits at one of
// them: then a wait ends before its node looks again. NOTIFY holds a lock of the whole server until
// its transaction ends, so it is sent beside the commits, once for those of 20 ms, and not synced.
// What is lost or late is found by the looks. A node behind a pool of connections neither tells nor
// hears: there a session is another client's after each transaction.
class Waking {
 public:
  Waking(const LinkOptions& options, Ending& ending, Watcher& watcher);
  ~Waking();  // `ending` has begun

  // Something was delivered there. Any thread.
  void tell(const std::set<QueueName>& queues);
  // Somebody begins to wait at this node. Any thread.
  void begin_wait();

 private:
  using Clock = std::chrono::steady_clock;

  void run();
  // Until the connection is of no use any more, or the end.
  base::Done tell_and_hear(database::Connection& connection);
  void call() const;
  void forget_call() const;
  // Until there is something to do without a call.
  std::chrono::milliseconds idle_time() const;
  base::Done tell_of_waits(database::Connection& connection);
  base::Done tell_of_deliveries(database::Connection& connection);
  void hear(std::string_view told);

  const LinkOptions& options_;
  Ending& ending_;
  Watcher& watcher_;
  const int called_;  // an eventfd: there is something to tell, or it is the end
  std::atomic<bool> is_wait_told_ = false;
  std::atomic<Clock::time_point> others_wait_until_{};

  // of the thread
  Clock::time_point next_tell_of_waits_{};
  Clock::time_point next_tell_of_deliveries_{};

  mutable std::mutex mutex_;
  std::set<exchange::ParticipantId> delivered_to_;  // guarded by mutex_; not told yet

  std::thread thread_;  // last: it uses the members above
};

}  // namespace tradepost::store::postgres
