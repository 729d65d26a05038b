#include "exchange/administration/standing.hpp"

#include <gtest/gtest.h>

#include "exchange/administration/background.hpp"
#include "exchange/world.hpp"

// Covers contract 2.13 and 9.12.
namespace tradepost::exchange {
namespace {

class Standing : public testing::Test, public World {
 public:
  NetworkStanding of_network() { return run(standing(desk, operator_id, soon())); }
  OwnStanding of(ParticipantId participant) {
    return run(standing(desk, caller(participant), soon()));
  }
  void days_pass_and_the_watch_runs() {
    clock.advance(std::chrono::days(4));
    run(watch_overdue(desk, soon()));
  }
};

TEST_F(Standing, network_is_summed_up_by_flow) {
  const TransactionId failed = sent(buyer, order("1"));
  sent(buyer, order("2"));
  report(supplier, failed, Verdict::failure);
  const NetworkStanding shown = of_network();
  EXPECT_EQ(shown.flows[0].flow, Flow::live);
  EXPECT_EQ(shown.flows[0].pending, 1u);
  EXPECT_EQ(shown.flows[0].failed, 1u);
  EXPECT_EQ(shown.flows[0].overdue, 0u);
  EXPECT_EQ(shown.flows[1].flow, Flow::test);
  EXPECT_EQ(shown.flows[1].pending, 0u);
}

TEST_F(Standing, queue_that_has_waited_longest_comes_first) {
  sent(buyer, order("1"));
  clock.advance(std::chrono::seconds(1));
  id_of(send(buyer, order("1"), {.flow = Flow::test, .key = {}}));
  const NetworkStanding shown = of_network();
  ASSERT_EQ(shown.longest_waiting.size(), 2u);
  EXPECT_EQ(shown.longest_waiting[0].queue.participant.id, supplier);
  EXPECT_EQ(shown.longest_waiting[0].queue.state.flow, Flow::live);
  EXPECT_EQ(shown.longest_waiting[1].queue.state.flow, Flow::test);
}

TEST_F(Standing, overdue_recipient_is_reported_to_operators_and_its_senders) {
  sent(buyer, order("1"));
  days_pass_and_the_watch_runs();
  EXPECT_EQ(of_network().flows[0].overdue, 1u);
  EXPECT_TRUE(of_network().longest_waiting.at(0).is_overdue);
  const OwnStanding shown = of(buyer);
  ASSERT_EQ(shown.overdue.size(), 1u);
  EXPECT_EQ(shown.overdue[0].partner.id, supplier);
  EXPECT_EQ(shown.overdue[0].count, 1u);
  EXPECT_TRUE(of(supplier).overdue.empty());
  EXPECT_TRUE(of(stranger).overdue.empty());
}

TEST_F(Standing, recipient_that_pulls_again_is_not_overdue) {
  sent(buyer, order("1"));
  days_pass_and_the_watch_runs();
  pending(supplier);
  EXPECT_EQ(of_network().flows[0].overdue, 0u);
  EXPECT_TRUE(of(buyer).overdue.empty());
}

TEST_F(Standing, held_documents_are_counted_on_both_sides) {
  OrderText text;
  text.buyer = party(stranger_gln);
  sent(stranger, text.body());
  EXPECT_EQ(of_network().flows[0].held, 1u);
  EXPECT_EQ(of(stranger).held_outgoing, 1u);
  EXPECT_EQ(of(supplier).held_incoming, 1u);
  EXPECT_EQ(of(supplier).queue.pending, 0u);
}

}  // namespace
}  // namespace tradepost::exchange
