// Tests the disk of the store's tests: its data after a crash, and its counts.

#include "faulty_disk/faulty_disk.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <memory>
#include <string>

#include "base/ground/check.hpp"

namespace tradepost::store::embedded::testing {
namespace {

using journal::File;
using journal::Folder;
using journal::OpenAs;

std::unique_ptr<File> made(Folder& folder, const std::string& name) {
  auto file = folder.open(name, OpenAs::made_new);
  CHECK(file.has_value());
  return *std::move(file);
}

// Returns an empty text if the file does not exist.
std::string content(Folder& folder, const std::string& name) {
  const auto file = folder.open(name, OpenAs::read_only);
  if (!file) return {};
  std::string bytes(100, '\0');
  const auto count = (*file)->read_at(0, bytes);
  CHECK(count.has_value());
  bytes.resize(*count);
  return bytes;
}

TEST(FaultyDisk, loss_of_power_takes_what_neither_folder_synced) {
  int bytes_lost = 0;
  int names_lost = 0;
  for (std::uint64_t seed = 0; seed < 64; ++seed) {
    FaultyDisk disk(seed);
    for (const auto& folder : {disk.journal_folder(), disk.index_folder()}) {
      const auto file = made(*folder, "/kept");
      ASSERT_TRUE(file->write_at(0, "synced"));
      ASSERT_TRUE(file->sync());
      ASSERT_TRUE(folder->sync());
      ASSERT_TRUE(file->write_at(6, ", not synced"));
      const auto unnamed = made(*folder, "/unnamed");
      ASSERT_TRUE(unnamed->write_at(0, "synced"));
      ASSERT_TRUE(unnamed->sync());
    }
    disk.lose_power();
    for (const auto& folder : {disk.journal_folder(), disk.index_folder()}) {
      const auto kept = content(*folder, "/kept");
      EXPECT_TRUE(kept.starts_with("synced")) << kept;
      if (kept == "synced") ++bytes_lost;
      if (content(*folder, "/unnamed").empty()) ++names_lost;
    }
  }
  EXPECT_GT(bytes_lost, 10);
  EXPECT_LT(bytes_lost, 118);
  EXPECT_GT(names_lost, 10);
  EXPECT_LT(names_lost, 118);
}

TEST(FaultyDisk, end_of_a_process_keeps_what_was_not_synced) {
  FaultyDisk disk(1);
  ASSERT_TRUE(made(*disk.journal_folder(), "/a")->write_at(0, "journal"));
  ASSERT_TRUE(made(*disk.index_folder(), "/a")->write_at(0, "index"));
  disk.kill();
  EXPECT_EQ(content(*disk.journal_folder(), "/a"), "journal");
  EXPECT_EQ(content(*disk.index_folder(), "/a"), "index");
}

TEST(FaultyDisk, handle_of_an_earlier_life_changes_nothing) {
  FaultyDisk disk(1);
  const auto folder = disk.journal_folder();
  const auto file = made(*folder, "/a");
  ASSERT_TRUE(file->write_at(0, "before"));
  disk.kill();
  EXPECT_FALSE(file->write_at(0, "behind"));
  EXPECT_FALSE(file->sync());
  EXPECT_FALSE(folder->remove("/a"));
  EXPECT_FALSE(folder->open("/a", OpenAs::read_only));
  EXPECT_EQ(content(*disk.journal_folder(), "/a"), "before");
}

TEST(FaultyDisk, one_count_goes_over_both_folders) {
  FaultyDisk disk(1);
  const auto journal = disk.journal_folder();
  const auto index = disk.index_folder();
  const auto in_journal = made(*journal, "/a");
  const auto in_index = made(*index, "/b");
  disk.fail({.after = 3});
  const auto calls = disk.calls(Calls::changes);
  EXPECT_TRUE(in_journal->write_at(0, "1"));
  EXPECT_TRUE(in_index->write_at(0, "2"));
  EXPECT_EQ(content(*journal, "/a"), "1");  // reads are not counted
  EXPECT_TRUE(in_journal->sync());
  EXPECT_EQ(disk.failed_call(), "");
  EXPECT_FALSE(in_index->sync());
  EXPECT_EQ(disk.failed_call(), "sync /b, after sync /a");
  EXPECT_TRUE(in_journal->write_at(1, "5")) << "the fault was to come once";
  EXPECT_EQ(disk.calls(Calls::changes), calls + 5);
}

TEST(FaultyDisk, full_disk_stays_full_until_the_life_ends) {
  FaultyDisk disk(1);
  disk.fail({.after = 1, .error_number = ENOSPC, .lasting = Lasting::from_then_on});
  const auto folder = disk.journal_folder();
  const auto file = made(*folder, "/a");
  for (int i = 0; i < 3; ++i) {
    const auto written = file->write_at(0, "a");
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code(), base::ErrorCode::disk_full);
  }
  disk.kill();
  EXPECT_TRUE(made(*disk.journal_folder(), "/b")->write_at(0, "b"));
}

TEST(FaultyDisk, looking_fails_where_that_was_asked_for) {
  FaultyDisk disk(1);
  const auto folder = disk.index_folder();
  made(*folder, "/a");
  disk.fail({.after = 1, .calls = Calls::all});
  EXPECT_TRUE(folder->names());
  EXPECT_FALSE(folder->names());
  EXPECT_TRUE(folder->names());
}

TEST(FaultyDisk, power_goes_at_the_call_that_was_asked_for) {
  FaultyDisk disk(1);
  const auto journal = disk.journal_folder();
  const auto index = disk.index_folder();
  disk.lose_power_after(2);
  const auto file = made(*journal, "/a");
  EXPECT_TRUE(journal->sync());
  EXPECT_FALSE(disk.power_is_lost());
  EXPECT_FALSE(index->sync());
  EXPECT_TRUE(disk.power_is_lost());
  EXPECT_FALSE(file->write_at(0, "late")) << "it took both";
  EXPECT_TRUE(disk.journal_folder()->open("/a", OpenAs::read_only));
  EXPECT_FALSE(disk.power_is_lost());
}

}  // namespace
}  // namespace tradepost::store::embedded::testing
