#include "exchange/administration/number_ranges.hpp"

#include <gtest/gtest.h>

#include "exchange/world.hpp"

// Tests of contract 1.1 and 9: the number ranges and their owners. numbering_test.cpp tests the
// numbering of units.
// Covers contract 1.1 and 9.9.
namespace tradepost::exchange {
namespace {

class NumberRanges : public testing::Test, public World {
 public:
  RangeAnswer add_one(std::optional<ParticipantId> participant, std::string prefix,
                      std::uint64_t next, std::uint64_t end, Flow flow = Flow::live) {
    RangeRequest request{.participant = participant,
                         .flow = flow,
                         .prefix = std::move(prefix),
                         .next = next,
                         .end = end};
    return run(add_range(desk, operator_id, std::move(request), soon()));
  }
};

TEST_F(NumberRanges, two_ranges_have_no_number_in_common) {
  ASSERT_TRUE(is<NumberRange>(add_one(supplier, "39521001", 0, 1000)));
  EXPECT_TRUE(is<Refused>(add_one(buyer, "39521001", 999, 2000)));
  EXPECT_TRUE(is<Refused>(add_one(std::nullopt, "39521001", 999, 2000)));
  EXPECT_TRUE(is<Refused>(add_one(buyer, "395210010", 0, 10)));
  EXPECT_TRUE(is<Refused>(add_one(buyer, "39521", 0, 100'000'000'000)));
  EXPECT_TRUE(is<NumberRange>(add_one(buyer, "39521001", 1000, 2000)));
  EXPECT_TRUE(is<NumberRange>(add_one(buyer, "39521001", 0, 1000, Flow::test)));
}

TEST_F(NumberRanges, overlap_is_judged_in_the_commit_and_not_by_what_was_known_before_it) {
  LiveDirectory before;
  run(before.catch_up(store(), soon()));
  ASSERT_TRUE(is<NumberRange>(add_one(supplier, "39521001", 0, 1000)));
  Desk elsewhere = desk_with(before);
  const RangeRequest request{
      .participant = buyer, .flow = Flow::live, .prefix = "39521001", .next = 999, .end = 2000};
  EXPECT_TRUE(is<Refused>(run(add_range(elsewhere, operator_id, request, soon()))));
  EXPECT_EQ(directory.current()->ranges().size(), 1u);
}

TEST_F(NumberRanges, are_those_of_one_flow_and_one_participant) {
  add_one(supplier, "39521001", 0, 1000, Flow::test);
  add_one(std::nullopt, "39521002", 0, 1000, Flow::test);
  EXPECT_TRUE(ranges(*directory.current(), supplier, Flow::live).empty());
  EXPECT_TRUE(ranges(*directory.current(), buyer, Flow::test).empty());
  EXPECT_EQ(ranges(*directory.current(), supplier, Flow::test).size(), 1u);
}

TEST_F(NumberRanges, range_that_does_not_fit_into_seventeen_digits_is_refused) {
  EXPECT_TRUE(is<Refused>(add_one(supplier, "39521001", 0, 1'000'000'001)));
  EXPECT_TRUE(is<Refused>(add_one(supplier, "39521001", 7, 7)));
  EXPECT_TRUE(is<Refused>(add_one(supplier, "3952", 0, 7)));
  EXPECT_TRUE(is<Refused>(add_one(supplier, "39521001x", 0, 7)));
  EXPECT_TRUE(is<Refused>(add_one(supplier, "39521001234567", 0, 7)));
  EXPECT_TRUE(is<Refused>(add_one(supplier, "00000", 0, 7)))
      << "an SSCC has a digit other than zero";
  EXPECT_TRUE(is<Unknown>(add_one(ParticipantId(ids.next()), "39521001", 0, 7)));
  EXPECT_TRUE(is<NumberRange>(add_one(supplier, "39521001", 0, 1'000'000'000)));
}

}  // namespace
}  // namespace tradepost::exchange
