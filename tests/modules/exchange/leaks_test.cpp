#include <gtest/gtest.h>

#include <algorithm>

#include "exchange/world.hpp"

// Tests for leaks to callers without permission. The names of the suites have the paragraphs of the
// contract.
// Covers contract 2.1 and 4.2.
namespace tradepost::exchange::leaks_test {
namespace {

using Ids = std::vector<TransactionId>;

class Network : public testing::Test, public World {
 public:
  // An order to the supplier, which a hub collects.
  static std::string by_hub(std::string_view number) {
    OrderText text;
    text.number = number;
    text.more_header = ",\"technicalRecipient\":" + party(agent_gln);
    return text.body();
  }
  ParticipantId hub() {
    const auto id = add("Hub", agent_gln);
    relate(buyer, id, RelationshipStatus::active);
    return id;
  }
  TransactionId sent_as_test(std::string body) {
    return id_of(send(buyer, std::move(body), {.flow = Flow::test, .key = {}}));
  }
};
using Leak = Network;

const std::string faulty = R"({"type":"ORDER","content":{"header":{},"items":[{}]}})";

// Covers contract 1.1.
TEST_F(Leak, live_history_shows_no_test_document) {
  sent_as_test(order("1"));
  const auto live = sent(buyer, order("2"));
  EXPECT_EQ(history(buyer), Ids{live});
  EXPECT_EQ(history(supplier), Ids{live});
  HistoryFilter filter;
  filter.flow = Flow::test;
  EXPECT_TRUE(history(supplier, filter).empty());
}

TEST_F(Leak, live_webhook_gets_no_test_document) {
  const auto endpoint = webhook_of(supplier, Flow::live);
  sent_as_test(order("1"));
  EXPECT_TRUE(run(store().deliveries_due(ten_places, soon())).empty());
  const auto live = sent(buyer, order("2"));
  const auto due = run(store().deliveries_due(ten_places, soon()));
  ASSERT_EQ(due.size(), 1u);
  EXPECT_EQ(due[0].endpoint, endpoint);
  EXPECT_EQ(due[0].entry.id, live.uuid());
}

TEST_F(Leak, rejection_of_a_test_is_no_case_of_live) {
  send(buyer, faulty, {.flow = Flow::test, .key = {}});
  EXPECT_TRUE(cases(buyer).empty());
  const CaseId test_case = cases(buyer, Flow::test).at(0)->id;
  EXPECT_FALSE(run(find_case(desk, caller(buyer), test_case, soon())));
  send(buyer, faulty);
  ASSERT_EQ(cases(buyer).size(), 1u);
  EXPECT_EQ(cases(buyer).front()->count, 1u);
}

TEST_F(Leak, what_is_held_of_tests_is_not_counted_live) {
  OrderText text;
  text.buyer = party(stranger_gln);
  send(stranger, text.body(), {.flow = Flow::test, .key = {}});
  const auto all = run(partners(desk, caller(supplier), soon()));
  for (const Partner& partner : all) EXPECT_EQ(partner.held_incoming.count, 0u);
}

// Covers contract 1.2.
TEST_F(Leak, unique_identifier_is_never_given_to_a_second_one) {
  const auto first = add("First", {{.domain = Domain::duns, .text = "31-521 0001"}});
  ParticipantRequest request;
  request.name = "Second";
  request.identifiers = {{.domain = Domain::duns, .text = "315210001"}};
  const auto answer = run(add_participant(desk, operator_id, request, soon()));
  ASSERT_TRUE(is<IdentifierTaken>(answer));
  EXPECT_EQ(std::get<IdentifierTaken>(answer).owner, first);
}

// Covers contract 4.5.
TEST_F(Leak, only_those_who_take_part_find_a_transaction) {
  const auto collecting = hub();
  const auto id = sent(buyer, by_hub("1"));
  for (const auto participant : {buyer, collecting, supplier}) {
    EXPECT_TRUE(find(participant, id));
    EXPECT_EQ(history(participant), Ids{id});
  }
  EXPECT_FALSE(find(stranger, id));
  EXPECT_TRUE(events(stranger, id).empty());
  EXPECT_TRUE(history(stranger).empty());
}

TEST_F(Leak, commercial_recipient_behind_a_hub_pulls_nothing) {
  const auto collecting = hub();
  const auto id = sent(buyer, by_hub("1"));
  EXPECT_TRUE(pending(supplier).empty());
  EXPECT_EQ(pending(collecting), Ids{id});
}

TEST_F(Leak, agent_that_was_dismissed_sends_no_more) {
  const auto agent = add("Agent", agent_gln);
  appoint(buyer, agent);
  sent(agent, order_by_agent().body());
  ProfileRequest profile;
  profile.agents.emplace();
  run(change_profile(desk, caller(buyer), profile, soon()));
  EXPECT_EQ(faults_of(send(agent, order_by_agent("2").body())),
            "order.header.buyer.not_its_agent at content.header.buyer");
}

// Covers contract 5.4.
TEST_F(Leak, flow_that_is_not_taken_does_not_come_in) {
  RelationshipRequest request{.from = buyer,
                              .to = supplier,
                              .status = RelationshipStatus::active,
                              .kinds = {},
                              .flows = FlowSet::live,
                              .requirements = {}};
  run(put_relationship(desk, Actor::of(operator_id), request, soon()));
  EXPECT_EQ(faults_of(send(buyer, order("1"), {.flow = Flow::test, .key = {}})),
            "order.flow_not_taken at type");
  EXPECT_TRUE(pending(supplier, Flow::test).empty());
  EXPECT_TRUE(is<Accepted>(send(buyer, order("1"))));
}

// A recipient never sees a held document, nor the case of its failure.
// Covers contract 5.6.
TEST_F(Leak, discard_of_a_held_one_is_a_case_of_the_sender_alone) {
  webhook_of(supplier);
  OrderText text;
  text.buyer = party(stranger_gln);
  const auto id = sent(stranger, text.body());
  discard(id);
  EXPECT_EQ(cases(stranger).size(), 1u);
  EXPECT_TRUE(cases(supplier).empty());
  EXPECT_TRUE(run(store().deliveries_due(ten_places, soon())).empty());
}

TEST_F(Leak, content_of_a_held_one_is_never_on_a_page) {
  OrderText text;
  text.buyer = party(stranger_gln);
  const auto id = sent(stranger, text.body());
  PullRequest request;
  request.caller = caller(supplier);
  EXPECT_TRUE(pull(request).items.empty());
  EXPECT_FALSE(pull(request).next);
  HistoryFilter filter;
  filter.number = "4711";
  EXPECT_TRUE(history(supplier, filter).empty());
  EXPECT_EQ(history(stranger, filter), Ids{id});
}

// Covers contract 5.7.
TEST_F(Leak, commercial_recipient_behind_a_hub_can_not_send_it_once_more) {
  const auto collecting = hub();
  const auto id = sent(buyer, by_hub("1"));
  report(collecting, id, Verdict::failure);
  EXPECT_TRUE(is<Unknown>(requeue(supplier, id)));
  EXPECT_TRUE(is<Requeued>(requeue(collecting, id)));
}

// Covers contract 6.2.
TEST_F(Leak, cursor_of_another_shows_nothing_of_its_list) {
  sent(buyer, order("1"));
  sent(buyer, order("2"));
  HistoryRequest request;
  request.caller = caller(buyer);
  request.count_max = 1;
  const auto page = std::get<ShownPage>(run(exchange::history(desk, request, soon())));
  ASSERT_TRUE(page.next);
  request.cursor = page.next;
  request.caller = caller(stranger);
  EXPECT_TRUE(is<BadCursor>(run(exchange::history(desk, request, soon()))));
}

// Covers contract 8.4.
TEST_F(Leak, rejection_is_shown_to_its_sender_alone) {
  const auto id = *std::get<Refused>(send(buyer, faulty)).case_id;
  EXPECT_TRUE(run(find_case(desk, caller(buyer), id, soon())));
  for (const auto other : {supplier, stranger}) {
    EXPECT_TRUE(cases(other).empty());
    EXPECT_FALSE(run(find_case(desk, caller(other), id, soon())));
    CaseRequest request{.id = id, .revision = {}, .comment = "?", .status = {}};
    EXPECT_TRUE(is<Unknown>(run(change_case(desk, caller(other), request, soon()))));
  }
}

TEST_F(Leak, posted_error_is_hidden_from_others) {
  ErrorRequest request;
  request.caller = caller(supplier);
  request.reason = "the buyer's prices are wrong";
  const auto id = std::get<CaseOpened>(run(post_error(desk, request, soon()))).id;
  EXPECT_TRUE(run(find_case(desk, caller(supplier), id, soon())));
  EXPECT_FALSE(run(find_case(desk, caller(buyer), id, soon())));
  EXPECT_FALSE(run(find_case(desk, caller(supplier, Flow::test), id, soon())));
}

}  // namespace
}  // namespace tradepost::exchange::leaks_test
