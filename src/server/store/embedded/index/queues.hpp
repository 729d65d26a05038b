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

// A document in a queue, with enough data to find its record without a read of the index.
struct QueueEntry {
  exchange::Position position = 0;
  journal::Sequence sent = 0;
  journal::Place place;  // of the `sent`, a hint
  exchange::Kind kind{};

  auto operator<=>(const QueueEntry&) const = default;
};

struct QueueChange {
  QueueName queue;
  QueueEntry entry;  // only the position counts for a removed one
  bool is_added = false;
};

struct QueueLook {
  std::vector<QueueEntry> entries;
  bool more = false;
};

// The queues, in memory: a page reads nothing from the index, even after many consumed documents
// (embedded-store 2.2). A queue is loaded from the index at its first read, and evicted if it is
// among the least recently read when memory is needed. Only the front of a long queue is in memory,
// more of it with each load, so loading an evicted queue is cheap. The rest is read from the index,
// where no consumed entries precede it.
//
// Any thread reads and waits; one thread changes the queues, after the change is in the index.
class Queues {
 public:
  static constexpr std::size_t window_entries = 1u << 16;  // at most
  static constexpr std::size_t bytes_max_default = 128u << 20;

  // `index` must outlive this.
  Queues(const Index& index, std::size_t bytes_max = bytes_max_default);
  ~Queues();

  // Returns entries by position, after `after`. `more` is true only if another entry of these kinds
  // exists.
  Result<QueueLook> look(const QueueName& name, exchange::Position after, exchange::KindSet kinds,
                         std::uint32_t count_max, ReadContext& context);

  void apply(std::span<const QueueChange> changes);

  // Fulfils `arrived` with true when the queue has an entry of these kinds after `after`, with
  // false at end_waits(). Returns the number for forget().
  using Waiting = std::uint64_t;
  Waiting wait(const QueueName& name, exchange::Position after, exchange::KindSet kinds,
               base::Completer<bool> arrived);
  void forget(const QueueName& name, Waiting waiting);
  // Ends present and future waits.
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
