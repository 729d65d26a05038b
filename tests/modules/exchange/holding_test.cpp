#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "base/ground/limits.hpp"
#include "exchange/administration/background.hpp"
#include "exchange/world.hpp"

// Tests of contract 5.4 to 5.8: relationships, holding, release, requeue, discard.
// Covers contract 1.1, 2.7, 3.2, 3.4, 5.2, 8.2, 8.4, 9.7 and 9.11.
namespace tradepost::exchange {
namespace {

using Ids = std::vector<TransactionId>;

// The stranger's orders go to the supplier, which has not accepted it.
std::string strangers_order(std::string_view number, int quantity = 1) {
  OrderText text;
  text.number = number;
  text.buyer = party(stranger_gln);
  text.more_item = ",\"quantity\":" + std::to_string(quantity);
  return text.body();
}

class Holding : public testing::Test, public World {
 public:
  TransactionId hold(std::string_view number, int quantity = 1) {
    const auto answer = send(stranger, strangers_order(number, quantity));
    CHECK(is<HeldBack>(answer));
    return id_of(answer);
  }
  void accept() { relate(stranger, supplier, RelationshipStatus::active); }
};

using Relationships = Holding;
using RequestedAndBlocked = Holding;
using HeldDocuments = Holding;
using Requeues = Holding;
using Discards = Holding;

// Covers contract 5.4.
TEST_F(Relationships, one_direction_says_nothing_about_the_other) {
  accept();
  OrderText text;
  text.buyer = party(supplier_gln);
  text.supplier = party(stranger_gln);
  EXPECT_TRUE(is<HeldBack>(send(supplier, text.body())));
}

TEST_F(Relationships, in_an_open_network_every_two_may_trade) {
  run(set_network(desk, operator_id, NetworkMode::open, soon()));
  EXPECT_TRUE(is<Accepted>(send(stranger, strangers_order("1"))));
}

TEST_F(Relationships, opening_the_network_releases_what_was_held) {
  const auto first = hold("1");
  const auto second = hold("2");
  run(set_network(desk, operator_id, NetworkMode::open, soon()));
  EXPECT_EQ(pending(supplier), (Ids{first, second}));
}

TEST_F(Relationships, opening_ends_after_a_slice_with_its_process_and_is_continued) {
  Ids held;
  for (std::uint32_t i = 0; i < 3 * base::limits::background_slice; ++i)
    held.push_back(hold(std::to_string(i)));
  std::atomic<bool> is_ending = true;
  desk.is_ending = &is_ending;
  EXPECT_TRUE(is<Changed>(run(set_network(desk, operator_id, NetworkMode::open, soon()))));
  EXPECT_LE(pending(supplier).size(), base::limits::background_slice);
  is_ending = false;
  EXPECT_EQ(run(finish_releases(desk, soon())), Came::through);
  EXPECT_EQ(pending(supplier), held);
}

TEST_F(Relationships, behind_a_hub_the_hub_is_asked) {
  const auto hub = add("Hub", agent_gln);
  OrderText text;
  text.buyer = party("9529000000011");
  text.more_header = ",\"technicalSender\":" + party(agent_gln);
  EXPECT_TRUE(is<HeldBack>(send(hub, text.body())));
  EXPECT_EQ(held(hub, supplier).count, 1u);
}

// Covers contract 5.5.
TEST_F(RequestedAndBlocked, first_document_asks_for_a_relationship) {
  hold("1");
  const auto* asked = directory.current()->relationship(stranger, supplier);
  ASSERT_NE(asked, nullptr);
  EXPECT_EQ(asked->status, RelationshipStatus::requested);
}

TEST_F(RequestedAndBlocked, blocked_sender_leaves_nothing_behind) {
  relate(stranger, supplier, RelationshipStatus::blocked);
  EXPECT_TRUE(is<Blocked>(send(stranger, strangers_order("1"))));
  EXPECT_TRUE(history(stranger).empty());
  EXPECT_TRUE(cases(stranger).empty());
  EXPECT_EQ(held(stranger, supplier).count, 0u);
}

TEST_F(RequestedAndBlocked, blocking_later_leaves_what_was_delivered) {
  accept();
  const auto id = sent(stranger, strangers_order("1"));
  relate(stranger, supplier, RelationshipStatus::blocked);
  EXPECT_EQ(pending(supplier), Ids{id});
  EXPECT_EQ(outcome(supplier, id, Verdict::success), ReportOutcome::done);
}

TEST_F(RequestedAndBlocked, kind_that_is_not_taken_is_a_fault_on_type) {
  relate(stranger, supplier, RelationshipStatus::active, KindSet({Kind::invoice}));
  EXPECT_EQ(faults_of(send(stranger, strangers_order("1"))), "order.kind_not_taken at type");
}

TEST_F(RequestedAndBlocked, holding_is_bounded_and_says_so) {
  for (std::uint32_t i = 0; i < base::limits::held_documents_max; ++i) hold(std::to_string(i));
  EXPECT_EQ(faults_of(send(stranger, strangers_order("one more"))), "order.held_full at type");
  EXPECT_EQ(held(stranger, supplier).count, base::limits::held_documents_max);
  EXPECT_EQ(held(stranger, supplier, Flow::test).count, 0u);
  EXPECT_TRUE(is<HeldBack>(send(stranger, strangers_order("t"), {.flow = Flow::test, .key = {}})));
}

TEST_F(RequestedAndBlocked, sending_to_oneself_needs_no_relationship) {
  OrderText text;
  text.buyer = party(stranger_gln);
  text.supplier = party(stranger_gln);
  EXPECT_TRUE(is<Accepted>(send(stranger, text.body())));
}

// Covers contract 5.6.
TEST_F(HeldDocuments, held_document_is_in_no_list_of_the_recipient) {
  const auto id = hold("1");
  EXPECT_TRUE(pending(supplier).empty());
  EXPECT_TRUE(history(supplier).empty());
  EXPECT_FALSE(find(supplier, id));
  EXPECT_TRUE(events(supplier, id).empty());
  EXPECT_FALSE(outcome(supplier, id, Verdict::success));
  EXPECT_TRUE(is<Unknown>(requeue(supplier, id)));
}

TEST_F(HeldDocuments, sender_sees_what_is_held) {
  const auto id = hold("1");
  EXPECT_EQ(history(stranger), Ids{id});
  EXPECT_EQ(status(id), Status::pending);
  EXPECT_EQ(events(stranger, id), (std::vector<std::string>{"received", "held"}));
}

TEST_F(HeldDocuments, recipient_learns_the_count_alone) {
  hold("1");
  const auto all = run(partners(desk, caller(supplier), soon()));
  const auto at = std::ranges::find(all, std::optional(stranger),
                                    [](const Partner& partner) { return partner.partner.id; });
  ASSERT_NE(at, all.end());
  EXPECT_EQ(at->held_incoming.count, 1u);
}

TEST_F(HeldDocuments, release_keeps_the_order_of_sending) {
  const auto first = hold("1");
  const auto second = hold("2");
  const auto other = sent(buyer, order("x"));
  accept();
  const auto later = sent(stranger, strangers_order("3"));
  EXPECT_EQ(pending(supplier), (Ids{other, first, second, later}));
  EXPECT_EQ(events(supplier, first), (std::vector<std::string>{"received", "delivered"}));
}

TEST_F(HeldDocuments, held_version_leaves_the_delivered_one_in_the_queue) {
  accept();
  const auto delivered = sent(stranger, strangers_order("1", 1));
  relate(stranger, supplier, RelationshipStatus::requested);
  const auto held_one = hold("1", 2);
  EXPECT_EQ(pending(supplier), Ids{delivered});
  EXPECT_FALSE(find(supplier, delivered)->replaced_by);
  EXPECT_EQ(find(stranger, delivered)->replaced_by, held_one);
  accept();
  EXPECT_EQ(pending(supplier), Ids{held_one});
  EXPECT_EQ(status(delivered), Status::dropped);
  EXPECT_EQ(find(supplier, delivered)->replaced_by, held_one);
}

TEST_F(HeldDocuments, held_version_supersedes_a_held_one) {
  const auto first = hold("1", 1);
  const auto second = hold("1", 2);
  EXPECT_EQ(status(first), Status::dropped);
  EXPECT_EQ(held(stranger, supplier).count, 1u);
  accept();
  EXPECT_EQ(pending(supplier), Ids{second});
  EXPECT_FALSE(find(supplier, second)->replaces);
  EXPECT_FALSE(find(supplier, first));
}

TEST_F(HeldDocuments, many_held_versions_still_supersede_the_delivered_one) {
  accept();
  const auto delivered = sent(stranger, strangers_order("1", 1));
  relate(stranger, supplier, RelationshipStatus::requested);
  TransactionId last;
  for (int quantity = 2; quantity < 50; ++quantity) last = hold("1", quantity);
  accept();
  EXPECT_EQ(pending(supplier), Ids{last});
  EXPECT_EQ(find(supplier, last)->replaces, delivered);
}

TEST_F(HeldDocuments, case_does_not_mention_a_held_version) {
  accept();
  const auto failed = sent(stranger, strangers_order("1", 1));
  report(supplier, failed, Verdict::failure);
  relate(stranger, supplier, RelationshipStatus::requested);
  hold("1", 2);
  EXPECT_EQ(cases(supplier).front()->status, CaseStatus::open);
  accept();
  EXPECT_EQ(cases(supplier).front()->status, CaseStatus::resolved);
  EXPECT_EQ(cases(supplier).front()->resolved_by, ResolvedBy::newer_version);
}

TEST_F(HeldDocuments, what_the_recipient_does_not_take_stays_held) {
  hold("1");
  relate(stranger, supplier, RelationshipStatus::active, KindSet({Kind::invoice}));
  EXPECT_TRUE(pending(supplier).empty());
  EXPECT_EQ(held(stranger, supplier).count, 1u);
  relate(stranger, supplier, RelationshipStatus::active, KindSet());
  EXPECT_EQ(pending(supplier).size(), 1u);
}

TEST_F(HeldDocuments, what_is_taken_is_found_among_much_that_stays_held) {
  constexpr std::size_t each = 3 * base::limits::background_slice;
  Ids orders;
  Ids responses;
  for (std::size_t i = 0; i < each; ++i) {
    const std::string number = std::to_string(i);
    orders.push_back(hold(number));
    responses.push_back(sent(stranger, warehouse_response(number, 1, 1)));
  }
  relate(stranger, supplier, RelationshipStatus::active,
         KindSet({Kind::dispatch_instruction_response}));
  EXPECT_EQ(pending(supplier), responses);
  EXPECT_EQ(held(stranger, supplier).count, each);
  relate(stranger, supplier, RelationshipStatus::active, KindSet());
  responses.insert(responses.end(), orders.begin(), orders.end());
  EXPECT_EQ(pending(supplier), responses);
}

TEST_F(HeldDocuments, send_that_comes_before_its_release_waits_until_after_it) {
  const auto first = hold("1");
  // Opens the network without the release, as a crash between the two does.
  put(Setting{.name = SettingName::network, .revision = 1, .value = "open"});
  const auto later = sent(stranger, strangers_order("2"));
  EXPECT_EQ(pending(supplier), (Ids{first, later}));
}

TEST_F(HeldDocuments, what_an_opened_network_lets_go_is_released_at_the_next_start) {
  const auto first = hold("1");
  const auto test = id_of(send(stranger, strangers_order("2"), {.flow = Flow::test, .key = {}}));
  put(Setting{.name = SettingName::network, .revision = 1, .value = "open"});
  restart();
  ASSERT_TRUE(pending(supplier).empty());
  run(finish_releases(desk, soon()));
  EXPECT_EQ(pending(supplier), Ids{first});
  EXPECT_EQ(pending(supplier, Flow::test), Ids{test});
}

TEST_F(HeldDocuments, start_releases_nothing_in_a_network_that_asks_for_approval) {
  hold("1");
  run(finish_releases(desk, soon()));
  EXPECT_TRUE(pending(supplier).empty());
}

// Covers contract 5.7.
TEST_F(Requeues, failed_one_goes_out_once_more_under_a_new_id) {
  const auto id = sent(buyer, order("1"));
  report(supplier, id, Verdict::failure);
  const auto answer = requeue(buyer, id);
  ASSERT_TRUE(is<Requeued>(answer));
  const auto again = std::get<Requeued>(answer).id;
  EXPECT_EQ(pending(supplier), Ids{again});
  EXPECT_EQ(find(supplier, again)->content.view, find(supplier, id)->content.view);
  EXPECT_EQ(find(supplier, again)->replaces, id);
  EXPECT_EQ(status(id), Status::failed);
  EXPECT_EQ(cases(buyer).front()->resolved_by, ResolvedBy::requeue);
}

TEST_F(Requeues, only_the_latest_and_only_failed_or_discarded) {
  const auto id = sent(buyer, order("1"));
  EXPECT_TRUE(is<WrongState>(requeue(buyer, id)));
  report(supplier, id, Verdict::failure);
  ASSERT_TRUE(is<Requeued>(requeue(supplier, id)));
  EXPECT_TRUE(is<WrongState>(requeue(buyer, id)));
  const auto good = sent(buyer, order("2"));
  report(supplier, good, Verdict::success);
  EXPECT_TRUE(is<WrongState>(requeue(buyer, good)));
}

TEST_F(Requeues, strangers_can_not_requeue) {
  const auto id = sent(buyer, order("1"));
  report(supplier, id, Verdict::failure);
  EXPECT_TRUE(is<Unknown>(requeue(stranger, id)));
}

TEST_F(Requeues, token_without_the_scope_can_not_requeue) {
  const auto id = sent(buyer, order("1"));
  report(supplier, id, Verdict::failure);
  RequeueRequest request{.caller = caller(buyer), .id = id, .key = {}};
  request.caller.scopes = Scopes(Scopes::read | Scopes::report);
  EXPECT_TRUE(is<ScopeMissing>(run(exchange::requeue(desk, request, soon()))));
  request.caller = caller(supplier);
  request.caller.scopes = Scopes(Scopes::report);
  EXPECT_TRUE(is<Requeued>(run(exchange::requeue(desk, request, soon()))));
}

TEST_F(Requeues, requeue_is_held_where_sending_would_be) {
  accept();
  const auto id = sent(stranger, strangers_order("1"));
  report(supplier, id, Verdict::failure);
  relate(stranger, supplier, RelationshipStatus::requested);
  const auto answer = requeue(stranger, id);
  ASSERT_TRUE(is<Requeued>(answer));
  EXPECT_EQ(std::get<Requeued>(answer).delivery, Delivery::when_released);
  EXPECT_TRUE(pending(supplier).empty());
  EXPECT_FALSE(find(supplier, id)->replaced_by);
  EXPECT_EQ(std::ranges::count(events(supplier, id), "requeued"), 0);
  EXPECT_EQ(std::ranges::count(events(stranger, id), "requeued"), 1);
}

TEST_F(Requeues, requeue_that_is_held_is_shown_to_the_recipient_when_it_is_delivered) {
  accept();
  const auto id = sent(stranger, strangers_order("1"));
  report(supplier, id, Verdict::failure);
  relate(stranger, supplier, RelationshipStatus::requested);
  ASSERT_TRUE(is<Requeued>(requeue(stranger, id)));
  EXPECT_EQ(cases(supplier).front()->status, CaseStatus::open);
  accept();
  EXPECT_EQ(std::ranges::count(events(supplier, id), "requeued"), 1);
  EXPECT_EQ(cases(supplier).front()->resolved_by, ResolvedBy::requeue);
}

// Neither the sender's event nor the operator's note reveals it.
TEST_F(Requeues, requeue_by_an_operator_that_is_held_is_no_event_of_the_recipient) {
  accept();
  const auto id = sent(stranger, strangers_order("1"));
  report(supplier, id, Verdict::failure);
  relate(stranger, supplier, RelationshipStatus::requested);
  ASSERT_TRUE(is<Requeued>(run(exchange::requeue(desk, operator_id, id, soon(), "mended"))));
  EXPECT_EQ(std::ranges::count(events(supplier, id), "requeued"), 0);
  EXPECT_EQ(std::ranges::count(events(stranger, id), "requeued"), 1);
  accept();
  EXPECT_EQ(std::ranges::count(events(supplier, id), "requeued"), 1);
}

TEST_F(Requeues, unaccepted_requeue_requests_a_relationship) {
  run(set_network(desk, operator_id, NetworkMode::open, soon()));
  const auto id = sent(stranger, strangers_order("1"));
  report(supplier, id, Verdict::failure);
  run(set_network(desk, operator_id, NetworkMode::approved, soon()));
  const auto answer = requeue(supplier, id);
  ASSERT_TRUE(is<Requeued>(answer));
  EXPECT_EQ(std::get<Requeued>(answer).delivery, Delivery::when_released);
  const auto* asked = directory.current()->relationship(stranger, supplier);
  ASSERT_NE(asked, nullptr);
  EXPECT_EQ(asked->status, RelationshipStatus::requested);
  accept();
  EXPECT_EQ(pending(supplier), Ids{std::get<Requeued>(answer).id});
}

TEST_F(Requeues, requeue_of_a_held_version_leaves_no_older_one_in_the_queue) {
  accept();
  const auto delivered = sent(stranger, strangers_order("1", 1));
  relate(stranger, supplier, RelationshipStatus::requested);
  const auto discarded = hold("1", 2);
  discard(discarded);
  accept();
  const auto again = std::get<Requeued>(requeue(stranger, discarded)).id;
  EXPECT_EQ(pending(supplier), Ids{again});
  EXPECT_EQ(status(delivered), Status::dropped);
  EXPECT_EQ(find(supplier, again)->replaces, delivered);
}

TEST_F(Requeues, requeue_of_a_held_version_ends_the_case_of_the_delivered_one) {
  accept();
  const auto delivered = sent(stranger, strangers_order("1", 1));
  report(supplier, delivered, Verdict::failure);
  relate(stranger, supplier, RelationshipStatus::requested);
  const auto discarded = hold("1", 2);
  discard(discarded);
  accept();
  ASSERT_TRUE(is<Requeued>(requeue(stranger, discarded)));
  EXPECT_EQ(cases(supplier).front()->resolved_by, ResolvedBy::newer_version);
  for (const CasePtr& each : cases(stranger)) EXPECT_EQ(each->status, CaseStatus::resolved);
}

TEST_F(Requeues, requeue_from_a_closed_chain_supersedes_nothing_of_the_new_one) {
  const auto closed = sent(buyer, order("1", 1));
  report(supplier, closed, Verdict::failure);
  clock.advance(std::chrono::days(401));
  const auto first = sent(buyer, order("1", 2));
  const auto again = std::get<Requeued>(requeue(buyer, closed)).id;
  EXPECT_EQ(pending(supplier), (Ids{first, again}));
  EXPECT_EQ(find(buyer, again)->replaces, closed);
  EXPECT_TRUE(is<WrongState>(requeue(buyer, closed)));
  const auto second = sent(buyer, order("1", 3));
  EXPECT_EQ(row(second)->links.replaces, first);
  EXPECT_EQ(pending(supplier), (Ids{again, second}));
}

TEST_F(Requeues, requeue_from_a_closed_chain_is_dropped_by_no_later_document_of_the_number) {
  const auto closed = sent(buyer, order("1", 1));
  report(supplier, closed, Verdict::failure);
  clock.advance(std::chrono::days(401));
  const auto again = std::get<Requeued>(requeue(supplier, closed)).id;
  const auto next = sent(buyer, order("1", 2));
  EXPECT_FALSE(row(next)->links.replaces);
  EXPECT_EQ(pending(supplier), (Ids{again, next}));
}

// Covers contract 5.8.
TEST_F(Discards, discarding_takes_it_out_and_gives_the_sender_the_reason) {
  const auto id = sent(buyer, order("1"));
  ASSERT_TRUE(is<DiscardDone>(discard(id)));
  EXPECT_TRUE(pending(supplier).empty());
  EXPECT_EQ(status(id), Status::dropped);
  ASSERT_EQ(cases(buyer).size(), 1u);
  EXPECT_EQ(cases(buyer).front()->reason, "sent by mistake");
  EXPECT_EQ(events(supplier, id).back(), "discarded");
  EXPECT_TRUE(is<WrongState>(discard(id)));
}

TEST_F(Discards, held_one_is_discarded_without_a_trace_for_the_recipient) {
  const auto id = hold("1");
  ASSERT_TRUE(is<DiscardDone>(discard(id)));
  EXPECT_FALSE(find(supplier, id));
  EXPECT_TRUE(cases(supplier).empty());
  accept();
  EXPECT_TRUE(pending(supplier).empty());
}

TEST_F(Discards, reported_one_can_not_be_discarded) {
  const auto id = sent(buyer, order("1"));
  report(supplier, id, Verdict::success);
  EXPECT_TRUE(is<WrongState>(discard(id)));
}

}  // namespace
}  // namespace tradepost::exchange
