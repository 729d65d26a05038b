// The reason for the index's check of a table's end before RocksDB opens it: RocksDB 7.8.3 parses
// the properties before it compares their checksum. A flipped bit can make it search them for a
// hash table, and it treats the absence of one as an internal error.

#include <gtest/gtest.h>
#include <rocksdb/db.h>
#include <signal.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/ground/check.hpp"
#include "rocksdb/child.hpp"

namespace tradepost::rocksdb_reasons {
namespace {

namespace fs = std::filesystem;

rocksdb::DB* opened(const std::string& path) {
  rocksdb::Options options;
  options.create_if_missing = true;
  rocksdb::DB* database = nullptr;
  const auto status = rocksdb::DB::Open(options, path, &database);
  CHECK(status.ok() || status.IsCorruption());
  return database;
}

fs::path table_in(const std::string& path) {
  for (const auto& entry : fs::directory_iterator(path)) {
    if (entry.path().extension() == ".sst") return entry.path();
  }
  return {};
}

void flip_highest_bit(const fs::path& path, std::uint64_t offset) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekg(static_cast<std::streamoff>(offset));
  const int byte = file.get();
  file.seekp(static_cast<std::streamoff>(offset));
  file.put(static_cast<char>(byte ^ 0x80));
}

TEST(DamagedProperties, end_the_process_that_opens_their_table) {
  std::string pattern = fs::temp_directory_path() / "tradepost-XXXXXX";
  CHECK(::mkdtemp(pattern.data()) != nullptr);
  const int written = ending_of([&] {
    rocksdb::DB* const database = opened(pattern);
    CHECK(database->Put({}, "key", "value").ok());
    CHECK(database->Flush({}).ok());
  });
  ASSERT_EQ(written, 0);
  const fs::path table = table_in(pattern);
  const std::uint64_t bytes = fs::file_size(table);
  int endings = 0;
  for (std::uint64_t offset = bytes - 300; offset < bytes; ++offset) {
    flip_highest_bit(table, offset);
    if (ending_of([&] { opened(pattern); }) == SIGABRT) ++endings;
    flip_highest_bit(table, offset);
  }
  EXPECT_EQ(endings, 1) << "none: mended in this package? Then has_sound_end may go";
  fs::remove_all(pattern);
}

}  // namespace
}  // namespace tradepost::rocksdb_reasons
