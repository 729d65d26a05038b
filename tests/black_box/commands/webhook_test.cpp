#include <gtest/gtest.h>

#include <string>

#include "commands/trading.hpp"

// Tests `tradepost webhook`.
namespace tradepost::commands_tests {
namespace {

// No server listens on the discard port.
const std::string nowhere = "http://127.0.0.1:9/in";

class WebhookCommand : public testing::Test {
 public:
  WebhookCommand() : trade(shared_exchange()) {
    served::Operator(shared_exchange().port())
        .does("PUT", "/admin/webhook-targets", R"({"targets":["127.0.0.1"]})");
  }
  std::string added(const std::string& more = "") const {
    const Ended made = trade.supplier.tradepost("webhook add --json " + nowhere + more);
    EXPECT_EQ(made.exit_code, 0) << made.err;
    return json_at(made.out, "id");
  }

  Trade trade;
};

TEST_F(WebhookCommand, secret_stands_alone_on_standard_output) {
  const Ended made = trade.supplier.tradepost("webhook add " + nowhere);
  EXPECT_EQ(made.exit_code, 0) << made.err;
  ASSERT_EQ(lines_of(made.out).size(), 1u);
  EXPECT_TRUE(made.out.starts_with("tp_hook_")) << made.out;
  EXPECT_TRUE(has(made.err, "shown only once")) << made.err;
}

TEST_F(WebhookCommand, those_that_are_there_are_listed_with_their_events) {
  EXPECT_EQ(trade.supplier.tradepost("webhook list").out, "no webhooks\n");
  const std::string id = added(" --event case.opened --event transaction.reported");
  const Ended list = trade.supplier.tradepost("webhook list");
  for (const std::string& part :
       {id, nowhere, std::string("transaction.reported, case.opened"), std::string("good")}) {
    EXPECT_TRUE(has(list.out, part)) << part << "\n" << list.out;
  }
  EXPECT_EQ(json_at(trade.supplier.tradepost("webhook list --json").out, "id"), id);
  EXPECT_EQ(trade.customer.tradepost("webhook list --json").out, "");
}

TEST_F(WebhookCommand, test_without_an_answer_exits_with_the_answer_no) {
  const std::string id = added();
  const Ended tested = trade.supplier.tradepost("webhook test " + id);
  EXPECT_EQ(tested.exit_code, 1);
  EXPECT_EQ(tested.out, "failed: The connection was refused.\n");
  const Ended as_json = trade.supplier.tradepost("webhook test --json " + id);
  EXPECT_EQ(as_json.exit_code, 1);
  EXPECT_EQ(json_at(as_json.out, "taken"), "false");
}

TEST_F(WebhookCommand, removed_one_is_there_no_more) {
  const std::string id = added();
  const Ended removed = trade.supplier.tradepost("webhook remove " + id);
  EXPECT_EQ(removed.exit_code, 0) << removed.err;
  EXPECT_TRUE(has(removed.out, id + " is removed")) << removed.out;
  EXPECT_EQ(trade.supplier.tradepost("webhook remove " + id).exit_code, 1);
  EXPECT_EQ(trade.supplier.tradepost("webhook test " + id).exit_code, 1);
}

TEST_F(WebhookCommand, failed_events_are_redelivered_by_their_owner_and_by_an_operator) {
  const std::string id = added(" --event transaction.pending");
  trade.sends("W-1");
  for (const Ended& ended : {trade.supplier.tradepost("webhook redeliver " + id),
                             trade.operators.tradepost("webhook redeliver --everybody " + id)}) {
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    EXPECT_EQ(ended.out, "events that are sent again: 1\n");
  }
  EXPECT_EQ(trade.customer.tradepost("webhook redeliver " + id).exit_code, 1);
  EXPECT_EQ(trade.supplier.tradepost("webhook redeliver --everybody " + id).exit_code, 1);
}

TEST_F(WebhookCommand, host_that_is_not_allowed_is_reported_with_the_reason) {
  const Ended refused = trade.supplier.tradepost("webhook add https://hooks.example/in");
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_TRUE(has(refused.err, "The operator does not allow this host.")) << refused.err;
  EXPECT_EQ(trade.supplier.tradepost("webhook add --event all " + nowhere).exit_code, 2);
}

}  // namespace
}  // namespace tradepost::commands_tests
