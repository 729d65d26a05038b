#include "exchange/views/statistics.hpp"

#include <gtest/gtest.h>

#include "base/ground/limits.hpp"
#include "exchange/world.hpp"

// Covers contract 2.12.
namespace tradepost::exchange {
namespace {

class StatisticsTest : public testing::Test, public World {
 public:
  StatisticsAnswer of(ParticipantId participant, StatisticsSpan span, StatisticsStep step) {
    return run(statistics(desk, caller(participant), {.span = span, .step = step}, soon()));
  }
  StatisticsSpan a_day() const { return {.from = today, .before = today + std::chrono::days(1)}; }

  const Instant today = std::chrono::floor<std::chrono::days>(clock.now());
};

TEST_F(StatisticsTest, each_side_counts_what_it_sees) {
  const TransactionId first = sent(buyer, order("1"));
  sent(buyer, order("2"));
  report(supplier, first, Verdict::failure);
  for (const ParticipantId viewer : {buyer, supplier}) {
    const auto answer = of(viewer, a_day(), StatisticsStep::day);
    const auto* const counts = std::get_if<std::vector<StatisticsCount>>(&answer);
    ASSERT_NE(counts, nullptr);
    ASSERT_EQ(counts->size(), 2U);
    const auto direction = viewer == buyer ? Direction::sent : Direction::received;
    EXPECT_EQ(counts->at(0), (StatisticsCount{.begins = today,
                                              .kind = counts->at(0).kind,
                                              .direction = direction,
                                              .status = Status::pending,
                                              .count = 1}));
    EXPECT_EQ(counts->at(1).status, Status::failed);
    EXPECT_EQ(counts->at(1).direction, direction);
  }
}

TEST_F(StatisticsTest, held_document_is_counted_for_its_sender_only) {
  OrderText text;
  text.buyer = party(stranger_gln);
  sent(stranger, text.body());
  EXPECT_EQ(std::get<0>(of(stranger, a_day(), StatisticsStep::day)).size(), 1U);
  EXPECT_TRUE(std::get<0>(of(supplier, a_day(), StatisticsStep::day)).empty());
}

TEST_F(StatisticsTest, an_operator_counts_each_once_or_as_a_participant_does) {
  sent(buyer, order("1"));
  const auto counted = [&](std::optional<ParticipantId> participant, Flow flow) {
    const StatisticsOverview overview{.participant = participant,
                                      .flow = flow,
                                      .request = {.span = a_day(), .step = StatisticsStep::hour}};
    return std::get<0>(run(statistics(desk, OperatorId(), overview, soon())));
  };
  const auto all = counted({}, Flow::live);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all.front().count, 1U);
  EXPECT_EQ(all.front().direction, Direction::sent);
  EXPECT_EQ(counted(supplier, Flow::live).at(0).direction, Direction::received);
  EXPECT_TRUE(counted({}, Flow::test).empty());
}

TEST_F(StatisticsTest, a_span_is_widened_to_whole_steps) {
  sent(buyer, order("1"));
  const Instant now = clock.now();
  const StatisticsSpan moment{.from = now, .before = now + std::chrono::milliseconds(1)};
  for (const auto step : {StatisticsStep::hour, StatisticsStep::day}) {
    EXPECT_EQ(std::get<0>(of(buyer, moment, step)).size(), 1U);
  }
}

TEST_F(StatisticsTest, a_span_has_its_bound) {
  using base::limits::statistics_days_max;
  using base::limits::statistics_hours_max;
  const auto span = [&](auto length) {
    return StatisticsSpan{.from = today, .before = today + length};
  };
  const auto is_bad = [&](const StatisticsSpan& asked, StatisticsStep step) {
    return std::holds_alternative<BadSpan>(of(buyer, asked, step));
  };
  constexpr std::chrono::milliseconds one(1);
  const std::chrono::hours hours(statistics_hours_max);
  const std::chrono::days days(statistics_days_max);
  EXPECT_FALSE(is_bad(span(hours), StatisticsStep::hour));
  EXPECT_TRUE(is_bad(span(hours + one), StatisticsStep::hour));
  EXPECT_FALSE(is_bad(span(hours + one), StatisticsStep::day));
  EXPECT_FALSE(is_bad(span(days), StatisticsStep::day));
  EXPECT_TRUE(is_bad(span(days + one), StatisticsStep::day));
  EXPECT_TRUE(is_bad(span(-one), StatisticsStep::day));
  EXPECT_FALSE(is_bad(span(std::chrono::hours(0)), StatisticsStep::hour));
  EXPECT_TRUE(is_bad({.from = Instant::min(), .before = Instant::max()}, StatisticsStep::hour));
}

}  // namespace
}  // namespace tradepost::exchange
