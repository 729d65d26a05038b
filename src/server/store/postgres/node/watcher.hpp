#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>
#include <thread>

#include "base/tasks/completion.hpp"
#include "exchange/port/store_reads.hpp"
#include "store/postgres/node/change_broadcast.hpp"
#include "store/postgres/node/link.hpp"
#include "store/postgres/node/lock_monitor.hpp"
#include "store/postgres/node/membership.hpp"
#include "store/postgres/node/node.hpp"

namespace tradepost::store::postgres {

struct WatcherOptions {
  std::chrono::milliseconds poll_interval{200};
  const base::Log* log = nullptr;  // outlives the watcher
  // Called if another node has raised the format of the store above the formats of this node.
  std::function<void(const base::Error&)> on_failure = {};
};

// A thread that looks for documents for the requests that wait: at once after a delivery to their
// queue, and every 200 ms for all of them, with one query for any number. It also writes the
// notices of this node. Once a second it reads the notices of others, stores the soft marks and
// logs transactions that block the nodes. Every ten seconds it renews the membership of this node,
// if there is one, and reads the other nodes. Once an hour it maintains the partitions.
class Watcher {
 public:
  // All references outlive the watcher.
  Watcher(const LinkOptions& link, WatcherOptions options, Node& node, ChangeBroadcast& broadcast,
          std::optional<Membership> membership, Ending& ending);
  ~Watcher();

  // `arrived` gets true when a document is pending, and false at the end of waits. Pass the
  // returned number to forget() when the wait is over.
  std::uint64_t add(const exchange::PendingQuery& query, base::Completer<bool> arrived);
  void forget(std::uint64_t number);
  bool has_waits() const;
  void end_waits();
  // Looks for the waiting requests whose queues satisfy the predicate, because documents were
  // delivered there, or perhaps were.
  void look(const std::function<bool(const QueueName&)>& is_delivered_to);
  // Returns the nodes as this one saw them last; nullopt: not yet, or it has no membership.
  std::optional<SeenNodes> nodes() const;
  std::optional<base::Uuid> own_node() const;

 private:
  struct Waiter {
    exchange::PendingQuery query;
    base::Completer<bool> arrived;
    bool is_next = true;  // a document may be pending already
  };

  enum class Who : std::uint8_t { all, next };

  void run();
  // Waits until then, or until a request needs a look. Returns false at the end.
  bool pause(std::chrono::steady_clock::time_point until);
  void look_for(Who who);
  void look_for_blockers();
  void notify_other_nodes();
  void hear_others();
  void keep_polls();
  void renew_membership();
  void see_other_nodes();
  void tend();
  using Work = std::function<base::Done(database::Connection&)>;
  // `work` is the name for the log, a literal.
  void attempt(std::string_view work, const Work& does);

  const WatcherOptions options_;
  Node& node_;
  ChangeBroadcast& broadcast_;
  const std::optional<Membership> membership_;
  Link link_;
  std::optional<LockMonitor> lock_monitor_;
  std::set<std::string_view> failing_;  // logged already

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_.
  std::map<std::uint64_t, Waiter> waiters_;
  std::uint64_t last_number_ = 0;
  bool should_look_ = false;
  bool waits_have_ended_ = false;
  bool is_ending_ = false;
  std::optional<SeenNodes> nodes_;

  std::thread thread_;  // last: it uses the members above
};

}  // namespace tradepost::store::postgres
