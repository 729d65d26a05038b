#include "store/embedded/index/queues.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <utility>

#include "base/ground/check.hpp"
#include "store/embedded/format/keys.hpp"
#include "store/embedded/format/value_codec.hpp"

namespace tradepost::store::embedded {
namespace {

using exchange::KindSet;
using exchange::Position;

constexpr std::size_t block_entries = 512;
constexpr std::size_t first_window_entries = 512;
constexpr std::size_t window_growth = 4;

struct Waiter {
  Position after = 0;
  KindSet kinds;
  base::Completer<bool> arrived;
};

}  // namespace

class Queues::Queue {
  using Block = std::vector<QueueEntry>;

  // Returns the first entry of a block after a position.
  static auto behind(auto& block, Position after) {
    return std::ranges::upper_bound(block, after, {}, &QueueEntry::position);
  }

 public:
  explicit Queue(QueueName name) : name_(name) {}

  // Guards all state below. A loop does not wait for it while the queue is being loaded.
  std::mutex mutex;
  std::atomic<bool> is_reading = false;

  bool is_loaded() const { return is_loaded_; }
  std::size_t bytes() const { return count_ * sizeof(QueueEntry); }
  bool is_waited_for() const { return !waiters_.empty(); }

  // Loads entries until the window is full. The window grows with each load, and loaded entries are
  // not read again.
  Done load(const Index& index, ReadContext& context) {
    if (!is_loaded_) forget_entries();
    const std::size_t window =
        is_loaded_ ? std::min(window_ * window_growth, window_entries) : first_window_entries;
    bool more = false;
    Position end = end_;
    TRY(scan(index, end, context, [&](const QueueEntry& entry) {
      more = count_ >= window;
      if (more) return false;
      append(entry);
      return true;
    }));
    is_loaded_ = true;
    window_ = window;
    was_read_past_ = false;
    has_more_ = more;
    return {};
  }

  void forget_entries() {
    blocks_.clear();
    count_ = 0;
    end_ = 0;
    has_more_ = false;
    is_loaded_ = false;
  }

  // Returns true if most of the window was consumed, or if a look needed entries after it.
  bool wants_more() const {
    return has_more_ && (count_ < window_ / 4 || (was_read_past_ && window_ < window_entries));
  }

  Result<QueueLook> look(const Index& index, Position after, KindSet kinds, std::uint32_t count_max,
                         ReadContext& context) {
    QueueLook answer;
    const auto take = [&](const QueueEntry& entry) {
      if (!kinds.has(entry.kind)) return true;
      answer.more = answer.entries.size() == count_max;
      if (!answer.more) answer.entries.push_back(entry);
      return !answer.more;
    };
    for (auto block = block_behind(after); block != blocks_.end(); ++block) {
      for (auto entry = behind(*block, after); entry != block->end(); ++entry) {
        if (!take(*entry)) return answer;
      }
    }
    if (!has_more_) return answer;
    was_read_past_ = true;
    TRY(scan(index, std::max(after, end_), context, take));
    return answer;
  }

  void add(const QueueEntry& entry) {
    wake(entry);
    const bool is_known = entry.position <= end_;
    if (!is_loaded_ || has_more_ || is_known) return;
    if (count_ == window_entries) {
      has_more_ = true;
    } else {
      append(entry);
    }
  }

  void remove(Position position) {
    const auto block = block_behind(position - 1);
    if (block == blocks_.end()) return;
    const auto entry = behind(*block, position - 1);
    if (entry == block->end() || entry->position != position) return;
    block->erase(entry);
    --count_;
    if (block->empty()) blocks_.erase(block);
  }

  void wait(Waiting number, Waiter waiter) { waiters_.emplace(number, std::move(waiter)); }
  void forget(Waiting number) { waiters_.erase(number); }
  void end_waits() {
    for (auto& [number, waiter] : waiters_) waiter.arrived.fulfil(false);
    waiters_.clear();
  }

  std::uint64_t used = 0;  // the number of the last look

 private:
  template <typename Take>
  Done scan(const Index& index, Position after, ReadContext& context, Take take) const {
    auto walk = index.walk(key<layouts::queue>(name_.participant, name_.flow),
                           keys::position(after + 1), context);
    while (walk.next()) {
      TRY_ASSIGN(const auto value, decoded<QueuedValue>(walk.value(), "queue"));
      const QueueEntry entry{.position = keys::position_of(walk.key()),
                             .sent = value.sent,
                             .place = value.place,
                             .kind = value.kind};
      if (!take(entry)) return {};
    }
    return walk.done();
  }

  void append(const QueueEntry& entry) {
    if (blocks_.empty() || blocks_.back().size() == block_entries) {
      blocks_.emplace_back().reserve(block_entries / 16);
    }
    blocks_.back().push_back(entry);
    end_ = entry.position;
    ++count_;
  }

  // Returns the first block with an entry after `after`.
  std::deque<Block>::const_iterator block_behind(Position after) const {
    return std::ranges::upper_bound(blocks_, after, {},
                                    [](const Block& block) { return block.back().position; });
  }
  std::deque<Block>::iterator block_behind(Position after) {
    return std::ranges::upper_bound(blocks_, after, {},
                                    [](const Block& block) { return block.back().position; });
  }

  void wake(const QueueEntry& entry) {
    for (auto at = waiters_.begin(); at != waiters_.end();) {
      if (entry.position > at->second.after && at->second.kinds.has(entry.kind)) {
        at->second.arrived.fulfil(true);
        at = waiters_.erase(at);
      } else {
        ++at;
      }
    }
  }

  const QueueName name_;
  std::deque<Block> blocks_;  // none of them empty; entries by position
  std::size_t count_ = 0;     // in all blocks
  // The blocks have every pending entry up to end_. If has_more_ is true, the index has more after
  // it.
  Position end_ = 0;
  std::size_t window_ = first_window_entries;  // size of the last load
  bool has_more_ = false;
  bool was_read_past_ = false;  // since the last load
  bool is_loaded_ = false;
  std::map<Waiting, Waiter> waiters_;
};

struct Queues::Shard {
  std::mutex mutex;
  // Guarded by mutex; shared, because a queue is used without this lock.
  std::unordered_map<QueueName, std::shared_ptr<Queue>> queues;
};

Queues::Queues(const Index& index, std::size_t bytes_max)
    : index_(index),
      bytes_max_(bytes_max),
      shards_(std::make_unique<std::array<Shard, shard_count>>()) {}
Queues::~Queues() = default;

Queues::Shard& Queues::shard_of(const QueueName& name) const {
  return (*shards_)[std::hash<QueueName>()(name) % shard_count];
}

std::shared_ptr<Queues::Queue> Queues::find(const QueueName& name) const {
  Shard& shard = shard_of(name);
  const std::lock_guard lock(shard.mutex);
  const auto at = shard.queues.find(name);
  return at == shard.queues.end() ? nullptr : at->second;
}

std::shared_ptr<Queues::Queue> Queues::find_or_make(const QueueName& name) {
  Shard& shard = shard_of(name);
  const std::lock_guard lock(shard.mutex);
  auto& queue = shard.queues[name];
  if (!queue) queue = std::make_shared<Queue>(name);
  return queue;
}

Result<QueueLook> Queues::look(const QueueName& name, Position after, KindSet kinds,
                               std::uint32_t count_max, ReadContext& context) {
  const auto queue = find_or_make(name);
  if (context.patience == Patience::in_memory_only && queue->is_reading) {
    return base::refuse(would_wait(context));
  }
  const std::lock_guard lock(queue->mutex);
  queue->used = ++looks_;
  if (!queue->is_loaded() || queue->wants_more()) {
    const std::size_t before = queue->bytes();
    queue->is_reading = true;
    const Done loaded = queue->load(index_, context);
    queue->is_reading = false;
    if (!loaded) {
      queue->forget_entries();
      bytes_ -= before;
      return base::refuse(loaded.error());
    }
    bytes_ += queue->bytes() - before;
  }
  auto answer = queue->look(index_, after, kinds, count_max, context);
  if (bytes_ > bytes_max_) make_room(*queue);
  return answer;
}

void Queues::apply(std::span<const QueueChange> changes) {
  for (const QueueChange& change : changes) {
    const auto queue = find(change.queue);
    if (!queue) continue;
    const std::lock_guard lock(queue->mutex);
    const std::size_t before = queue->bytes();
    if (change.is_added) {
      queue->add(change.entry);
    } else {
      queue->remove(change.entry.position);
    }
    bytes_ += queue->bytes() - before;
  }
}

Queues::Waiting Queues::wait(const QueueName& name, Position after, KindSet kinds,
                             base::Completer<bool> arrived) {
  const auto queue = find_or_make(name);
  const Waiting number = ++waits_;
  const std::lock_guard lock(queue->mutex);
  if (waits_have_ended_) {
    arrived.fulfil(false);
  } else {
    queue->wait(number, {.after = after, .kinds = kinds, .arrived = std::move(arrived)});
  }
  return number;
}

// A concurrent wait() holds the lock of its queue: either this function has not reached that queue
// yet, or wait() sees that waits have ended.
void Queues::end_waits() {
  waits_have_ended_ = true;
  for (Shard& shard : *shards_) {
    std::vector<std::shared_ptr<Queue>> queues;
    {
      const std::lock_guard lock(shard.mutex);
      for (const auto& [name, queue] : shard.queues) queues.push_back(queue);
    }
    for (const auto& queue : queues) {
      const std::lock_guard lock(queue->mutex);
      queue->end_waits();
    }
  }
}

void Queues::forget(const QueueName& name, Waiting waiting) {
  const auto queue = find(name);
  if (!queue) return;
  const std::lock_guard lock(queue->mutex);
  queue->forget(waiting);
}

// Evicts the queues that were least recently read, except those in use.
void Queues::make_room(const Queue& but) {
  struct Candidate {
    std::uint64_t used;
    std::shared_ptr<Queue> queue;
  };
  std::vector<Candidate> candidates;
  for (Shard& shard : *shards_) {
    const std::lock_guard lock(shard.mutex);
    for (const auto& [name, queue] : shard.queues) {
      if (queue.get() == &but || !queue->mutex.try_lock()) continue;
      const std::lock_guard held(queue->mutex, std::adopt_lock);
      if (queue->bytes() > 0 && !queue->is_waited_for()) {
        candidates.push_back({.used = queue->used, .queue = queue});
      }
    }
  }
  std::ranges::sort(candidates, {}, &Candidate::used);
  for (const Candidate& candidate : candidates) {
    if (bytes_ <= bytes_max_ / 2) return;
    if (!candidate.queue->mutex.try_lock()) continue;
    const std::lock_guard held(candidate.queue->mutex, std::adopt_lock);
    bytes_ -= candidate.queue->bytes();
    candidate.queue->forget_entries();
  }
}

}  // namespace tradepost::store::embedded
