#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/tasks/completion.hpp"
#include "exchange/port/store_reads.hpp"
#include "journal/disk/place.hpp"
#include "store/embedded/format/queue_name.hpp"
#include "store/embedded/index/index.hpp"

namespace tradepost::store::embedded {

// A document in a queue: enough to find its record without asking the index.
struct QueueEntry {
  exchange::Position position = 0;
  journal::Sequence sent = 0;
  journal::Place place;  // of the `sent`, a hint
  exchange::Kind kind{};

  auto operator<=>(const QueueEntry&) const = default;
};

struct QueueChange {
  QueueName queue;
  QueueEntry entry;  // one that goes: its position alone counts
  bool is_added = false;
};

struct QueueLook {
  std::vector<QueueEntry> entries;
  bool more = false;
};

// The queues, in memory: a page reads nothing from the index, however much was consumed before it
// (embedded-store 2.2). A queue is loaded from the index when it is first read, and dropped when it
// was not read for long and others need the room. Of a long queue the front is kept, a longer one
// the more it is read, so loading a dropped queue again is cheap. The rest is read from the index,
// where no consumed entries precede it.
//
// Any thread reads and waits; one thread changes the queues, after the index has the change.
class Queues {
 public:
  static constexpr std::size_t window_entries = 1u << 16;  // at most
  static constexpr std::size_t bytes_max_default = 128u << 20;

  // `index` must outlive this.
  Queues(const Index& index, std::size_t bytes_max = bytes_max_default);
  ~Queues();

  // By position, after `after`; `more` only where there is another one of these kinds.
  Result<QueueLook> look(const QueueName& name, exchange::Position after, exchange::KindSet kinds,
                         std::uint32_t count_max, ReadContext& context);

  void apply(std::span<const QueueChange> changes);

  // Is fulfilled with true as soon as something of these kinds is after `after`, with false by
  // end_waits(). The number is for forget().
  using Waiting = std::uint64_t;
  Waiting wait(const QueueName& name, exchange::Position after, exchange::KindSet kinds,
               base::Completer<bool> arrived);
  void forget(const QueueName& name, Waiting waiting);
  // Those that wait, and those that would from now on.
  void end_waits();

  std::size_t bytes() const { return bytes_; }

 private:
  class Queue;
  struct Shard;
  static constexpr std::size_t shard_count = 64;

  Shard& shard_of(const QueueName& name) const;
  std::shared_ptr<Queue> find(const QueueName& name) const;
  std::shared_ptr<Queue> find_or_make(const QueueName& name);
  void make_room(const Queue& but);

  const Index& index_;
  const std::size_t bytes_max_;
  std::atomic<std::size_t> bytes_ = 0;
  std::atomic<std::uint64_t> looks_ = 0;
  std::atomic<Waiting> waits_ = 0;
  std::atomic<bool> waits_have_ended_ = false;
  std::unique_ptr<std::array<Shard, shard_count>> shards_;
};

}  // namespace tradepost::store::embedded

template <>
struct std::hash<tradepost::store::embedded::QueueName> {
  std::size_t operator()(const tradepost::store::embedded::QueueName& name) const noexcept {
    return std::hash<tradepost::exchange::ParticipantId>()(name.participant) * 2 +
           static_cast<std::size_t>(name.flow);
  }
};
