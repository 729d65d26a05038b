#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "served/json.hpp"
#include "trade/trade.hpp"

// Tests POST /v2/all-transactions/{id}/requeue (contract 4.9, 5.7).
// Covers contract 4.9, 5.7, 8.2 and 8.4.
namespace tradepost::cases_tests {

using trade::Answer;
using trade::Failed;
using trade::Trade;
using trade::unused_id;

namespace {

using served::at;
using Ids = std::vector<std::string>;

class Requeue : public testing::Test {
 public:
  Trade trade;

  Answer requeues(const std::string& token, std::string_view id, std::string_view headers = "") {
    return trade.asks(token, "POST", fmt::format("/v2/all-transactions/{}/requeue", id), "",
                      headers);
  }
};

TEST_F(Requeue, failed_document_is_delivered_again_as_its_newest_version) {
  const Failed failed = trade.fails("1");
  const Answer again = requeues(trade.customer.token, failed.transaction);
  ASSERT_EQ(again.status, 201) << again.body;
  const std::string id = at(again.body, "platformTransactionId");
  EXPECT_EQ(at(again.body, "held"), "false");
  EXPECT_EQ(trade.pending(trade.supplier), Ids{id});
  const Answer shown = trade.gets(trade.customer, "/v2/all-transactions/" + id);
  EXPECT_EQ(at(shown.body, "data.replacesPlatformTransactionId"), failed.transaction);
  const Answer of_case = trade.gets(trade.supplier, "/v2/errors/" + failed.case_id);
  EXPECT_EQ(at(of_case.body, "data.status"), "resolved");
  EXPECT_EQ(at(of_case.body, "data.resolvedBy"), "requeue");
  trade.processes(id);
  EXPECT_EQ(trade.pending(trade.supplier), Ids{});
}

TEST_F(Requeue, recipient_may_too) {
  const Failed failed = trade.fails("1");
  const Answer again = requeues(trade.supplier.token, failed.transaction);
  ASSERT_EQ(again.status, 201) << again.body;
  EXPECT_EQ(trade.pending(trade.supplier), Ids{at(again.body, "platformTransactionId")});
}

TEST_F(Requeue, each_side_needs_its_own_scope) {
  const Failed failed = trade.fails("1");
  const auto asked = [&](const served::Member& member, std::string_view scope) {
    return requeues(trade.token(member, fmt::format(R"(,"scopes":["{}"])", scope)),
                    failed.transaction);
  };
  EXPECT_EQ(asked(trade.customer, "read").status, 403);
  const Answer as_sender = asked(trade.customer, "report");
  EXPECT_EQ(as_sender.status, 403);
  EXPECT_EQ(as_sender.header("www-authenticate"),
            R"(Bearer error="insufficient_scope", scope="send")");
  EXPECT_EQ(asked(trade.supplier, "send").status, 403);
  EXPECT_EQ(asked(trade.supplier, "report").status, 201);
}

TEST_F(Requeue, discarded_document_is_delivered_again) {
  const std::string id = trade.sends("1");
  trade.by().does("POST", fmt::format("/admin/transactions/{}/discard", id),
                  R"({"reason":"Irrtum"})");
  EXPECT_EQ(trade.pending(trade.supplier), Ids{});
  const Answer again = requeues(trade.customer.token, id);
  EXPECT_EQ(again.status, 201) << again.body;
  EXPECT_EQ(trade.pending(trade.supplier), Ids{at(again.body, "platformTransactionId")});
}

TEST_F(Requeue, any_other_state_is_409_with_words) {
  const std::string pending = trade.sends("1");
  const std::string processed = trade.sends("2");
  trade.processes(processed);
  const Failed superseded = trade.fails("3");
  trade.sends("3", R"(,"note":"zweite")");
  for (const std::string& id : {pending, processed, superseded.transaction}) {
    const Answer refused = requeues(trade.customer.token, id);
    EXPECT_EQ(refused.status, 409) << refused.body;
    EXPECT_EQ(at(refused.body, "code"), "conflict");
    EXPECT_NE(at(refused.body, "message").find("latest version"), std::string::npos);
  }
}

TEST_F(Requeue, once_more_of_the_same_is_409) {
  const Failed failed = trade.fails("1");
  EXPECT_EQ(requeues(trade.customer.token, failed.transaction).status, 201);
  EXPECT_EQ(requeues(trade.customer.token, failed.transaction).status, 409);
}

TEST_F(Requeue, repeat_with_the_same_key_gets_the_first_answer) {
  const Failed failed = trade.fails("1");
  const Failed other = trade.fails("2");
  constexpr std::string_view key = "Idempotency-Key: noch einmal\r\n";
  const Answer first = requeues(trade.customer.token, failed.transaction, key);
  ASSERT_EQ(first.status, 201) << first.body;
  const Answer second = requeues(trade.customer.token, failed.transaction, key);
  EXPECT_EQ(second.status, 201);
  EXPECT_EQ(second.body, first.body);
  EXPECT_EQ(first.header("idempotency-replayed"), "");
  EXPECT_EQ(second.header("idempotency-replayed"), "true");
  EXPECT_EQ(requeues(trade.customer.token, other.transaction, key).status, 422);
  EXPECT_EQ(trade.pending(trade.supplier), Ids{at(first.body, "platformTransactionId")});
}

TEST_F(Requeue, who_is_blocked_since_is_403) {
  const Failed failed = trade.fails("1");
  trade.does(trade.supplier, "PUT", "/v2/trade-partners/" + trade.customer.id,
             R"({"status":"blocked"})");
  EXPECT_EQ(requeues(trade.customer.token, failed.transaction).status, 403);
  EXPECT_EQ(trade.status(failed.transaction), "FAILED");
}

TEST_F(Requeue, where_the_recipient_has_to_accept_again_it_is_held) {
  const Failed failed = trade.fails("1");
  trade.does(trade.supplier, "PUT", "/v2/trade-partners/" + trade.customer.id,
             R"({"status":"requested"})");
  const Answer again = requeues(trade.customer.token, failed.transaction);
  ASSERT_EQ(again.status, 201) << again.body;
  EXPECT_EQ(at(again.body, "held"), "true");
  EXPECT_EQ(trade.pending(trade.supplier), Ids{});
  // A held document does not resolve the case, which the recipient can see.
  EXPECT_EQ(at(trade.gets(trade.supplier, "/v2/errors/" + failed.case_id).body, "data.status"),
            "open");
}

TEST_F(Requeue, of_what_is_not_the_callers_is_404_as_of_what_never_was) {
  const Failed failed = trade.fails("1");
  const std::string tests = trade.token(trade.customer, R"(,"flow":"TEST")");
  const Answer unknown = requeues(trade.stranger.token, unused_id);
  EXPECT_EQ(unknown.status, 404);
  EXPECT_EQ(requeues(trade.stranger.token, failed.transaction).body, unknown.body);
  EXPECT_EQ(requeues(tests, failed.transaction).body, unknown.body);
  EXPECT_EQ(requeues(trade.stranger.token, "4711").body, unknown.body);
  EXPECT_EQ(trade.status(failed.transaction), "FAILED");
}

}  // namespace
}  // namespace tradepost::cases_tests
