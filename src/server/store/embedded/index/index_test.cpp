#include "store/embedded/index/index.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rocksdb/perf_context.h>
#include <rocksdb/perf_level.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <thread>

#include "base/ground/check.hpp"

namespace tradepost::store::embedded {
namespace {

// Counts the blocks with rows that this thread has read from the disk.
class RowReads {
 public:
  RowReads() {
    rocksdb::SetPerfLevel(rocksdb::PerfLevel::kEnableCount);
    rocksdb::get_perf_context()->Reset();
  }
  ~RowReads() { rocksdb::SetPerfLevel(rocksdb::PerfLevel::kDisable); }
  std::uint64_t blocks() const {
    const auto* const counts = rocksdb::get_perf_context();
    return counts->block_read_count - counts->index_block_read_count -
           counts->filter_block_read_count;
  }
};

// Every second number has a row, in several files that overlap.
class IndexTest : public testing::Test {
 protected:
  static constexpr unsigned numbers = 20'000;

  IndexTest() {
    std::string name = (std::filesystem::temp_directory_path() / "tradepost-index-XXXXXX").string();
    CHECK(::mkdtemp(name.data()) != nullptr);
    folder_ = name;
    open();
    for (unsigned file = 0; file < files; ++file) {
      Batch batch;
      for (unsigned n = 2 * file; n < numbers; n += 2 * files) batch.put(key(n), value(n));
      CHECK(index_->write(batch).has_value());
      CHECK(index_->flush().has_value());
    }
    open();  // with nothing in memory
  }
  ~IndexTest() override {
    index_.reset();
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  static std::string key(unsigned n) { return fmt::format("d{:016}", n); }
  static std::string value(unsigned n) {
    std::mt19937_64 random(n);
    std::string bytes;
    for (int i = 0; i < 100; ++i) bytes += static_cast<char>(random());
    return bytes;
  }
  static std::optional<std::string> truth(unsigned n) {
    return n % 2 == 0 ? std::optional(value(n)) : std::nullopt;
  }

  // Returns a few distant or many adjacent numbers, unordered, some of them twice.
  std::vector<unsigned> some_numbers() {
    std::vector<unsigned> asked(1 + random_() % 60);
    const unsigned apart = 1 + static_cast<unsigned>(random_() % 40);
    const unsigned from = static_cast<unsigned>(random_() % numbers);
    for (unsigned& n : asked) {
      n = (from + apart * static_cast<unsigned>(random_() % asked.size())) % numbers;
    }
    return asked;
  }
  static std::vector<std::string> keys_of(const std::vector<unsigned>& asked) {
    std::vector<std::string> keys;
    for (const unsigned n : asked) keys.push_back(key(n));
    return keys;
  }
  static void expect_truth(const std::vector<unsigned>& asked,
                           const std::vector<std::optional<std::string>>& answer) {
    ASSERT_EQ(answer.size(), asked.size());
    for (std::size_t i = 0; i < asked.size(); ++i) {
      EXPECT_EQ(answer[i], truth(asked[i])) << asked[i];
    }
  }

  void open(IndexOptions options = {}) {
    index_.reset();
    options.cache_bytes = 8u << 20;
    options.write_buffer_bytes = 8u << 20;
    auto opened = Index::open(folder_ + "/index", options);
    CHECK(opened.has_value());
    index_ = *std::move(opened);
  }

  std::mt19937_64 random_;
  std::unique_ptr<Index> index_;

 private:
  static constexpr unsigned files = 3;

  std::string folder_;
};

TEST_F(IndexTest, many_keys_are_answered_in_the_order_in_which_they_were_asked_for) {
  for (int round = 0; round < 300; ++round) {
    const auto asked = some_numbers();
    ReadContext context;
    const auto answer = index_->get(keys_of(asked), context);
    ASSERT_TRUE(answer.has_value());
    expect_truth(asked, *answer);
  }
}

// Guards against MultiGet, which returned an empty value for a row that was not in memory: a page
// of a history failed with "a value of transactions is incomplete".
TEST_F(IndexTest, in_memory_only_many_keys_are_answered_right_or_would_wait) {
  int answered = 0;
  int waited = 0;
  for (int round = 0; round < 2'000; ++round) {
    const auto asked = some_numbers();
    ReadContext context{.patience = Patience::in_memory_only};
    const RowReads reads;
    const auto answer = index_->get(keys_of(asked), context);
    EXPECT_EQ(reads.blocks(), 0U);
    if (answer) {
      ++answered;
      expect_truth(asked, *answer);
    } else {
      ++waited;
      EXPECT_TRUE(context.would_wait);
    }
    if (round % 4 != 0) continue;
    ReadContext patient;
    ASSERT_TRUE(index_->get(key(static_cast<unsigned>(random_() % numbers)), patient).has_value());
  }
  EXPECT_GT(answered, 100);
  EXPECT_GT(waited, 100);
}

TEST_F(IndexTest, flush_waits_for_space_and_reads_continue) {
  open({.leaves_free_bytes = std::uint64_t{1} << 60});
  Batch batch;
  batch.put("a", "new");
  ASSERT_TRUE(index_->write(batch).has_value());
  ASSERT_TRUE(index_->flush().has_value()) << "without a serving store, flush() waits for nothing";
  ASSERT_TRUE(index_->begin_serving().has_value());
  batch.clear();
  batch.put("a", "newer");
  ASSERT_TRUE(index_->write(batch).has_value());
  std::atomic<bool> is_flushed = false;
  std::jthread flusher([&] { is_flushed = index_->flush().has_value(); });
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!index_->waits_for_space() && std::chrono::steady_clock::now() < until)
    std::this_thread::yield();
  EXPECT_TRUE(index_->waits_for_space());
  EXPECT_FALSE(is_flushed);
  ReadContext context;
  EXPECT_EQ(*index_->get("a", context), "newer");
  EXPECT_EQ(*index_->get(key(2), context), value(2));
  index_->end_waits();
  flusher.join();
  EXPECT_TRUE(is_flushed);
}

TEST_F(IndexTest, closing_does_not_wait_for_space) {
  open({.leaves_free_bytes = std::uint64_t{1} << 60});
  ASSERT_TRUE(index_->begin_serving().has_value());
  Batch batch;
  batch.put("a", "new");
  ASSERT_TRUE(index_->write(batch).has_value());
  open();
  ReadContext context;
  EXPECT_EQ(*index_->get("a", context), "new") << "RocksDB flushes when it is closed";
}

}  // namespace
}  // namespace tradepost::store::embedded
