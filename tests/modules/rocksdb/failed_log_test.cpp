// The reason for an index without RocksDB's log: after one write of that log has failed, for lack
// of space or by an error of the disk, RocksDB 7.8.3 continues to write. Its file writer treats
// that as a bug and ends the process.

#include <gtest/gtest.h>
#include <rocksdb/db.h>
#include <rocksdb/env.h>
#include <signal.h>
#include <sys/resource.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/ground/check.hpp"
#include "rocksdb/child.hpp"

namespace tradepost::rocksdb_reasons {
namespace {

TEST(FailedLog, ends_the_process_at_the_next_line) {
  std::string pattern = std::filesystem::temp_directory_path() / "tradepost-XXXXXX";
  CHECK(::mkdtemp(pattern.data()) != nullptr);
  const int ending = ending_of([&] {
    rocksdb::Options options;
    options.create_if_missing = true;
    rocksdb::DB* database = nullptr;
    CHECK(rocksdb::DB::Open(options, pattern, &database).ok());
    const auto log = database->GetDBOptions().info_log;
    // From here on, the system refuses all writes that make a file longer.
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit none{.rlim_cur = 0, .rlim_max = 0};
    CHECK(::setrlimit(RLIMIT_FSIZE, &none) == 0);
    for (int line = 0; line < 2; ++line) {
      rocksdb::Log(log, "a line");
      log->Flush();
    }
  });
  EXPECT_EQ(ending, SIGABRT) << "mended in this package? Then the index may have a log again";
  std::filesystem::remove_all(pattern);
}

}  // namespace
}  // namespace tradepost::rocksdb_reasons
