#include <fmt/format.h>
#include <gtest/gtest.h>

#include "admin/network.hpp"
#include "served/json.hpp"

// Tests /admin/participants (contract 1.2, 9.3 to 9.5).
// Covers contract 9.2, 9.3, 9.4 and 9.5.
namespace tradepost::admin_tests {
namespace {

using served::at;
using trade::order;

class Participants : public testing::Test {
 public:
  UsualExchange exchange;
  Operator clerk{exchange};
  Trader customer{exchange, exchange.customer};
  Trader supplier{exchange, exchange.supplier};
  Trader stranger{exchange, exchange.stranger};

  std::string path_of(std::string_view name, std::string_view more = "") {
    return fmt::format("/admin/participants/{}{}", clerk.id_of(name), more);
  }
};

constexpr std::string_view new_participant =
    R"({"name": "Neu AG", "identifiers": [{"domain": "GS1", "identifier": "9521009000002"},
                                          {"domain": "VAT_DE", "identifier": "DE 136695976"}],
        "requirements": [{"kind": "ORDER_RESPONSE", "path": "items.*.identifiers", "domain": "GS1",
                          "when": ["CHANGE"]}]})";

TEST_F(Participants, one_that_is_added_is_found_again_as_it_was_given) {
  const Answer added = clerk.posts("/admin/participants", new_participant);
  ASSERT_EQ(added.status, 201) << added.body;
  EXPECT_EQ(at(added.body, "state"), "open");
  const std::string id = at(added.body, "id");
  const Answer found = clerk.gets("/admin/participants/" + id);
  EXPECT_EQ(found.status, 200);
  EXPECT_EQ(at(found.body, "data"), at(added.body, ""));
  EXPECT_EQ(at(found.body, "data.name"), "Neu AG");
  EXPECT_EQ(at(found.body, "data.identifiers.1.identifier"), "DE 136695976");
  EXPECT_EQ(at(found.body, "data.requirements.0.when"), R"(["CHANGE"])");
}

TEST_F(Participants, list_has_each_once_and_finds_by_identifier_and_name) {
  clerk.posts("/admin/participants", new_participant);
  EXPECT_EQ(clerk.lists("/admin/participants?per_page=1"), clerk.lists("/admin/participants"));
  EXPECT_EQ(clerk.lists("/admin/participants").size(), 4u);
  const auto by_identifier =
      clerk.lists("/admin/participants?filter%5Bidentifier%5D=DE136695976&per_page=1");
  ASSERT_EQ(by_identifier.size(), 1u);
  EXPECT_EQ(at(by_identifier[0], "name"), "Neu AG");
  const auto by_name = clerk.lists("/admin/participants?filter%5Bname%5D=lief");
  ASSERT_EQ(by_name.size(), 1u);
  EXPECT_EQ(at(by_name[0], "name"), "Lieferant");
}

TEST_F(Participants, all_faults_are_reported_at_once_with_their_paths) {
  const Answer refused = clerk.posts("/admin/participants", R"({
    "name": "  ", "identifers": [], "identifiers": [{"domain": "GLN", "identifier": "1"},
    {"domain": "GS1"}, {"domain": "GS1", "identifier": 952}, "x"],
    "requirements": [{"kind": "ORDER", "path": "header.nowhere"}, {"kind": "LETTER", "path": "x"}],
    "agents": [{"participant": "00000000-0000-0000-0000-000000000001"}, {"participant": "me"}]})");
  EXPECT_EQ(faults_of(refused),
            (Faults{"name: participant.name.malformed",
                    "identifiers.0.domain: participant.identifier.domain.unknown_value",
                    "identifiers.1.identifier: participant.identifier.identifier.missing",
                    "identifiers.2.identifier: participant.identifier.identifier.wrong_type",
                    "identifiers.3: participant.identifier.wrong_type",
                    "requirements.1.kind: participant.requirement.kind.unknown_value",
                    "agents.1.participant: participant.agent.participant.malformed",
                    "identifers: participant.unknown_field",
                    "requirements.0.path: requirement.path.malformed",
                    "agents.0.participant: participant.agent.unknown"}));
}

TEST_F(Participants, body_that_is_no_object_or_empty_is_answered_with_what_is_missing) {
  EXPECT_EQ(
      faults_of(clerk.posts("/admin/participants", "{}")),
      (Faults{"name: participant.name.missing", "identifiers: participant.identifiers.missing"}));
  EXPECT_EQ(faults_of(clerk.posts("/admin/participants", "[]")),
            (Faults{": participant.wrong_type"}));
  EXPECT_EQ(clerk.posts("/admin/participants", "{\"name\":").status, 400);
}

TEST_F(Participants, identifier_that_is_taken_is_409_and_names_its_owner) {
  const Answer taken =
      clerk.posts("/admin/participants",
                  R"({"name": "Zweiter", "identifiers": [{"domain": "VAT_DE", "identifier": "DE1"},
          {"domain": "GS1", "identifier": "952-1001 000000"}]})");
  EXPECT_EQ(taken.status, 409);
  EXPECT_EQ(at(taken.body, "owner.name"), "Lieferant");
  EXPECT_EQ(at(taken.body, "owner.id"), clerk.id_of("Lieferant"));
  EXPECT_EQ(at(taken.body, "path"), "identifiers.1");
  EXPECT_TRUE(clerk.lists("/admin/participants?filter%5Bname%5D=Zweiter").empty());
}

TEST_F(Participants, unknown_id_is_404_whatever_is_asked) {
  for (const std::string id : {"00000000-0000-0000-0000-000000000001", "kunde"}) {
    const std::string path = "/admin/participants/" + id;
    EXPECT_EQ(clerk.gets(path).status, 404);
    EXPECT_EQ(clerk.patches(path, "{}").status, 404);
    EXPECT_EQ(clerk.deletes(path).status, 404);
  }
}

TEST_F(Participants, edit_changes_what_it_names_and_nothing_else) {
  const Answer edited = clerk.patches(path_of("Kunde"), R"({"name": "Kunde SE", "addIdentifiers":
                            [{"domain": "DUNS", "identifier": "11-111-1111"}]})");
  ASSERT_EQ(edited.status, 200) << edited.body;
  EXPECT_EQ(at(edited.body, "data.name"), "Kunde SE");
  EXPECT_EQ(at(edited.body, "data.identifiers.0.identifier"), "9521002000009");
  EXPECT_EQ(at(edited.body, "data.identifiers.1.identifier"), "11-111-1111");
  EXPECT_EQ(at(edited.body, "data.pendingElsewhere"), "0");
  const Answer removed =
      clerk.patches(path_of("Kunde"),
                    R"({"removeIdentifiers": [{"domain": "GS1", "identifier": "9521002000009"}]})");
  EXPECT_EQ(at(removed.body, "data.identifiers.0.domain"), "DUNS");
  EXPECT_EQ(at(removed.body, "data.identifiers.1"), "absent");
  const Answer replaced = clerk.patches(
      path_of("Kunde"), R"({"identifiers": [{"domain": "GS1", "identifier": "9521002000009"}]})");
  EXPECT_EQ(at(replaced.body, "data.identifiers"),
            R"([{"domain":"GS1","identifier":"9521002000009"}])");
}

TEST_F(Participants, edit_that_contradicts_itself_is_answered_with_every_fault) {
  const Answer refused = clerk.patches(path_of("Kunde"), R"({"name": 5,
    "identifiers": [], "addIdentifiers": [{"domain": "GS1", "identifier": "--"}],
    "removeIdentifiers": [{"domain": "GS1", "identifier": "9521001000000"}], "agent": "x"})");
  EXPECT_EQ(faults_of(refused),
            (Faults{"name: participant.name.wrong_type", "agent: participant.unknown_field",
                    "identifiers: participant.identifiers.prohibited",
                    "addIdentifiers.0.identifier: participant.identifier.malformed",
                    "removeIdentifiers.0: participant.identifier.not_held"}));
}

TEST_F(Participants, identifier_that_moves_leaves_its_documents_and_says_how_many) {
  const std::string id = customer.sends(order("1"));
  const Answer moved =
      clerk.patches(path_of("Fremder"),
                    R"({"addIdentifiers": [{"domain": "GS1", "identifier": "9521001000000"}]})");
  ASSERT_EQ(moved.status, 200) << moved.body;
  EXPECT_EQ(at(moved.body, "data.pendingElsewhere"), "1");
  EXPECT_EQ(supplier.pulls(), std::vector{id});
  EXPECT_TRUE(stranger.pulls().empty());
}

TEST_F(Participants, identifier_that_moves_takes_what_is_pending_along_where_that_is_asked) {
  const std::string first = customer.sends(order("1"));
  const std::string second = customer.sends(order("2"));
  const Answer moved =
      clerk.patches(path_of("Fremder", "?take=pending"),
                    R"({"addIdentifiers": [{"domain": "GS1", "identifier": "9521001000000"}]})");
  ASSERT_EQ(moved.status, 200) << moved.body;
  EXPECT_EQ(at(moved.body, "data.pendingElsewhere"), "2");
  EXPECT_TRUE(supplier.pulls().empty());
  EXPECT_EQ(stranger.pulls(), (std::vector{first, second}));
}

TEST_F(Participants, words_of_a_parameter_that_are_unknown_are_422) {
  EXPECT_EQ(faults_of(clerk.patches(path_of("Kunde", "?take=all"), "{}")),
            (Faults{"take: query.take.unknown_value"}));
  EXPECT_EQ(faults_of(clerk.deletes(path_of("Kunde", "?pending=drop"))),
            (Faults{"pending: query.pending.unknown_value"}));
  EXPECT_EQ(
      faults_of(clerk.gets("/admin/participants?filter%5Bcity%5D=Kiel&per_page=0")),
      (Faults{"filter[city]: query.filter.unknown", "per_page: query.per_page.out_of_range"}));
}

TEST_F(Participants, closing_is_409_with_counts_while_anything_waits) {
  customer.sends(order("1"));
  const Answer refused = clerk.deletes(path_of("Lieferant"));
  EXPECT_EQ(refused.status, 409);
  EXPECT_EQ(at(refused.body, "pending"), "1");
  EXPECT_EQ(at(refused.body, "held"), "0");
  EXPECT_EQ(supplier.gets("/v2/ping").status, 204);
}

TEST_F(Participants, closing_fails_what_waits_where_that_is_asked_and_ends_the_tokens) {
  customer.sends(order("1"));
  const std::string path = path_of("Lieferant");
  const Answer closed = clerk.deletes(path + "?pending=fail");
  ASSERT_EQ(closed.status, 200) << closed.body;
  EXPECT_EQ(at(closed.body, "data.state"), "closed");
  EXPECT_EQ(at(closed.body, "data.failed.pending"), "1");
  EXPECT_EQ(supplier.gets("/v2/ping").status, 401);
  EXPECT_EQ(at(clerk.gets(path).body, "data.state"), "closed");
  EXPECT_EQ(clerk.patches(path, R"({"name": "Wieder da"})").status, 409);
  const Answer reserved = clerk.posts(
      "/admin/participants",
      R"({"name": "Erbe", "identifiers": [{"domain": "GS1", "identifier": "9521001000000"}]})");
  EXPECT_EQ(reserved.status, 409);
  EXPECT_EQ(at(reserved.body, "owner.name"), "Lieferant");
}

TEST_F(Participants, administration_is_for_operators_alone) {
  EXPECT_EQ(customer.gets("/admin/participants").status, 403);
  EXPECT_EQ(Trader(exchange, "nobody").gets("/admin/participants").status, 401);
  EXPECT_EQ(clerk.gets("/v2/transactions").status, 401);
}

}  // namespace
}  // namespace tradepost::admin_tests
