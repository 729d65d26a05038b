#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "exchange/world.hpp"

// Tests of contract 4.8 and 5.1 to 5.3: duplicates and versions.
// Covers contract 4.4, 4.5 and 8.1.
namespace tradepost::exchange {
namespace {

using Ids = std::vector<TransactionId>;

// Covers contract 4.8.
TEST(Duplicates, repeat_of_a_pending_one_is_answered_with_the_first_ones_id) {
  World world;
  const auto first = world.sent(world.buyer, order("1"));
  const auto again = world.send(world.buyer, order("1"));
  ASSERT_TRUE(is<Duplicate>(again));
  EXPECT_EQ(std::get<Duplicate>(again).id, first);
  EXPECT_EQ(world.pending(world.supplier), Ids{first});
}

TEST(Duplicates, insignificant_white_space_makes_no_new_version) {
  World world;
  world.sent(world.buyer, order("1"));
  std::string spaced = order("1");
  spaced.insert(spaced.find("\"header\""), "\n  ");
  EXPECT_TRUE(is<Duplicate>(world.send(world.buyer, spaced)));
}

TEST(Duplicates, repeat_of_a_processed_one_is_a_duplicate) {
  World world;
  const auto first = world.sent(world.buyer, order("1"));
  world.report(world.supplier, first, Verdict::success);
  EXPECT_TRUE(is<Duplicate>(world.send(world.buyer, order("1"))));
}

TEST(Duplicates, failed_one_may_be_sent_again_and_is_a_new_version) {
  World world;
  const auto first = world.sent(world.buyer, order("1"));
  world.report(world.supplier, first, Verdict::failure);
  const auto again = world.sent(world.buyer, order("1"));
  EXPECT_EQ(world.row(again)->links.replaces, first);
  EXPECT_EQ(world.pending(world.supplier), Ids{again});
}

TEST(Duplicates, discarded_one_may_be_sent_again) {
  World world;
  const auto first = world.sent(world.buyer, order("1"));
  ASSERT_TRUE(is<DiscardDone>(world.discard(first)));
  const auto again = world.sent(world.buyer, order("1"));
  EXPECT_EQ(world.row(again)->links.replaces, first);
}

TEST(Duplicates, late_repeat_of_an_older_version_does_not_bring_it_back) {
  World world;
  const auto first = world.sent(world.buyer, order("1", 1));
  const auto second = world.sent(world.buyer, order("1", 2));
  const auto late = world.send(world.buyer, order("1", 1));
  ASSERT_TRUE(is<Duplicate>(late));
  EXPECT_EQ(std::get<Duplicate>(late).id, first);
  EXPECT_EQ(world.pending(world.supplier), Ids{second});
}

TEST(Duplicates, fresh_key_says_that_an_older_version_is_meant) {
  World world;
  world.sent(world.buyer, order("1", 1));
  const auto second = world.sent(world.buyer, order("1", 2));
  const auto back = world.send(world.buyer, order("1", 1), {.flow = Flow::live, .key = "back"});
  ASSERT_TRUE(is<Accepted>(back));
  EXPECT_EQ(world.row(World::id_of(back))->links.replaces, second);
}

TEST(Duplicates, fresh_key_does_not_double_the_latest_version) {
  World world;
  world.sent(world.buyer, order("1"));
  EXPECT_TRUE(
      is<Duplicate>(world.send(world.buyer, order("1"), {.flow = Flow::live, .key = "another"})));
}

std::string catalog(std::string_view number, std::string_view more_item) {
  const std::string with_number =
      number.empty() ? "" : ",\"catalogNumber\":\"" + std::string(number) + "\"";
  return R"({"type":"PRODUCT_CATALOG","content":{"header":{"catalogDate":"2026-01-15","sender":)" +
         party(supplier_gln) + R"(,"receiver":)" + party(buyer_gln) + with_number +
         R"(},"items":[{"lineNumber":1,"quantity":1,"identity":{})" + std::string(more_item) +
         "}]}}";
}

TEST(Duplicates, without_a_number_the_last_thirty_days_are_compared) {
  World world;
  const auto first = world.sent(world.supplier, catalog("", ""));
  EXPECT_TRUE(is<Duplicate>(world.send(world.supplier, catalog("", ""))));
  world.clock.advance(std::chrono::days(31));
  const auto later = world.sent(world.supplier, catalog("", ""));
  EXPECT_EQ(world.pending(world.buyer), (Ids{first, later}));
}

TEST(Duplicates, without_a_number_what_was_mended_under_its_first_id_is_not_delivered_again) {
  World world;
  const auto first = world.sent(world.supplier, catalog("", ""));
  world.report(world.buyer, first, Verdict::failure);
  const auto again = std::get<Requeued>(world.requeue(world.supplier, first)).id;
  world.report(world.buyer, again, Verdict::failure);
  world.report(world.buyer, first, Verdict::success);
  const auto repeat = world.send(world.supplier, catalog("", ""));
  ASSERT_TRUE(is<Duplicate>(repeat));
  EXPECT_EQ(std::get<Duplicate>(repeat).id, first);
}

TEST(Duplicates, without_a_number_what_was_taken_is_not_delivered_to_its_new_owner_twice) {
  World world;
  const auto first = world.sent(world.supplier, catalog("", ""));
  ParticipantEdit edit;
  edit.id = world.stranger;
  edit.add_identifiers = {{.domain = Domain::gs1, .text = std::string(buyer_gln)}};
  edit.take = TakePending::yes;
  ASSERT_TRUE(is<ParticipantEdited>(
      world.run(edit_participant(world.desk, world.operator_id, edit, world.soon()))));
  world.relate(world.supplier, world.stranger, RelationshipStatus::active);
  EXPECT_TRUE(is<Duplicate>(world.send(world.supplier, catalog("", ""))));
  EXPECT_EQ(world.pending(world.stranger), Ids{first});
}

TEST(Duplicates, refused_one_is_never_a_duplicate) {
  World world;
  const std::string faulty = OrderText{.supplier = party("9521999999993")}.body();
  EXPECT_TRUE(is<Refused>(world.send(world.buyer, faulty)));
  EXPECT_TRUE(is<Refused>(world.send(world.buyer, faulty)));
  world.add("Newcomer", "9521999999993");
  EXPECT_TRUE(is<HeldBack>(world.send(world.buyer, faulty)));
}

// Covers contract 5.1.
TEST(Chains, same_number_of_two_senders_is_two_chains) {
  World world;
  const auto other = world.add("Other buyer", "9521005000006");
  world.relate(other, world.supplier, RelationshipStatus::active);
  const auto first = world.sent(world.buyer, order("1"));
  OrderText text;
  text.number = "1";
  text.buyer = party("9521005000006");
  const auto second = world.sent(other, text.body());
  EXPECT_EQ(world.pending(world.supplier), (Ids{first, second}));
  EXPECT_FALSE(world.row(second)->links.replaces);
}

TEST(Chains, number_is_compared_unchanged) {
  World world;
  const auto first = world.sent(world.buyer, order("A1"));
  const auto second = world.sent(world.buyer, order("a1"));
  EXPECT_EQ(world.pending(world.supplier), (Ids{first, second}));
}

TEST(Chains, party_of_a_hub_cannot_supersede_a_foreign_document) {
  World world;
  const auto hub = world.add("Hub", agent_gln);
  world.relate(hub, world.supplier, RelationshipStatus::active);
  const auto order_of = [&](std::string_view unknown_gln) {
    OrderText text;
    text.number = "1";
    text.buyer = party(unknown_gln);
    text.more_header = ",\"technicalSender\":" + party(agent_gln);
    return text.body();
  };
  const auto first = world.sent(hub, order_of("9529000000011"));
  const auto second = world.sent(hub, order_of("9529000000028"));
  EXPECT_EQ(world.pending(world.supplier), (Ids{first, second}));
}

class Warehouse : public World {
 public:
  Warehouse() {
    house = add("Warehouse", agent_gln);
    relate(house, supplier, RelationshipStatus::active);
  }
  ParticipantId house;
};

TEST(Chains, explicit_chain_drops_nothing_without_versions) {
  Warehouse world;
  const auto first = world.sent(world.house, warehouse_response("LS-1", 0, 1));
  const auto second = world.sent(world.house, warehouse_response("LS-1", 0, 2));
  EXPECT_EQ(world.pending(world.supplier), (Ids{first, second}));
  EXPECT_FALSE(world.row(second)->links.replaces);
  EXPECT_TRUE(is<Duplicate>(world.send(world.house, warehouse_response("LS-1", 0, 1))));
}

TEST(Chains, explicit_chain_follows_a_higher_version_alone) {
  Warehouse world;
  const auto first = world.sent(world.house, warehouse_response("LS-1", 1, 1));
  const auto same = world.sent(world.house, warehouse_response("LS-1", 1, 2));
  const auto higher = world.sent(world.house, warehouse_response("LS-1", 2, 3));
  EXPECT_FALSE(world.row(same)->links.replaces);
  EXPECT_EQ(world.row(higher)->links.replaces, same);
  EXPECT_EQ(world.pending(world.supplier), (Ids{first, higher}));
  EXPECT_TRUE(is<Refused>(world.send(world.house, warehouse_response("LS-1", 1, 4))));
}

TEST(Chains, catalog_of_changes_does_not_drop_the_full_one) {
  World world;
  const auto full = world.sent(world.supplier, catalog("K1", ""));
  const auto changes = world.sent(world.supplier, catalog("K1", R"(,"action":"CHANGED")"));
  EXPECT_EQ(world.pending(world.buyer), (Ids{full, changes}));
  const auto next_full = world.sent(world.supplier, catalog("K1", R"(,"description":"b")"));
  EXPECT_EQ(world.row(next_full)->links.replaces, full);
  EXPECT_EQ(world.pending(world.buyer), (Ids{changes, next_full}));
}

TEST(Chains, catalog_of_changes_that_goes_out_once_more_is_not_dropped_by_the_full_one) {
  World world;
  const auto changes = world.sent(world.supplier, catalog("K1", R"(,"action":"CHANGED")"));
  world.report(world.buyer, changes, Verdict::failure);
  const auto again = std::get<Requeued>(world.requeue(world.buyer, changes)).id;
  const auto full = world.sent(world.supplier, catalog("K1", ""));
  EXPECT_EQ(world.pending(world.buyer), (Ids{again, full}));
  EXPECT_FALSE(world.row(full)->links.replaces);
}

// Covers contract 5.2.
TEST(Versions, list_of_changes_makes_no_fork_of_a_chain_that_went_on_without_versions) {
  World world;
  const auto with_version = [](int version, std::string_view more_item) {
    std::string body = catalog("K1", more_item);
    return body.insert(body.find("\"catalogDate\""), fmt::format("\"version\":{},", version));
  };
  const auto first = world.sent(world.supplier, with_version(3, ""));
  const auto second = world.sent(world.supplier, catalog("K1", R"(,"description":"b")"));
  const auto changes = world.sent(world.supplier, with_version(4, R"(,"action":"CHANGED")"));
  EXPECT_EQ(world.row(first)->links.replaced_by, second);
  EXPECT_FALSE(world.row(changes)->links.replaces);
  EXPECT_EQ(world.pending(world.buyer), (Ids{second, changes}));
}

TEST(Versions, new_version_takes_the_pending_one_out_of_the_queue) {
  World world;
  const auto first = world.sent(world.buyer, order("1", 1));
  const auto second = world.sent(world.buyer, order("1", 2));
  EXPECT_EQ(world.pending(world.supplier), Ids{second});
  EXPECT_EQ(world.status(first), Status::dropped);
  EXPECT_EQ(world.find(world.supplier, first)->replaced_by, second);
  EXPECT_EQ(world.find(world.supplier, second)->replaces, first);
}

TEST(Versions, processed_version_stays_processed) {
  World world;
  const auto first = world.sent(world.buyer, order("1", 1));
  world.report(world.supplier, first, Verdict::success);
  const auto second = world.sent(world.buyer, order("1", 2));
  EXPECT_EQ(world.status(first), Status::success);
  EXPECT_EQ(world.row(second)->links.replaces, first);
}

TEST(Versions, lower_version_does_not_supersede_a_higher_one) {
  Warehouse world;
  world.sent(world.house, warehouse_response("LS-1", 2, 1));
  EXPECT_EQ(faults_of(world.send(world.house, warehouse_response("LS-1", 1, 2))),
            "dispatch_instruction_response.header.version.lower_version at content.header.version");
}

TEST(Versions, equal_version_is_a_warning) {
  Warehouse world;
  world.sent(world.house, warehouse_response("LS-1", 1, 1));
  const auto answer = world.send(world.house, warehouse_response("LS-1", 1, 2));
  ASSERT_TRUE(is<Accepted>(answer));
  const auto& warnings = std::get<Accepted>(answer).warnings;
  constexpr auto same_version = "dispatch_instruction_response.header.version.same_version";
  EXPECT_EQ(std::ranges::count(warnings, same_version, &Finding::code), 1);
}

TEST(Versions, number_is_free_again_after_400_days) {
  World world;
  const auto first = world.sent(world.buyer, order("1", 1));
  world.clock.advance(std::chrono::days(401));
  const auto second = world.sent(world.buyer, order("1", 1));
  EXPECT_FALSE(world.row(second)->links.replaces);
  EXPECT_EQ(world.pending(world.supplier), (Ids{first, second}));
}

TEST(Versions, document_of_a_closed_chain_refuses_no_version_of_the_new_one) {
  World world;
  const auto closed = world.sent(world.buyer, order("1", 1));
  world.clock.advance(std::chrono::days(401));
  const auto first = world.sent(world.buyer, order("1", 2));
  const auto second = world.sent(world.buyer, order("1", 1));
  EXPECT_EQ(world.row(second)->links.replaces, first);
  EXPECT_EQ(world.pending(world.supplier), (Ids{closed, second}));
}

TEST(Versions, old_chain_does_not_return_to_its_first_version) {
  World world;
  const auto first = world.sent(world.buyer, order("1", 1));
  world.clock.advance(std::chrono::days(300));
  world.sent(world.buyer, order("1", 2));
  world.clock.advance(std::chrono::days(300));
  const auto late = world.send(world.buyer, order("1", 1));
  ASSERT_TRUE(is<Duplicate>(late));
  EXPECT_EQ(std::get<Duplicate>(late).id, first);
}

TEST(Versions, version_of_a_closed_chain_refuses_no_lower_one_of_the_new_one) {
  Warehouse world;
  world.sent(world.house, warehouse_response("LS-1", 3, 1));
  world.clock.advance(std::chrono::days(401));
  world.sent(world.house, warehouse_response("LS-1", 0, 2));
  const auto answer = world.send(world.house, warehouse_response("LS-1", 1, 3));
  ASSERT_TRUE(is<Accepted>(answer)) << faults_of(answer);
  EXPECT_FALSE(world.row(World::id_of(answer))->links.replaces);
}

TEST(Versions, single_version_keeps_no_chain_open) {
  World world;
  const auto full = world.sent(world.supplier, catalog("K1", ""));
  world.clock.advance(std::chrono::days(300));
  const auto changes = world.sent(world.supplier, catalog("K1", R"(,"action":"CHANGED")"));
  world.clock.advance(std::chrono::days(150));
  const auto next_full = world.sent(world.supplier, catalog("K1", R"(,"description":"b")"));
  EXPECT_FALSE(world.row(next_full)->links.replaces);
  EXPECT_EQ(world.pending(world.buyer), (Ids{full, changes, next_full}));
}

TEST(Versions, new_version_leaves_the_queue_of_another_recipient_too) {
  World world;
  const auto hub = world.add("Hub", agent_gln);
  world.relate(world.buyer, hub, RelationshipStatus::active);
  const auto first = world.sent(world.buyer, order("1", 1));
  OrderText text;
  text.number = "1";
  text.more_header = ",\"technicalRecipient\":" + party(agent_gln);
  const auto second = world.sent(world.buyer, text.body());
  EXPECT_TRUE(world.pending(world.supplier).empty());
  EXPECT_EQ(world.pending(hub), Ids{second});
  EXPECT_EQ(world.status(first), Status::dropped);
}

// Covers contract 5.3.
TEST(SupersededReports, report_on_a_superseded_version_is_kept_and_drops_nothing) {
  World world;
  const auto first = world.sent(world.buyer, order("1", 1));
  const auto second = world.sent(world.buyer, order("1", 2));
  EXPECT_EQ(world.outcome(world.supplier, first, Verdict::failure), ReportOutcome::recorded);
  EXPECT_EQ(world.status(first), Status::dropped);
  ASSERT_TRUE(world.row(first)->feedback.report);
  EXPECT_TRUE(world.cases(world.buyer).empty());
  EXPECT_EQ(world.pending(world.supplier), Ids{second});
}

}  // namespace
}  // namespace tradepost::exchange
