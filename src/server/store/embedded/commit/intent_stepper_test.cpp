#include "store/embedded/commit/intent_stepper.hpp"

#include <gtest/gtest.h>

#include <chrono>

// embedded-store 1.5.
namespace tradepost::store::embedded::intent_stepper_test {
namespace {

using std::chrono::milliseconds;

constexpr base::SteadyTime noon{std::chrono::hours(1)};
constexpr IntentPlace far{.flow = exchange::Flow::test, .after = 700};

exchange::IntentId id(std::uint8_t n) {
  base::Uuid uuid;
  uuid.bytes.front() = n;
  return exchange::IntentId(uuid);
}

IntentStepper::Intents intents(std::initializer_list<std::uint8_t> ids) {
  IntentStepper::Intents running;
  for (const std::uint8_t n : ids) running[id(n)] = {};
  return running;
}

TEST(IntentStepper, has_nothing_to_do_without_an_intent) {
  IntentStepper stepper;
  EXPECT_EQ(stepper.due({}), std::nullopt);
  stepper.others_traded();
  EXPECT_EQ(stepper.due({}), std::nullopt);
}

TEST(IntentStepper, is_due_at_once_if_the_others_have_not_traded) {
  IntentStepper stepper;
  EXPECT_LE(stepper.due(intents({1})), noon);
  stepper.was_stepped({}, noon, noon + milliseconds(4));
  EXPECT_LE(stepper.due(intents({1})), noon + milliseconds(4));
}

TEST(IntentStepper, pauses_three_times_as_long_as_its_slice_if_others_trade) {
  IntentStepper stepper;
  stepper.others_traded();
  EXPECT_LE(stepper.due(intents({1})), noon) << "no slice precedes the first one";
  stepper.was_stepped({}, noon, noon + milliseconds(4));
  stepper.others_traded();
  EXPECT_EQ(stepper.due(intents({1})), noon + milliseconds(16));
}

TEST(IntentStepper, continues_an_intent_where_its_last_slice_ended) {
  IntentStepper stepper;
  EXPECT_EQ(stepper.next(intents({3, 5})).work.id, id(3));
  stepper.was_stepped(far, noon, noon);
  const auto slice = stepper.next(intents({3, 5}));
  EXPECT_EQ(slice.work.id, id(3));
  EXPECT_EQ(slice.from.flow, far.flow);
  EXPECT_EQ(slice.from.after, far.after);
}

TEST(IntentStepper, begins_each_intent_at_the_front_of_its_queue) {
  IntentStepper stepper;
  stepper.next(intents({3, 5}));
  stepper.was_stepped(far, noon, noon);
  const auto slice = stepper.next(intents({5}));
  EXPECT_EQ(slice.work.id, id(5));
  EXPECT_EQ(slice.from.flow, exchange::Flow::live);
  EXPECT_EQ(slice.from.after, 0);
}

}  // namespace
}  // namespace tradepost::store::embedded::intent_stepper_test
