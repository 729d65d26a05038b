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

// Notifies the other nodes of the recipients to which this node has delivered, while a request
// waits at one of them. Then the wait ends before its node looks again. NOTIFY holds a lock of the
// whole server until its transaction ends, so it is sent outside the commits, once for the
// deliveries of 20 ms, and is not synced. The looks find deliveries whose notification is lost or
// late. A node that connects through a pool neither sends nor receives notifications, because its
// session serves another client after each transaction.
class DeliveryNotifier {
 public:
  DeliveryNotifier(const LinkOptions& options, Ending& ending, Watcher& watcher);
  ~DeliveryNotifier();  // requires that `ending` has begun

  // Records that documents were delivered there. Any thread.
  void add(const std::set<QueueName>& queues);
  // Records that a request begins to wait at this node. Any thread.
  void begin_wait();

 private:
  using Clock = std::chrono::steady_clock;

  void run();
  // Runs until the connection is unusable or the end begins.
  base::Done send_and_receive(database::Connection& connection);
  void call() const;
  void forget_call() const;
  // Returns the time until the next task that needs no call.
  std::chrono::milliseconds idle_time() const;
  base::Done send_wait(database::Connection& connection);
  base::Done send_deliveries(database::Connection& connection);
  void hear(std::string_view payload);

  const LinkOptions& options_;
  Ending& ending_;
  Watcher& watcher_;
  const int called_;  // an eventfd: there is a notification to send, or the end has begun
  std::atomic<bool> is_wait_sent_ = false;
  std::atomic<Clock::time_point> others_wait_until_{};

  // Used by the thread.
  Clock::time_point next_wait_at_{};
  Clock::time_point next_deliveries_at_{};

  mutable std::mutex mutex_;
  std::set<exchange::ParticipantId> delivered_to_;  // guarded by mutex_; not sent yet

  std::thread thread_;  // last: it uses the members above
};

}  // namespace tradepost::store::postgres
