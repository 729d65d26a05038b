#include "exchange/views/overview.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "exchange/administration/directory_pages.hpp"
#include "exchange/desk/access.hpp"
#include "exchange/world.hpp"

// Tests of contract 8.2 and 9: views of an operator, and permissions of tokens.
// Covers contract 2.6, 8.2, 9.2, 9.8 and 9.11.
namespace tradepost::exchange {
namespace {

using Ids = std::vector<TransactionId>;

class Overview : public testing::Test, public World {
 public:
  TransactionId held_one() {
    OrderText text;
    text.buyer = party(stranger_gln);
    return sent(stranger, text.body());
  }
  Ids all(HistoryFilter filter = {}, std::uint32_t count_max = 1) {
    OverviewRequest request{.filter = std::move(filter), .cursor = {}, .count_max = count_max};
    Ids found;
    while (true) {
      const auto answer = run(exchange::history(desk, operator_id, request, soon()));
      const auto& page = std::get<ShownPage>(answer);
      for (const Shown& item : page.items) found.push_back(item.row->id);
      if (!page.next) return found;
      request.cursor = page.next;
    }
  }
  CloseAnswer close(ParticipantId id) {
    return run(close_participant(desk, operator_id, id, OnPending::refuse, soon()));
  }
};
using TokenAccess = Overview;

TEST_F(Overview, beginning_of_a_number_finds_each_document_of_all_participants_once) {
  const auto live = sent(buyer, order("PO-1"));
  clock.advance(std::chrono::seconds(1));
  const auto test = id_of(send(buyer, order("po-12"), {.flow = Flow::test, .key = {}}));
  clock.advance(std::chrono::seconds(1));
  sent(buyer, order("P-1"));
  const auto held = held_one();
  HistoryFilter filter;
  filter.number_prefix = "PO-1";
  EXPECT_EQ(all(filter), (Ids{test, live}));
  EXPECT_EQ(all(filter, 25), (Ids{test, live}));
  filter.flow = Flow::live;
  EXPECT_EQ(all(filter), (Ids{live}));
  HistoryFilter of_held;
  of_held.number_prefix = find(stranger, held)->row->number.substr(0, 2);
  const Ids found = all(of_held);
  EXPECT_EQ(std::ranges::count(found, held), 1);
}

TEST_F(Overview, held_documents_are_found_by_their_sender_and_by_operators) {
  const auto delivered = sent(buyer, order("1"));
  clock.advance(std::chrono::seconds(1));
  const auto held = held_one();
  HistoryFilter filter;
  filter.held = true;
  EXPECT_EQ(all(filter), Ids{held});
  EXPECT_EQ(history(stranger, filter), Ids{held});
  EXPECT_TRUE(history(supplier, filter).empty());
  filter.number_prefix = find(stranger, held)->row->number;
  EXPECT_EQ(all(filter), Ids{held});
  filter.number_prefix = "unknown";
  EXPECT_TRUE(all(filter).empty());
  filter = {};
  filter.held = false;
  EXPECT_EQ(all(filter), Ids{delivered});
}

TEST_F(Overview, shows_an_operator_both_flows_and_what_is_held) {
  const auto live = sent(buyer, order("1"));
  clock.advance(std::chrono::seconds(1));
  const auto test = id_of(send(buyer, order("1"), {.flow = Flow::test, .key = {}}));
  clock.advance(std::chrono::seconds(1));
  const auto held = held_one();
  EXPECT_EQ(all(), (Ids{held, test, live}));
  HistoryFilter filter;
  filter.flow = Flow::test;
  EXPECT_EQ(all(filter), Ids{test});
  const auto shown = run(exchange::find(desk, operator_id, held, soon()));
  ASSERT_TRUE(shown);
  EXPECT_EQ(shown->sender.id, stranger);
  EXPECT_FALSE(run(exchange::find(desk, operator_id, TransactionId(ids.next()), soon())));
}

TEST_F(Overview, shows_an_operator_every_event_page_by_page) {
  const auto held = held_one();
  std::vector<EventType> types;
  std::optional<Cursor> cursor;
  do {
    const auto answer = run(exchange::events(desk, operator_id, held, cursor, 1, soon()));
    const auto& page = std::get<EventsPage>(answer);
    for (const Event& event : page.items) types.push_back(event.type);
    cursor = page.next;
  } while (cursor);
  EXPECT_EQ(types, (std::vector<EventType>{EventType::received, EventType::held}));
}

TEST_F(Overview, shows_an_operator_the_cases_of_all) {
  const auto id = sent(buyer, order("1"));
  report(supplier, id, Verdict::failure);
  clock.advance(std::chrono::seconds(1));
  send(stranger, "{}");
  CaseOverviewRequest request{.filter = {.status = CaseStatus::open}, .cursor = {}, .count_max = 1};
  const auto first = run(exchange::cases(desk, operator_id, request, soon()));
  const auto& page = std::get<CasesPage>(first);
  ASSERT_EQ(page.items.size(), 1u);
  EXPECT_EQ(page.items.front()->origin, CaseOrigin::rejection);
  request.cursor = page.next;
  const auto second = run(exchange::cases(desk, operator_id, request, soon()));
  EXPECT_EQ(std::get<CasesPage>(second).items.at(0)->transaction, id);
  EXPECT_TRUE(run(exchange::find_case(desk, operator_id, page.items.front()->id, soon())));
}

TEST_F(Overview, counts_what_waits_what_failed_and_what_is_held) {
  const auto failed = sent(buyer, order("1"));
  sent(buyer, order("2"));
  held_one();
  report(supplier, failed, Verdict::failure);
  pending(supplier);
  const auto answer = run(queues(desk, operator_id, {}, {}, soon()));
  const auto& states = std::get<DirectoryPage<QueueShown>>(answer).items;
  const auto at = std::ranges::find(states, std::optional(supplier),
                                    [](const QueueShown& shown) { return shown.participant.id; });
  ASSERT_NE(at, states.end());
  EXPECT_EQ(at->participant.name, "Supplier");
  EXPECT_EQ(at->state.pending, 1u);
  EXPECT_EQ(at->state.failed, 1u);
  EXPECT_EQ(at->state.held, 1u);
  EXPECT_EQ(at->state.oldest, clock.now());
  EXPECT_EQ(at->state.last_poll, clock.now());
}

TEST_F(Overview, reason_of_a_requeue_is_in_the_case_that_it_closes) {
  const auto id = sent(buyer, order("1"));
  report(supplier, id, Verdict::failure);
  const auto answer = run(exchange::requeue(desk, operator_id, id, soon(), "mended by telephone"));
  ASSERT_TRUE(is<Requeued>(answer));
  const auto found =
      run(exchange::find_case(desk, operator_id, *row(id)->feedback.case_id, soon()));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->value->resolved_by, ResolvedBy::requeue);
  ASSERT_EQ(found->comments.size(), 1u);
  EXPECT_EQ(found->comments[0].text, "mended by telephone");
  EXPECT_EQ(found->comments[0].by, Actor::of(operator_id));
}

TEST_F(Overview, cursor_of_an_operator_opens_nothing_for_a_participant) {
  sent(buyer, order("1"));
  sent(buyer, order("2"));
  const OverviewRequest request{.filter = {}, .cursor = {}, .count_max = 1};
  const auto answer = run(exchange::history(desk, operator_id, request, soon()));
  const auto cursor = std::get<ShownPage>(answer).next;
  ASSERT_TRUE(cursor);
  const HistoryRequest own{
      .caller = caller(stranger), .filter = {}, .cursor = cursor, .count_max = 1};
  EXPECT_TRUE(is<BadCursor>(run(exchange::history(desk, own, soon()))));
}

TEST_F(Overview, filter_by_partner_finds_what_was_traded_with_that_one_alone) {
  const auto hub = add("Hub", agent_gln);
  relate(buyer, hub, RelationshipStatus::active);
  relate(stranger, supplier, RelationshipStatus::active);
  const auto direct = sent(buyer, order("1"));
  OrderText text;
  text.number = "2";
  text.more_header = ",\"technicalRecipient\":" + party(agent_gln);
  clock.advance(std::chrono::seconds(1));
  const auto by_hub = sent(buyer, text.body());
  clock.advance(std::chrono::seconds(1));
  const auto strangers = held_one();
  HistoryFilter filter;
  filter.partner = supplier;
  EXPECT_EQ(history(buyer, filter), (Ids{by_hub, direct}));
  filter.partner = hub;
  EXPECT_EQ(history(buyer, filter), Ids{by_hub});
  filter.partner = stranger;
  EXPECT_EQ(history(supplier, filter), Ids{strangers});
  filter.partner = buyer;
  EXPECT_EQ(history(supplier, filter), (Ids{by_hub, direct}));
}

TEST_F(TokenAccess, token_lets_in_until_it_expires_or_is_revoked) {
  TokenRequest request;
  request.participant = buyer;
  request.hash = base::sha256("secret");
  request.flow = Flow::test;
  request.expires = clock.now() + std::chrono::hours(1);
  const auto token = std::get<Token>(run(add_token(desk, Actor::of(operator_id), request, soon())));
  const auto let_in = [&] {
    return caller_with(*directory.current(), base::sha256("secret"), clock.now());
  };
  ASSERT_TRUE(let_in());
  EXPECT_EQ(let_in()->participant, buyer);
  EXPECT_EQ(let_in()->flow, Flow::test);
  EXPECT_FALSE(caller_with(*directory.current(), base::sha256("Secret"), clock.now()));
  const Caller caller = *let_in();
  clock.advance(std::chrono::minutes(59));
  EXPECT_TRUE(is_still_valid(caller, *directory.current(), clock.now()));
  clock.advance(std::chrono::minutes(1));
  EXPECT_FALSE(let_in());
  EXPECT_FALSE(is_still_valid(caller, *directory.current(), clock.now()));
  clock.advance(-std::chrono::minutes(30));
  run(revoke_token(desk, Actor::of(operator_id), token.id, {}, soon()));
  EXPECT_FALSE(let_in());
}

TEST_F(TokenAccess, token_of_a_removed_participant_is_refused) {
  TokenRequest request;
  request.participant = buyer;
  request.hash = base::sha256("secret");
  run(add_token(desk, Actor::of(operator_id), request, soon()));
  const auto before = caller_with(*directory.current(), request.hash, clock.now());
  ASSERT_TRUE(before);
  ASSERT_TRUE(is<Closed>(close(buyer)));
  EXPECT_FALSE(caller_with(*directory.current(), request.hash, clock.now()));
  EXPECT_FALSE(is_still_valid(*before, *directory.current(), clock.now()));
  EXPECT_TRUE(is<Unknown>(run(add_token(desk, Actor::of(operator_id), request, soon()))));
}

TEST_F(TokenAccess, token_of_a_leaving_participant_is_refused) {
  TokenRequest request;
  request.participant = supplier;
  request.hash = base::sha256("secret");
  run(add_token(desk, Actor::of(operator_id), request, soon()));
  sent(buyer, order("1"));
  // The first commit of a closing, without any slice of the work that it begins.
  DirectoryChange change;
  Participant leaving = *directory.current()->participant(supplier);
  ++leaving.revision;
  leaving.state = ParticipantState::closing;
  change.entries = {leaving};
  change.on_pending = OnPending::fail;
  change.intent = Intent{.id = IntentId(ids.next()),
                         .type = IntentType::close,
                         .from = supplier,
                         .to = {},
                         .identifiers = {},
                         .by = {}};
  ASSERT_TRUE(is<DirectoryChanged>(run(store().change_directory(change, soon()))));
  run(directory.catch_up(store(), soon()));
  EXPECT_FALSE(caller_with(*directory.current(), request.hash, clock.now()));
}

}  // namespace
}  // namespace tradepost::exchange
