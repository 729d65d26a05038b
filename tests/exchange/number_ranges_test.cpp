#include "exchange/number_ranges.hpp"

#include <gtest/gtest.h>

#include <set>

#include "exchange/world.hpp"
#include "gs1/check_digit.hpp"

// Decisions 1.1 and 9: the numbers of transport units.
namespace tradepost::exchange {
namespace {

using Numbers = std::optional<std::vector<std::string>>;

class NumberRanges : public testing::Test, public World {
 public:
  RangeAnswer add_one(ParticipantId participant, std::string prefix, std::uint64_t next,
                      std::uint64_t end, Flow flow = Flow::live) {
    RangeRequest request{.participant = participant,
                         .flow = flow,
                         .prefix = std::move(prefix),
                         .next = next,
                         .end = end};
    return run(add_range(desk, operator_id, std::move(request), soon()));
  }
  Numbers take(std::uint32_t count, base::Uuid request) {
    return run(take_ssccs(desk, caller(supplier), request, count, soon()));
  }
  Numbers take(std::uint32_t count) { return take(count, ids.next()); }
};

TEST_F(NumberRanges, no_number_is_ever_given_twice) {
  ASSERT_TRUE(is<NumberRange>(add_one(supplier, "39521001", 5, 20)));
  std::set<std::string> all;
  for (int i = 0; i < 5; ++i) {
    const Numbers taken = take(3);
    ASSERT_TRUE(taken);
    for (const std::string& sscc : *taken) {
      EXPECT_TRUE(all.insert(sscc).second) << sscc;
      EXPECT_EQ(gs1::judge_sscc(sscc), gs1::CheckDigit::right) << sscc;
    }
    store.restart();
  }
  EXPECT_EQ(all.size(), 15u);
  EXPECT_EQ(all.begin()->substr(0, 17), "39521001000000005");
  EXPECT_FALSE(take(1));
}

TEST_F(NumberRanges, same_request_is_given_the_same_ones) {
  add_one(supplier, "39521001", 0, 100);
  const auto request = ids.next();
  const auto first = take(3, request);
  store.restart();
  EXPECT_EQ(take(3, request), first);
  EXPECT_NE(take(3), first);
}

TEST_F(NumberRanges, same_request_is_given_the_same_ones_of_the_second_range) {
  add_one(supplier, "39521001", 0, 2);
  add_one(supplier, "39521002", 0, 10);
  const auto request = ids.next();
  const auto first = take(5, request);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->front().substr(0, 8), "39521002");
  EXPECT_EQ(take(5, request), first);
}

TEST_F(NumberRanges, what_one_range_has_not_left_comes_from_the_next_one) {
  add_one(supplier, "39521001", 0, 2);
  add_one(supplier, "39521002", 0, 10);
  EXPECT_EQ(take(5)->front().substr(0, 8), "39521002");
  EXPECT_EQ(take(2)->front().substr(0, 8), "39521001");
}

TEST_F(NumberRanges, two_ranges_have_no_number_in_common) {
  ASSERT_TRUE(is<NumberRange>(add_one(supplier, "39521001", 0, 1000)));
  EXPECT_TRUE(is<Refused>(add_one(buyer, "39521001", 999, 2000)));
  EXPECT_TRUE(is<Refused>(add_one(buyer, "395210010", 0, 10)));
  EXPECT_TRUE(is<Refused>(add_one(buyer, "39521", 0, 100'000'000'000)));
  EXPECT_TRUE(is<NumberRange>(add_one(buyer, "39521001", 1000, 2000)));
  EXPECT_TRUE(is<NumberRange>(add_one(buyer, "39521001", 0, 1000, Flow::test)));
}

TEST_F(NumberRanges, live_units_are_not_numbered_from_those_for_tests) {
  add_one(supplier, "39521001", 0, 1000, Flow::test);
  EXPECT_FALSE(take(1));
  EXPECT_TRUE(ranges(*directory.current(), supplier, Flow::live).empty());
  EXPECT_EQ(ranges(*directory.current(), supplier, Flow::test).size(), 1u);
}

TEST_F(NumberRanges, range_that_does_not_fit_into_seventeen_digits_is_refused) {
  EXPECT_TRUE(is<Refused>(add_one(supplier, "39521001", 0, 1'000'000'001)));
  EXPECT_TRUE(is<Refused>(add_one(supplier, "39521001", 7, 7)));
  EXPECT_TRUE(is<Refused>(add_one(supplier, "3952", 0, 7)));
  EXPECT_TRUE(is<Refused>(add_one(supplier, "39521001x", 0, 7)));
  EXPECT_TRUE(is<Refused>(add_one(supplier, "39521001234567", 0, 7)));
  EXPECT_TRUE(is<Unknown>(add_one(ParticipantId(ids.next()), "39521001", 0, 7)));
  EXPECT_TRUE(is<NumberRange>(add_one(supplier, "39521001", 0, 1'000'000'000)));
}

}  // namespace
}  // namespace tradepost::exchange
