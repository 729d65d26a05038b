// Tests the findings of `tradepost check` in a damaged journal, and --repair.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "check/network.hpp"

namespace tradepost::check {
namespace {

namespace fs = std::filesystem;

// A segment has about sixty sends, so the network has segments 2 and 3.
class DamagedNetwork : public ::testing::Test {
 protected:
  static constexpr std::size_t sends = 150;

  std::string cut_folder() const {
    std::string found;
    for (const auto& entry : fs::directory_iterator(place_.network())) {
      const auto name = entry.path().filename().string();
      if (name.starts_with("cut-")) found = entry.path().string();
    }
    return found;
  }

  // Expects the network to have the documents before the damage and none after it, and to accept
  // new ones.
  void expect_prefix_served() {
    {
      Served served(place_.network());
      EXPECT_GT(served.store().epoch(), 1U);
      auto left = served.all();
      EXPECT_LT(left.size(), sent_.size());
      const auto prefix = std::vector<TransactionId>(
          sent_.begin(), sent_.begin() + static_cast<std::ptrdiff_t>(left.size()));
      EXPECT_EQ(left, prefix);
      served.send(10'000);
      EXPECT_EQ(served.all().size(), left.size() + 1);
    }
    const auto ended = place_.check();
    EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
  }

  Place place_;
  const std::vector<TransactionId> sent_ = place_.make_network(sends);
};

TEST_F(DamagedNetwork, is_reported_with_its_place) {
  const auto at = byte_of_record(place_.segment(2), 90);
  flip(place_.segment(2), at + 200);
  const auto ended = place_.check();
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_TRUE(ended.out.contains(fmt::format("DAMAGED: segment 2, byte {}: ", at))) << ended.out;
  EXPECT_TRUE(ended.out.contains("not checked, because the journal is damaged")) << ended.out;
}

TEST_F(DamagedNetwork, is_not_changed_before_the_user_confirms) {
  flip(place_.segment(2), byte_of_record(place_.segment(2), 90) + 200);
  fs::remove(place_.network() + "/journal/lock");
  const auto before = contents_of(place_.network());
  const auto ended = place_.check("--repair");
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_TRUE(ended.out.contains("records up to 89 stay")) << ended.out;
  EXPECT_TRUE(ended.out.contains("lost: records 90 to 90, which can't be read")) << ended.out;
  EXPECT_TRUE(ended.out.contains("lost: record 91, sent, transaction ")) << ended.out;
  EXPECT_TRUE(ended.out.contains(sent_.back().to_string()) || ended.out.contains(" more\n"));
  EXPECT_TRUE(ended.out.contains("Nothing was changed")) << ended.out;
  fs::remove(place_.network() + "/journal/lock");
  EXPECT_EQ(contents_of(place_.network()), before);
}

TEST_F(DamagedNetwork, opens_again_with_everything_before_the_damage) {
  flip(place_.segment(2), byte_of_record(place_.segment(2), 90) + 200);
  const auto ended = place_.check("--repair --yes");
  EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
  EXPECT_TRUE(ended.out.contains(" begins after record 89")) << ended.out;
  EXPECT_TRUE(ended.out.contains("skips 100000 numbers, starting at 34012345000000001"))
      << ended.out;
  EXPECT_TRUE(fs::exists(cut_folder() + "/00000002.segment")) << "nothing is destroyed";
  EXPECT_TRUE(fs::exists(cut_folder() + "/00000003.segment"));
  EXPECT_FALSE(fs::exists(place_.segment(3)));
  expect_prefix_served();
}

TEST_F(DamagedNetwork, loses_what_comes_after_a_missing_segment) {
  fs::remove(place_.segment(2));
  EXPECT_TRUE(place_.check().out.contains("DAMAGED: segment 2, byte 0: the segment is missing"));
  EXPECT_EQ(place_.check("--repair --yes").exit_code, 0);
  expect_prefix_served();
}

TEST_F(DamagedNetwork, loses_what_comes_after_a_broken_head_of_a_segment) {
  flip(place_.segment(2), 20);
  EXPECT_EQ(place_.check().exit_code, 1);
  EXPECT_EQ(place_.check("--repair --yes").exit_code, 0);
  expect_prefix_served();
}

TEST_F(DamagedNetwork, that_has_lost_its_end_is_reported_and_continues) {
  fs::resize_file(place_.segment(2), byte_of_record(place_.segment(2), 90));
  fs::remove(place_.segment(3));
  for (std::uint32_t number = 4; fs::remove(place_.segment(number)); ++number) {
  }
  const auto checked = place_.check();
  EXPECT_EQ(checked.exit_code, 1);
  EXPECT_TRUE(checked.out.contains("the journal ends with record 89, but the index has record"))
      << checked.out;
  const auto plan = place_.check("--repair");
  EXPECT_TRUE(plan.out.contains("lost: records 90 to ")) << plan.out;
  EXPECT_EQ(place_.check("--repair --yes").exit_code, 0);
  expect_prefix_served();
}

TEST_F(DamagedNetwork, that_has_lost_its_end_is_reported_though_its_index_is_gone_too) {
  fs::resize_file(place_.segment(2), byte_of_record(place_.segment(2), 90));
  for (std::uint32_t number = 3; fs::remove(place_.segment(number)); ++number) {
  }
  fs::remove_all(place_.index());
  const auto checked = place_.check();
  EXPECT_EQ(checked.exit_code, 1);
  EXPECT_TRUE(
      checked.out.contains("the journal ends with record 89, and the file journal-end says"))
      << checked.out;
  const auto rebuilt = place_.check("--rebuild");
  EXPECT_EQ(rebuilt.exit_code, 1) << "an index of the remaining records would hide the loss";
  EXPECT_TRUE(rebuilt.err.contains("journal-end")) << rebuilt.err;
  const auto plan = place_.check("--repair");
  EXPECT_EQ(plan.exit_code, 1);
  EXPECT_TRUE(plan.out.contains("lost: records 90 to ")) << plan.out;
  EXPECT_EQ(place_.check("--repair --yes").exit_code, 0);
  expect_prefix_served();
}

// At most the header of the first segment remains, which a new journal has, too.
TEST_F(DamagedNetwork, of_which_nothing_is_left_is_for_a_backup) {
  for (std::uint32_t number = 2; fs::remove(place_.segment(number)); ++number) {
  }
  fs::remove_all(place_.index());
  fs::copy(place_.segment(1), place_.path("whole"));
  for (const bool is_noted : {true, false}) {
    if (!is_noted) fs::remove(place_.network() + "/journal-end");
    for (const std::uintmax_t bytes : {8192, 4096, 0}) {
      SCOPED_TRACE(fmt::format("{} bytes, {}", bytes, is_noted ? "noted" : "not noted"));
      fs::copy(place_.path("whole"), place_.segment(1), fs::copy_options::overwrite_existing);
      fs::resize_file(place_.segment(1), bytes);
      for (const std::string words : {"--repair", "--repair --yes"}) {
        const auto ended = place_.check(words);
        EXPECT_EQ(ended.exit_code, 1) << ended.out << ended.err;
        EXPECT_TRUE(ended.out.contains("Restore a backup")) << ended.out;
      }
    }
  }
}

TEST_F(DamagedNetwork, with_the_journal_of_another_is_reported) {
  const Place other;
  const auto sent = other.make_network(3);
  for (const std::string part : {"/journal", "/index"}) {
    fs::remove_all(place_.network() + part);
    fs::copy(other.network() + part, place_.network() + part, fs::copy_options::recursive);
  }
  const auto checked = place_.check();
  EXPECT_EQ(checked.exit_code, 1);
  EXPECT_TRUE(checked.out.contains("the file journal-end belongs to another journal"))
      << checked.out;
  EXPECT_EQ(place_.check("--rebuild").exit_code, 1);
  EXPECT_EQ(place_.check("--repair").exit_code, 1);
  EXPECT_EQ(place_.check("--repair --yes").exit_code, 0);
  EXPECT_EQ(place_.check().exit_code, 0);
  EXPECT_EQ(Served(place_.network()).all(), sent);
}

TEST_F(DamagedNetwork, that_ends_with_a_closed_segment_continues_in_it) {
  for (std::uint32_t number = 2; fs::remove(place_.segment(number)); ++number) {
  }
  EXPECT_TRUE(place_.check().out.contains("DAMAGED: segment 2, byte 0: the segment is missing"));
  const auto ended = place_.check("--repair --yes");
  EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
  expect_prefix_served();
}

TEST_F(DamagedNetwork, loses_no_record_to_bytes_after_a_closed_segment) {
  fs::resize_file(place_.segment(1), fs::file_size(place_.segment(1)) + 4096);
  flip(place_.segment(1), fs::file_size(place_.segment(1)) - 1);
  EXPECT_EQ(place_.check().exit_code, 1);
  const auto ended = place_.check("--repair --yes");
  EXPECT_EQ(ended.exit_code, 0) << ended.out;
  EXPECT_FALSE(ended.out.contains("lost:")) << ended.out;
  EXPECT_EQ(place_.check().exit_code, 0);
  EXPECT_EQ(Served(place_.network()).all(), sent_);
}

TEST_F(DamagedNetwork, with_nothing_before_the_damage_is_for_a_backup) {
  flip(place_.segment(1), 4096 + 20);
  fs::remove(place_.network() + "/journal/lock");
  const auto before = contents_of(place_.network());
  const auto ended = place_.check("--repair --yes");
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_TRUE(ended.out.contains("Restore a backup")) << ended.out;
  fs::remove(place_.network() + "/journal/lock");
  EXPECT_EQ(contents_of(place_.network()), before);
}

TEST_F(DamagedNetwork, whose_repair_was_killed_is_repaired_to_the_end) {
  flip(place_.segment(2), byte_of_record(place_.segment(2), 90) + 200);
  // This is the state after the later segments are moved, and before segment 2 is cut.
  const auto begun = place_.network() + "/cut-20260101T000000Z.unfinished";
  fs::create_directory(begun);
  for (std::uint32_t number = 3; fs::exists(place_.segment(number)); ++number) {
    fs::rename(place_.segment(number), begun + fmt::format("/{:08x}.segment", number));
  }
  EXPECT_EQ(place_.check("--repair --yes").exit_code, 0);
  EXPECT_EQ(cut_folder(), place_.network() + "/cut-20260101T000000Z");
  expect_prefix_served();
}

TEST_F(DamagedNetwork, whose_repair_was_killed_before_its_epoch_gets_one) {
  fs::create_directory(place_.network() + "/cut-20260101T000000Z.unfinished");
  EXPECT_EQ(place_.check("--repair").exit_code, 1);
  EXPECT_EQ(place_.check("--repair --yes").exit_code, 0);
  EXPECT_GT(Served(place_.network()).store().epoch(), 1U);
}

TEST_F(DamagedNetwork, has_nothing_again_that_was_erased_after_the_damage) {
  Served(place_.network()).erase(sent_.front());
  flip(place_.segment(2), byte_of_record(place_.segment(2), 90) + 200);
  const auto ended = place_.check("--repair --yes");
  EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
  EXPECT_TRUE(ended.out.contains("erased again: 1 documents")) << ended.out;
  EXPECT_EQ(Served(place_.network()).erased(), std::vector{sent_.front()});
}

TEST_F(DamagedNetwork, keeps_its_index_where_none_can_be_made) {
  flip(place_.segment(1), byte_of_record(place_.segment(1), 20) + 200);
  const auto before = contents_of(place_.index());
  EXPECT_EQ(place_.check("--rebuild").exit_code, 1);
  EXPECT_EQ(contents_of(place_.index()), before);
}

TEST_F(DamagedNetwork, of_which_only_the_index_is_damaged_gets_an_index) {
  fs::remove_all(place_.index());
  EXPECT_EQ(place_.check("--repair").exit_code, 0);
  EXPECT_EQ(place_.check().exit_code, 0);
  EXPECT_EQ(Served(place_.network()).store().epoch(), 1U) << "nothing was lost";
}

TEST_F(DamagedNetwork, reports_to_programs_what_was_lost) {
  flip(place_.segment(2), byte_of_record(place_.segment(2), 90) + 200);
  const auto ended = place_.check("--repair --json");
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_TRUE(ended.out.contains(R"("keptThrough": 89)")) << ended.out;
  EXPECT_TRUE(ended.out.contains(sent_.back().to_string())) << ended.out;
  EXPECT_TRUE(ended.out.contains(R"("repaired": false)")) << ended.out;
}

}  // namespace
}  // namespace tradepost::check
