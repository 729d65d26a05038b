#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <string>
#include <utility>

#include "served/json.hpp"
#include "served/shifted_clock.hpp"
#include "trade/trader.hpp"

// Tests long polls (contract 6.5), and their settings.
// Covers contract 2.2, 2.4, 6.4, 6.5, 6.6, 8.1 and 8.2.
namespace tradepost::api_tests {

using http_tests::Answer;
using http_tests::Client;
using served::at;
using trade::order;
using trade::that_expires_in_an_hour;
using trade::Trader;
using trade::UsualExchange;

namespace {

using std::chrono::milliseconds;

constexpr std::string_view patient = "Prefer: wait=20\r\n";

TEST(Waiting, empty_page_waits_and_is_woken_by_a_document) {
  UsualExchange exchange;
  Trader customer(exchange, exchange.customer);
  Trader supplier(exchange, exchange.supplier);
  supplier.begins_to_get("/v2/transactions", patient);
  EXPECT_FALSE(supplier.client().has_answer_within(milliseconds(200)));
  const std::string id = customer.sends(order("4711"));
  const Answer page = supplier.client().answer();
  EXPECT_EQ(at(page.body, "items.0.platformTransactionId"), id);
  EXPECT_EQ(page.header("preference-applied"), "wait=20");
}

TEST(Waiting, document_of_another_kind_wakes_no_poll) {
  UsualExchange exchange;
  Trader customer(exchange, exchange.customer);
  Trader supplier(exchange, exchange.supplier);
  supplier.begins_to_get("/v2/transactions?filter[type]=INVOICE", "Prefer: wait=1\r\n");
  customer.sends(order("4711"));
  const Answer page = supplier.client().answer();
  EXPECT_EQ(at(page.body, "count"), "0");
}

TEST(Waiting, page_that_is_there_does_not_wait) {
  UsualExchange exchange;
  Trader customer(exchange, exchange.customer);
  Trader supplier(exchange, exchange.supplier);
  customer.sends(order("4711"));
  EXPECT_EQ(at(supplier.gets("/v2/transactions", patient).body, "count"), "1");
}

TEST(Waiting, nothing_came_is_an_empty_page_when_the_time_is_over) {
  UsualExchange exchange;
  Trader supplier(exchange, exchange.supplier);
  const Answer page = supplier.gets("/v2/transactions", "Prefer: respond-async, WAIT=\"1\"\r\n");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(at(page.body, "count"), "0");
  EXPECT_EQ(page.header("preference-applied"), "wait=1");
}

TEST(Waiting, head_and_later_pages_and_unclear_wishes_never_wait) {
  UsualExchange exchange;
  Trader supplier(exchange, exchange.supplier);
  EXPECT_EQ(supplier.asks("HEAD", "/v2/transactions", patient).status, 200);
  EXPECT_EQ(supplier.gets("/v2/transactions", "Prefer: wait=soon, wait=0\r\n").status, 200);
}

TEST(Waiting, token_that_is_revoked_during_the_wait_ends_it) {
  UsualExchange exchange;
  Trader supplier(exchange, exchange.supplier);
  supplier.begins_to_get("/v2/transactions", patient);
  EXPECT_FALSE(supplier.client().has_answer_within(milliseconds(100)));
  served::revoke(exchange.by(), exchange.supplier.token_id);
  EXPECT_TRUE(supplier.client().has_answer_within(milliseconds(4'000)));
  EXPECT_EQ(supplier.client().answer().status, 401);
}

TEST(Waiting, eleventh_poll_of_a_token_is_429) {
  UsualExchange exchange;
  std::deque<Trader> polls;
  for (int i = 0; i < 11; ++i) {
    polls.emplace_back(exchange, exchange.supplier);
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
  Trader other(exchange, exchange.token(exchange.supplier));
  other.begins_to_get("/v2/transactions", patient);
  EXPECT_FALSE(other.client().has_answer_within(milliseconds(100)));
}

// Opens as many polls as a token may have and ends their clients with `end`. Expects the next poll
// to wait.
void expect_places_free_after(void (*end)(Client& client)) {
  UsualExchange exchange;
  std::deque<Trader> polls;
  for (int i = 0; i < 11; ++i) {
    polls.emplace_back(exchange, exchange.supplier);
    polls.back().begins_to_get("/v2/transactions", "Prefer: wait=60\r\n");
  }
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  // One poll is refused when all others wait.
  const auto is_refused = [](Trader& poll) {
    return poll.client().has_answer_within(milliseconds(20));
  };
  while (std::ranges::none_of(polls, is_refused))
    ASSERT_LT(std::chrono::steady_clock::now(), until);
  for (Trader& poll : polls) end(poll.client());
  Trader next(exchange, exchange.supplier);
  int status = 429;
  while (status == 429 && std::chrono::steady_clock::now() < until)
    status = next.gets("/v2/transactions", "Prefer: wait=1\r\n").status;
  EXPECT_EQ(status, 200);
}

TEST(Waiting, polls_of_a_client_that_was_reset_hold_no_places) {
  expect_places_free_after([](Client& client) { client.reset(); });
}

TEST(Waiting, polls_of_a_client_that_has_closed_hold_no_places) {
  expect_places_free_after([](Client& client) { const Client closed(std::move(client)); });
}

TEST(Waiting, poll_of_a_client_that_was_reset_holds_no_place_though_it_had_sent_more) {
  expect_places_free_after([](Client& client) {
    client.send(http_tests::get("/healthz"));
    client.reset();
  });
}

TEST(Waiting, client_that_stops_sending_gets_its_page_at_once) {
  UsualExchange exchange;
  Trader supplier(exchange, exchange.supplier);
  supplier.begins_to_get("/v2/transactions", "Prefer: wait=60\r\n");
  EXPECT_FALSE(supplier.client().has_answer_within(milliseconds(200)));
  supplier.client().end_sending();
  EXPECT_TRUE(supplier.client().has_answer_within(milliseconds(10'000)));
  const Answer page = supplier.client().answer();
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(at(page.body, "count"), "0");
}

TEST(Waiting, client_that_pipelines_a_request_keeps_waiting) {
  UsualExchange exchange;
  Trader customer(exchange, exchange.customer);
  Trader supplier(exchange, exchange.supplier);
  supplier.begins_to_get("/v2/transactions", patient);
  supplier.begins_to_get("/v2/ping");
  EXPECT_FALSE(supplier.client().has_answer_within(milliseconds(3'000)));
  const std::string id = customer.sends(order("4711"));
  EXPECT_EQ(at(supplier.client().answer().body, "items.0.platformTransactionId"), id);
  EXPECT_EQ(supplier.client().answer().status, 204);
}

TEST(Waiting, token_that_expires_during_the_wait_ends_it) {
  const served::ScratchFolder folder;
  const served::ShiftedClock clock(folder.path());
  UsualExchange exchange({.environment = clock.environment()});
  Trader supplier(exchange, exchange.token(exchange.supplier, that_expires_in_an_hour()));
  supplier.begins_to_get("/v2/transactions", patient);
  EXPECT_FALSE(supplier.client().has_answer_within(milliseconds(100)));
  clock.shift("+2h");
  EXPECT_TRUE(supplier.client().has_answer_within(milliseconds(4'000)));
  EXPECT_EQ(supplier.client().answer().status, 401);
}

// The polls end at once, not at their next check of the token, two seconds after their start.
TEST(Waiting, exchange_that_stops_answers_all_who_wait_at_once) {
  UsualExchange exchange;
  std::deque<Trader> polls;
  for (int i = 0; i < 10; ++i) {
    polls.emplace_back(exchange, exchange.supplier);
    polls.back().begins_to_get("/v2/transactions", patient);
  }
  EXPECT_FALSE(polls.back().client().has_answer_within(milliseconds(200)));
  exchange.process().signal(SIGTERM);
  const auto until = std::chrono::steady_clock::now() + milliseconds(1'000);
  for (Trader& poll : polls) {
    const Answer page = poll.client().answer();
    EXPECT_EQ(page.status, 200);
    EXPECT_EQ(at(page.body, "count"), "0");
    EXPECT_EQ(page.header("connection"), "close");
  }
  EXPECT_LT(std::chrono::steady_clock::now(), until);
  EXPECT_EQ(exchange.process().wait(), 0);
}

TEST(Setting, field_word_changes_the_three_names) {
  UsualExchange exchange({.flags = {"--field-word", "hub"}});
  Trader customer(exchange, exchange.customer);
  Trader supplier(exchange, exchange.supplier);
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
  UsualExchange exchange({.flags = {"--public-url", "https://trade.example/exchange"}});
  Trader customer(exchange, exchange.customer);
  Trader supplier(exchange, exchange.supplier);
  customer.sends(order("1"));
  customer.sends(order("2"));
  const Answer page = supplier.gets("/v2/transactions?per_page=1&filter[type]=ORDER");
  EXPECT_TRUE(at(page.body, "nextPageUrl")
                  .starts_with("https://trade.example/exchange/v2/transactions?"
                               "filter%5Btype%5D=ORDER&per_page=1&cursor="))
      << page.body;
}

TEST(Setting, links_begin_with_an_absolute_target_whatever_the_host_says) {
  UsualExchange exchange;
  Trader customer(exchange, exchange.customer);
  Trader supplier(exchange, exchange.supplier);
  customer.sends(order("1"));
  customer.sends(order("2"));
  const Answer page = supplier.gets("http://shop.example:81/v2/transactions?per_page=1");
  EXPECT_TRUE(at(page.body, "nextPageUrl").starts_with("http://shop.example:81/v2/transactions?"))
      << page.body;
  EXPECT_EQ(supplier.gets("http://a@shop.example/v2/ping").status, 400);
}

}  // namespace
}  // namespace tradepost::api_tests
