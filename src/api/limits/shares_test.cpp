#include "api/limits/shares.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>

#include "base/ground/limits.hpp"

namespace tradepost::api {
namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;
namespace limits = base::limits;

exchange::ParticipantId numbered(std::uint8_t number) {
  return exchange::ParticipantId(base::Uuid{{number}});
}
const exchange::ParticipantId flood = numbered(200);

// A loop on which time passes as a test says.
class SharesTest : public testing::Test {
 protected:
  // Requests that cost so much of the processor, one after the other.
  void comes(exchange::ParticipantId participant, int count, microseconds each) {
    for (int i = 0; i < count; ++i) {
      shares_.comes(participant, now_);
      now_ += each;
      processor_ += each;
    }
  }
  void others_come(std::uint8_t count) {
    for (std::uint8_t i = 1; i <= count; ++i) comes(numbered(i), 1, microseconds(10));
  }
  void is_idle(microseconds time) { now_ += time; }
  bool pauses(exchange::ParticipantId participant) const {
    return shares_.pause_of(participant, now_).has_value();
  }
  // A span of nothing but the flood's requests, and the first of the next one.
  void floods() {
    comes(flood, 1 + static_cast<int>(limits::share_span / microseconds(10)), microseconds(10));
  }

  base::SteadyTime now_{};
  nanoseconds processor_{};
  Shares shares_{[this] { return processor_; }, now_};
};

TEST_F(SharesTest, who_alone_keeps_a_loop_busy_pauses_while_several_others_trade) {
  others_come(4);
  floods();
  EXPECT_TRUE(pauses(flood));
  EXPECT_FALSE(pauses(numbered(1)));
}

TEST_F(SharesTest, pause_leaves_a_quarter_of_the_time) {
  others_come(4);
  floods();
  const auto until = shares_.pause_of(flood, now_);
  ASSERT_TRUE(until);
  EXPECT_GT(*until - now_, 2 * limits::share_span);
  EXPECT_LE(*until - now_, 3 * limits::share_span);
  is_idle(std::chrono::duration_cast<microseconds>(3 * limits::share_span));
  EXPECT_FALSE(pauses(flood));
}

TEST_F(SharesTest, nobody_pauses_where_few_trade) {
  others_come(static_cast<std::uint8_t>(limits::share_traders_few - 1));
  floods();
  EXPECT_FALSE(pauses(flood));
}

TEST_F(SharesTest, nobody_pauses_on_a_loop_that_has_time) {
  others_come(4);
  for (int i = 0; i < 1'000; ++i) {
    comes(flood, 1, microseconds(10));
    is_idle(microseconds(15));
    EXPECT_FALSE(pauses(flood));
  }
}

TEST_F(SharesTest, those_who_share_a_busy_loop_evenly_do_not_pause) {
  for (int i = 0; i < 1'000; ++i) {
    others_come(4);
    for (std::uint8_t each = 1; each <= 4; ++each) EXPECT_FALSE(pauses(numbered(each)));
  }
}

TEST_F(SharesTest, those_who_have_not_asked_for_a_while_are_no_others) {
  others_come(4);
  is_idle(std::chrono::duration_cast<microseconds>(limits::share_memory) + microseconds(1));
  floods();
  floods();
  EXPECT_FALSE(pauses(flood));
}

}  // namespace
}  // namespace tradepost::api
