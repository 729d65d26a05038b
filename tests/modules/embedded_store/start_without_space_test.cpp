// The index between its opening and its service, while its background threads find no space.

#include <gtest/gtest.h>
#include <pthread.h>
#include <rocksdb/db.h>
#include <rocksdb/env.h>
#include <rocksdb/file_system.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/ground/check.hpp"
#include "faulty_disk/fault_file_system.hpp"
#include "faulty_disk/faulty_disk.hpp"
#include "polling.hpp"
#include "store/embedded/index/index.hpp"

namespace tradepost::store::embedded::testing {
namespace {

const std::string folder = "/index";

// The threads of RocksDB that write tables.
enum class Writers : std::uint8_t { none, flushes, compactions };

Writers this_thread() {
  std::array<char, 16> name{};
  CHECK(::pthread_getname_np(::pthread_self(), name.data(), name.size()) == 0);
  const std::string_view text(name.data());
  if (text.starts_with("rocksdb:high")) return Writers::flushes;
  return text.starts_with("rocksdb:low") ? Writers::compactions : Writers::none;
}

// A disk that has no space for some writes.
struct Shortage {
  // Returns true if this write finds no space.
  bool hits(const std::string& path) {
    const Writers writers = this_thread();
    if (writers == Writers::none || writers != of || !path.contains(file)) return false;
    ++hits_so_far;
    return true;
  }

  std::string file;  // a part of its name
  std::atomic<Writers> of = Writers::none;
  std::atomic<int> hits_so_far = 0;
};

class ShortFile final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  ShortFile(std::unique_ptr<rocksdb::FSWritableFile> target, std::string path, Shortage& shortage)
      : FSWritableFileOwnerWrapper(std::move(target)),
        path_(std::move(path)),
        shortage_(shortage) {}

  using FSWritableFileOwnerWrapper::PositionedAppend;
  rocksdb::IOStatus PositionedAppend(const rocksdb::Slice& data, std::uint64_t offset,
                                     const rocksdb::IOOptions& options,
                                     rocksdb::IODebugContext* debug) override {
    if (shortage_.hits(path_)) return rocksdb::IOStatus::NoSpace(path_);
    return target()->PositionedAppend(data, offset, options, debug);
  }

 private:
  const std::string path_;
  Shortage& shortage_;
};

class ShortFileSystem final : public rocksdb::FileSystemWrapper {
 public:
  ShortFileSystem(const std::shared_ptr<FileSystem>& target, Shortage& shortage)
      : FileSystemWrapper(target), shortage_(shortage) {}
  const char* Name() const override { return "ShortFileSystem"; }

  rocksdb::IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSWritableFile>* opened,
                                    rocksdb::IODebugContext* debug) override {
    std::unique_ptr<rocksdb::FSWritableFile> file;
    auto status = target()->NewWritableFile(path, options, &file, debug);
    if (status.ok()) *opened = std::make_unique<ShortFile>(std::move(file), path, shortage_);
    return status;
  }

 private:
  Shortage& shortage_;
};

class StartWithoutSpace : public ::testing::Test {
 protected:
  // Makes so many tables that RocksDB begins to merge them as soon as the index is opened.
  void make_tables_to_merge() {
    rocksdb::Options options;
    options.env = env_.get();
    options.create_if_missing = true;
    options.disable_auto_compactions = true;
    rocksdb::DB* opened = nullptr;
    CHECK(rocksdb::DB::Open(options, folder, &opened).ok());
    const std::unique_ptr<rocksdb::DB> database(opened);
    for (int table = 0; table < options.level0_file_num_compaction_trigger; ++table) {
      CHECK(database->Put({}, "a", "old").ok());
      CHECK(database->Put({}, "z", "old").ok());
      CHECK(database->Flush({}).ok());
    }
  }
  void open() {
    IndexOptions options;
    options.cache_bytes = 1u << 20;
    options.write_buffer_bytes = 128u << 10;
    options.env = env_.get();
    auto opened = Index::open(folder, options);
    CHECK(opened.has_value());
    index_ = *std::move(opened);
  }
  base::Done put(const std::string& value) {
    Batch batch;
    batch.put("a", value);
    batch.put("z", value);
    return index_->write(batch);
  }
  // Writes until the index refuses.
  base::ErrorCode refusal_of_writes() {
    constexpr int writes_max = 10'000;
    const std::string value(8u << 10, 'v');
    for (int i = 0; i < writes_max; ++i) {
      if (const auto done = put(value); !done) return done.error().code();
    }
    return base::ErrorCode::internal;
  }

  FaultyDisk disk_{1};
  Shortage shortage_{.file = ".sst"};
  std::unique_ptr<rocksdb::Env> env_ = env_on(std::make_shared<ShortFileSystem>(
      std::make_shared<FaultFileSystem>(disk_.index_folder()), shortage_));
  std::unique_ptr<Index> index_;
};

// A compaction began when the index was opened, and failed before the store served. RocksDB kept
// the error, so the store stopped at its first flush, although the disk had space again.
TEST_F(StartWithoutSpace, compaction_that_begins_before_the_store_serves_waits_for_space) {
  make_tables_to_merge();
  shortage_.of = Writers::compactions;
  open();
  ASSERT_TRUE(is_soon([&] { return shortage_.hits_so_far > 1; })) << "it tries again";
  ASSERT_TRUE(index_->begin_serving().has_value());
  ASSERT_TRUE(put("new").has_value());
  EXPECT_TRUE(index_->flush().has_value()) << "a flush needs no compaction";
  shortage_.of = Writers::none;
  ASSERT_TRUE(put("newer").has_value());
  EXPECT_TRUE(index_->flush().has_value());
}

TEST_F(StartWithoutSpace, manifest_of_such_a_compaction_waits_for_space) {
  make_tables_to_merge();
  shortage_.file = "MANIFEST";
  shortage_.of = Writers::compactions;
  open();
  ASSERT_TRUE(is_soon([&] { return shortage_.hits_so_far > 0; }));
  ASSERT_TRUE(index_->begin_serving().has_value());
  shortage_.of = Writers::none;
  ASSERT_TRUE(put("new").has_value());
  EXPECT_TRUE(index_->flush().has_value());
}

TEST_F(StartWithoutSpace, start_whose_flush_found_no_space_does_not_serve) {
  open();
  shortage_.of = Writers::flushes;
  EXPECT_EQ(refusal_of_writes(), base::ErrorCode::disk_full);
  shortage_.of = Writers::none;
  const auto served = index_->begin_serving();
  ASSERT_FALSE(served.has_value());
  EXPECT_EQ(served.error().code(), base::ErrorCode::disk_full);
}

TEST_F(StartWithoutSpace, start_that_needs_a_compaction_without_space_ends) {
  make_tables_to_merge();
  shortage_.file = "MANIFEST";  // flushes wait for its writer
  shortage_.of = Writers::compactions;
  open();
  EXPECT_EQ(refusal_of_writes(), base::ErrorCode::disk_full);
  EXPECT_FALSE(index_->begin_serving().has_value());
}

TEST_F(StartWithoutSpace, flush_behind_such_a_compaction_ends_if_no_store_serves) {
  make_tables_to_merge();
  shortage_.file = "MANIFEST";
  shortage_.of = Writers::compactions;
  open();
  ASSERT_TRUE(is_soon([&] { return shortage_.hits_so_far > 0; }));
  ASSERT_TRUE(put("new").has_value());
  const auto flushed = index_->flush();
  // RocksDB refuses the flush or not: it depends on which of them ends first.
  EXPECT_TRUE(flushed || flushed.error().code() == base::ErrorCode::disk_full);
  index_.reset();
  shortage_.of = Writers::none;
  open();
  ReadContext context;
  EXPECT_EQ(*index_->get("a", context), *index_->get("z", context));
  EXPECT_TRUE(!flushed || *index_->get("z", context) == "new");
}

TEST_F(StartWithoutSpace, closing_before_the_store_serves_does_not_wait) {
  make_tables_to_merge();
  shortage_.of = Writers::compactions;
  open();
  ASSERT_TRUE(is_soon([&] { return shortage_.hits_so_far > 0; }));
  index_.reset();
  shortage_.of = Writers::none;
  open();
  ReadContext context;
  EXPECT_EQ(*index_->get("z", context), "old");
}

}  // namespace
}  // namespace tradepost::store::embedded::testing
