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
#include "store/postgres/node/blockers.hpp"
#include "store/postgres/node/link.hpp"
#include "store/postgres/node/node.hpp"
#include "store/postgres/node/notices.hpp"

namespace tradepost::store::postgres {

// A thread that looks for documents: at once for those that wait where something was delivered, and
// every 200 ms for all that wait; one query, whatever their number. It tells the other nodes of the
// changes of this one; once a second it reads theirs, keeps the soft marks and looks who blocks the
// nodes; once an hour it tends the partitions.
class Watcher {
 public:
  // `log`: nothing, or it outlives this.
  Watcher(const LinkOptions& options, std::chrono::milliseconds look_every, Node& node,
          Notices& notices, Ending& ending, const base::Log* log);
  ~Watcher();

  // Fulfilled with true when something is pending; with false at the end of waits. The number is
  // for forget(), when nobody waits any more.
  std::uint64_t add(const exchange::PendingQuery& query, base::Completer<bool> arrived);
  void forget(std::uint64_t number);
  bool has_waits() const;
  void end_waits();
  // Something was delivered to some queues: to which, or to which perhaps.
  void look(const std::function<bool(const QueueName&)>& is_delivered_to);

 private:
  struct Waiter {
    exchange::PendingQuery query;
    base::Completer<bool> arrived;
    bool is_next = true;  // something may be pending already
  };

  enum class Who : std::uint8_t { all, next };

  void run();
  // Until then, or until somebody is next. False: it is to end.
  bool pause(std::chrono::steady_clock::time_point until);
  void look_for(Who who);
  void look_for_blockers();
  void tell_others();
  void hear_others();
  void keep_polls();
  void tend();
  using Work = std::function<base::Done(database::Connection&)>;
  // `work`: its name for the log, a literal.
  void attempt(std::string_view work, const Work& does);

  const std::chrono::milliseconds look_every_;
  Node& node_;
  Notices& notices_;
  Link link_;
  const base::Log* const log_;
  std::optional<Blockers> blockers_;
  std::set<std::string_view> failing_;  // told already

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  // guarded by mutex_
  std::map<std::uint64_t, Waiter> waiters_;
  std::uint64_t last_number_ = 0;
  bool should_look_ = false;
  bool waits_have_ended_ = false;
  bool is_ending_ = false;

  std::thread thread_;  // last: it uses the members above
};

}  // namespace tradepost::store::postgres
