#include <gtest/gtest.h>

#include <algorithm>

#include "exchange/administration/background.hpp"
#include "exchange/world.hpp"

// Tests of contract 8.2, 8.3, 8.5, 8.6 and 9: closing, moving, tokens, webhooks, overdue
// recipients, retention.
// Covers contract 5.6, 9.4 and 9.5.
namespace tradepost::exchange {
namespace {

using Ids = std::vector<TransactionId>;

class Network : public testing::Test, public World {
 public:
  CloseAnswer close(ParticipantId id, OnPending on_pending) {
    return run(close_participant(desk, operator_id, id, on_pending, soon()));
  }
  EditAnswer move_to_stranger(TakePending take) {
    ParticipantEdit edit;
    edit.id = stranger;
    edit.add_identifiers = {{.domain = Domain::gs1, .text = std::string(supplier_gln)}};
    edit.take = take;
    return run(edit_participant(desk, operator_id, edit, soon()));
  }
};
using Tokens = Network;
using WebhookCalls = Network;
using OverdueRecipients = Network;
using RetentionOfPending = Network;
using ParticipantChanges = Network;

// Covers contract 8.2.
TEST_F(Tokens, revoked_token_is_known_as_revoked_at_the_next_request) {
  TokenRequest request;
  request.participant = buyer;
  request.hash = base::sha256("secret");
  const auto token = std::get<Token>(run(add_token(desk, Actor::of(operator_id), request, soon())));
  ASSERT_NE(directory.current()->token(request.hash), nullptr);
  EXPECT_FALSE(directory.current()->token(request.hash)->revoked);
  run(revoke_token(desk, Actor::of(operator_id), token.id, {}, soon()));
  EXPECT_TRUE(directory.current()->token(request.hash)->revoked);
}

// Covers contract 8.3.
TEST_F(WebhookCalls, webhooks_come_in_order_and_at_least_once) {
  sent(buyer, order("before"));
  const auto endpoint = webhook_of(supplier);
  const auto first = sent(buyer, order("1"));
  const auto second = sent(buyer, order("2"));
  auto due = run(store().deliveries_due(ten_places, soon()));
  ASSERT_EQ(due.size(), 1u);
  EXPECT_EQ(due[0].entry.id, first.uuid());
  EXPECT_TRUE(run(store().deliveries_due(ten_places, soon())).empty());

  Delivered outcome{.endpoint = endpoint,
                    .position = due[0].position,
                    .outcome = Delivered::Outcome::failed,
                    .fence = due[0].fence};
  EXPECT_TRUE(run(store().delivered(outcome, soon())));
  EXPECT_TRUE(run(store().deliveries_due(ten_places, soon())).empty());
  clock.advance(std::chrono::seconds(11));
  due = run(store().deliveries_due(ten_places, soon()));
  ASSERT_EQ(due.size(), 1u);
  EXPECT_EQ(due[0].entry.id, first.uuid());
  EXPECT_FALSE(run(store().delivered(outcome, soon())));

  outcome.fence = due[0].fence;
  outcome.outcome = Delivered::Outcome::taken;
  EXPECT_TRUE(run(store().delivered(outcome, soon())));
  EXPECT_EQ(run(store().deliveries_due(ten_places, soon())).at(0).entry.id, second.uuid());
}

TEST_F(WebhookCalls, held_document_calls_no_webhook) {
  webhook_of(supplier);
  OrderText text;
  text.buyer = party(stranger_gln);
  const auto id = sent(stranger, text.body());
  EXPECT_TRUE(run(store().deliveries_due(ten_places, soon())).empty());
  relate(stranger, supplier, RelationshipStatus::active);
  EXPECT_EQ(run(store().deliveries_due(ten_places, soon())).at(0).entry.id, id.uuid());
}

TEST_F(WebhookCalls, endpoint_is_given_up_after_three_days) {
  webhook_of(supplier);
  sent(buyer, order("1"));
  int tries = 0;
  for (int hour = 0; hour < 100; ++hour) {
    for (const DueDelivery& due : run(store().deliveries_due(ten_places, soon()))) {
      const Delivered outcome{.endpoint = due.endpoint,
                              .position = due.position,
                              .outcome = Delivered::Outcome::failed,
                              .fence = due.fence};
      run(store().delivered(outcome, soon()));
      ++tries;
    }
    clock.advance(std::chrono::hours(1));
  }
  EXPECT_EQ(tries, 73);
}

// Covers contract 8.5.
TEST_F(OverdueRecipients, recipient_that_stopped_polling_is_reported_once_a_day) {
  const auto id = sent(buyer, order("1"));
  clock.advance(std::chrono::days(4));
  run(watch_overdue(desk, soon()));
  run(watch_overdue(desk, soon()));
  ASSERT_EQ(cases(buyer).size(), 1u);
  EXPECT_EQ(cases(buyer).front()->origin, CaseOrigin::overdue);
  EXPECT_TRUE(cases(supplier).empty());
  EXPECT_EQ(events(buyer, id).back(), "overdue");
  EXPECT_EQ(pending(supplier), Ids{id});
  clock.advance(std::chrono::days(4));
  run(watch_overdue(desk, soon()));
  EXPECT_EQ(cases(buyer).size(), 2u);
}

TEST_F(OverdueRecipients, second_at_a_wrong_time_hides_no_recipient_that_stopped_pulling) {
  const auto wrong = std::chrono::milliseconds(std::chrono::years(2));
  clock.advance(wrong);
  sent(buyer, order("1"));
  pending(supplier);
  clock.advance(-wrong);
  const auto id = sent(buyer, order("2"));
  clock.advance(std::chrono::days(4));
  run(watch_overdue(desk, soon()));
  ASSERT_EQ(cases(buyer).size(), 1u);
  EXPECT_EQ(events(buyer, id).back(), "overdue");
}

TEST_F(OverdueRecipients, recipient_that_pulls_is_not_overdue) {
  sent(buyer, order("1"));
  clock.advance(std::chrono::days(4));
  pending(supplier);
  run(watch_overdue(desk, soon()));
  EXPECT_TRUE(cases(buyer).empty());
}

// Covers contract 8.6.
TEST_F(RetentionOfPending, retention_never_takes_what_is_pending) {
  const auto waiting = sent(buyer, order("1"));
  const auto done = sent(buyer, order("2"));
  report(supplier, done, Verdict::success);
  clock.advance(std::chrono::days(100));
  const RetentionWork work{.kinds = {}, .created_before = clock.now(), .what = Removal::content};
  EXPECT_EQ(run(store().step(Work(work), 10, soon())).count, 1u);
  EXPECT_TRUE(find(supplier, done)->content.view.empty());
  EXPECT_TRUE(find(supplier, done)->row->content.removed_at);
  EXPECT_FALSE(find(supplier, waiting)->content.view.empty());
}

TEST_F(ParticipantChanges, closing_is_refused_while_anything_waits) {
  sent(buyer, order("1"));
  const auto answer = close(supplier, OnPending::refuse);
  ASSERT_TRUE(is<StillPending>(answer));
  EXPECT_EQ(std::get<StillPending>(answer).counts.pending, 1u);
  EXPECT_TRUE(is<Accepted>(send(buyer, order("2"))));
}

TEST_F(ParticipantChanges, closing_fails_what_waits_with_a_case_each) {
  const auto first = sent(buyer, order("1"));
  OrderText text;
  text.buyer = party(stranger_gln);
  const auto held_one = sent(stranger, text.body());
  ASSERT_TRUE(is<Closed>(close(supplier, OnPending::fail)));
  EXPECT_EQ(status(first), Status::failed);
  EXPECT_EQ(status(held_one), Status::failed);
  EXPECT_EQ(cases(buyer).size(), 1u);
  EXPECT_EQ(cases(stranger).size(), 1u);
  EXPECT_TRUE(is<Refused>(send(buyer, order("2"))));
  EXPECT_TRUE(is<WrongState>(requeue(buyer, first)));
}

TEST_F(ParticipantChanges, what_a_closed_one_sent_stays_deliverable_and_its_identifiers_reserved) {
  const auto id = sent(buyer, order("1"));
  ASSERT_TRUE(is<Closed>(close(buyer, OnPending::refuse)));
  EXPECT_EQ(pending(supplier), Ids{id});
  EXPECT_EQ(outcome(supplier, id, Verdict::success), ReportOutcome::done);
  ParticipantRequest request;
  request.name = "Successor";
  request.identifiers = {{.domain = Domain::gs1, .text = std::string(buyer_gln)}};
  EXPECT_TRUE(is<IdentifierTaken>(run(add_participant(desk, operator_id, request, soon()))));
}

TEST_F(ParticipantChanges, moving_an_identifier_moves_no_document) {
  const auto id = sent(buyer, order("1"));
  const auto answer = move_to_stranger(TakePending::no);
  ASSERT_TRUE(is<ParticipantEdited>(answer));
  EXPECT_EQ(std::get<ParticipantEdited>(answer).pending_elsewhere, 1u);
  EXPECT_EQ(pending(supplier), Ids{id});
  EXPECT_TRUE(pending(stranger).empty());
}

TEST_F(ParticipantChanges, taking_moves_what_is_pending_in_order_and_out_of_sight) {
  const auto first = sent(buyer, order("1"));
  const auto second = sent(buyer, order("2"));
  ASSERT_TRUE(is<ParticipantEdited>(move_to_stranger(TakePending::yes)));
  EXPECT_TRUE(pending(supplier).empty());
  EXPECT_FALSE(find(supplier, first));
  EXPECT_FALSE(outcome(supplier, first, Verdict::success));
  EXPECT_EQ(pending(stranger), (Ids{first, second}));
  EXPECT_EQ(outcome(stranger, first, Verdict::success), ReportOutcome::done);
}

// Begins the move, and runs none of its slices.
DirectoryChange begun_move(World& world) {
  const DirectoryPtr directory = world.directory.current();
  Participant from = *directory->participant(world.supplier);
  Participant to = *directory->participant(world.stranger);
  const std::vector<Identifier> moved = from.identifiers;
  ++from.revision;
  ++to.revision;
  from.identifiers.clear();
  to.identifiers.insert(to.identifiers.end(), moved.begin(), moved.end());
  DirectoryChange change;
  change.entries = {from, to};
  change.leaving = {{.from = from.id, .identifiers = moved}};
  change.intent = Intent{.id = IntentId(world.ids.next()),
                         .type = IntentType::take,
                         .from = from.id,
                         .to = to.id,
                         .identifiers = moved,
                         .by = {}};
  return change;
}

TEST_F(ParticipantChanges, move_that_a_process_left_is_finished_by_the_next) {
  Ids all;
  for (int i = 0; i < 5; ++i) all.push_back(sent(buyer, order(std::to_string(i))));
  restart(StoreInMemory::Intents::are_left);
  ASSERT_TRUE(is<DirectoryChanged>(run(store().change_directory(begun_move(*this), soon()))));
  ASSERT_EQ(run(store().intents(soon())).size(), 1u);
  restart();
  run(directory.catch_up(store(), soon()));
  run(finish_intents(desk, soon()));
  EXPECT_TRUE(run(store().intents(soon())).empty());
  EXPECT_EQ(pending(stranger), all);
}

TEST_F(ParticipantChanges, move_that_is_under_way_is_seen_as_done) {
  const auto first = sent(buyer, order("1"));
  ASSERT_TRUE(is<DirectoryChanged>(run(store().change_directory(begun_move(*this), soon()))));
  EXPECT_FALSE(outcome(supplier, first, Verdict::success));
  relate(buyer, stranger, RelationshipStatus::active);
  const auto later = sent(buyer, order("2"));
  EXPECT_EQ(pending(stranger), (Ids{first, later}));
}

}  // namespace
}  // namespace tradepost::exchange
