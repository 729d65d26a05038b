#include "store/postgres/commit/batches.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/ground/limits.hpp"
#include "base/tasks/posts_by_executor.hpp"
#include "store/postgres/commit/decisions.hpp"

namespace tradepost::store::postgres {

namespace {

constexpr std::uint32_t commands_max = 128;
constexpr std::size_t items_max = 1'000;      // items of reports
constexpr std::size_t bytes_max = 4'000'000;  // a batch has at least one command, of any size

std::size_t items_of(const Batches::Command& command) {
  const auto* const report = std::get_if<exchange::ReportCommand>(&command);
  return report != nullptr ? report->items.size() : 0;
}

std::size_t bytes_of(const Batches::Command& command) {
  const auto* const submission = std::get_if<exchange::Submission>(&command);
  if (submission == nullptr) return 0;
  return submission->content.view.size() + size_of(submission->original);
}

template <typename Batch>
BatchQuery query_of(const Batch& batch) {
  BatchQuery query;
  for (const auto& asked : batch) {
    query.has_repeats = query.has_repeats || asked->tries > 1;
    if (const auto* const submission = std::get_if<exchange::Submission>(&asked->command)) {
      query.submissions.push_back(submission);
    } else {
      query.reports.push_back(&std::get<exchange::ReportCommand>(asked->command));
    }
  }
  return query;
}

template <typename Batch>
Locks locks_of(const Batch& batch) {
  Locks all;
  for (const auto& asked : batch) {
    all.keys.insert(asked->locks.keys.begin(), asked->locks.keys.end());
    all.directory = all.directory || asked->locks.directory;
    for (const auto& [queue, positions] : asked->locks.queues) all.queues[queue] += positions;
    all.chains.insert(asked->locks.chains.begin(), asked->locks.chains.end());
  }
  return all;
}

struct Load {
  std::size_t commands = 0;
  std::size_t items = 0;
  std::size_t bytes = 0;

  void add(const Batches::Command& command) {
    ++commands;
    items += items_of(command);
    bytes += bytes_of(command);
  }
  bool is_full() const {
    return commands >= commands_max || items >= items_max || bytes >= bytes_max;
  }
};

std::optional<Batches::Answer> decided(Commit& commit, const Batches::Command& command) {
  if (const auto* const submission = std::get_if<exchange::Submission>(&command)) {
    return deciding<exchange::SendAnswer>(*submission)(commit);
  }
  const auto& report = std::get<exchange::ReportCommand>(command);
  return deciding<exchange::ReportAnswer>(report)(commit);
}

// The changes are reported when the outcome is decided, because a reader that looks earlier may
// find the old state.
template <typename Batch>
void note_in_doubt(Batch& batch, Changed changed) {
  for (const auto& asked : batch) {
    if (asked->in_doubt) changed.add(*asked->in_doubt);
  }
  const auto shared = std::make_shared<const Changed>(std::move(changed));
  for (const auto& asked : batch) asked->in_doubt = shared;
}

// Puts each command in front of `left` as a separate batch, in the order of the given one.
template <typename Batch>
void put_each_in_front(Batch batch, std::deque<Batch>& left) {
  for (auto asked = batch.rbegin(); asked != batch.rend(); ++asked) {
    Batch alone;
    alone.push_back(std::move(*asked));
    left.push_front(std::move(alone));
  }
}

}  // namespace

void Batches::answer(Asked& asked, base::Result<Answer> answer) const {
  if (asked.in_doubt) {
    on_change_(*asked.in_doubt);
    if (!answer) answer = base::refuse(Decisions::unknown());
  }
  asked.answer(std::move(answer));
}

void Batches::begin_each(Batch& batch) const {
  const auto now = std::chrono::steady_clock::now();
  for (auto& asked : batch) {
    const bool is_late = now >= asked->until || !asked->cancel_flag->begin();
    if (!is_late && ++asked->tries <= Decisions::tries_max) continue;
    answer(*asked, base::refuse(is_late ? Decisions::too_late() : Decisions::too_often()));
    asked.reset();
  }
  std::erase(batch, nullptr);
}

Batches::Batch Batches::answer(Batch batch, std::vector<std::optional<Answer>> answers) const {
  Batch others;
  base::PostsByExecutor posts;
  for (std::size_t i = 0; i < batch.size(); ++i) {
    if (!answers[i]) {
      others.push_back(std::move(batch[i]));
      continue;
    }
    if (batch[i]->in_doubt) on_change_(*batch[i]->in_doubt);
    base::Executor& executor = batch[i]->executor;
    posts.add(executor, [asked = std::move(batch[i]), given = *std::move(answers[i])]() mutable {
      asked->answer(std::move(given));
    });
  }
  posts.post();
  return others;
}

bool Batches::call(const exchange::Actor& requester) {
  if (call_(requester)) return true;
  const std::lock_guard lock(mutex_);
  --called_;
  return false;
}

bool Batches::add(const exchange::Actor& requester, Asked asked) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_count_ >= waiting_max_) return false;
    ++waiting_count_;
    const bool is_for_another = is_decided_by_another(asked);
    waiting_.add(requester, std::make_unique<Asked>(std::move(asked)));
    if (is_for_another || has_enough_threads()) return true;
    ++called_;
  }
  return call(requester);
}

// If another node sends to the same queues, the batches of both nodes wait for each other, and two
// small batches of a node wait longer than a large one. A delayed batch must not delay the others,
// so this wait is bounded.
void Batches::let_another_gather(std::unique_lock<std::mutex>& lock) {
  constexpr std::chrono::milliseconds longest{20};
  if (shares_queues_)
    gathered_.wait_for(lock, longest, [this] { return deciding_ == 0 || is_to_begin_now_; });
  is_to_begin_now_ = false;
}

void Batches::decide_waiting(Link& link) {
  {
    std::unique_lock lock(mutex_);
    let_another_gather(lock);
    --called_;
    if (deciding_ == deciding_max) return;
    ++deciding_;
  }
  std::set<QueueName> queues;
  for (Batch batch = take({}, queues); !batch.empty(); batch = take(queues, queues)) {
    decide(link, std::move(batch), queues);
  }
}

bool Batches::is_decided_by_another(const Asked& asked) const {
  return std::ranges::any_of(asked.locks.queues,
                             [&](const auto& queue) { return under_way_.contains(queue.first); });
}

// A thread counts as deciding until it has found no command that it may decide.
Batches::Batch Batches::take(const std::set<QueueName>& decided, std::set<QueueName>& queues) {
  const std::lock_guard lock(mutex_);
  for (const QueueName& queue : decided) under_way_.erase(queue);
  Batch batch;
  Batch postponed;
  Load load;
  const auto consider = [&](std::unique_ptr<Asked> asked) {
    if (load.is_full() || is_decided_by_another(*asked)) {
      return postponed.push_back(std::move(asked));
    }
    load.add(asked->command);
    batch.push_back(std::move(asked));
  };
  for (auto& asked : postponed_) consider(std::move(asked));
  while (!waiting_.is_empty() && !load.is_full()) consider(waiting_.take());
  postponed_ = std::move(postponed);
  waiting_count_ -= batch.size();
  if (batch.empty()) --deciding_;
  if (deciding_ == 0) gathered_.notify_all();
  queues.clear();
  for (const auto& asked : batch) {
    for (const auto& [queue, positions] : asked->locks.queues) queues.insert(queue);
  }
  under_way_.insert(queues.begin(), queues.end());
  return batch;
}

Batches::Batch Batches::take_more(const Batch& batch, const Locks& locked) {
  Load load;
  std::map<QueueName, std::uint32_t> free = locked.queues;
  const auto fits = [&](const Locks& locks) {
    return !locks.directory && std::ranges::all_of(locks.queues, [&](const auto& wanted) {
      const auto queue = free.find(wanted.first);
      return queue != free.end() && queue->second >= wanted.second;
    });
  };
  const auto count = [&](const Asked& asked) {
    load.add(asked.command);
    for (const auto& [queue, positions] : asked.locks.queues) free[queue] -= positions;
  };
  for (const auto& asked : batch) count(*asked);
  const std::lock_guard lock(mutex_);
  Batch more;
  Batch postponed;
  const auto consider = [&](std::unique_ptr<Asked> asked) {
    if (load.is_full() || !fits(asked->locks)) return postponed.push_back(std::move(asked));
    count(*asked);
    more.push_back(std::move(asked));
  };
  for (auto& asked : postponed_) consider(std::move(asked));
  while (!waiting_.is_empty() && !load.is_full()) consider(waiting_.take());
  postponed_ = std::move(postponed);
  waiting_count_ -= more.size();
  return more;
}

// A smaller batch continues to gather. Each transaction has a fixed cost, and small batches stay
// small, because the callers send their next commands only after the answers.
void Batches::release(std::set<QueueName>& queues, std::size_t commands) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_count_ < commands) return;
    for (const QueueName& queue : queues) under_way_.erase(queue);
    queues.clear();
    is_to_begin_now_ = true;
    gathered_.notify_all();
    if (has_enough_threads()) return;
    ++called_;
  }
  call(exchange::Actor::network());
}

void Batches::decide(Link& link, Batch batch, std::set<QueueName>& queues) {
  Left left;
  // A command that changes the directory is decided alone, so that the others do not take its lock.
  const auto changing = std::ranges::stable_partition(
      batch, [](const auto& asked) { return !asked->locks.directory; });
  Batch alone(std::make_move_iterator(changing.begin()), std::make_move_iterator(changing.end()));
  batch.erase(changing.begin(), changing.end());
  put_each_in_front(std::move(alone), left);
  if (!batch.empty()) left.push_front(std::move(batch));
  while (!left.empty()) {
    Batch next = std::move(left.front());
    left.pop_front();
    attempt(link, std::move(next), queues, left);
  }
}

void Batches::attempt(Link& link, Batch batch, std::set<QueueName>& queues, Left& left) {
  begin_each(batch);
  if (batch.empty()) return;
  auto connection = link.connection();
  if (!connection) {
    for (const auto& asked : batch) answer(*asked, base::refuse(connection.error()));
    return;
  }
  const bool is_attempted = attempt_on(**connection, std::move(batch), queues, left);
  link.check();
  if (is_attempted) return;
  const auto until = std::chrono::steady_clock::now() + base::limits::answer_within;
  const auto settled = Decisions(link, node_, on_change_, until).settle();
  if (settled) return;
  for (const auto& asked : left.front()) answer(*asked, base::refuse(settled.error()));
  left.pop_front();
}

bool Batches::note_shared(const Locks& locks) {
  const bool are_shared = std::ranges::any_of(
      locks.queues, [this](const auto& queue) { return node_.is_shared(queue.first); });
  const std::lock_guard lock(mutex_);
  return shares_queues_ = are_shared;
}

bool Batches::attempt_on(database::Connection& connection, Batch batch, std::set<QueueName>& queues,
                         Left& left) {
  Locks locks = locks_of(batch);
  // If another node sends to the same queue, the wait for its lock is long. Commands that arrive
  // during it are committed too, for one more round trip.
  const bool may_grow = note_shared(locks) && std::ranges::all_of(batch, [](const auto& asked) {
                          return asked->tries == 1;
                        });
  if (may_grow) {
    for (auto& [queue, positions] : locks.queues) positions = std::max(positions, commands_max);
  }
  Commit commit(connection, node_, locks);
  Transaction& transaction = commit.transaction;
  if (may_grow) {
    transaction.lock_queues(batch.size());
    if (transaction.is_open()) {
      Batch more = take_more(batch, locks);
      begin_each(more);
      std::ranges::move(more, std::back_inserter(batch));
      transaction.join(locks_of(batch));
    }
  }
  commit.begin(query_of(batch));
  if (transaction.has_intents()) {
    left.push_front(std::move(batch));
    return false;
  }
  std::vector<std::optional<Answer>> answers(batch.size());
  std::size_t count = 0;
  bool is_spoilt = false;  // a lock was missing after effects were kept
  for (std::size_t i = 0; i < batch.size() && !transaction.error() && !is_spoilt; ++i) {
    transaction.next(batch[i]->locks);
    answers[i] = decided(commit, batch[i]->command);
    if (transaction.is_open()) {
      ++count;
    } else {
      batch[i]->locks = transaction.wanted();
      is_spoilt = answers[i].has_value() && !transaction.error();
    }
  }
  const bool is_whole = !is_spoilt && !transaction.error();
  if (is_whole && count != 0) release(queues, count);
  if (is_whole && (count == 0 || commit.finish())) {
    on_change_(commit.effects.changed());
    Batch others = answer(std::move(batch), std::move(answers));
    if (!others.empty()) left.push_front(std::move(others));
  } else if (is_spoilt || transaction.outcome() == Outcome::unknown || !connection.is_alive()) {
    if (transaction.outcome() == Outcome::unknown) note_in_doubt(batch, commit.effects.changed());
    left.push_front(std::move(batch));
  } else if (batch.size() > 1) {
    put_each_in_front(std::move(batch), left);
  } else if (transaction.may_be_repeated()) {
    left.push_front(std::move(batch));
  } else if (transaction.outcome() == Outcome::key_running) {
    answer(*batch.front(), exchange::SendAnswer(exchange::KeyRunning()));
  } else {
    answer(*batch.front(), base::refuse(*transaction.error()));
  }
  return true;
}

}  // namespace tradepost::store::postgres
