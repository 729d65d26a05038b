#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "served/json.hpp"
#include "trade/trader.hpp"

// Covers contract 8.2.
// Tests the tokens that a participant makes for its own programs.
namespace tradepost::api_tests {

using http_tests::Answer;
using served::at;
using trade::of_test_flow;
using trade::Trader;
using trade::UsualExchange;

namespace {

constexpr std::string_view tokens = "/v2/profile/tokens";

struct OwnTokens : testing::Test {
  UsualExchange exchange;
  Trader customer{exchange, exchange.customer};

  static std::string made_by(Trader& trader, std::string_view body) {
    const Answer answer = trader.posts(tokens, body);
    EXPECT_EQ(answer.status, 201) << answer.body;
    return answer.body;
  }
  static std::string first_fault(Trader& trader, std::string_view body) {
    const Answer answer = trader.posts(tokens, body);
    EXPECT_EQ(answer.status, 422) << answer.body;
    return at(answer.body, "faults.0.code");
  }
};

TEST_F(OwnTokens, new_token_works_with_its_scopes_until_it_is_revoked) {
  const std::string made = made_by(customer, R"({"name":"ERP","scopes":["read"]})");
  EXPECT_EQ(at(made, "flow"), "LIVE");
  EXPECT_EQ(at(made, "createdBy.name"), "Kunde");
  Trader program(exchange, at(made, "token"));
  EXPECT_EQ(program.gets("/v2/all-transactions").status, 200);
  EXPECT_EQ(program.posts("/v2/transactions", trade::order("PO-1")).status, 403);
  EXPECT_EQ(program.gets(tokens).status, 403);
  const std::string path = fmt::format("{}/{}", tokens, at(made, "id"));
  EXPECT_NE(at(customer.asks("DELETE", path).body, "data.revokedAt"), "null");
  EXPECT_EQ(customer.asks("DELETE", path).status, 200);
  EXPECT_EQ(program.gets("/v2/all-transactions").status, 401);
}

TEST_F(OwnTokens, list_has_the_own_tokens_without_their_text) {
  const std::string made = made_by(customer, R"({"name":"ERP"})");
  const Answer list = customer.gets(std::string(tokens) + "?per_page=100");
  EXPECT_EQ(list.body.find(at(made, "token")), std::string::npos);
  EXPECT_EQ(at(list.body, "items.1.name"), "ERP");
  EXPECT_EQ(at(list.body, "items.1.lastUsedAt"), "null");
  EXPECT_NE(at(list.body, "items.0.lastUsedAt"), "null");
  EXPECT_EQ(at(list.body, "items.2"), "absent");
  const Answer page = customer.gets(std::string(tokens) + "?per_page=1");
  EXPECT_EQ(at(page.body, "hasMore"), "true");
}

TEST_F(OwnTokens, token_of_another_participant_is_unknown) {
  Trader supplier(exchange, exchange.supplier);
  const std::string path =
      fmt::format("{}/{}", tokens, at(made_by(customer, R"({"name":"ERP"})"), "id"));
  EXPECT_EQ(supplier.asks("DELETE", path).status, 404);
  EXPECT_EQ(at(supplier.gets(tokens).body, "items.1"), "absent");
}

TEST_F(OwnTokens, nothing_is_given_that_the_caller_lacks) {
  Trader administers(exchange, exchange.token(exchange.customer, R"(,"scopes":["admin","read"])"));
  EXPECT_EQ(first_fault(administers, R"({"name":"ERP","scopes":["read","send"]})"),
            "token.scopes.not_yours");
  EXPECT_EQ(at(made_by(administers, R"({"name":"ERP"})"), "scopes.2"), "absent");
}

TEST_F(OwnTokens, tokens_of_one_flow_are_apart_from_the_other) {
  Trader tests(exchange, exchange.token(exchange.customer, of_test_flow));
  const std::string live = made_by(customer, R"({"name":"ERP"})");
  EXPECT_EQ(at(made_by(tests, R"({"name":"ERP"})"), "flow"), "TEST");
  EXPECT_EQ(at(tests.gets(tokens).body, "items.1.flow"), "TEST");
  EXPECT_EQ(at(tests.gets(tokens).body, "items.2"), "absent");
  EXPECT_EQ(tests.asks("DELETE", fmt::format("{}/{}", tokens, at(live, "id"))).status, 404);
}

TEST_F(OwnTokens, all_faults_of_a_body_are_named) {
  EXPECT_EQ(first_fault(customer, "{}"), "token.name.missing");
  const Answer answer =
      customer.posts(tokens, R"({"name":" ","scopes":[],"expiresAt":"2001-01-01","colour":1})");
  EXPECT_EQ(at(answer.body, "faultCount"), "4") << answer.body;
}

TEST_F(OwnTokens, operators_see_who_made_a_token) {
  made_by(customer, R"({"name":"ERP"})");
  const Answer events = exchange.by().asks("GET", "/admin/events?per_page=1");
  EXPECT_EQ(at(events.body, "items.0.type"), "token.added") << events.body;
  EXPECT_EQ(at(events.body, "items.0.by.name"), "Kunde") << events.body;
}

}  // namespace
}  // namespace tradepost::api_tests
