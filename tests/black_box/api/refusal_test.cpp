#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "served/json.hpp"
#include "served/shifted_clock.hpp"
#include "trade/trader.hpp"

// Tests refused requests and their answers.
// Covers contract 1.1, 2.1, 2.2, 2.3, 4.1, 4.2, 4.9, 5.5, 6.2, 6.4, 7.1, 7.2, 7.3, 8.1 and 8.2.
namespace tradepost::api_tests {

using http_tests::Answer;
using http_tests::Client;
using served::at;
using trade::of_test_flow;
using trade::order;
using trade::that_expires_in_an_hour;
using trade::that_reads;
using trade::that_sends;
using trade::Trader;
using trade::UsualExchange;

namespace {

struct Refusal : testing::Test {
  UsualExchange exchange;
  Trader customer{exchange, exchange.customer};
  Trader supplier{exchange, exchange.supplier};
};

TEST_F(Refusal, faulty_document_is_answered_with_every_fault_by_path_and_as_a_list) {
  const Answer refused = customer.posts(
      "/v2/transactions",
      R"({"type":"ORDER","content":{"header":{"buyer":{"identifiers":[{"identifier":"9521002000009"}]},)"
      R"("supplier":{"identifiers":[{"identifier":"9521001000000"}]},"orderDate":"2026-02-30"},)"
      R"("items":[{"quantity":"7"}]}})");
  EXPECT_EQ(refused.status, 422);
  EXPECT_NE(at(refused.body, "message"), "absent");
  EXPECT_EQ(at(refused.body, "faultCount"), "3") << refused.body;
  EXPECT_NE(refused.body.find(R"("content.header.orderDate":[")"), std::string::npos);
  EXPECT_NE(refused.body.find(R"("content.items.0.quantity":[")"), std::string::npos);
  EXPECT_NE(at(refused.body, "faults.2.code"), "absent");
  EXPECT_NE(at(refused.body, "faults.2.path"), "absent");
  EXPECT_NE(at(refused.body, "faults.2.message"), "absent");
  EXPECT_EQ(at(refused.body, "faults.3"), "absent");
  EXPECT_TRUE(at(refused.body, "errorUrl").starts_with("http://exchange.test:8480/v2/errors/"));
  EXPECT_TRUE(supplier.pulls().empty());
}

TEST_F(Refusal, body_that_is_no_json_is_400) {
  for (const auto body : {"", "{", "{\"type\":\"ORDER\",\"type\":\"ORDER\"}", "{\"a\":007}",
                          "{\"type\":\"ORDER\",\"content\":{}} x", "\xff"}) {
    for (const auto path : {"/v2/transactions", "/v2/transactions/bulk/mark-processed",
                            "/v2/transactions/018f0000-0000-7000-8000-000000000000"}) {
      const Answer refused = customer.posts(path, body);
      EXPECT_EQ(refused.status, 400) << path << ' ' << body;
      EXPECT_EQ(at(refused.body, "code"), "unreadable");
      EXPECT_NE(at(refused.body, "message"), "absent");
    }
  }
}

TEST_F(Refusal, id_of_others_is_as_unknown_as_one_that_never_was) {
  const std::string id = customer.sends(order("4711"));
  Trader stranger(exchange, exchange.stranger);
  const Answer foreign = stranger.reports(id);
  const Answer unknown = stranger.reports("018f0000-0000-7000-8000-000000000000");
  const Answer no_id = stranger.reports("4711");
  EXPECT_EQ(foreign.status, 404);
  EXPECT_EQ(foreign.body, unknown.body);
  EXPECT_EQ(foreign.body, no_id.body);
  EXPECT_EQ(customer.reports(id).status, 404);  // the sender is not the recipient
  EXPECT_EQ(supplier.pulls(), std::vector{id});
}

TEST_F(Refusal, without_a_good_token_nothing_is_answered) {
  const auto asks = [&](std::string_view authorization) {
    Client client(exchange.port());
    return client.ask(http_tests::get("/v2/transactions", authorization));
  };
  const std::string& token = exchange.customer.token;
  std::string in_capitals = token;
  for (char& c : in_capitals) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  for (const std::string& authorization :
       {std::string(), std::string("Authorization: Basic YTpi\r\n"),
        std::string("Authorization: Bearer\r\n"), std::string("Authorization: Bearer \r\n"),
        std::string("Authorization: Bearer unknown\r\n"),
        fmt::format("Authorization: {}\r\n", token),
        fmt::format("Authorization: Bearer {0}\r\nAuthorization: Bearer {0}\r\n", token),
        fmt::format("Authorization: Bearer {}2\r\n", token),
        fmt::format("Authorization: Bearer {}\r\n", in_capitals)}) {
    const Answer refused = asks(authorization);
    EXPECT_EQ(refused.status, 401) << authorization;
    EXPECT_TRUE(refused.header("www-authenticate").starts_with("Bearer")) << authorization;
    EXPECT_EQ(at(refused.body, "code"), "unauthorized");
  }
  EXPECT_EQ(asks(fmt::format("Authorization: Bearer {}\r\n", std::string(9'000, 'a'))).status, 401);
  EXPECT_EQ(asks(fmt::format("Authorization: bearer  {}\r\n", token)).status, 200);
}

TEST(Expiry, token_whose_time_is_over_ends_on_an_open_connection_too) {
  const served::ScratchFolder folder;
  const served::ShiftedClock clock(folder.path());
  UsualExchange exchange({.environment = clock.environment()});
  const std::string token = exchange.token(exchange.customer, that_expires_in_an_hour());
  Trader customer(exchange, token);
  EXPECT_EQ(customer.gets("/v2/ping").status, 204);
  clock.shift("+2h");
  const Answer refused = customer.gets("/v2/ping");
  EXPECT_EQ(refused.status, 401);
  EXPECT_TRUE(refused.header("www-authenticate").starts_with("Bearer"));
  EXPECT_EQ(at(refused.body, "code"), "unauthorized");
  EXPECT_EQ(Trader(exchange, token).gets("/v2/ping").status, 401);
  EXPECT_EQ(Trader(exchange, exchange.customer).gets("/v2/ping").status, 204);
}

// The answer must not reveal that a token was once valid, on paths of operators either.
TEST(Expiry, revoked_or_expired_token_is_as_unknown_as_any_on_every_route) {
  const served::ScratchFolder folder;
  const served::ShiftedClock clock(folder.path());
  UsualExchange exchange({.environment = clock.environment()});
  const std::string expired = exchange.token(exchange.customer, that_expires_in_an_hour());
  clock.shift("+2h");
  served::revoke(exchange.by(), exchange.supplier.token_id);
  for (const auto* const path :
       {"/v2/ping", "/admin/participants", "/admin/transactions", "/admin/operators", "/metrics"}) {
    const Answer unknown = Trader(exchange, "tp_live_unknown").gets(path);
    EXPECT_EQ(unknown.status, 401) << path;
    for (const std::string& token : {expired, exchange.supplier.token}) {
      const Answer refused = Trader(exchange, token).gets(path);
      EXPECT_EQ(refused.status, 401) << path;
      EXPECT_EQ(refused.body, unknown.body) << path;
      EXPECT_EQ(refused.header("www-authenticate"), unknown.header("www-authenticate")) << path;
    }
  }
  EXPECT_EQ(Trader(exchange, exchange.customer).gets("/admin/participants").status, 403);
  EXPECT_EQ(Trader(exchange, exchange.customer).gets("/metrics").status, 403);
}

TEST_F(Refusal, token_in_the_address_is_no_token) {
  Client client(exchange.port());
  for (const auto* const name : {"access_token", "token", "authorization", "Authorization"}) {
    for (const auto* const path : {"/v2/transactions", "/v2/all-transactions", "/v2/ping"}) {
      const Answer refused =
          client.ask(http_tests::get(fmt::format("{}?{}={}", path, name, exchange.customer.token)));
      EXPECT_EQ(refused.status, 401) << path << name;
      EXPECT_TRUE(refused.header("www-authenticate").starts_with("Bearer"));
    }
  }
  const Answer in_the_body =
      client.ask(http_tests::post("/v2/transactions", "access_token=" + exchange.customer.token));
  EXPECT_EQ(in_the_body.status, 401);
}

TEST_F(Refusal, token_that_was_revoked_ends_on_an_open_connection_too) {
  EXPECT_EQ(supplier.gets("/v2/ping").status, 204);
  served::revoke(exchange.by(), exchange.supplier.token_id);
  EXPECT_EQ(supplier.gets("/v2/ping").status, 401);
  EXPECT_EQ(Trader(exchange, exchange.token(exchange.supplier)).gets("/v2/ping").status, 204);
}

TEST_F(Refusal, token_does_only_what_its_scopes_say) {
  Trader reads(exchange, exchange.token(exchange.customer, that_reads));
  Trader sends(exchange, exchange.token(exchange.customer, that_sends));
  EXPECT_EQ(reads.gets("/v2/transactions").status, 200);
  const Answer refused = reads.posts("/v2/transactions", order("1"));
  EXPECT_EQ(refused.status, 403);
  EXPECT_NE(refused.header("www-authenticate").find("scope=\"send\""), std::string::npos);
  EXPECT_EQ(sends.posts("/v2/transactions", order("1")).status, 201);
  EXPECT_EQ(sends.gets("/v2/transactions").status, 403);
  EXPECT_EQ(sends.posts("/v2/transactions/bulk/mark-processed", "[]").status, 403);
  EXPECT_EQ(sends.gets("/v2/ping").status, 204);
}

TEST_F(Refusal, blocked_sender_is_403_and_nothing_is_kept) {
  Trader stranger(exchange, exchange.stranger);
  const Answer refused = stranger.posts(
      "/v2/transactions",
      R"({"type":"ORDER","content":{"header":{"buyer":{"identifiers":[{"identifier":"9521003000008"}]},)"
      R"("supplier":{"identifiers":[{"identifier":"9521002000009"}]},)"
      R"("orderIdentifier":"1","orderDate":"2026-03-02"},"items":[{}]}})");
  EXPECT_EQ(refused.status, 403) << refused.body;
  EXPECT_TRUE(customer.pulls().empty());
}

TEST_F(Refusal, unknown_path_is_404_and_a_wrong_method_405_with_those_that_are_right) {
  EXPECT_EQ(customer.gets("/v2/nothing").status, 404);
  EXPECT_EQ(customer.gets("/v2").status, 404);
  EXPECT_EQ(customer.gets("/v2/transactions/").status, 404);
  const Answer refused = customer.asks("DELETE", "/v2/transactions");
  EXPECT_EQ(refused.status, 405);
  EXPECT_EQ(refused.header("allow"), "GET, HEAD, POST");
  EXPECT_EQ(at(refused.body, "code"), "method_not_allowed");
  EXPECT_EQ(customer.gets("/v2/transactions/bulk/mark-processed").header("allow"), "POST");
}

TEST_F(Refusal, body_of_another_type_is_415) {
  const auto status_of = [&](std::string_view headers) {
    static int number = 0;
    return customer.asks("POST", "/v2/transactions", headers, order(fmt::format("{}", ++number)))
        .status;
  };
  for (const auto headers :
       {"Content-Type: text/plain\r\n", "Content-Type: application/yaml\r\n",
        "Content-Type: application/json; charset=iso-8859-1\r\n", "Content-Type: json\r\n",
        "Content-Type: application/x-www-form-urlencoded\r\n",
        "Content-Type: application/json\r\nContent-Encoding: gzip\r\n"}) {
    EXPECT_EQ(status_of(headers), 415) << headers;
  }
  for (const auto headers :
       {"", "Content-Type: application/json\r\n", "Content-Type: APPLICATION/JSON\r\n",
        "Content-Type: application/vnd.trade+json\r\n",
        "Content-Type: application/json; charset=\"UTF-8\"\r\n"}) {
    EXPECT_EQ(status_of(headers), 201) << headers;
  }
}

TEST_F(Refusal, client_that_excludes_json_is_406) {
  Client client(exchange.port());
  const auto status_of = [&](std::string_view accept) {
    return client
        .ask(http_tests::get("/v2/transactions", fmt::format("Authorization: Bearer {}\r\n{}",
                                                             exchange.customer.token, accept)))
        .status;
  };
  EXPECT_EQ(status_of("Accept: text/html\r\n"), 406);
  EXPECT_EQ(status_of("Accept: */*, application/json;q=0\r\n"), 406);
  EXPECT_EQ(status_of("Accept: text/html, */*;q=0.1\r\n"), 200);
  EXPECT_EQ(status_of(""), 200);
}

TEST_F(Refusal, too_large_a_body_is_413) {
  const std::string body = order("1", fmt::format(R"(,"x":"{}")", std::string(11 << 20, 'a')));
  EXPECT_EQ(customer.posts("/v2/transactions", body).status, 413);
}

TEST_F(Refusal, wrong_parameters_are_422_by_their_name) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"per_page=0", "per_page"},
      {"per_page=101", "per_page"},
      {"per_page=ten", "per_page"},
      {"per_page=1.0", "per_page"},
      {"per_page=", "per_page"},
      {"per_page=5&per_page=5", "per_page"},
      {"cursor=", "cursor"},
      {"cursor=abc", "cursor"},
      {"cursor=%20", "cursor"},
      {"filter%5Btype%5D=", "filter[type]"},
      {"filter[type]=order", "filter[type]"},
      {"filter[type]=ORDER&filter%5Btype%5D=ORDER", "filter[type]"},
      {"filter[status]=PENDING", "filter[status]"},
      {"filter[\"%0A]=1", "filter[\"\\n]"},
  };
  for (const auto& [query, name] : rows) {
    const Answer refused = customer.gets("/v2/transactions?" + query);
    EXPECT_EQ(refused.status, 422) << query;
    EXPECT_NE(at(refused.body, "faults.0.path"), "absent") << query;
    EXPECT_NE(at(refused.body, "errors"), "absent") << query;
    if (name.find('"') == std::string::npos) {
      EXPECT_NE(refused.body.find("\"" + name + "\":["), std::string::npos) << refused.body;
    }
  }
  EXPECT_EQ(customer.gets("/v2/transactions?whatever=1&whatever=2").status, 200);
}

TEST_F(Refusal, cursor_belongs_to_whom_it_was_given_and_to_its_filter) {
  for (int i = 0; i < 3; ++i) customer.sends(order(fmt::format("{}", i)));
  const std::string cursor = at(supplier.gets("/v2/transactions?per_page=1").body, "nextCursor");
  const auto status_of = [&](Trader trader, std::string_view parameters) {
    return trader.gets(fmt::format("/v2/transactions?cursor={}{}", cursor, parameters)).status;
  };
  EXPECT_EQ(status_of({exchange, exchange.supplier}, ""), 200);
  EXPECT_EQ(status_of({exchange, exchange.token(exchange.supplier)}, ""), 200);
  EXPECT_EQ(status_of({exchange, exchange.token(exchange.supplier, of_test_flow)}, ""), 422);
  EXPECT_EQ(status_of({exchange, exchange.customer}, ""), 422);
  EXPECT_EQ(status_of({exchange, exchange.supplier}, "&filter[type]=ORDER"), 422);
  EXPECT_EQ(status_of({exchange, exchange.supplier}, "A"), 422);
}

TEST_F(Refusal, report_that_says_nothing_clear_is_422) {
  const std::string id = customer.sends(order("1"));
  for (const auto body :
       {"{}", R"({"success":null})", R"({"success":"true"})", R"({"success":1})", "[]", "true",
        R"({"success":true,"reason":7})", R"({"success":false,"errorType":"OTHER"})",
        R"({"success":false,"errorContext":{"a":1}})", R"({"success":false,"errorContext":[]})"}) {
    const Answer refused = supplier.reports(id, body);
    EXPECT_EQ(refused.status, 422) << body;
    EXPECT_NE(at(refused.body, "faults.0.code"), "absent") << body;
  }
  EXPECT_EQ(supplier.pulls(), std::vector{id});
  EXPECT_EQ(supplier
                .reports(id, R"({"success":false,"errorReason":"r","errorType":"INTERNAL",)"
                             R"("errorContext":{"a":"b","c":null},"whatever":{}})")
                .status,
            200);
}

TEST_F(Refusal, bulk_of_nothing_or_too_many_is_422) {
  const std::string path = "/v2/transactions/bulk/mark-processed";
  for (const auto body : {"{}", "[]", R"({"items":[]})", R"({"items":{}})", R"({"items":null})"}) {
    EXPECT_EQ(supplier.posts(path, body).status, 422) << body;
  }
  std::string many = "[{}";
  for (int i = 0; i < 1'000; ++i) many += ",{}";
  EXPECT_EQ(supplier.posts(path, many + "]").status, 422);
}

TEST_F(Refusal, key_that_is_none_is_400) {
  for (const auto& key : {std::string(256, 'k'), std::string("\xC3\xA4"), std::string()}) {
    const Answer refused =
        customer.posts("/v2/transactions", order("1"), "Idempotency-Key: " + key + "\r\n");
    EXPECT_EQ(refused.status, 400) << key;
  }
  EXPECT_TRUE(supplier.pulls().empty());
}

TEST_F(Refusal, links_are_made_of_no_strange_host) {
  Client client(exchange.port());
  for (const auto host : {"evil.test/path", "a@evil.test", "a:b:c", "a:", "a b", "\"", "[::1"}) {
    const Answer refused =
        client.ask(fmt::format("GET /v2/transactions HTTP/1.1\r\nHost: {}\r\n"
                               "Authorization: Bearer {}\r\n\r\n",
                               host, exchange.customer.token));
    EXPECT_EQ(refused.status, 400) << host;
    EXPECT_EQ(at(refused.body, "code"), "unreadable");
    EXPECT_EQ(at(refused.body, "detailCode"), "host_not_allowed");
    EXPECT_EQ(at(refused.body, "documentation"), "/docs/errors#host_not_allowed");
  }
}

TEST_F(Refusal, detail_separates_the_causes_of_one_code) {
  const std::string id = customer.sends(order("1"));
  const std::string reading = exchange.token(exchange.customer, that_reads);
  std::string to_supplier = order("2");
  exchange.by().does("PUT", "/admin/relationships",
                     fmt::format(R"({{"from":"{}","to":"{}","status":"blocked"}})",
                                 exchange.customer.id, exchange.supplier.id));
  const auto detail_in = [](const Answer& answer) {
    return fmt::format("{} {} {}", answer.status, at(answer.body, "code"),
                       at(answer.body, "detailCode"));
  };
  EXPECT_EQ(detail_in(customer.posts("/v2/transactions", to_supplier)),
            "403 forbidden sender_blocked");
  EXPECT_EQ(detail_in(Trader(exchange, reading).posts("/v2/transactions", to_supplier)),
            "403 forbidden scope_missing");
  EXPECT_EQ(detail_in(customer.posts("/v2/transactions", "{")), "400 unreadable absent");
  EXPECT_EQ(detail_in(customer.posts("/v2/transactions", "{}")), "422 invalid absent");
  EXPECT_EQ(supplier.reports(id).status, 200);
  EXPECT_EQ(detail_in(supplier.reports(id, R"({"success":false})")), "409 conflict absent");
}

}  // namespace
}  // namespace tradepost::api_tests
