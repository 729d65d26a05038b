#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <variant>
#include <vector>

#include "base/tasks/executor.hpp"
#include "base/tasks/round_robin_queue.hpp"
#include "exchange/rules/decide.hpp"
#include "store/postgres/commit/cancel_flag.hpp"
#include "store/postgres/commit/commit.hpp"
#include "store/postgres/node/link.hpp"
#include "store/postgres/node/node.hpp"

namespace tradepost::store::postgres {

// The queue of submissions and reports. A thread decides many of them in one transaction. A command
// that cannot share the transaction is decided alone. Any thread.
class Batches {
 public:
  using Command = std::variant<exchange::Submission, exchange::ReportCommand>;
  using Answer = std::variant<exchange::SendAnswer, exchange::ReportAnswer>;
  struct Asked {
    Command command;
    Locks locks;               // the locks that it is known to need
    base::Executor& executor;  // of the caller
    std::move_only_function<void(base::Result<Answer>)> answer;
    std::chrono::steady_clock::time_point until;  // it is not begun after this
    std::shared_ptr<CancelFlag> cancel_flag;      // shared with the caller
    int tries = 0;
    std::shared_ptr<const Changed> in_doubt = {};  // from a COMMIT of an earlier try
  };

  // `call` makes a thread call decide_waiting(). It returns false if no thread will.
  Batches(Node& node, std::size_t waiting_max, std::function<void(const Changed&)> on_change,
          std::function<bool(const exchange::Actor&)> call)
      : node_(node),
        waiting_max_(waiting_max),
        on_change_(std::move(on_change)),
        call_(std::move(call)) {}

  // Calls a thread unless enough threads will come to the command. Returns false if the queue is
  // full or if no thread may come to the command.
  bool add(const exchange::Actor& requester, Asked asked);
  // Decides until no command waits that this thread may decide. Returns at once if enough threads
  // decide already. A command for a queue that another thread has locked joins the next batch of
  // that thread. If a whole batch waits when that thread begins its COMMIT, the next thread takes
  // it and waits for the lock.
  void decide_waiting(Link& link);

 private:
  // One thread gathers and decides while the other waits for its commit.
  static constexpr unsigned deciding_max = 2;
  using Batch = std::vector<std::unique_ptr<Asked>>;
  using Left = std::deque<Batch>;

  void answer(Asked& asked, base::Result<Answer> answer) const;
  // Delivers the answers that are set, with one post to each executor. Returns the commands without
  // one.
  Batch answer(Batch batch, std::vector<std::optional<Answer>> answers) const;
  // Refuses the commands whose time is over, and those with too many tries.
  void begin_each(Batch& batch) const;
  // Ends the batch of the queues `decided` and returns the next one. Empty: the thread stops
  // deciding.
  Batch take(const std::set<QueueName>& decided, std::set<QueueName>& queues);
  // Takes commands that arrived since for the queues of the batch, as far as the locked positions
  // suffice.
  Batch take_more(const Batch& batch, const Locks& locked);
  bool is_decided_by_another(const Asked& asked) const;
  // Holds mutex_, except during its wait.
  void let_another_gather(std::unique_lock<std::mutex>& lock);
  // Called before the COMMIT of that many commands. Allows the next batch to use the same queues.
  void release(std::set<QueueName>& queues, std::size_t commands);
  // True if enough threads decide or were called. Requires mutex_.
  bool has_enough_threads() const { return deciding_ + called_ >= deciding_max; }
  // Called after ++called_, without mutex_.
  bool call(const exchange::Actor& requester);
  void decide(Link& link, Batch batch, std::set<QueueName>& queues);
  // Puts commands that are still unanswered in front of `left`.
  void attempt(Link& link, Batch batch, std::set<QueueName>& queues, Left& left);
  // Returns true if another node also sends to one of these queues.
  bool note_shared(const Locks& locks);
  // Returns false if slices of work must be done first.
  bool attempt_on(database::Connection& connection, Batch batch, std::set<QueueName>& queues,
                  Left& left);

  Node& node_;
  const std::size_t waiting_max_;
  const std::function<void(const Changed&)> on_change_;
  const std::function<bool(const exchange::Actor&)> call_;

  std::mutex mutex_;
  std::condition_variable gathered_;
  // Guarded by mutex_.
  base::RoundRobinQueue<exchange::Requester, std::unique_ptr<Asked>> waiting_;
  std::size_t waiting_count_ = 0;
  Batch postponed_;
  std::set<QueueName> under_way_;  // the queues of all batches in progress
  bool shares_queues_ = false;     // with another node, in the last batch
  bool is_to_begin_now_ = false;   // set at a COMMIT for the called thread
  unsigned deciding_ = 0;          // number of threads
  unsigned called_ = 0;            // number of called threads that have not come yet
};

}  // namespace tradepost::store::postgres
