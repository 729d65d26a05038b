// The reason for reading many keys with an iterator, and not with MultiGet: with a limit to memory,
// RocksDB 7.8.3 still reads the first block of each key from the disk. If a key may be in the next
// block, that block is not read; and an unknown key is returned as present, and empty.

#include <gtest/gtest.h>
#include <rocksdb/db.h>
#include <rocksdb/perf_context.h>
#include <rocksdb/perf_level.h>
#include <rocksdb/table.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "base/ground/check.hpp"

namespace tradepost::rocksdb_reasons {
namespace {

class MemoryOnly : public ::testing::Test {
 protected:
  MemoryOnly() {
    std::string pattern = std::filesystem::temp_directory_path() / "tradepost-XXXXXX";
    CHECK(::mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
    rocksdb::SetPerfLevel(rocksdb::PerfLevel::kEnableCount);
    open();
    // This makes two blocks. RocksDB searches the first one for everything from "a1" to "a2".
    CHECK(database_->Put({}, "a1", std::string(5'000, 'v')).ok());
    CHECK(database_->Put({}, "a3", std::string(5'000, 'v')).ok());
    CHECK(database_->Flush({}).ok());
    open();  // with an empty memory
  }
  ~MemoryOnly() override {
    rocksdb::SetPerfLevel(rocksdb::PerfLevel::kDisable);
    database_.reset();
    std::filesystem::remove_all(path_);
  }

  static rocksdb::ReadOptions in_memory_only() {
    rocksdb::ReadOptions options;
    options.read_tier = rocksdb::kBlockCacheTier;
    return options;
  }

  struct Answer {
    rocksdb::Status status;
    std::string value;
    std::uint64_t blocks_read = 0;
  };
  Answer multi_get(const rocksdb::ReadOptions& options, const rocksdb::Slice& key) const {
    Answer answer;
    rocksdb::PinnableSlice value;
    rocksdb::get_perf_context()->Reset();
    database_->MultiGet(options, database_->DefaultColumnFamily(), 1, &key, &value, &answer.status);
    answer.value = value.ToString();
    answer.blocks_read = rocksdb::get_perf_context()->block_read_count;
    return answer;
  }

  std::unique_ptr<rocksdb::DB> database_;

 private:
  void open() {
    database_.reset();
    rocksdb::Options options;
    options.create_if_missing = true;
    rocksdb::BlockBasedTableOptions table;
    table.block_size = 4'096;
    options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
    rocksdb::DB* opened = nullptr;
    CHECK(rocksdb::DB::Open(options, path_, &opened).ok());
    database_.reset(opened);
  }

  std::filesystem::path path_;
};

TEST_F(MemoryOnly, multi_get_reads_from_the_disk) {
  const auto answer = multi_get(in_memory_only(), "a1");
  EXPECT_TRUE(answer.status.ok()) << "mended in this package? Then the index may use it";
  EXPECT_GT(answer.blocks_read, 0U);
}

TEST_F(MemoryOnly, multi_get_finds_a_key_that_is_not_there_and_that_it_is_empty) {
  const auto answer = multi_get(in_memory_only(), "a15");
  EXPECT_TRUE(answer.status.ok()) << "mended in this package? Then the index may use it";
  EXPECT_EQ(answer.value, "");
  EXPECT_TRUE(multi_get({}, "a15").status.IsNotFound());
}

TEST_F(MemoryOnly, get_and_an_iterator_say_that_they_would_have_to_read) {
  rocksdb::get_perf_context()->Reset();
  for (const auto* const key : {"a1", "a15", "a3"}) {
    rocksdb::PinnableSlice value;
    const auto status =
        database_->Get(in_memory_only(), database_->DefaultColumnFamily(), key, &value);
    EXPECT_TRUE(status.IsIncomplete()) << key << ": " << status.ToString();
    const std::unique_ptr<rocksdb::Iterator> place(database_->NewIterator(in_memory_only()));
    place->Seek(key);
    EXPECT_FALSE(place->Valid()) << key;
    EXPECT_TRUE(place->status().IsIncomplete()) << key << ": " << place->status().ToString();
  }
  EXPECT_EQ(rocksdb::get_perf_context()->block_read_count, 0U);
}

// The first block is in memory and the second one is not, so a step to it fails.
TEST_F(MemoryOnly, get_and_an_iterator_say_so_at_a_block_after_one_that_is_in_memory) {
  ASSERT_TRUE(multi_get({}, "a1").status.ok());
  rocksdb::PinnableSlice value;
  EXPECT_TRUE(database_->Get(in_memory_only(), database_->DefaultColumnFamily(), "a15", &value)
                  .IsIncomplete());
  const std::unique_ptr<rocksdb::Iterator> place(database_->NewIterator(in_memory_only()));
  place->Seek("a1");
  ASSERT_TRUE(place->Valid());
  place->Next();
  EXPECT_FALSE(place->Valid());
  EXPECT_TRUE(place->status().IsIncomplete()) << place->status().ToString();
}

}  // namespace
}  // namespace tradepost::rocksdb_reasons
