#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "served/json.hpp"
#include "trade/trader.hpp"

// Tests the list in which the developers of a participant see its requests.
// Covers contract 11.11.
namespace tradepost::api_tests {

using http_tests::Answer;
using served::at;
using trade::of_test_flow;
using trade::Trader;
using trade::UsualExchange;

namespace {

constexpr std::string_view requests = "/v2/requests";

struct OwnRequests : testing::Test {
  UsualExchange exchange;
  Trader customer{exchange, exchange.customer};

  static std::string list(Trader& trader, std::string_view query = "") {
    const Answer answer = trader.gets(fmt::format("{}{}", requests, query));
    EXPECT_EQ(answer.status, 200) << answer.body;
    return answer.body;
  }
  // Returns the newest request of the list, with its body.
  static std::string newest(Trader& trader) {
    const std::string id = at(list(trader), "data.requests.0.id");
    return trader.gets(fmt::format("{}/{}", requests, id)).body;
  }
};

TEST_F(OwnRequests, refused_document_is_shown_with_its_faults_and_its_body) {
  const std::string body = R"({"type":"ORDER", "content":{"header":{"note":"it's \u00e4"}}})";
  EXPECT_EQ(customer.posts("/v2/transactions", body, "X-Request-Id: order-1\r\n").status, 422);
  const std::string one = newest(customer);
  EXPECT_EQ(at(one, "data.method"), "POST");
  EXPECT_EQ(at(one, "data.path"), "/v2/transactions");
  EXPECT_EQ(at(one, "data.status"), "422");
  EXPECT_EQ(at(one, "data.code"), "invalid");
  EXPECT_EQ(at(one, "data.requestId"), "order-1");
  EXPECT_EQ(at(one, "data.body"), body);
  EXPECT_EQ(at(one, "data.bodyEncoding"), "utf-8");
  EXPECT_EQ(at(one, "data.bodyBytes"), std::to_string(body.size()));
  EXPECT_EQ(at(one, "data.person"), "null");
  EXPECT_NE(at(one, "data.token.id"), "absent");
  EXPECT_NE(at(one, "data.faults.0.message"), "absent");
  EXPECT_EQ(at(one, "data.faults.20"), "absent");
}

TEST_F(OwnRequests, sentences_are_in_the_language_of_the_reader) {
  const std::string german = "Accept-Language: de\r\n";
  customer.posts("/v2/transactions", R"({"type":"ORDER","content":{}})", german);
  const std::string english = newest(customer);
  const std::string path = fmt::format("{}/{}", requests, at(english, "data.id"));
  EXPECT_TRUE(at(english, "data.message").starts_with("The document has "));
  EXPECT_TRUE(at(customer.gets(path, german).body, "data.message").starts_with("Der Beleg hat "));
}

TEST_F(OwnRequests, body_that_is_no_text_is_shown_as_base64) {
  customer.posts("/v2/transactions", "{\xFF");
  EXPECT_EQ(at(newest(customer), "data.body"), "e/8=");
  EXPECT_EQ(at(newest(customer), "data.bodyEncoding"), "base64");
}

TEST_F(OwnRequests, large_body_is_not_kept) {
  const std::string body =
      fmt::format(R"({{"type":"ORDER","content":"{}"}})", std::string(64u << 10, 'x'));
  EXPECT_EQ(customer.posts("/v2/transactions", body).status, 422);
  const std::string one = newest(customer);
  EXPECT_EQ(at(one, "data.body"), "null");
  EXPECT_EQ(at(one, "data.bodyBytes"), std::to_string(body.size()));
}

TEST_F(OwnRequests, refused_reports_and_cases_keep_their_bodies) {
  for (const auto* const path :
       {"/v2/transactions/018f0000-0000-7000-8000-000000000000", "/v2/errors",
        "/v2/transactions/bulk/mark-processed", "/v2/transactions/validate"}) {
    EXPECT_GE(customer.posts(path, "[1").status, 400) << path;
    EXPECT_EQ(at(newest(customer), "data.body"), "[1") << path;
  }
}

TEST_F(OwnRequests, bodies_of_other_routes_are_never_kept) {
  const std::string secret = R"({"name":"ERP","password":"hunter2","secret":7})";
  for (const auto* const path : {"/v2/profile/tokens", "/v2/profile/webhooks", "/v2/invitations"}) {
    EXPECT_GE(customer.posts(path, secret).status, 400) << path;
    const std::string one = newest(customer);
    EXPECT_EQ(at(one, "data.path"), path);
    EXPECT_EQ(at(one, "data.body"), "null") << path;
    EXPECT_FALSE(one.contains("hunter2")) << one;
  }
  customer.posts("/v2/sign-in", secret);
  EXPECT_NE(at(newest(customer), "data.path"), "/v2/sign-in");
}

TEST_F(OwnRequests, secrets_of_a_request_are_not_kept) {
  const std::string token = exchange.customer.token;
  customer.gets("/v2/all-transactions?per_page=7&access_token=" + token +
                "&filter%5Btype%5D=ORDER&link=sealed");
  const std::string all = list(customer);
  EXPECT_EQ(at(all, "data.requests.0.path"),
            "/v2/all-transactions?per_page=7&filter%5Btype%5D=ORDER");
  EXPECT_FALSE(all.contains(token));
  EXPECT_FALSE(all.contains("sealed"));
}

TEST_F(OwnRequests, secret_link_with_a_wrong_method_is_not_kept) {
  EXPECT_EQ(customer.puts("/v2/unsubscribe/sealed", "{}").status, 405);
  const std::string all = list(customer);
  EXPECT_EQ(at(all, "data.requests.0.path"), "/v2/unsubscribe/…");
  EXPECT_EQ(at(all, "data.requests.0.status"), "405");
  EXPECT_FALSE(all.contains("sealed"));
}

TEST_F(OwnRequests, filters_choose_by_outcome_and_path) {
  customer.gets("/v2/ping");
  customer.gets("/v2/nowhere");
  customer.posts("/v2/transactions", trade::order("PO-1"));
  const std::string refused = list(customer, "?filter[outcome]=refused");
  EXPECT_EQ(at(refused, "data.requests.0.path"), "/v2/nowhere");
  EXPECT_EQ(at(refused, "data.requests.0.code"), "not_found");
  EXPECT_EQ(at(refused, "data.requests.1"), "absent");
  const std::string pings = list(customer, "?filter[outcome]=succeeded&filter[path_prefix]=/v2/pi");
  EXPECT_EQ(at(pings, "data.requests.0.path"), "/v2/ping");
  EXPECT_EQ(at(pings, "data.requests.1"), "absent");
  EXPECT_EQ(at(pings, "data.keptDays"), "7");
}

TEST_F(OwnRequests, requests_of_others_and_of_the_other_flow_are_unknown) {
  customer.posts("/v2/transactions", "{}");
  const std::string path = fmt::format("{}/{}", requests, at(newest(customer), "data.id"));
  EXPECT_EQ(customer.gets(path).status, 200);
  Trader supplier(exchange, exchange.supplier);
  EXPECT_EQ(supplier.gets(path).status, 404);
  EXPECT_FALSE(list(supplier).contains(at(newest(customer), "data.id")));
  Trader tester(exchange, exchange.token(exchange.customer, of_test_flow));
  EXPECT_EQ(tester.gets(path).status, 404);
}

TEST_F(OwnRequests, polls_do_not_replace_a_refused_request) {
  customer.posts("/v2/transactions", "{}", "X-Request-Id: refused-one\r\n");
  for (int i = 0; i < 120; ++i) customer.gets("/v2/ping");
  const std::string all = list(customer);
  EXPECT_TRUE(all.contains("refused-one"));
  EXPECT_EQ(at(all, "data.requests.51"), "absent");
}

TEST_F(OwnRequests, refused_request_is_there_after_a_restart) {
  customer.posts("/v2/transactions", R"({"type":"ORDER"})", "X-Request-Id: before\r\n");
  customer.gets("/v2/ping");
  const std::string path = fmt::format("{}/{}", requests, at(newest(customer), "data.id"));
  EXPECT_EQ(exchange.process().end(), 0);
  exchange.process().begin();
  Trader again(exchange, exchange.customer);
  const std::string one = newest(again);
  EXPECT_EQ(at(one, "data.requestId"), "before");
  EXPECT_EQ(at(one, "data.body"), R"({"type":"ORDER"})");
  EXPECT_EQ(at(one, "data.faults.0.code"), "order.content.missing");
  EXPECT_EQ(at(list(again), "data.requests.1"), "absent");  // the ping was in memory only
  EXPECT_EQ(again.gets(path).status, 404);
}

TEST(OwnRequestsOff, nothing_is_kept_without_days) {
  UsualExchange exchange({.flags = {"--request-log-days", "0"}});
  Trader customer(exchange, exchange.customer);
  EXPECT_EQ(customer.posts("/v2/transactions", "{}").status, 422);
  const Answer answer = customer.gets(requests);
  EXPECT_EQ(at(answer.body, "data.keptDays"), "0");
  EXPECT_EQ(at(answer.body, "data.requests.0"), "absent");
}

TEST(OwnRequestsOff, files_of_earlier_runs_are_removed) {
  UsualExchange exchange({.flags = {"--request-log-days", "0"}});
  EXPECT_EQ(exchange.process().end(), 0);
  const std::string folder = exchange.data_folder() + "/requests";
  // A node on PostgreSQL makes its data folder with the first file.
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/1772442843271.requests") << "old";
  exchange.process().begin();
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

}  // namespace
}  // namespace tradepost::api_tests
