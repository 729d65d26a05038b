#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <deque>
#include <string>

#include "served/json.hpp"
#include "trade/trader.hpp"

// Tests the stream of change events (contract 2.14).
// Covers contract 2.14.
namespace tradepost::api_tests {

using http_tests::Answer;
using served::at;
using trade::of_test_flow;
using trade::order;
using trade::Trader;
using trade::UsualExchange;

namespace {

using std::chrono::milliseconds;

constexpr std::string_view path = "/v2/changes";

// Returns the value of one line of an event.
std::string line_of(const Answer& answer, std::string_view name) {
  const std::string begin = fmt::format("{}: ", name);
  const auto at = answer.body.find(begin);
  if (at == std::string::npos) return "absent";
  const auto from = at + begin.size();
  return answer.body.substr(from, answer.body.find('\n', from) - from);
}

struct ChangesOf : testing::Test {
  UsualExchange exchange;
  Trader customer{exchange, exchange.customer};
  Trader supplier{exchange, exchange.supplier};

  static std::string seen_by(Trader& trader, std::string_view of = path) {
    const Answer first = trader.gets(of);
    EXPECT_EQ(first.status, 200) << first.body;
    EXPECT_EQ(first.header("content-type"), "text/event-stream");
    EXPECT_EQ(line_of(first, "event"), "absent");
    return fmt::format("Last-Event-ID: {}\r\n", line_of(first, "id"));
  }
};

TEST_F(ChangesOf, both_sides_are_notified_of_documents_and_reports_without_contents) {
  const std::string of_supplier = seen_by(supplier);
  supplier.begins_to_get(path, of_supplier);
  EXPECT_FALSE(supplier.client().has_answer_within(milliseconds(200)));
  const std::string id = customer.sends(order("4711"));
  const Answer change = supplier.client().answer();
  EXPECT_EQ(line_of(change, "event"), "changed");
  EXPECT_EQ(line_of(change, "data"), "{}");
  EXPECT_NE(fmt::format("Last-Event-ID: {}\r\n", line_of(change, "id")), of_supplier);
  const std::string of_customer = seen_by(customer);
  customer.begins_to_get(path, of_customer);
  EXPECT_FALSE(customer.client().has_answer_within(milliseconds(200)));
  supplier.reports(id);
  EXPECT_EQ(line_of(customer.client().answer(), "event"), "changed");
}

TEST_F(ChangesOf, change_between_two_requests_is_reported_at_once) {
  const std::string seen = seen_by(supplier);
  customer.sends(order("4711"));
  EXPECT_EQ(line_of(supplier.gets(path, seen), "event"), "changed");
  EXPECT_EQ(line_of(supplier.gets(path, "Last-Event-ID: 17\r\n"), "event"), "changed");
}

TEST_F(ChangesOf, other_participants_are_not_notified) {
  Trader stranger(exchange, exchange.stranger);
  Trader of_test(exchange, exchange.token(exchange.supplier, of_test_flow));
  const std::string seen = seen_by(stranger);
  const std::string seen_of_test = seen_by(of_test);
  customer.sends(order("4711"));
  EXPECT_EQ(seen_by(stranger), seen);
  EXPECT_EQ(seen_by(of_test), seen_of_test);
}

TEST_F(ChangesOf, operators_are_notified_of_both_flows_and_of_cases) {
  Trader clerk(exchange, served::operator_token);
  Trader of_test(exchange, exchange.token(exchange.customer, of_test_flow));
  std::string seen = seen_by(clerk, "/admin/changes");
  of_test.sends(order("1"));
  EXPECT_NE(seen_by(clerk, "/admin/changes"), seen);
  seen = seen_by(clerk, "/admin/changes");
  customer.posts("/v2/errors", R"({"errorReason": "no answer"})");
  EXPECT_NE(seen_by(clerk, "/admin/changes"), seen);
  EXPECT_EQ(supplier.gets("/admin/changes").status, 403);
  EXPECT_EQ(clerk.gets(path).status, 401);
}

TEST_F(ChangesOf, token_that_is_revoked_during_the_wait_ends_it) {
  supplier.begins_to_get(path, seen_by(supplier));
  EXPECT_FALSE(supplier.client().has_answer_within(milliseconds(100)));
  served::revoke(exchange.by(), exchange.supplier.token_id);
  EXPECT_TRUE(supplier.client().has_answer_within(milliseconds(4'000)));
  EXPECT_EQ(supplier.client().answer().status, 401);
}

TEST_F(ChangesOf, eleventh_wait_of_a_token_is_429_and_its_polls_have_places_of_their_own) {
  const std::string seen = seen_by(supplier);
  std::deque<Trader> waits;
  for (int i = 0; i < 11; ++i) {
    waits.emplace_back(exchange, exchange.supplier);
    waits.back().begins_to_get(path, seen);
  }
  int refused = 0;
  while (refused == 0) {
    for (Trader& wait : waits) {
      if (!wait.client().has_answer_within(milliseconds(50))) continue;
      EXPECT_EQ(wait.client().answer().status, 429);
      ++refused;
    }
  }
  EXPECT_EQ(refused, 1);
  EXPECT_EQ(supplier.gets("/v2/transactions", "Prefer: wait=1\r\n").status, 200);
}

TEST_F(ChangesOf, exchange_that_stops_ends_all_waits_at_once) {
  const std::string seen = seen_by(supplier);
  supplier.begins_to_get(path, seen);
  EXPECT_FALSE(supplier.client().has_answer_within(milliseconds(200)));
  exchange.process().signal(SIGTERM);
  EXPECT_TRUE(supplier.client().has_answer_within(milliseconds(1'000)));
  EXPECT_EQ(supplier.client().answer().status, 200);
  EXPECT_EQ(exchange.process().wait(), 0);
}

}  // namespace
}  // namespace tradepost::api_tests
