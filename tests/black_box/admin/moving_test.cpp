#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "admin/network.hpp"
#include "served/json.hpp"

// Tests that an operator hands a document to another participant.
// Covers contract 9.14.
namespace tradepost::admin_tests {
namespace {

using served::at;
using trade::order;

constexpr std::string_view failure = R"({"success": false, "reason": "not ours"})";

class Moving : public testing::Test {
 public:
  Moving() { clerk.relates(exchange.customer.id, wholesaler.id, "active"); }

  UsualExchange exchange;
  Operator clerk{exchange};
  served::Member wholesaler = served::add_member(exchange.by(), "Grosshandel", "9521005000006");
  Trader customer{exchange, exchange.customer};
  Trader supplier{exchange, exchange.supplier};
  Trader other{exchange, wholesaler};

  Answer moves(std::string_view id, std::string_view to) {
    return clerk.posts(
        fmt::format("/admin/transactions/{}/move", id),
        fmt::format(R"({{"participant": "{}", "reason": "the GLN was wrong"}})", to));
  }
  // Moves a document that must be accepted, and returns its new id.
  std::string moved(std::string_view id) {
    const Answer answer = moves(id, wholesaler.id);
    EXPECT_EQ(answer.status, 201) << answer.body;
    return at(answer.body, "platformTransactionId");
  }
  std::string shown(std::string_view id, std::string_view what) {
    return at(clerk.gets(fmt::format("/admin/transactions/{}", id)).body, what);
  }
  std::vector<std::string> details(std::string_view id, std::string_view type) {
    std::vector<std::string> found;
    for (const auto& event : clerk.lists(fmt::format("/admin/transactions/{}/events", id))) {
      if (at(event, "type") == type) found.push_back(at(event, "detail"));
    }
    return found;
  }
  void requires_of_wholesaler(std::string_view path) {
    const Answer set = clerk.patches(
        "/admin/participants/" + wholesaler.id,
        fmt::format(R"({{"requirements": [{{"kind": "ORDER", "path": "{}"}}]}})", path));
    ASSERT_EQ(set.status, 200) << set.body;
  }
};

using Ids = std::vector<std::string>;

TEST_F(Moving, pending_document_reaches_the_new_recipient_unchanged_and_only_it) {
  const std::string id = customer.sends(order("1"));
  const std::string content = shown(id, "data.content");
  const std::string next = moved(id);
  EXPECT_NE(next, id);
  EXPECT_TRUE(supplier.pulls().empty());
  EXPECT_EQ(other.pulls(), Ids{next});
  EXPECT_EQ(shown(next, "data.content"), content);
  EXPECT_EQ(shown(next, "data.recipient.name"), "Grosshandel");
  EXPECT_EQ(shown(id, "data.status"), "DROPPED");
  EXPECT_EQ(other.reports(next).status, 200);
  EXPECT_EQ(shown(next, "data.status"), "SUCCESS");
}

TEST_F(Moving, old_recipient_learns_nothing_of_the_new_transaction) {
  const std::string id = customer.sends(order("1"));
  EXPECT_EQ(supplier.pulls(), Ids{id});
  const std::string next = moved(id);
  EXPECT_EQ(supplier.gets("/v2/all-transactions/" + next).status, 404);
  EXPECT_EQ(supplier.reports(next).status, 404);
  const std::string events = supplier.gets("/v2/all-transactions/" + id + "/events").body;
  EXPECT_EQ(events.find(next), std::string::npos) << events;
  const std::string own = supplier.gets("/v2/all-transactions/" + id).body;
  EXPECT_EQ(at(own, "data.replacedByPlatformTransactionId"), "null") << own;
  // It may have collected the document before: a report is kept, and changes nothing.
  EXPECT_EQ(supplier.reports(id).status, 200);
  EXPECT_EQ(shown(id, "data.status"), "DROPPED");
  EXPECT_EQ(other.pulls(), Ids{next});
  const std::string seen = other.gets("/v2/all-transactions/" + next).body;
  EXPECT_EQ(at(seen, "data.replacesPlatformTransactionId"), "null") << seen;
  EXPECT_EQ(other.gets("/v2/all-transactions/" + id).status, 404);
}

TEST_F(Moving, sender_and_operators_see_both_transactions_and_the_reason) {
  const std::string id = customer.sends(order("1"));
  const std::string next = moved(id);
  EXPECT_EQ(details(id, "discarded"), Ids{"the GLN was wrong"});
  EXPECT_EQ(details(id, "moved"), Ids{next});
  EXPECT_EQ(details(next, "moved"), Ids{id});
  const std::string sent = customer.gets("/v2/all-transactions/" + id).body;
  EXPECT_EQ(at(sent, "data.replacedByPlatformTransactionId"), next);
  const std::string found = customer.gets("/v2/errors/" + at(sent, "data.case")).body;
  EXPECT_EQ(at(found, "data.status"), "resolved") << found;
  EXPECT_EQ(at(found, "data.reason"), "the GLN was wrong");
  EXPECT_EQ(at(clerk.lists("/admin/events").at(0), "by.type"), "operator");
}

TEST_F(Moving, repeated_request_has_the_same_answer_and_another_recipient_is_refused) {
  const std::string id = customer.sends(order("1"));
  const std::string next = moved(id);
  EXPECT_EQ(moved(id), next);
  other.reports(next);
  EXPECT_EQ(moved(id), next);
  EXPECT_EQ(moves(id, exchange.stranger.id).status, 409);
  EXPECT_EQ(clerk.posts("/admin/transactions/" + id + "/requeue", R"({"reason": "again"})").status,
            409);
  EXPECT_TRUE(other.pulls().empty());
}

TEST_F(Moving, failed_document_keeps_its_failure_and_its_case_is_resolved) {
  const std::string id = customer.sends(order("1"));
  ASSERT_EQ(supplier.reports(id, failure).status, 200);
  const std::string next = moved(id);
  EXPECT_EQ(other.pulls(), Ids{next});
  EXPECT_EQ(shown(id, "data.status"), "FAILED");
  const std::string found = clerk.gets("/admin/cases/" + shown(id, "data.case")).body;
  EXPECT_EQ(at(found, "data.status"), "resolved") << found;
  EXPECT_EQ(at(found, "data.comments.0.text"), "the GLN was wrong") << found;
}

TEST_F(Moving, without_a_relationship_the_document_is_held_until_the_new_recipient_accepts) {
  clerk.relates(exchange.customer.id, wholesaler.id, "requested");
  const std::string id = customer.sends(order("1"));
  const Answer answer = moves(id, wholesaler.id);
  ASSERT_EQ(answer.status, 201) << answer.body;
  EXPECT_EQ(at(answer.body, "held"), "true");
  EXPECT_TRUE(other.pulls().empty());
  clerk.relates(exchange.customer.id, wholesaler.id, "active");
  EXPECT_EQ(other.pulls(), Ids{at(answer.body, "platformTransactionId")});
}

TEST_F(Moving, held_document_can_be_moved) {
  clerk.relates(exchange.customer.id, exchange.supplier.id, "requested");
  const Answer sent = customer.posts("/v2/transactions", order("1"));
  ASSERT_EQ(sent.status, 202) << sent.body;
  const std::string next = moved(at(sent.body, "platformTransactionId"));
  EXPECT_EQ(other.pulls(), Ids{next});
  clerk.relates(exchange.customer.id, exchange.supplier.id, "active");
  EXPECT_TRUE(supplier.pulls().empty());
}

TEST_F(Moving, next_version_after_the_identifier_moved_supersedes_the_moved_one) {
  const std::string next = moved(customer.sends(order("1")));
  const Answer edited =
      clerk.patches("/admin/participants/" + wholesaler.id,
                    R"({"addIdentifiers": [{"domain": "GS1", "identifier": "9521001000000"}]})");
  ASSERT_EQ(edited.status, 200) << edited.body;
  EXPECT_EQ(customer.posts("/v2/transactions", order("1")).status, 400);
  const std::string newer = customer.sends(order("1", 7));
  EXPECT_EQ(other.pulls(), Ids{newer});
  EXPECT_EQ(shown(next, "data.status"), "DROPPED");
}

TEST_F(Moving, document_that_the_new_recipient_has_is_refused_and_stays) {
  const std::string id = customer.sends(order("1"));
  const Answer edited =
      clerk.patches("/admin/participants/" + wholesaler.id,
                    R"({"addIdentifiers": [{"domain": "GS1", "identifier": "9521001000000"}]})");
  ASSERT_EQ(edited.status, 200) << edited.body;
  const std::string again = customer.sends(order("1", 7));
  EXPECT_EQ(moves(id, wholesaler.id).status, 409);
  EXPECT_EQ(other.pulls(), Ids{again});
  EXPECT_EQ(supplier.pulls(), Ids{id});
}

TEST_F(Moving, relationship_and_requirements_of_the_new_recipient_apply) {
  const std::string id = customer.sends(order("1"));
  clerk.relates(exchange.customer.id, wholesaler.id, "blocked");
  EXPECT_EQ(moves(id, wholesaler.id).status, 403);
  clerk.relates(exchange.customer.id, wholesaler.id, "active");
  requires_of_wholesaler("header.promotionCode");
  const Answer refused = moves(id, wholesaler.id);
  EXPECT_EQ(refused.status, 422) << refused.body;
  EXPECT_EQ(supplier.pulls(), Ids{id});
}

// Covers contract 9.15.
TEST_F(Moving, requirements_are_tried_on_the_documents_of_the_last_days) {
  customer.sends(order("1"));
  customer.sends(order("2"));
  const auto tried = [&](std::string_view participant, std::string_view path) {
    return clerk.posts(
        fmt::format("/admin/participants/{}/requirements/validate", participant),
        fmt::format(R"({{"requirements": [{{"kind": "ORDER", "path": "{}"}}]}})", path));
  };
  const Answer missed = tried(exchange.supplier.id, "header.promotionCode");
  ASSERT_EQ(missed.status, 200) << missed.body;
  EXPECT_EQ(at(missed.body, "data.wouldHaveRefused.of"), "2");
  EXPECT_EQ(at(missed.body, "data.wouldHaveRefused.refused"), "2");
  const Answer met = tried(exchange.supplier.id, "header.orderDate");
  EXPECT_EQ(at(met.body, "data.wouldHaveRefused.refused"), "0");
  EXPECT_EQ(at(tried(wholesaler.id, "header.orderDate").body, "data.wouldHaveRefused.of"), "0");
  EXPECT_EQ(tried(exchange.supplier.id, "header.nothing").status, 422);
  EXPECT_EQ(tried("00000000-0000-0000-0000-000000000001", "header.orderDate").status, 404);
  EXPECT_EQ(customer.posts("/v2/transactions", order("3")).status, 201);
}

TEST_F(Moving, wrong_state_and_wrong_participant_are_refused) {
  const std::string id = customer.sends(order("1"));
  EXPECT_EQ(faults_of(moves(id, exchange.supplier.id)),
            Faults{"participant: transaction.participant.same"});
  EXPECT_EQ(faults_of(moves(id, "00000000-0000-0000-0000-000000000001")),
            Faults{"participant: transaction.participant.unknown"});
  EXPECT_EQ(
      faults_of(clerk.posts("/admin/transactions/" + id + "/move", R"({"reason": " "})")),
      (Faults{"participant: transaction.participant.missing", "reason: transaction.reason.blank"}));
  EXPECT_EQ(moves("00000000-0000-0000-0000-000000000001", wholesaler.id).status, 404);
  supplier.reports(id);
  EXPECT_EQ(moves(id, wholesaler.id).status, 409);
}

}  // namespace
}  // namespace tradepost::admin_tests
