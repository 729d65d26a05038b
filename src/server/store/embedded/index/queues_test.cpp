#include "store/embedded/index/queues.hpp"

#include <gtest/gtest.h>
#include <rocksdb/perf_context.h>
#include <rocksdb/perf_level.h>

#include <cstdlib>
#include <filesystem>

#include "base/ground/check.hpp"
#include "base/tasks/manual_executor.hpp"
#include "store/embedded/format/key.hpp"
#include "store/embedded/format/value_codec.hpp"
#include "tests/support/run.hpp"

namespace tradepost::store::embedded {
namespace {

using exchange::Flow;
using exchange::Kind;
using exchange::KindSet;
using exchange::ParticipantId;
using exchange::Position;

constexpr Kind order{0};
constexpr Kind invoice{1};

// A million in the long tests. The counted walk ends at its first entry and no window has a hundred
// thousand entries, so the smaller number tests the same.
const Position million = run::is_long() ? 1'000'000 : 100'000;
static_assert(Queues::window_entries < 100'000);

QueueName queue_named(std::uint8_t last_byte) {
  base::Uuid id;
  id.bytes.back() = last_byte;
  return {.participant = ParticipantId(id), .flow = Flow::live};
}

// Counts RocksDB's seeks on this thread: at least one for each walk.
class WalkCount {
 public:
  WalkCount() {
    rocksdb::SetPerfLevel(rocksdb::PerfLevel::kEnableCount);
    rocksdb::get_perf_context()->Reset();
  }
  ~WalkCount() { rocksdb::SetPerfLevel(rocksdb::PerfLevel::kDisable); }
  std::uint64_t walks() const { return rocksdb::get_perf_context()->seek_on_memtable_count; }
};

// Queues with an index that is written first, as in the store.
class QueuesTest : public testing::Test {
 protected:
  QueuesTest() {
    std::string name =
        (std::filesystem::temp_directory_path() / "tradepost-queues-XXXXXX").string();
    CHECK(::mkdtemp(name.data()) != nullptr);
    folder_ = name;
    IndexOptions options;
    options.cache_bytes = 4u << 20;
    options.write_buffer_bytes = 8u << 20;
    auto opened = Index::open(folder_ + "/index", options);
    CHECK(opened.has_value());
    index_ = *std::move(opened);
    restart();
  }
  ~QueuesTest() override {
    queues_.reset();
    index_.reset();
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  // Starts with empty queues: all entries are in the index only.
  void restart(std::size_t bytes_max = Queues::bytes_max_default) {
    queues_ = std::make_unique<Queues>(*index_, bytes_max);
  }

  void put(const QueueName& name, Position first, Position last, Kind kind = order) {
    change(name, first, last, kind, true);
  }
  void consume(const QueueName& name, Position first, Position last) {
    change(name, first, last, order, false);
  }
  // Simulates normal work: new documents are reported on soon.
  void put_and_consume(const QueueName& name, Position first, Position last) {
    constexpr Position at_a_time = 10'000;
    for (Position from = first; from <= last; from += at_a_time) {
      const Position to = std::min(last, from + at_a_time - 1);
      put(name, from, to);
      consume(name, from, to);
    }
  }

  QueueLook look(const QueueName& name, Position after, std::uint32_t count_max = 25,
                 KindSet kinds = KindSet()) {
    ReadContext context;
    auto answer = queues_->look(name, after, kinds, count_max, context);
    CHECK(answer.has_value());
    return *std::move(answer);
  }
  std::vector<Position> positions(const QueueName& name, Position after,
                                  std::uint32_t count_max = 25, KindSet kinds = KindSet()) {
    std::vector<Position> found;
    for (const auto& entry : look(name, after, count_max, kinds).entries) {
      found.push_back(entry.position);
    }
    return found;
  }

  std::string folder_;
  std::unique_ptr<Index> index_;
  std::unique_ptr<Queues> queues_;

 private:
  void change(const QueueName& name, Position first, Position last, Kind kind, bool is_added) {
    constexpr Position at_a_time = 1'000;
    for (Position from = first; from <= last; from += at_a_time) {
      Batch batch;
      std::vector<QueueChange> changes;
      for (Position at = from; at <= std::min(last, from + at_a_time - 1); ++at) {
        const QueueEntry entry{.position = at, .sent = at, .place = {1, 64}, .kind = kind};
        changes.push_back({.queue = name, .entry = entry, .is_added = is_added});
        if (is_added) {
          batch.put(key<layouts::queue>(name.participant, name.flow, at),
                    encoded(QueuedValue{.sent = at, .place = entry.place, .kind = kind}));
        } else {
          batch.remove(key<layouts::queue>(name.participant, name.flow, at));
        }
      }
      CHECK(index_->write(batch).has_value());
      queues_->apply(changes);
    }
  }
};

TEST_F(QueuesTest, entries_are_shown_in_order_until_consumed) {
  const auto name = queue_named(1);
  put(name, 1, 2'000);
  EXPECT_EQ(positions(name, 0, 3), (std::vector<Position>{1, 2, 3}));
  consume(name, 2, 2);
  consume(name, 600, 1'500);
  put(name, 2'001, 2'001);
  EXPECT_EQ(positions(name, 0, 3), (std::vector<Position>{1, 3, 4}));
  EXPECT_EQ(positions(name, 598, 2), (std::vector<Position>{599, 1'501}));
  const QueueLook last = look(name, 1'999, 2);
  EXPECT_EQ(last.entries.size(), 2U);
  EXPECT_FALSE(last.more);
  EXPECT_TRUE(look(name, 1'998, 2).more);
}

TEST_F(QueuesTest, kinds_that_are_not_asked_for_are_passed_over) {
  const auto name = queue_named(1);
  put(name, 1, 10, order);
  put(name, 11, 12, invoice);
  put(name, 13, 20, order);
  EXPECT_EQ(positions(name, 0, 25, KindSet{invoice}), (std::vector<Position>{11, 12}));
  EXPECT_FALSE(look(name, 0, 2, KindSet{invoice}).more);
  EXPECT_TRUE(look(name, 0, 1, KindSet{invoice}).more);
}

TEST_F(QueuesTest, an_empty_poll_after_a_million_consumed_is_no_walk) {
  const auto name = queue_named(1);
  EXPECT_TRUE(positions(name, 0).empty());
  put_and_consume(name, 1, million);
  EXPECT_EQ(queues_->bytes(), 0U);
  const WalkCount count;
  EXPECT_TRUE(positions(name, 0).empty());
  EXPECT_TRUE(positions(name, million).empty());
  put(name, million + 1, million + 30);
  EXPECT_EQ(positions(name, 0).size(), 25U);
  EXPECT_EQ(count.walks(), 0U);
}

TEST_F(QueuesTest, entries_consumed_unseen_after_the_window_are_walked_over_once) {
  const auto name = queue_named(1);
  EXPECT_TRUE(positions(name, 0).empty());
  constexpr Position last = 100'000;
  put(name, 1, last);
  consume(name, 1, last);
  const WalkCount count;
  EXPECT_TRUE(positions(name, 0).empty());
  const std::uint64_t once = count.walks();
  EXPECT_GT(once, 0U);
  EXPECT_TRUE(positions(name, 0).empty());
  EXPECT_EQ(count.walks(), once);
}

TEST_F(QueuesTest, one_that_is_not_reported_before_a_million_that_are_makes_no_walk) {
  const auto name = queue_named(1);
  put(name, 1, 1);
  EXPECT_EQ(positions(name, 0), (std::vector<Position>{1}));
  put_and_consume(name, 2, million);
  put(name, million + 1, million + 2);
  const std::vector<Position> all{1, million + 1, million + 2};
  {
    const WalkCount count;
    EXPECT_EQ(positions(name, 0), all);
    EXPECT_EQ(count.walks(), 0U);
    EXPECT_EQ(queues_->bytes(), 3 * sizeof(QueueEntry));
  }
  restart();
  const WalkCount count;
  EXPECT_EQ(positions(name, 0), all);
  const std::uint64_t first_touch = count.walks();
  EXPECT_GT(first_touch, 0U);
  EXPECT_EQ(positions(name, 0), all);
  EXPECT_EQ(positions(name, million), (std::vector<Position>{million + 1, million + 2}));
  EXPECT_EQ(count.walks(), first_touch);
  EXPECT_EQ(queues_->bytes(), 3 * sizeof(QueueEntry));
}

TEST_F(QueuesTest, of_a_queue_longer_than_the_window_all_is_shown_in_order) {
  constexpr Position last = Queues::window_entries + 20'000;
  const auto name = queue_named(1);
  put(name, 1, last);
  EXPECT_EQ(positions(name, 0, 2), (std::vector<Position>{1, 2}));
  EXPECT_LT(queues_->bytes(), Queues::window_entries * sizeof(QueueEntry) / 100)
      << "one that was forgotten costs little to come back";
  put(name, last + 1, last + 5);
  {
    const WalkCount count;
    EXPECT_EQ(positions(name, 0).size(), 25U);
    EXPECT_EQ(count.walks(), 0U) << "the front is in memory";
    EXPECT_EQ(positions(name, last, 25).size(), 5U);
    EXPECT_GT(count.walks(), 0U) << "entries after the window are not";
  }
  Position expected = 1;
  while (true) {
    const QueueLook page = look(name, 0, 1'000);
    if (page.entries.empty()) break;
    for (const QueueEntry& entry : page.entries) ASSERT_EQ(entry.position, expected++);
    consume(name, page.entries.front().position, page.entries.back().position);
    ASSERT_EQ(page.more, expected != last + 6);
  }
  EXPECT_EQ(expected, last + 6);
  EXPECT_EQ(queues_->bytes(), 0U);
}

TEST_F(QueuesTest, a_long_queue_is_read_on_a_few_times_not_at_each_page) {
  const auto name = queue_named(1);
  put(name, 1, 2 * Queues::window_entries);
  const WalkCount count;
  for (Position after = 0; after < 2 * Queues::window_entries; after += 1'024) {
    EXPECT_EQ(positions(name, 0, 1'024).front(), after + 1);
    consume(name, after + 1, after + 1'024);
  }
  // A walk searches each part of the index that is not on the disk yet: up to four while other
  // processes use the processor.
  EXPECT_LE(count.walks(), 8U * 4) << "of 128 pages";
}

TEST_F(QueuesTest, who_was_not_asked_for_longest_makes_room_and_is_read_again) {
  for (std::uint8_t n = 1; n <= 4; ++n) put(queue_named(n), 1, 100);
  restart(250 * sizeof(QueueEntry));
  for (std::uint8_t n = 1; n <= 4; ++n) EXPECT_EQ(positions(queue_named(n), 0).size(), 25U);
  EXPECT_LE(queues_->bytes(), 250 * sizeof(QueueEntry));
  {
    const WalkCount count;
    EXPECT_EQ(positions(queue_named(4), 0).size(), 25U);
    EXPECT_EQ(count.walks(), 0U) << "the one that was just asked for stays";
  }
  // Documents that arrive while the queue is evicted are not lost.
  put(queue_named(1), 101, 101);
  consume(queue_named(1), 1, 99);
  EXPECT_EQ(positions(queue_named(1), 0), (std::vector<Position>{100, 101}));
}

TEST_F(QueuesTest, who_waits_is_woken_by_what_it_waits_for_and_by_nothing_else) {
  const auto name = queue_named(1);
  base::ManualExecutor executor;
  base::Completion<bool> any(executor);
  base::Completion<bool> an_invoice(executor);
  base::Completion<bool> far_behind(executor);
  base::Completion<bool> gone(executor);
  queues_->wait(name, 0, KindSet(), any.completer());
  queues_->wait(name, 0, KindSet{invoice}, an_invoice.completer());
  const auto behind = queues_->wait(name, 100, KindSet(), far_behind.completer());
  const auto forgotten = queues_->wait(name, 0, KindSet(), gone.completer());
  queues_->forget(name, forgotten);
  const auto has_come = [&](base::Completion<bool>& completion) {
    return executor
        .run([](base::Completion<bool>& of) -> base::Task<std::optional<bool>> {
          co_return co_await of.wait_until({});
        }(completion))
        .has_value();
  };
  put(name, 1, 1, order);
  EXPECT_TRUE(has_come(any));
  EXPECT_FALSE(has_come(an_invoice));
  put(queue_named(2), 2, 2, invoice);
  EXPECT_FALSE(has_come(an_invoice));
  put(name, 3, 3, invoice);
  EXPECT_TRUE(has_come(an_invoice));
  EXPECT_FALSE(has_come(far_behind));
  put(name, 101, 101, order);
  EXPECT_TRUE(has_come(far_behind));
  EXPECT_FALSE(has_come(gone));
  queues_->forget(name, behind);
}

TEST_F(QueuesTest, end_of_waits_wakes_all_waiters) {
  base::ManualExecutor executor;
  base::Completion<bool> before(executor);
  base::Completion<bool> after(executor);
  queues_->wait(queue_named(1), 0, KindSet(), before.completer());
  queues_->end_waits();
  queues_->wait(queue_named(2), 0, KindSet(), after.completer());
  const auto is_completed = [&](base::Completion<bool>& completion) {
    return executor.run([](base::Completion<bool>& of) -> base::Task<std::optional<bool>> {
      co_return co_await of.wait_until({});
    }(completion));
  };
  EXPECT_EQ(is_completed(before), false);
  EXPECT_EQ(is_completed(after), false);
}

TEST_F(QueuesTest, whose_queue_is_waited_for_keeps_its_place) {
  const auto waited_for = queue_named(1);
  put(waited_for, 1, 100);
  put(queue_named(2), 1, 100);
  restart(150 * sizeof(QueueEntry));
  base::ManualExecutor executor;
  base::Completion<bool> arrived(executor);
  const auto waiting = queues_->wait(waited_for, 100, KindSet(), arrived.completer());
  EXPECT_EQ(positions(waited_for, 0).size(), 25U);
  EXPECT_EQ(positions(queue_named(2), 0).size(), 25U);
  const WalkCount count;
  EXPECT_TRUE(positions(waited_for, 100).empty());
  EXPECT_EQ(count.walks(), 0U);
  queues_->forget(waited_for, waiting);
}

TEST_F(QueuesTest, loop_does_not_wait_for_entries_outside_memory) {
  const auto name = queue_named(1);
  put(name, 1, 100);
  ASSERT_TRUE(index_->flush());
  restart();
  ReadContext here{.patience = Patience::in_memory_only};
  const auto at_once = queues_->look(name, 0, KindSet(), 25, here);
  ASSERT_FALSE(at_once.has_value());
  EXPECT_TRUE(here.would_wait);
  EXPECT_EQ(positions(name, 0).size(), 25U);
  ReadContext again{.patience = Patience::in_memory_only};
  EXPECT_TRUE(queues_->look(name, 0, KindSet(), 25, again).has_value());
  EXPECT_EQ(queues_->bytes(), 100 * sizeof(QueueEntry));
}

}  // namespace
}  // namespace tradepost::store::embedded
