#include "exchange/port/changes.hpp"

#include <gtest/gtest.h>

#include "base/tasks/manual_executor.hpp"

// Covers contract 2.14.
namespace tradepost::exchange {
namespace {

using std::chrono::seconds;

class ChangesTest : public testing::Test {
 public:
  // An unfinished wait would leak.
  ~ChangesTest() override {
    changes.end_waits();
    executor.run_ready();
  }
  // The number of waits that have ended.
  int ended = 0;
  void begins_to_wait(const ChangeViewer& viewer, Changes::Number seen) {
    base::start(executor, changes.wait(viewer, seen, executor.now() + seconds(10)),
                [this] { ++ended; });
  }

  base::ManualExecutor executor;
  Changes changes{1'000};
  const ChangeViewer buyer = ChangeViewer::of(ParticipantId(base::Uuid{{1}}), Flow::live);
  const ChangeViewer supplier = ChangeViewer::of(ParticipantId(base::Uuid{{2}}), Flow::live);
};

TEST_F(ChangesTest, change_wakes_its_viewers_only) {
  begins_to_wait(buyer, 1'000);
  begins_to_wait(buyer, 1'000);
  begins_to_wait(supplier, 1'000);
  changes.note({buyer});
  executor.run_ready();
  EXPECT_EQ(ended, 2);
  EXPECT_EQ(changes.number(buyer), 1'001u);
  EXPECT_EQ(changes.number(supplier), 1'000u) << "it learns nothing of the others";
}

TEST_F(ChangesTest, one_who_has_missed_a_change_does_not_wait) {
  changes.note({buyer});
  begins_to_wait(buyer, 1'000);
  begins_to_wait(supplier, 999);  // a number of an earlier process
  executor.run_ready();
  EXPECT_EQ(ended, 2);
}

TEST_F(ChangesTest, wait_ends_at_its_time_and_at_the_end) {
  begins_to_wait(buyer, 1'000);
  executor.advance(seconds(10));
  EXPECT_EQ(ended, 1);
  begins_to_wait(buyer, 1'000);
  changes.end_waits();
  begins_to_wait(supplier, 1'000);
  executor.run_ready();
  EXPECT_EQ(ended, 3);
}

TEST_F(ChangesTest, operators_are_one_viewer_of_both_flows) {
  EXPECT_EQ(ChangeViewer::of(ParticipantId(), Flow::test), ChangeViewer::operators());
}

}  // namespace
}  // namespace tradepost::exchange
