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
#include "store/postgres/commit/commit.hpp"
#include "store/postgres/commit/start.hpp"
#include "store/postgres/node/link.hpp"
#include "store/postgres/node/node.hpp"

namespace tradepost::store::postgres {

// Submissions and reports wait here, and a thread takes many of them into one transaction. What
// can't be decided beside the others is decided by itself. Any thread.
class Batches {
 public:
  using Command = std::variant<exchange::Submission, exchange::ReportCommand>;
  using Answer = std::variant<exchange::SubmitAnswer, exchange::ReportAnswer>;
  struct Asked {
    Command command;
    Locks locks;               // that it is known to need
    base::Executor& executor;  // of who waits for the answer
    std::move_only_function<void(base::Result<Answer>)> answer;
    std::chrono::steady_clock::time_point until;  // it is not begun later
    std::shared_ptr<Start> start;                 // shared with who waits for the answer
    int tries = 0;
    std::shared_ptr<const Changed> in_doubt = {};  // by a COMMIT of an earlier try
  };

  // `call`: a thread is to call decide_waiting(). False: none will.
  Batches(Node& node, std::size_t waiting_max, std::function<void(const Changed&)> on_change,
          std::function<bool(const exchange::Actor&)> call)
      : node_(node),
        waiting_max_(waiting_max),
        on_change_(std::move(on_change)),
        call_(std::move(call)) {}

  // Calls a thread only if none decides already that will come to it. False: too much waits, and
  // nobody may ever come to it.
  bool add(const exchange::Actor& asker, Asked asked);
  // Until nothing waits that may be decided, unless enough threads do so already. What would wait
  // for a lock of a queue that another thread has goes into its next batch, unless a whole batch
  // waits when that thread begins its COMMIT: then the next one waits for the lock meanwhile.
  void decide_waiting(Link& link);

 private:
  // One gathers and decides while the other waits for its commit.
  static constexpr unsigned deciding_max = 2;
  using Batch = std::vector<std::unique_ptr<Asked>>;
  using Left = std::deque<Batch>;

  void answer(Asked& asked, base::Result<Answer> answer) const;
  // Those that have one, with one call to each executor; gives the others.
  Batch answer(Batch batch, std::vector<std::optional<Answer>> answers) const;
  // Refuses those that come too late.
  void begin_each(Batch& batch) const;
  // Instead of the batch that was decided. Empty: the thread decides no more.
  Batch take(const std::set<QueueName>& decided, std::set<QueueName>& queues);
  // What came since for the queues of the batch, as far as the locked positions suffice.
  Batch take_more(const Batch& batch, const Locks& locked);
  bool is_decided_by_another(const Asked& asked) const;
  // Holds mutex_ but while it waits.
  void let_another_gather(std::unique_lock<std::mutex>& lock);
  // Before the COMMIT of that many: the next batch may be of these queues, too.
  void release(std::set<QueueName>& queues, std::size_t commands);
  // Whether a thread will come that was called, or decides already. Holds mutex_.
  bool has_enough_threads() const { return deciding_ + called_ >= deciding_max; }
  // After ++called_, without mutex_.
  bool call(const exchange::Actor& asker);
  void decide(Link& link, Batch batch, std::set<QueueName>& queues);
  // What is not answered after it is put in front of what is left.
  void attempt(Link& link, Batch batch, std::set<QueueName>& queues, Left& left);
  // Whether another node sends to queues of these.
  bool note_shared(const Locks& locks);
  // False: slices of work are to be done first.
  bool attempt_on(database::Connection& connection, Batch batch, std::set<QueueName>& queues,
                  Left& left);

  Node& node_;
  const std::size_t waiting_max_;
  const std::function<void(const Changed&)> on_change_;
  const std::function<bool(const exchange::Actor&)> call_;

  std::mutex mutex_;
  std::condition_variable gathered_;
  // guarded by mutex_
  base::RoundRobinQueue<exchange::Actor, std::unique_ptr<Asked>> waiting_;
  std::size_t waiting_count_ = 0;
  Batch postponed_;
  std::set<QueueName> under_way_;  // of all batches that are being decided
  bool shares_queues_ = false;     // so did the last batch
  bool is_to_begin_now_ = false;   // the thread that was called at a COMMIT
  unsigned deciding_ = 0;          // threads
  unsigned called_ = 0;            // threads that have not come yet
};

}  // namespace tradepost::store::postgres
