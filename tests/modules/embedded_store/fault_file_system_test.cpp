// RocksDB on the disk of the store's tests. The tests show that RocksDB works on this disk, and the
// property that the store relies on: after any failed call or loss of power, an index that opens
// holds a prefix of its batches, and everything that was flushed.

#include "faulty_disk/fault_file_system.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "embedded_store/prefix_index.hpp"
#include "faulty_disk/faulty_disk.hpp"
#include "tests/support/run.hpp"

namespace tradepost::store::embedded::testing {
namespace {

int rounds_of_run() {
  return run::is_long() ? 50 : 3;
}

// The result of one life of the index.
struct Life {
  std::uint64_t found = 0;    // batches, at its start
  std::uint64_t written = 0;  // last batch given to the index
  std::uint64_t flushed = 0;  // last batch that a flush confirmed
  std::string failed_call;    // before the index was closed
  rocksdb::Status status;
};

// Writes twelve batches with four flushes, which include a compaction by RocksDB and a requested
// one.
Life live(FaultyDisk& disk) {
  Life life;
  const auto env = disk.index_env();
  PrefixIndex index(*env);
  life.found = life.written = life.flushed = index.prefix().value_or(0);
  for (int flush = 0; flush < 4; ++flush) {
    for (int batch = 0; batch < 3 && index.is_good(); ++batch) index.write(++life.written);
    index.flush();
    if (index.is_good()) life.flushed = life.written;
  }
  index.compact();
  if (index.is_good()) index.write(++life.written);  // closing would flush it
  life.failed_call = disk.failed_call();
  life.status = index.status();
  return life;
}

// The content of an index after a life. If the index does not open or read, `status` has the
// reason.
struct Found {
  std::optional<std::uint64_t> prefix;
  rocksdb::Status status;
};

Found look(FaultyDisk& disk) {
  const auto env = disk.index_env();
  PrefixIndex index(*env);
  Found found{.prefix = index.prefix(), .status = {}};
  found.status = index.status();
  return found;
}

TEST(FaultFileSystem, index_is_there_after_a_quiet_life) {
  FaultyDisk disk(1);
  const auto life = live(disk);
  ASSERT_TRUE(life.status.ok()) << life.status.ToString();
  EXPECT_EQ(life.flushed, 12U);
  const auto next = live(disk);
  EXPECT_TRUE(next.status.ok()) << next.status.ToString();
  EXPECT_EQ(next.found, 13U);
  EXPECT_EQ(look(disk).prefix, 26U);
}

TEST(FaultFileSystem, loss_of_power_leaves_what_was_flushed) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    FaultyDisk disk(seed);
    {
      const auto env = disk.index_env();
      PrefixIndex index(*env);
      for (std::uint64_t n = 1; n <= 30; ++n) index.write(n);
      index.flush();
      for (std::uint64_t n = 31; n <= 50; ++n) index.write(n);
      ASSERT_TRUE(index.is_good()) << index.status().ToString();
      disk.lose_power();
    }  // RocksDB flushes at close, which is too late here
    const auto found = look(disk);
    EXPECT_EQ(found.prefix, 30U) << found.status.ToString();
  }
}

TEST(FaultFileSystem, second_index_in_the_same_folder_is_refused) {
  FaultyDisk disk(1);
  const auto env = disk.index_env();
  const PrefixIndex first(*env);
  ASSERT_TRUE(first.is_good()) << first.status().ToString();
  EXPECT_FALSE(PrefixIndex(*env).is_good());
}

// Counts broken promises, and indexes that did not open.
class Verdict {
 public:
  // After the end of a process, an index opens. After a loss of power it may not: RocksDB treats a
  // partly written record of its manifest as damage. It also assumes that a disk that kept the name
  // CURRENT has kept the older name of the manifest. Such an index can be deleted.
  void judge(const Life& life, FaultyDisk& disk, bool power_was_lost) {
    ++lives_;
    const auto found = look(disk);
    if (found.status.ok()) {
      EXPECT_TRUE(found.prefix) << "a batch is there in part";
      EXPECT_GE(found.prefix.value_or(0), life.flushed);
      EXPECT_LE(found.prefix.value_or(0), life.written);
      return;
    }
    const auto why = found.status.ToString();
    EXPECT_TRUE(power_was_lost && why.contains("MANIFEST")) << why;
    ++unopened_;
    const auto env = disk.index_env();
    const auto destroyed = PrefixIndex::destroy(*env);
    EXPECT_TRUE(destroyed.ok()) << destroyed.ToString();
    EXPECT_EQ(look(disk).prefix, 0U);
  }

  ~Verdict() {
    std::printf("%d lives, %d left an index that does not open\n", lives_, unopened_);
    EXPECT_LE(unopened_, 1 + lives_ / 10);
  }

 private:
  int lives_ = 0;
  int unopened_ = 0;
};

TEST(FaultFileSystem, loss_of_power_at_any_call_leaves_a_prefix) {
  Verdict verdict;
  const std::uint64_t seed = run::seed();
  for (int round = 0; round < rounds_of_run(); ++round) {
    bool reached = true;
    for (std::uint64_t call = 0; reached; ++call) {
      SCOPED_TRACE("round " + std::to_string(round) + ", call " + std::to_string(call));
      FaultyDisk disk(seed + 1000 * static_cast<std::uint64_t>(round) + call);
      disk.lose_power_after(call);
      const auto life = live(disk);
      reached = disk.power_is_lost();
      disk.lose_power();
      verdict.judge(life, disk, true);
    }
  }
}

// Returns true for calls whose failure RocksDB ignores: its file of options, and files that it
// could not remove or measure. The index needs none of these.
bool is_of_no_consequence(const std::string& failed_call) {
  return failed_call.starts_with("remove ") || failed_call.starts_with("list ") ||
         failed_call.starts_with("open ") || failed_call.contains("OPTIONS-");
}

class ErrorAtAnyCall : public ::testing::Test {
 protected:
  // After the fault, the process ends, or the power fails as well.
  static void meet(Fault fault) {
    Verdict verdict;
    const std::uint64_t seed = run::seed();
    bool reached = true;
    for (fault.after = 0; reached; ++fault.after) {
      FaultyDisk disk(seed + fault.after);
      disk.fail(fault);
      const auto life = live(disk);
      SCOPED_TRACE("call " + std::to_string(fault.after) + ", " + life.failed_call);
      reached = !disk.failed_call().empty();
      const bool is_heard = !life.status.ok() || life.failed_call.empty();
      EXPECT_TRUE(is_heard || is_of_no_consequence(life.failed_call)) << "the loss is not reported";
      const bool loses_power = fault.after % 2 == 1;
      loses_power ? disk.lose_power() : disk.kill();
      verdict.judge(life, disk, loses_power);
    }
  }
};

TEST_F(ErrorAtAnyCall, of_the_disk_is_reported_and_leaves_a_prefix) {
  meet({.error_number = EIO});
}
TEST_F(ErrorAtAnyCall, of_a_full_disk_is_reported_and_leaves_a_prefix) {
  meet({.error_number = ENOSPC, .lasting = Lasting::from_then_on});
}
TEST_F(ErrorAtAnyCall, of_any_kind_is_reported_and_leaves_a_prefix) {
  meet({.error_number = EIO, .calls = Calls::all});
}

}  // namespace
}  // namespace tradepost::store::embedded::testing
