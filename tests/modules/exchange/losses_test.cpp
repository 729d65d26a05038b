#include <gtest/gtest.h>

#include <algorithm>

#include "document/model/schema.hpp"
#include "exchange/world.hpp"

// Tests for losses, gaps and duplicates.
// Covers contract 2.7, 6.3, 8.3 and 9.11.
namespace tradepost::exchange::losses_test {
namespace {

using Ids = std::vector<TransactionId>;

class Network : public testing::Test, public World {
 public:
  std::string detail_of(ParticipantId viewer, TransactionId id, EventType type) {
    const auto answer = run(exchange::events(desk, caller(viewer), id, std::nullopt, 100, soon()));
    for (const Event& event : std::get<EventsPage>(answer).items) {
      if (event.type == type) return event.detail;
    }
    return "no such event";
  }
  void demand_of(ParticipantId recipient, std::vector<Requirement> requirements) {
    ProfileRequest profile;
    profile.requirements = std::move(requirements);
    CHECK(is<ProfileChanged>(run(change_profile(desk, caller(recipient), profile, soon()))));
  }
  TransactionId failed(std::string body) {
    const auto id = sent(buyer, std::move(body));
    report(supplier, id, Verdict::failure);
    return id;
  }
};
using Loss = Network;

std::string order_to(std::string_view gln, std::string_view number) {
  OrderText text;
  text.number = number;
  text.supplier = party(gln);
  return text.body();
}

std::string receival_notice(std::string_view number) {
  return R"({"type":"RECEIVAL_NOTICE","content":{"header":{"receivalDate":"2026-03-06",)"
         R"("receivalAdviceNumber":")" +
         std::string(number) + R"(","customer":)" + party(buyer_gln) + R"(,"supplier":)" +
         party(supplier_gln) + R"(},"transportUnits":[{"items":[{}]}]}})";
}

std::string response(std::string_view more_header, std::string_view items) {
  return R"({"type":"ORDER_RESPONSE","content":{"header":{"orderResponseIdentifier":"R1",)"
         R"("orderResponseDate":"2026-03-03","orderIdentifier":"1","orderDate":"2026-03-02",)"
         R"("supplier":)" +
         party(supplier_gln) + R"(,"buyer":)" + party(buyer_gln) + std::string(more_header) +
         R"(},"items":)" + std::string(items) + "}}";
}

// Covers contract 1.2.
TEST_F(Loss, number_that_means_two_partners_is_refused_and_two_numbers_of_one_are_fine) {
  ProfileRequest profile;
  profile.numbers = {{.of = supplier, .number = "7"}, {.of = stranger, .number = "7"}};
  EXPECT_TRUE(is<Refused>(run(change_profile(desk, caller(buyer), profile, soon()))));
  profile.numbers = {{.of = supplier, .number = "7"}, {.of = supplier, .number = "8"}};
  EXPECT_TRUE(is<ProfileChanged>(run(change_profile(desk, caller(buyer), profile, soon()))));
  OrderText text;
  for (const auto* number : {"7", "8"}) {
    text.number = number;
    text.supplier = party("SENDER_INTERNAL", number);
    EXPECT_TRUE(is<Accepted>(send(buyer, text.body())));
  }
}

// Covers contract 4.5.
TEST_F(Loss, document_that_names_no_sender_is_the_callers) {
  relate(stranger, supplier, RelationshipStatus::active);
  const auto id = sent(stranger, warehouse_response("LS-1", 0, 1));
  EXPECT_EQ(find(supplier, id)->sender.id, stranger);
  EXPECT_FALSE(find(supplier, id)->agent);
  EXPECT_EQ(history(stranger), Ids{id});
}

// Routing considers the party of a hub first, in both directions.
TEST_F(Loss, hub_can_send_and_receive_every_kind) {
  for (const auto& kind : document::kinds()) {
    const auto& header = document::types()[kind.header_type];
    ASSERT_FALSE(kind.from.empty() || kind.to.empty()) << kind.name;
    EXPECT_EQ(header.fields[kind.from.front()].name, "technicalSender") << kind.name;
    EXPECT_EQ(header.fields[kind.to.front()].name, "technicalRecipient") << kind.name;
  }
}

// Covers contract 4.6.
TEST_F(Loss, received_names_the_role_and_identifier_that_decided) {
  const auto id = sent(buyer, order("1"));
  EXPECT_EQ(detail_of(buyer, id, EventType::received), "supplier: GS1 9521001000000");
  add("Hub", agent_gln);
  OrderText text;
  text.number = "2";
  text.more_header = ",\"technicalRecipient\":" + party(agent_gln);
  EXPECT_EQ(detail_of(buyer, sent(buyer, text.body()), EventType::received),
            "technicalRecipient: GS1 9521003000008");
}

// Covers contract 4.7.
TEST_F(Loss, demand_on_one_type_refuses_no_other) {
  demand_of(
      buyer,
      {{.kind = Kind::order_response, .path = "header.shipTo", .domain = {}, .when = {"CHANGE"}}});
  EXPECT_EQ(faults_of(send(supplier, response(R"(,"type":"CHANGE")", "[{}]"))),
            "order_response.header.shipTo.demanded at content.header.shipTo");
  EXPECT_TRUE(is<Accepted>(send(supplier, response(R"(,"type":"ACCEPT")", "[{}]"))));
}

TEST_F(Loss, confirmed_date_of_the_header_or_of_every_item_meets_the_demand) {
  const std::string with_date = R"({"confirmedDeliveryDate":"2026-03-09"})";
  for (const auto* path : {"header.confirmedDeliveryDate", "items.*.confirmedDeliveryDate"}) {
    demand_of(buyer,
              {{.kind = Kind::order_response, .path = path, .domain = {}, .when = {"CHANGE"}}});
    const auto is_refused = [&](std::string_view header, const std::string& items) {
      SendRequest request{
          .caller = caller(supplier),
          .body = bytes_of(response(R"(,"type":"CHANGE")" + std::string(header), items)),
          .key = {}};
      return !std::get<Validation>(run(validate(desk, request, soon()))).valid();
    };
    EXPECT_FALSE(is_refused(R"(,"confirmedDeliveryDate":"2026-03-09")", "[{},{}]")) << path;
    EXPECT_FALSE(is_refused("", "[" + with_date + "," + with_date + "]")) << path;
    EXPECT_TRUE(is_refused("", "[" + with_date + ",{}]")) << path;
    EXPECT_TRUE(is_refused("", "[{}]")) << path;
  }
}

// Covers contract 4.8.
TEST_F(Loss, repeat_of_a_version_that_lies_32_back_does_not_supersede_the_latest) {
  const auto first = sent(buyer, order("1", 1));
  TransactionId latest;
  for (int quantity = 2; quantity <= 32; ++quantity) latest = sent(buyer, order("1", quantity));
  const auto again = send(buyer, order("1", 1));
  ASSERT_TRUE(is<Duplicate>(again));
  EXPECT_EQ(std::get<Duplicate>(again).id, first);
  EXPECT_EQ(pending(supplier), Ids{latest});
}

TEST_F(Loss, document_sent_by_agent_and_principal_is_delivered_once) {
  const auto agent = add("Agent", agent_gln);
  appoint(buyer, agent);
  const auto id = sent(agent, order_by_agent().body());
  const auto again = send(buyer, order_by_agent().body());
  ASSERT_TRUE(is<Duplicate>(again));
  EXPECT_EQ(std::get<Duplicate>(again).id, id);
}

// Covers contract 4.9.
TEST_F(Loss, key_of_one_path_answers_for_no_other) {
  const auto id = id_of(send(buyer, order("1"), {.flow = Flow::live, .key = "k"}));
  report(supplier, id, Verdict::failure);
  EXPECT_TRUE(is<Requeued>(requeue(buyer, id, "k")));
  ErrorRequest request;
  request.caller = caller(buyer);
  request.reason = "price list missing";
  request.key = base::sha256("k");
  EXPECT_TRUE(is<CaseOpened>(run(post_error(desk, request, soon()))));
}

// Covers contract 5.1.
TEST_F(Loss, same_number_for_two_suppliers_drops_neither) {
  relate(buyer, stranger, RelationshipStatus::active);
  const auto first = sent(buyer, order_to(supplier_gln, "1"));
  const auto second = sent(buyer, order_to(stranger_gln, "1"));
  EXPECT_EQ(pending(supplier), Ids{first});
  EXPECT_EQ(pending(stranger), Ids{second});
  EXPECT_FALSE(row(second)->links.replaces);
}

TEST_F(Loss, same_number_of_two_kinds_drops_neither) {
  const auto first = sent(buyer, order("1"));
  const auto second = sent(buyer, receival_notice("1"));
  EXPECT_EQ(pending(supplier), (Ids{first, second}));
  EXPECT_FALSE(row(second)->links.replaces);
}

TEST_F(Loss, same_number_for_two_suppliers_behind_one_hub_drops_neither) {
  const auto hub = add("Hub", agent_gln);
  relate(buyer, hub, RelationshipStatus::active);
  const auto by_hub = [&](std::string_view gln) {
    OrderText text;
    text.supplier = party(gln);
    text.more_header = ",\"technicalRecipient\":" + party(agent_gln);
    return text.body();
  };
  const auto first = sent(buyer, by_hub("9529000000011"));
  const auto second = sent(buyer, by_hub("9529000000028"));
  EXPECT_EQ(pending(hub), (Ids{first, second}));
}

// Covers contract 5.2.
TEST_F(Loss, links_of_a_chain_outlive_a_restart) {
  const auto first = sent(buyer, order("1", 1));
  restart();
  const auto second = sent(buyer, order("1", 2));
  restart();
  EXPECT_EQ(find(supplier, second)->replaces, first);
  EXPECT_EQ(find(supplier, first)->replaced_by, second);
  EXPECT_EQ(pending(supplier), Ids{second});
}

// Covers contract 5.3.
TEST_F(Loss, word_on_a_superseded_version_is_shown_to_its_sender) {
  const auto first = sent(buyer, order("1", 1));
  sent(buyer, order("1", 2));
  EXPECT_EQ(outcome(supplier, first, Verdict::success), ReportOutcome::recorded);
  const auto shown = find(buyer, first);
  ASSERT_TRUE(shown->row->feedback.report);
  EXPECT_EQ(shown->row->feedback.report->verdict, Verdict::success);
  EXPECT_EQ(events(buyer, first).back(), "reported");
}

// Covers contract 5.4.
TEST_F(Loss, demands_are_those_of_the_one_in_whose_queue_it_lies) {
  const auto hub = add("Hub", agent_gln);
  relate(buyer, hub, RelationshipStatus::active);
  const Requirement ship_to{.kind = Kind::order, .path = "header.shipTo", .domain = {}, .when = {}};
  OrderText text;
  text.more_header = ",\"technicalRecipient\":" + party(agent_gln);
  demand_of(supplier, {ship_to});
  EXPECT_TRUE(is<Accepted>(send(buyer, text.body())));
  demand_of(supplier, {});
  demand_of(hub, {ship_to});
  text.number = "2";
  EXPECT_EQ(faults_of(send(buyer, text.body())),
            "order.header.shipTo.demanded at content.header.shipTo");
}

// Covers contract 5.6.
TEST_F(Loss, held_ones_outlive_a_restart_and_come_in_their_order) {
  OrderText text;
  text.buyer = party(stranger_gln);
  Ids all;
  for (const auto* number : {"1", "2", "3"}) {
    text.number = number;
    all.push_back(sent(stranger, text.body()));
    restart();
  }
  EXPECT_EQ(held(stranger, supplier).count, 3u);
  relate(stranger, supplier, RelationshipStatus::active);
  restart();
  EXPECT_EQ(pending(supplier), all);
  EXPECT_EQ(held(stranger, supplier).count, 0u);
}

TEST_F(Loss, released_ones_come_after_every_cursor_that_was_given) {
  OrderText text;
  text.buyer = party(stranger_gln);
  text.number = "held";
  const auto held_one = sent(stranger, text.body());
  sent(buyer, order("1"));
  const auto second = sent(buyer, order("2"));
  PullRequest request;
  request.caller = caller(supplier);
  request.count_max = 1;
  request.cursor = pull(request).next;
  ASSERT_TRUE(request.cursor);
  relate(stranger, supplier, RelationshipStatus::active);
  request.count_max = 10;
  Ids rest;
  for (const Incoming& item : pull(request).items) rest.push_back(item.row->id);
  EXPECT_EQ(rest, (Ids{second, held_one}));
}

// Covers contract 5.7.
TEST_F(Loss, operator_and_agent_may_send_it_once_more) {
  const auto id = failed(order("1"));
  const auto answer = run(exchange::requeue(desk, operator_id, id, soon()));
  ASSERT_TRUE(is<Requeued>(answer));
  const auto agent = add("Agent", agent_gln);
  appoint(buyer, agent);
  const auto of_agent = sent(agent, order_by_agent("2").body());
  report(supplier, of_agent, Verdict::failure);
  EXPECT_TRUE(is<Requeued>(requeue(agent, of_agent)));
}

TEST_F(Loss, discarded_one_goes_out_once_more) {
  const auto id = sent(buyer, order("1"));
  discard(id);
  const auto answer = requeue(buyer, id);
  ASSERT_TRUE(is<Requeued>(answer));
  EXPECT_EQ(pending(supplier), Ids{std::get<Requeued>(answer).id});
  EXPECT_EQ(cases(buyer).front()->resolved_by, ResolvedBy::requeue);
}

TEST_F(Loss, chain_continues_after_a_requeue) {
  const auto first = failed(order("1", 1));
  const auto again = std::get<Requeued>(requeue(buyer, first)).id;
  const auto newer = sent(buyer, order("1", 2));
  EXPECT_EQ(row(newer)->links.replaces, again);
  EXPECT_EQ(status(again), Status::dropped);
  EXPECT_EQ(pending(supplier), Ids{newer});
}

// Covers contract 5.8.
TEST_F(Loss, both_sides_read_why_it_was_discarded) {
  const auto id = sent(buyer, order("1"));
  discard(id);
  EXPECT_EQ(detail_of(buyer, id, EventType::discarded), "sent by mistake");
  EXPECT_EQ(detail_of(supplier, id, EventType::discarded), "sent by mistake");
}

// Covers contract 6.2.
TEST_F(Loss, cursor_has_no_end_of_life) {
  sent(buyer, order("1"));
  const auto second = sent(buyer, order("2"));
  PullRequest request;
  request.caller = caller(supplier);
  request.count_max = 1;
  request.cursor = pull(request).next;
  clock.advance(std::chrono::days(3'000));
  restart();
  EXPECT_EQ(pull(request).items.at(0).row->id, second);
}

// Covers contract 7.2.
TEST_F(Loss, verdict_outlives_a_restart) {
  const auto good = sent(buyer, order("1"));
  const auto bad = failed(order("2"));
  report(supplier, good, Verdict::success);
  restart();
  EXPECT_EQ(outcome(supplier, good, Verdict::success), ReportOutcome::same);
  EXPECT_EQ(outcome(supplier, bad, Verdict::failure), ReportOutcome::same);
  EXPECT_EQ(find(buyer, bad)->row->feedback.report->reason, "GTIN unknown");
  EXPECT_EQ(cases(buyer).size(), 1u);
  EXPECT_TRUE(pending(supplier).empty());
}

// Covers contract 7.4.
TEST_F(Loss, sender_and_its_agent_get_the_report_on_their_webhooks) {
  const auto agent = add("Agent", agent_gln);
  appoint(buyer, agent);
  for (const auto participant : {buyer, agent}) webhook_of(participant);
  const auto id = sent(agent, order_by_agent().body());
  EXPECT_TRUE(run(store().deliveries_due(ten_places, soon())).empty());
  report(supplier, id, Verdict::success);
  const auto due = run(store().deliveries_due(ten_places, soon()));
  ASSERT_EQ(due.size(), 2u);
  for (const DueDelivery& delivery : due) {
    EXPECT_EQ(delivery.entry.type, FeedType::reported);
    EXPECT_EQ(delivery.entry.id, id.uuid());
  }
}

// Covers contract 8.4.
TEST_F(Loss, later_success_and_requeue_leave_no_case_open) {
  const auto mended = failed(order("1"));
  const auto again = failed(order("2"));
  report(supplier, mended, Verdict::success);
  ASSERT_TRUE(is<Requeued>(requeue(supplier, again)));
  ASSERT_EQ(cases(buyer).size(), 2u);
  for (const CasePtr& it : cases(buyer)) {
    EXPECT_EQ(it->status, CaseStatus::resolved);
    EXPECT_NE(it->resolved_by, ResolvedBy::none);
  }
}

TEST_F(Loss, comment_survives_a_restart_for_both_sides) {
  failed(order("1"));
  CaseRequest request{
      .id = cases(buyer).front()->id, .revision = {}, .comment = "which GTIN?", .status = {}};
  run(change_case(desk, caller(buyer), request, soon()));
  restart();
  for (const auto side : {buyer, supplier}) {
    const auto found = run(find_case(desk, caller(side), request.id, soon()));
    ASSERT_EQ(found->comments.size(), 1u);
    EXPECT_EQ(found->comments[0].text, "which GTIN?");
  }
}

TEST_F(Loss, operator_may_comment_resolve_and_reopen) {
  failed(order("1"));
  CaseRequest request{.id = cases(buyer).front()->id,
                      .revision = {},
                      .comment = "mended by us",
                      .status = CaseStatus::resolved};
  run(change_case(desk, operator_id, request, soon()));
  EXPECT_EQ(cases(supplier).front()->status, CaseStatus::resolved);
  request.status = CaseStatus::open;
  run(change_case(desk, operator_id, request, soon()));
  EXPECT_EQ(cases(buyer).front()->status, CaseStatus::open);
}

}  // namespace
}  // namespace tradepost::exchange::losses_test
