#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "commands/trading.hpp"

namespace tradepost::commands_tests {

using served::Ended;
using served::lines_of;

namespace {

TEST(List, both_sides_see_what_went_and_what_became_of_it) {
  Trade trade(shared_exchange());
  const std::string id = trade.sends("A-1");
  const Ended sent = trade.customer.tradepost("list");
  EXPECT_EQ(sent.exit_code, 0) << sent.err;
  EXPECT_TRUE(
      has(sent.out, fmt::format("to  {}  ORDER  A-1     PENDING  {}", trade.supplier_name, id)))
      << sent.out;
  const Ended received = trade.supplier.tradepost("list");
  EXPECT_TRUE(has(received.out, "from  " + trade.customer_name)) << received.out;
}

TEST(List, filters_find_what_they_say) {
  Trade trade(shared_exchange());
  const std::string id = trade.sends("A-1");
  trade.sends("A-2");
  EXPECT_EQ(trade.supplier.tradepost("report " + id).exit_code, 0);
  const auto count = [&](const std::string& words) {
    const Ended listed = trade.customer.tradepost("list --json " + words);
    EXPECT_EQ(listed.exit_code, 0) << listed.err;
    return lines_of(listed.out).size();
  };
  EXPECT_EQ(count(""), 2u);
  EXPECT_EQ(count("--status success"), 1u);
  EXPECT_EQ(count("--number A-2"), 1u);
  EXPECT_EQ(count("--direction received"), 0u);
  EXPECT_EQ(count("--type ORDER --direction sent"), 2u);
  EXPECT_EQ(count("--type INVOICE"), 0u);
  EXPECT_EQ(count("--to 1999-12-31"), 0u);
  EXPECT_EQ(count("--from 2000-01-01"), 2u);
  EXPECT_EQ(count("--limit 1"), 1u);
}

TEST(List, limit_says_that_there_is_more_and_all_leaves_nothing_out) {
  Trade trade(shared_exchange());
  std::string lines;
  for (int i = 0; i < 130; ++i) lines += trade.order(fmt::format("A-{}", i)) + "\n";
  EXPECT_EQ(trade.customer.tradepost("send --lines -", lines).exit_code, 0);
  EXPECT_TRUE(has(trade.customer.tradepost("list").out, "--all shows them"));
  EXPECT_EQ(lines_of(trade.customer.tradepost("list --limit 110 --json").out).size(), 110u);
  EXPECT_EQ(lines_of(trade.customer.tradepost("list --all --json").out).size(), 130u);
}

TEST(List, refusal_of_the_exchange_is_reported_and_with_json_printed) {
  Trade trade(shared_exchange());
  const Ended refused = trade.customer.tradepost("list --json --from 2026-02-30");
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_TRUE(has(refused.err, "filter[created_between]")) << refused.err;
  EXPECT_EQ(json_at(refused.out, "faults.0.path"), "filter[created_between]");
}

TEST(List, nothing_is_said_as_such) {
  Trade trade(shared_exchange());
  EXPECT_EQ(trade.customer.tradepost("list").out, "no such transactions\n");
}

TEST(Show, transaction_and_its_events_are_printed) {
  Trade trade(shared_exchange());
  const std::string id = trade.sends("A-1");
  const Ended shown = trade.customer.tradepost("show " + id);
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  for (const std::string& part : {"id       " + id, std::string("number   A-1"),
                                  "to       " + trade.supplier_name, std::string("delivered")}) {
    EXPECT_TRUE(has(shown.out, part)) << part << "\n" << shown.out;
  }
  const Ended json = trade.customer.tradepost("show --json " + id);
  EXPECT_EQ(json_at(json.out, "transaction.platformTransactionId"), id);
  EXPECT_EQ(json_at(json.out, "events.0.type"), "received");
}

TEST(Show, document_alone_is_what_was_sent) {
  Trade trade(shared_exchange());
  const std::string id = trade.sends("A-1", R"(,"price":1.50)");
  const Ended shown = trade.customer.tradepost("show --document " + id);
  EXPECT_EQ(shown.out, trade.order("A-1", R"(,"price":1.50)") + "\n");
}

TEST(Show, unknown_and_others_are_not_there) {
  Trade trade(shared_exchange());
  Trade other(shared_exchange());
  const std::string id = trade.sends("A-1");
  for (const std::string& hidden :
       {id, std::string("00000000-0000-7000-8000-000000000000"),
        std::string("../../admin/participants"), std::string("'%2e'")}) {
    const Ended shown = other.customer.tradepost("show " + hidden);
    EXPECT_EQ(shown.exit_code, 1) << hidden << shown.out << shown.err;
    EXPECT_EQ(shown.out, "");
  }
  EXPECT_EQ(json_at(other.customer.tradepost("show --json " + id).out, "code"), "not_found");
}

}  // namespace
}  // namespace tradepost::commands_tests
