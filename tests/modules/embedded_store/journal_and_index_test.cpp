// The journal and an index on one disk, as in the store: a loss of power hits both at once, and a
// fault hits either. The tests check two properties: the index is never ahead of the journal, and
// acknowledged data is in the journal.

#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "embedded_store/prefix_index.hpp"
#include "faulty_disk/faulty_disk.hpp"
#include "faulty_disk/small_segments.hpp"
#include "journal/journal.hpp"

namespace tradepost::store::embedded::testing::journal_and_index_test {
namespace {

// In this life, record n is appended and then batch n is written. Returns the last acknowledged
// one.
std::uint64_t live(FaultyDisk& disk) {
  const auto folder = disk.journal_folder();
  const auto env = disk.index_env();
  auto opened = journal::Journal::open(*folder, journal::testing::small_segments, journal::Start{});
  if (!opened) return 0;
  PrefixIndex index(*env);
  std::uint64_t acknowledged = 0;
  for (std::uint64_t n = 1; n <= 12; ++n) {
    const auto head = "record " + std::to_string(n);
    const journal::NewRecord record{.kind = 1, .version = 1, .head = head, .body = {}};
    if (!(*opened)->writer().append({&record, 1}, {})) return acknowledged;
    index.write(n);
    if (n % 4 == 0) index.flush();
    if (!index.is_good()) return acknowledged;
    acknowledged = n;
  }
  return acknowledged;
}

void expect_index_within_journal(FaultyDisk& disk, std::uint64_t acknowledged) {
  const auto folder = disk.journal_folder();
  const auto opened =
      journal::Journal::open(*folder, journal::testing::small_segments, journal::Start{});
  ASSERT_TRUE(opened) << opened.error().detail().str();
  const auto records = (*opened)->opened().end.next - 1;
  EXPECT_GE(records, acknowledged);

  const auto env = disk.index_env();
  PrefixIndex index(*env);
  if (!index.is_good()) return;  // it is deleted, and rebuilt from the journal
  const auto applied = index.prefix();
  ASSERT_TRUE(applied);
  EXPECT_LE(*applied, records);
}

TEST(JournalAndIndex, lose_power_together_at_any_call) {
  bool reached = true;
  std::uint64_t call = 0;
  for (; reached; ++call) {
    SCOPED_TRACE("call " + std::to_string(call));
    FaultyDisk disk(call);
    disk.lose_power_after(call);
    const auto acknowledged = live(disk);
    reached = disk.power_is_lost();
    disk.lose_power();
    expect_index_within_journal(disk, acknowledged);
  }
  EXPECT_GT(call, 50U) << "of both, not of one";
}

TEST(JournalAndIndex, meet_one_error_at_any_call) {
  bool reached = true;
  for (std::uint64_t call = 0; reached; ++call) {
    SCOPED_TRACE("call " + std::to_string(call));
    FaultyDisk disk(call);
    disk.fail({.after = call, .error_number = call % 2 == 0 ? EIO : ENOSPC});
    const auto acknowledged = live(disk);
    reached = !disk.failed_call().empty();
    call % 3 == 0 ? disk.kill() : disk.lose_power();
    expect_index_within_journal(disk, acknowledged);
  }
}

}  // namespace
}  // namespace tradepost::store::embedded::testing::journal_and_index_test
