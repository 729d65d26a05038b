#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "exchange/world.hpp"
#include "tests/source_dir.hpp"

// Tests of contract 1.1, 1.2, 4.5 to 4.7: flows, identifiers, routing to sender and recipient,
// requirements.
// Covers contract 2.8, 3.1, 4.9, 5.1, 5.4, 6.2 and 9.3.
namespace tradepost::exchange::routing_test {
namespace {

using Ids = std::vector<TransactionId>;

class Network : public testing::Test, public World {};
using Flows = Network;
using Identifiers = Network;
using Senders = Network;
using Recipients = Network;
using Requirements = Network;

constexpr std::string_view unused_gln = "9529000000011";

// Covers contract 1.1.
TEST_F(Flows, document_of_one_flow_is_unknown_in_the_other) {
  const auto id = sent(buyer, order("1"));
  EXPECT_TRUE(pending(supplier, Flow::test).empty());
  EXPECT_FALSE(find(supplier, id, Flow::test));
  EXPECT_FALSE(find(buyer, id, Flow::test));
  EXPECT_FALSE(outcome(supplier, id, Verdict::success, Flow::test));
  HistoryFilter other;
  other.flow = Flow::test;
  EXPECT_TRUE(history(supplier, other).empty());
}

TEST_F(Flows, test_document_supersedes_no_live_one) {
  const auto live = sent(buyer, order("1", 1));
  const auto test = id_of(send(buyer, order("1", 2), {.flow = Flow::test, .key = {}}));
  EXPECT_EQ(pending(supplier), Ids{live});
  EXPECT_EQ(pending(supplier, Flow::test), Ids{test});
  EXPECT_TRUE(is<Accepted>(send(buyer, order("2"), {.flow = Flow::test, .key = {}})));
  EXPECT_TRUE(is<Accepted>(send(buyer, order("2"))));
}

TEST_F(Flows, keys_and_cases_are_of_one_flow) {
  const auto live = send(buyer, order("1"), {.flow = Flow::live, .key = "k"});
  const auto test = send(buyer, order("1"), {.flow = Flow::test, .key = "k"});
  EXPECT_NE(id_of(live), id_of(test));
  report(supplier, id_of(test), Verdict::failure, Flow::test);
  EXPECT_TRUE(cases(buyer).empty());
  EXPECT_EQ(cases(buyer, Flow::test).size(), 1u);
}

TEST_F(Flows, cursor_of_one_flow_is_refused_in_the_other) {
  sent(buyer, order("1"));
  sent(buyer, order("2"));
  PullRequest request{.caller = caller(supplier), .kind = {}, .cursor = {}, .count_max = 1};
  request.cursor = pull(request).next;
  ASSERT_TRUE(request.cursor);
  request.caller.flow = Flow::test;
  EXPECT_TRUE(is<BadCursor>(run(exchange::pull(desk, request, soon()))));
}

// Covers contract 1.2.
TEST_F(Identifiers, identifiers_are_compared_without_spaces_hyphens_and_case) {
  OrderText text;
  text.supplier = party("9521-0010 00000");
  EXPECT_TRUE(is<Accepted>(send(buyer, text.body())));
}

TEST_F(Identifiers, taken_identifier_names_its_owner) {
  ParticipantRequest request;
  request.name = "Impostor";
  request.identifiers = {{.domain = Domain::gs1, .text = "9521 0010 00000"}};
  const auto answer = run(add_participant(desk, operator_id, request, soon()));
  ASSERT_TRUE(is<IdentifierTaken>(answer));
  EXPECT_EQ(std::get<IdentifierTaken>(answer).owner, supplier);
}

TEST_F(Identifiers, shared_tax_number_is_ambiguous) {
  const auto sister = add("Sister", {{.domain = Domain::vat_de, .text = "DE 123"}});
  OrderText text;
  text.supplier = party("VAT_DE", "DE123");
  relate(buyer, sister, RelationshipStatus::active);
  EXPECT_TRUE(is<Accepted>(send(buyer, text.body())));
  add("Brother", {{.domain = Domain::vat_de, .text = "de123"}});
  text.number = "2";
  EXPECT_EQ(faults_of(send(buyer, text.body())),
            "order.header.supplier.unknown_party at content.header.supplier");
}

TEST_F(Identifiers, senders_number_is_looked_up_among_its_own) {
  ProfileRequest profile;
  profile.numbers = {{.of = supplier, .number = "70001"}};
  ASSERT_TRUE(is<ProfileChanged>(run(change_profile(desk, caller(buyer), profile, soon()))));
  OrderText text;
  text.supplier = party("SENDER_INTERNAL", "70001");
  EXPECT_TRUE(is<Accepted>(send(buyer, text.body())));
  text.buyer = party(stranger_gln);
  EXPECT_TRUE(is<Refused>(send(stranger, text.body())));
  text.buyer = party(buyer_gln);
  text.supplier = party("RECEIVER_INTERNAL", "70001");
  EXPECT_TRUE(is<Refused>(send(buyer, text.body())));
}

// Covers contract 4.5.
TEST_F(Senders, sender_cannot_use_another_name) {
  EXPECT_EQ(faults_of(send(stranger, order("1"))),
            "order.header.buyer.not_the_sender at content.header.buyer");
  EXPECT_TRUE(history(buyer).empty());
}

TEST_F(Senders, technical_sender_alone_is_no_licence_to_send_for_a_participant) {
  const auto agent = add("Agent", agent_gln);
  EXPECT_EQ(faults_of(send(agent, order_by_agent().body())),
            "order.header.buyer.not_its_agent at content.header.buyer");
}

TEST_F(Senders, agent_sends_the_kinds_it_was_named_for) {
  const auto agent = add("Agent", agent_gln);
  appoint(buyer, agent, {Kind::invoice});
  EXPECT_TRUE(is<Refused>(send(agent, order_by_agent().body())));
  appoint(buyer, agent, {Kind::order});
  const auto id = sent(agent, order_by_agent().body());
  EXPECT_TRUE(find(buyer, id));
  EXPECT_TRUE(find(agent, id));
  EXPECT_EQ(find(supplier, id)->sender.id, buyer);
  EXPECT_EQ(find(supplier, id)->agent->id, agent);
}

TEST_F(Senders, for_a_party_outside_the_network_the_caller_answers) {
  const auto hub = add("Hub", agent_gln);
  relate(hub, supplier, RelationshipStatus::active);
  OrderText text;
  text.buyer = party(unused_gln);
  text.more_header = ",\"technicalSender\":" + party(agent_gln);
  const auto id = sent(hub, text.body());
  EXPECT_FALSE(find(supplier, id)->sender.id);
  EXPECT_EQ(find(supplier, id)->sender.name, "GS1 9529000000011");
  EXPECT_EQ(find(supplier, id)->agent->id, hub);
}

TEST_F(Senders, only_the_one_in_whose_queue_it_lies_may_report) {
  const auto hub = add("Hub", agent_gln);
  relate(buyer, hub, RelationshipStatus::active);
  OrderText text;
  text.more_header = ",\"technicalRecipient\":" + party(agent_gln);
  const auto id = sent(buyer, text.body());
  EXPECT_TRUE(find(supplier, id));
  EXPECT_FALSE(outcome(supplier, id, Verdict::success));
  EXPECT_FALSE(outcome(buyer, id, Verdict::success));
  EXPECT_EQ(outcome(hub, id, Verdict::success), ReportOutcome::done);
}

// Covers contract 4.6.
TEST_F(Recipients, unknown_technical_recipient_is_no_fall_through) {
  OrderText text;
  text.more_header = ",\"technicalRecipient\":" + party(unused_gln);
  EXPECT_EQ(faults_of(send(buyer, text.body())),
            "order.header.technicalRecipient.unknown_party at content.header.technicalRecipient");
  EXPECT_TRUE(pending(supplier).empty());
}

std::string response(std::string_view buyer_party, std::string_view bill_to) {
  return R"({"type":"ORDER_RESPONSE","content":{"header":{"orderResponseIdentifier":"R1",)"
         R"("orderResponseDate":"2026-03-03","orderIdentifier":"1","orderDate":"2026-03-02",)"
         R"("type":"REJECT","supplier":)" +
         party(supplier_gln) + ",\"buyer\":" + std::string(buyer_party) +
         ",\"billTo\":" + std::string(bill_to) + "}}}";
}

TEST_F(Recipients, first_known_party_receives_and_unknown_ones_before_are_a_warning) {
  const auto answer = send(supplier, response(party(unused_gln), party(buyer_gln)));
  ASSERT_TRUE(is<Accepted>(answer)) << faults_of(answer);
  EXPECT_EQ(pending(buyer), Ids{id_of(answer)});
  ASSERT_FALSE(std::get<Accepted>(answer).warnings.empty());
  EXPECT_EQ(std::get<Accepted>(answer).warnings.back().code,
            "order_response.header.buyer.unknown_party");
}

TEST_F(Recipients, principal_receives_only_where_there_is_no_other) {
  const auto other = send(supplier, response(party(supplier_gln), party(buyer_gln)));
  EXPECT_EQ(pending(buyer), Ids{id_of(other)});
  const auto alone = send(supplier, response(party(supplier_gln), party(unused_gln)));
  EXPECT_EQ(pending(supplier), Ids{id_of(alone)});
}

TEST_F(Recipients, none_known_names_each) {
  EXPECT_EQ(faults_of(send(supplier, response(party(unused_gln), party("9529000000028")))),
            "order_response.header.buyer.unknown_party at content.header.buyer\n"
            "order_response.header.billTo.unknown_party at content.header.billTo");
}

TEST_F(Recipients, identifiers_of_two_participants_are_never_a_guess) {
  OrderText text;
  text.supplier = R"({"identifiers":[{"domain":"GS1","identifier":"9521001000000"},)"
                  R"({"domain":"GS1","identifier":"9521004000007"}]})";
  EXPECT_EQ(faults_of(send(buyer, text.body())),
            "order.header.supplier.ambiguous_party at content.header.supplier");
}

TEST_F(Recipients, every_ambiguous_party_is_reported_at_once) {
  const std::string two = R"({"identifiers":[{"domain":"GS1","identifier":"9521001000000"},)"
                          R"({"domain":"GS1","identifier":"9521004000007"}]})";
  OrderText text;
  text.buyer = two;
  text.more_header = ",\"technicalSender\":" + two;
  const std::string faults = faults_of(send(buyer, text.body()));
  EXPECT_NE(faults.find("content.header.buyer"), std::string::npos) << faults;
  EXPECT_NE(faults.find("content.header.technicalSender"), std::string::npos) << faults;
  text.buyer = party(buyer_gln);
  text.supplier = two;
  text.more_header = ",\"technicalRecipient\":" + party(unused_gln);
  EXPECT_EQ(faults_of(send(buyer, text.body())),
            "order.header.technicalRecipient.unknown_party at content.header.technicalRecipient\n"
            "order.header.supplier.ambiguous_party at content.header.supplier");
  EXPECT_EQ(faults_of(send(supplier, response(two, two))),
            "order_response.header.buyer.ambiguous_party at content.header.buyer\n"
            "order_response.header.billTo.ambiguous_party at content.header.billTo");
}

TEST_F(Recipients, what_is_taken_with_an_identifier_is_what_that_one_led_to) {
  const std::string tax = "DE123";
  const auto sister = add("Sister", {{.domain = Domain::vat_de, .text = tax},
                                     {.domain = Domain::gs1, .text = "9521005000006"}});
  add("Brother", {{.domain = Domain::vat_de, .text = tax}});
  relate(buyer, sister, RelationshipStatus::active);
  OrderText text;
  text.supplier = R"({"identifiers":[{"domain":"VAT_DE","identifier":"DE123"},)"
                  R"({"domain":"GS1","identifier":"9521005000006"}]})";
  const auto id = sent(buyer, text.body());
  ParticipantEdit edit;
  edit.id = stranger;
  edit.add_identifiers = {{.domain = Domain::gs1, .text = "9521005000006"}};
  edit.take = TakePending::yes;
  const auto answer = run(edit_participant(desk, operator_id, edit, soon()));
  ASSERT_TRUE(is<ParticipantEdited>(answer));
  EXPECT_EQ(std::get<ParticipantEdited>(answer).pending_elsewhere, 1u);
  EXPECT_EQ(pending(stranger), Ids{id});
}

TEST_F(Recipients, route_is_decided_once) {
  const auto id = sent(buyer, order("1"));
  ParticipantEdit edit;
  edit.id = stranger;
  edit.add_identifiers = {{.domain = Domain::gs1, .text = std::string(supplier_gln)}};
  const auto answer = run(edit_participant(desk, operator_id, edit, soon()));
  ASSERT_TRUE(is<ParticipantEdited>(answer));
  EXPECT_EQ(std::get<ParticipantEdited>(answer).pending_elsewhere, 1u);
  EXPECT_EQ(pending(supplier), Ids{id});
}

Requirement demand(std::string path, std::string domain = {}) {
  return {.kind = Kind::order, .path = std::move(path), .domain = std::move(domain), .when = {}};
}

// Covers contract 4.7.
TEST_F(Requirements, what_the_recipient_demands_is_a_fault_at_every_element) {
  ProfileRequest profile;
  profile.requirements = {demand("items.*.identifiers", "GS1")};
  run(change_profile(desk, caller(supplier), profile, soon()));
  EXPECT_EQ(faults_of(send(buyer, order("1"))),
            "order.items.identifiers.demanded at content.items.0.identifiers");
  OrderText text;
  text.more_item = R"(,"identifiers":[{"domain":"GS1","identifier":"9521001010016"}])";
  EXPECT_TRUE(is<Accepted>(send(buyer, text.body())));
  text.number = "2";
  text.more_item = R"(,"identifiers":[{"domain":"BUYER","identifier":"9521001010016"}])";
  EXPECT_TRUE(is<Refused>(send(buyer, text.body())));
}

TEST_F(Requirements, relationship_demands_of_its_sender_alone) {
  relate(stranger, supplier, RelationshipStatus::active);
  PartnerRequest request;
  request.partner = buyer;
  request.status = RelationshipStatus::active;
  request.requirements = {demand("header.shipTo")};
  run(set_partner(desk, caller(supplier), request, soon()));
  EXPECT_TRUE(is<Refused>(send(buyer, order("1"))));
  OrderText text;
  text.buyer = party(stranger_gln);
  EXPECT_TRUE(is<Accepted>(send(stranger, text.body())));
}

std::string invoice(std::string_view example, std::string_view number) {
  const auto path = std::filesystem::path(source_dir()) / "examples/invoice" / example;
  std::ifstream file(path, std::ios::binary);
  std::string body{std::istreambuf_iterator<char>(file), {}};
  const std::string_view replaced = "RE-26-31177";
  const std::size_t at = body.find(replaced);
  CHECK(at != std::string::npos);
  return body.replace(at, replaced.size(), number);
}

TEST_F(Requirements, invoice_is_refused_with_each_rule_of_e_invoices_that_it_breaks) {
  const auto demand_rules = [&](std::string rules) {
    ProfileRequest profile;
    profile.requirements = {
        {.kind = Kind::invoice, .path = std::move(rules), .domain = {}, .when = {}}};
    return run(change_profile(desk, caller(buyer), profile, soon()));
  };
  sent(supplier, invoice("lifelike.json", "1"));
  const auto set = demand_rules("xrechnung");
  ASSERT_TRUE(is<ProfileChanged>(set));
  EXPECT_EQ(std::get<ProfileChanged>(set).sample.refused, 1u);
  EXPECT_EQ(faults_of(send(supplier, invoice("lifelike.json", "2"))),
            "e_invoice.BR-DE-2.broken_rule at content.header.supplier.contacts");
  demand_rules("en16931");
  EXPECT_TRUE(is<Accepted>(send(supplier, invoice("lifelike.json", "3"))));
  const auto refused = faults_of(send(supplier, invoice("minimal.json", "4")));
  EXPECT_TRUE(refused.contains("e_invoice.BR-05.broken_rule at content.header.currency"))
      << refused;
  // A faulty document has its own faults only.
  EXPECT_FALSE(
      faults_of(send(supplier, invoice("faulty_modifications.json", "5"))).contains("e_invoice"));
}

TEST_F(Requirements, e_invoice_is_demanded_of_invoices_and_credit_notes_only) {
  ProfileRequest profile;
  profile.requirements = {demand("en16931", "GS1")};
  const auto answer = run(change_profile(desk, caller(supplier), profile, soon()));
  ASSERT_TRUE(is<Refused>(answer));
  EXPECT_EQ(std::get<Refused>(answer).faults.size(), 2u);
}

TEST_F(Requirements, setting_one_returns_how_many_it_would_have_refused) {
  sent(buyer, order("1"));
  OrderText text;
  text.number = "2";
  text.more_header = ",\"shipTo\":" + party(buyer_gln);
  sent(buyer, text.body());
  ProfileRequest profile;
  profile.requirements = {demand("header.shipTo")};
  const auto answer = run(change_profile(desk, caller(supplier), profile, soon()));
  ASSERT_TRUE(is<ProfileChanged>(answer));
  EXPECT_EQ(std::get<ProfileChanged>(answer).sample.looked_at, 2u);
  EXPECT_EQ(std::get<ProfileChanged>(answer).sample.refused, 1u);
}

TEST_F(Requirements, nothing_is_demanded_that_a_rule_prohibits) {
  ProfileRequest profile;
  profile.requirements = {{.kind = Kind::order_response,
                           .path = "header.confirmedDeliveryDate",
                           .domain = {},
                           .when = {}}};
  run(change_profile(desk, caller(buyer), profile, soon()));
  EXPECT_TRUE(is<Accepted>(send(supplier, response(party(buyer_gln), party(buyer_gln)))));
}

TEST_F(Requirements, path_that_leads_nowhere_can_not_be_set) {
  ProfileRequest profile;
  profile.requirements = {demand("items.identifiers"), demand("header.nothing"),
                          demand("header.orderDate", "GS1")};
  const auto answer = run(change_profile(desk, caller(supplier), profile, soon()));
  ASSERT_TRUE(is<Refused>(answer));
  EXPECT_EQ(std::get<Refused>(answer).faults.size(), 3u);
}

}  // namespace
}  // namespace tradepost::exchange::routing_test
