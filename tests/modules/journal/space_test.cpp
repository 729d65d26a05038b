#include "journal/disk/space.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <memory>
#include <string>
#include <vector>

#include "faulty_disk/simulated_disk.hpp"
#include "journal/journal.hpp"
#include "journal/recovery/verify.hpp"

namespace tradepost::journal {
namespace {

using testing::SimulatedDisk;

constexpr std::uint64_t mega = 1u << 20;
constexpr std::uint64_t giga = 1u << 30;

bool has_ballast(SimulatedDisk& disk) {
  return !disk.names()->empty();
}

TEST(Space, below_the_reserve_the_room_is_low) {
  constexpr Options options{.ballast_bytes = 0};
  struct Row {
    Space space;
    Room room;
  };
  const Row rows[] = {
      {{.free_bytes = 50 * giga, .total_bytes = 100 * giga}, Room::ample},
      {{.free_bytes = giga, .total_bytes = 100 * giga}, Room::ample},
      {{.free_bytes = giga - 1, .total_bytes = 100 * giga}, Room::low},
      {{.free_bytes = 200 * mega, .total_bytes = 10'000 * mega}, Room::ample},
      {{.free_bytes = 199 * mega, .total_bytes = 10'000 * mega}, Room::low},
      {{.free_bytes = 128 * mega, .total_bytes = giga}, Room::ample},
      {{.free_bytes = 127 * mega, .total_bytes = giga}, Room::low},
      {{.free_bytes = 0, .total_bytes = giga}, Room::low},
  };
  for (const auto& row : rows) {
    SimulatedDisk disk(1);
    disk.set_space(row.space);
    SpaceGauge gauge(disk, options);
    ASSERT_TRUE(gauge.watch());
    EXPECT_EQ(gauge.room(), row.room) << row.space.free_bytes;
    EXPECT_EQ(gauge.free_bytes(), row.space.free_bytes);
  }
}

TEST(Space, space_of_the_ballast_is_not_for_documents) {
  SimulatedDisk disk(1);
  SpaceGauge gauge(disk, Options{});
  const auto room_with = [&](std::uint64_t free_bytes) {
    disk.set_space({.free_bytes = free_bytes, .total_bytes = giga});
    EXPECT_TRUE(gauge.watch());
    return gauge.room();
  };
  constexpr auto reserve = Options{}.reserve_bytes_min;
  constexpr auto ballast = Options{}.ballast_bytes;
  EXPECT_EQ(room_with(giga), Room::ample);
  EXPECT_EQ(room_with(reserve), Room::ample);
  EXPECT_TRUE(has_ballast(disk));
  EXPECT_EQ(room_with(mega), Room::low);
  EXPECT_FALSE(has_ballast(disk));
  EXPECT_EQ(room_with(reserve + ballast - 1), Room::low);
  EXPECT_EQ(room_with(reserve + ballast), Room::ample);
}

TEST(Space, the_ballast_is_made_in_good_times_and_given_up_in_bad_ones) {
  SimulatedDisk disk(1);
  SpaceGauge gauge(disk, Options{});
  disk.set_space({.free_bytes = 2 * giga, .total_bytes = 100 * giga});
  ASSERT_TRUE(gauge.watch());
  EXPECT_FALSE(has_ballast(disk));
  disk.set_space({.free_bytes = 3 * giga, .total_bytes = 100 * giga});
  ASSERT_TRUE(gauge.watch());
  EXPECT_TRUE(has_ballast(disk));
  constexpr auto kept_until = 2 * Options{}.space_bytes_min;
  disk.set_space({.free_bytes = kept_until, .total_bytes = 100 * giga});
  ASSERT_TRUE(gauge.watch());
  EXPECT_TRUE(has_ballast(disk));
  EXPECT_EQ(gauge.room(), Room::low);
  disk.set_space({.free_bytes = kept_until - 1, .total_bytes = 100 * giga});
  ASSERT_TRUE(gauge.watch());
  EXPECT_FALSE(has_ballast(disk));
}

TEST(Space, a_ballast_of_a_former_life_is_known) {
  SimulatedDisk disk(1);
  ASSERT_TRUE(SpaceGauge(disk, Options{}).watch());
  ASSERT_TRUE(has_ballast(disk));
  SpaceGauge later(disk, Options{});
  disk.set_space({.free_bytes = mega, .total_bytes = giga});
  ASSERT_TRUE(later.watch());
  EXPECT_FALSE(has_ballast(disk));
}

TEST(Space, a_full_disk_is_reported_before_a_write_could_fail) {
  constexpr Options options{.first_segment_bytes = 64 << 10,
                            .segment_bytes = 64 << 10,
                            .frame_bytes_max = 8 << 10,
                            .tail_bytes = 16 << 10,
                            .slab_bytes = 8 << 10,
                            .fill_ahead_bytes = 16 << 10,
                            .fill_step_bytes = 8 << 10,
                            .space_bytes_min = 64 << 10,
                            .ballast_bytes = 0};
  SimulatedDisk disk(1);
  auto journal = *Journal::open(disk, options, {});
  while (*journal->prepare() == Work::more) continue;
  EXPECT_EQ(journal->room(), Room::ample);
  disk.set_space({.free_bytes = 0, .total_bytes = giga});
  EXPECT_EQ(*journal->prepare(), Work::done);
  EXPECT_EQ(journal->room(), Room::low);
  const NewRecord record{.kind = 1, .version = 1, .head = "report", .body = {}};
  int written = 0;
  for (; journal->room() == Room::low; ++written) {
    ASSERT_TRUE(journal->writer().append({&record, 1}, {}));
  }
  EXPECT_EQ(journal->room(), Room::none);
  EXPECT_GT(written, 5);
  disk.set_space({.free_bytes = giga, .total_bytes = giga});
  EXPECT_EQ(*journal->prepare(), Work::more);
  EXPECT_EQ(journal->room(), Room::ample);
}

TEST(Space, freed_while_the_preparer_waits_for_the_disk_is_seen_without_it) {
  SimulatedDisk disk(1);
  disk.set_space({.free_bytes = mega, .total_bytes = giga});
  auto journal = *Journal::open(disk, Options{}, {});
  EXPECT_EQ(journal->room(), Room::none);
  disk.set_space({.free_bytes = giga, .total_bytes = giga});
  EXPECT_EQ(journal->room(), Room::ample);
}

// Others take the space between two checks, so no report shows a full disk in advance.
class SpaceThatIsTaken : public ::testing::Test {
 protected:
  static constexpr Options options{.first_segment_bytes = 64 << 10,
                                   .segment_bytes = 64 << 10,
                                   .frame_bytes_max = 32 << 10,
                                   .tail_bytes = 64 << 10,
                                   .slab_bytes = 32 << 10,
                                   .fill_ahead_bytes = 16 << 10,
                                   .fill_step_bytes = 8 << 10,
                                   .space_bytes_min = 64 << 10,
                                   .ballast_bytes = 0};

  void open() {
    journal_.reset();
    auto opened = Journal::open(disk_, options, {});
    ASSERT_TRUE(opened) << opened.error().detail().str();
    journal_ = *std::move(opened);
  }
  Result<Appended> append(std::size_t bytes) {
    const std::string head(bytes, 'x');
    const NewRecord record{.kind = 1, .version = 1, .head = head, .body = {}};
    return journal_->writer().append({&record, 1}, {});
  }
  std::vector<std::size_t> kept() const {
    std::vector<std::size_t> sizes;
    for (Place place = journal_->reader().begin();;) {
      const auto frame = journal_->reader().frame_at(place);
      EXPECT_TRUE(frame) << frame.error().detail().str();
      if (!frame || !*frame) return sizes;
      for (const auto& record : (*frame)->records) sizes.push_back(record.head.size());
      place = (*frame)->next;
    }
  }

  SimulatedDisk disk_{1};
  std::unique_ptr<Journal> journal_;
};

TEST_F(SpaceThatIsTaken, a_frame_without_space_is_refused_and_the_next_one_kept) {
  open();
  ASSERT_TRUE(append(1'000));
  for (const std::size_t bytes : {30'000, 20'000, 3'000}) {
    disk_.fail_after(0, ENOSPC);
    const auto refused = append(bytes);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code(), base::ErrorCode::disk_full);
  }
  ASSERT_TRUE(append(2'000));
  EXPECT_EQ(kept(), (std::vector<std::size_t>{1'000, 2'000}));
  disk_.lose_power();
  open();
  EXPECT_EQ(kept(), (std::vector<std::size_t>{1'000, 2'000}));
}

TEST_F(SpaceThatIsTaken, rest_of_a_frame_without_space_is_no_damage_after_a_closed_segment) {
  open();
  while (*journal_->prepare() == Work::more) continue;
  ASSERT_TRUE(append(23'000));
  disk_.fail_after(0, ENOSPC);
  ASSERT_FALSE(append(24'000));
  // This record does not fit, so the segment is closed where the refused frame would begin.
  ASSERT_TRUE(append(31'000));
  ASSERT_TRUE(append(1'000));
  EXPECT_GT(journal_->writer().end().place.segment, 1U);
  journal_.reset();
  Spectator spectator;
  const auto verdict = verify(disk_, {}, spectator);
  ASSERT_TRUE(verdict);
  EXPECT_TRUE(verdict->defects.empty()) << verdict->defects.front().what;
}

TEST_F(SpaceThatIsTaken, nothing_is_prepared_and_nothing_fails) {
  open();
  for (std::uint64_t call = 0; call < 40; ++call) {
    disk_.fail_after(call, ENOSPC);
    const auto work = journal_->prepare();
    // The result of a failed sync is unknown, whatever its reason.
    if (!work) {
      EXPECT_TRUE(work.error().detail().str().contains("sync")) << work.error().detail().str();
      disk_.kill();
      open();
    }
    disk_.kill();
    ASSERT_TRUE(append(500));
  }
}

}  // namespace
}  // namespace tradepost::journal
