#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <deque>
#include <string>

#include "api/json.hpp"
#include "api/network.hpp"

// Long polls (decisions 6.5), and what is a setting.
namespace tradepost::api_tests {
namespace {

using std::chrono::milliseconds;

constexpr std::string_view patient = "Prefer: wait=20\r\n";

TEST(Waiting, empty_page_waits_and_is_woken_by_a_document) {
  ExchangeProcess exchange(usual_network());
  Trader customer(exchange, customer_token);
  Trader supplier(exchange, supplier_token);
  supplier.begins_to_get("/v2/transactions", patient);
  EXPECT_FALSE(supplier.client().has_answer_within(milliseconds(200)));
  const std::string id = customer.sends(order("4711"));
  const Answer page = supplier.client().answer();
  EXPECT_EQ(at(page.body, "items.0.platformTransactionId"), id);
  EXPECT_EQ(page.header("preference-applied"), "wait=20");
}

TEST(Waiting, document_of_another_kind_wakes_nobody) {
  ExchangeProcess exchange(usual_network());
  Trader customer(exchange, customer_token);
  Trader supplier(exchange, supplier_token);
  supplier.begins_to_get("/v2/transactions?filter[type]=INVOICE", "Prefer: wait=1\r\n");
  customer.sends(order("4711"));
  const Answer page = supplier.client().answer();
  EXPECT_EQ(at(page.body, "count"), "0");
}

TEST(Waiting, page_that_is_there_does_not_wait) {
  ExchangeProcess exchange(usual_network());
  Trader customer(exchange, customer_token);
  Trader supplier(exchange, supplier_token);
  customer.sends(order("4711"));
  EXPECT_EQ(at(supplier.gets("/v2/transactions", patient).body, "count"), "1");
}

TEST(Waiting, nothing_came_is_an_empty_page_when_the_time_is_over) {
  ExchangeProcess exchange(usual_network());
  Trader supplier(exchange, supplier_token);
  const Answer page = supplier.gets("/v2/transactions", "Prefer: respond-async, WAIT=\"1\"\r\n");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(at(page.body, "count"), "0");
  EXPECT_EQ(page.header("preference-applied"), "wait=1");
}

TEST(Waiting, head_and_later_pages_and_unclear_wishes_never_wait) {
  ExchangeProcess exchange(usual_network());
  Trader supplier(exchange, supplier_token);
  EXPECT_EQ(supplier.asks("HEAD", "/v2/transactions", patient).status, 200);
  EXPECT_EQ(supplier.gets("/v2/transactions", "Prefer: wait=soon, wait=0\r\n").status, 200);
}

TEST(Waiting, token_that_is_revoked_meanwhile_ends_the_wait) {
  ExchangeProcess exchange(usual_network());
  Trader supplier(exchange, supplier_token);
  supplier.begins_to_get("/v2/transactions", patient);
  EXPECT_FALSE(supplier.client().has_answer_within(milliseconds(100)));
  exchange.revoke(std::string(supplier_token));
  EXPECT_TRUE(supplier.client().has_answer_within(milliseconds(4'000)));
  EXPECT_EQ(supplier.client().answer().status, 401);
}

TEST(Waiting, eleventh_poll_of_a_token_is_429) {
  ExchangeProcess exchange(usual_network());
  std::deque<Trader> polls;
  for (int i = 0; i < 11; ++i) {
    polls.emplace_back(exchange, supplier_token);
    polls.back().begins_to_get("/v2/transactions", patient);
  }
  int refused = 0;
  while (refused == 0) {
    for (Trader& poll : polls) {
      if (!poll.client().has_answer_within(milliseconds(50))) continue;
      const Answer answer = poll.client().answer();
      EXPECT_EQ(answer.status, 429);
      EXPECT_NE(answer.header("retry-after"), "");
      ++refused;
    }
  }
  EXPECT_EQ(refused, 1);
  Trader other(exchange, "supplier-other");
  other.begins_to_get("/v2/transactions", patient);
  EXPECT_FALSE(other.client().has_answer_within(milliseconds(100)));
}

TEST(Waiting, exchange_that_stops_answers_who_waits) {
  ExchangeProcess exchange(usual_network());
  Trader supplier(exchange, supplier_token);
  supplier.begins_to_get("/v2/transactions", patient);
  EXPECT_FALSE(supplier.client().has_answer_within(milliseconds(100)));
  exchange.stop();
  const Answer page = supplier.client().answer();
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.header("connection"), "close");
}

TEST(Setting, another_word_stands_in_the_three_names) {
  ExchangeProcess exchange(usual_network(R"("fieldWord": "hub", )"));
  Trader customer(exchange, customer_token);
  Trader supplier(exchange, supplier_token);
  const Answer first = customer.posts("/v2/transactions", order("1"));
  const std::string id = at(first.body, "hubTransactionId");
  customer.posts("/v2/transactions", order("1", R"(,"x":1)"));
  const Answer page = supplier.gets("/v2/transactions");
  EXPECT_EQ(at(page.body, "items.0.replacesHubTransactionId"), id);
  EXPECT_EQ(at(page.body, "items.0.replacedByHubTransactionId"), "null");
  EXPECT_EQ(page.body.find("platform"), std::string::npos);
  const Answer reported =
      supplier.posts("/v2/transactions/bulk/mark-processed",
                     fmt::format(R"([{{"hubTransactionId":"{}","success":true}}])", id));
  EXPECT_EQ(at(reported.body, "data.0.hubTransactionId"), id);
}

TEST(Setting, links_begin_with_the_public_address) {
  ExchangeProcess exchange(usual_network(R"("publicUrl": "https://trade.example/exchange", )"));
  Trader customer(exchange, customer_token);
  Trader supplier(exchange, supplier_token);
  customer.sends(order("1"));
  customer.sends(order("2"));
  const Answer page = supplier.gets("/v2/transactions?per_page=1&filter[type]=ORDER");
  EXPECT_TRUE(at(page.body, "nextPageUrl")
                  .starts_with("https://trade.example/exchange/v2/transactions?"
                               "filter%5Btype%5D=ORDER&per_page=1&cursor="))
      << page.body;
}

}  // namespace
}  // namespace tradepost::api_tests
