#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "served/json.hpp"
#include "trade/trader.hpp"

// Tests the daily exchange of two companies over HTTP.
// Covers contract 1.1, 1.3, 2.1, 2.2, 3.1, 3.3, 4.8, 4.9, 5.2, 5.5, 5.6, 6.1, 6.2, 6.3, 6.4, 7.2,
// 7.3, 7.4 and 8.4.
namespace tradepost::api_tests {

using http_tests::Answer;
using http_tests::Client;
using served::at;
using trade::of_test_flow;
using trade::order;
using trade::Trader;
using trade::UsualExchange;

namespace {

constexpr std::string_view customer_gln = "9521002000009";

std::string with_wrong_check_digit(std::string document) {
  constexpr std::string_view item = R"([{"lineNumber":10,"quantity":40}])";
  return document.replace(document.find(item), item.size(),
                          R"([{"identifiers":[{"identifier":"9521001000001"}]}])");
}

struct Trading : testing::Test {
  UsualExchange exchange;
  Trader customer{exchange, exchange.customer};
  Trader supplier{exchange, exchange.supplier};
};

TEST_F(Trading, order_that_is_sent_is_pulled_by_the_supplier_and_gone_when_it_is_processed) {
  const std::string id = customer.sends(order("4711"));
  const Answer page = supplier.gets("/v2/transactions");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.header("content-type"), "application/json");
  EXPECT_EQ(at(page.body, "count"), "1");
  EXPECT_EQ(at(page.body, "perPage"), "25");
  EXPECT_EQ(at(page.body, "hasMore"), "false");
  EXPECT_EQ(at(page.body, "nextCursor"), "null");
  EXPECT_EQ(at(page.body, "nextPageUrl"), "null");
  EXPECT_EQ(at(page.body, "items.0.platformTransactionId"), id);
  EXPECT_EQ(at(page.body, "items.0.type"), "ORDER");
  EXPECT_EQ(at(page.body, "items.0.replacesPlatformTransactionId"), "null");
  EXPECT_EQ(at(page.body, "items.0.replacedByPlatformTransactionId"), "null");
  EXPECT_EQ(at(page.body, "items.0.isLatestVersion"), "true");
  EXPECT_EQ(at(page.body, "items.0.sender.name"), "Kunde");
  EXPECT_EQ(at(page.body, "items.0.flow"), "LIVE");
  EXPECT_EQ(at(page.body, "items.0.content.header.orderIdentifier"), "4711");

  const Answer processed = supplier.reports(id);
  EXPECT_EQ(processed.status, 200);
  EXPECT_NE(at(processed.body, "data.message"), "absent");
  EXPECT_EQ(at(processed.body, "data.errorUrl"), "absent");
  EXPECT_TRUE(supplier.pulls().empty());
}

TEST_F(Trading, content_comes_back_byte_for_byte) {
  const std::string more =
      R"(,"unknownField":{"z":1.50,"a":1e2,"text":"\u00e4 ä \/ \"","big":123456789012345678901234567890,)"
      R"("list":[null,true]})";
  customer.sends(order("4711", more));
  const Answer page = supplier.gets("/v2/transactions");
  const std::string sent = order("4711", more);
  const std::string content = sent.substr(sent.find(R"("content":)"));
  EXPECT_NE(page.body.find(content.substr(0, content.size() - 1)), std::string::npos) << page.body;
}

TEST_F(Trading, white_space_between_tokens_is_all_that_goes) {
  customer.sends(R"({ "content" : )" + at(order("4711", R"(,"x":" a  b ")"), "content") +
                 "\n , \"type\":\"ORDER\" }");
  EXPECT_EQ(at(supplier.gets("/v2/transactions").body, "items.0.content.x"), " a  b ");
}

TEST_F(Trading, pages_follow_each_other_until_all_is_seen_once_and_in_order) {
  std::vector<std::string> sent;
  for (int i = 0; i < 60; ++i) sent.push_back(customer.sends(order(fmt::format("{}", i))));
  EXPECT_EQ(supplier.pulls(), sent);
  EXPECT_EQ(supplier.pulls("?per_page=7"), sent);
  EXPECT_EQ(supplier.pulls("?per_page=100"), sent);
  EXPECT_EQ(supplier.pulls("?filter%5Btype%5D=ORDER&per_page=9"), sent);
  EXPECT_TRUE(supplier.pulls("?filter[type]=INVOICE").empty());
}

TEST_F(Trading, next_page_can_be_asked_for_by_its_cursor_too) {
  for (int i = 0; i < 5; ++i) customer.sends(order(fmt::format("{}", i)));
  const Answer first = supplier.gets("/v2/transactions?per_page=3");
  EXPECT_EQ(at(first.body, "count"), "3");
  EXPECT_EQ(at(first.body, "hasMore"), "true");
  const Answer second = supplier.gets(
      fmt::format("/v2/transactions?per_page=50&cursor={}", at(first.body, "nextCursor")));
  EXPECT_EQ(at(second.body, "count"), "2");
  EXPECT_EQ(at(second.body, "perPage"), "50");
  EXPECT_EQ(at(second.body, "items.0.content.header.orderIdentifier"), "3");
}

TEST_F(Trading, walk_continues_while_others_send_and_report) {
  std::vector<std::string> sent;
  for (int i = 0; i < 10; ++i) sent.push_back(customer.sends(order(fmt::format("{}", i))));
  const Answer first = supplier.gets("/v2/transactions?per_page=5");
  supplier.reports(sent[0]);
  supplier.reports(sent[7]);
  const std::string late = customer.sends(order("late"));
  const Answer rest = supplier.gets(
      fmt::format("/v2/transactions?per_page=100&cursor={}", at(first.body, "nextCursor")));
  EXPECT_EQ(at(rest.body, "count"), "5");
  EXPECT_EQ(at(rest.body, "items.0.platformTransactionId"), sent[5]);
  EXPECT_EQ(at(rest.body, "items.2.platformTransactionId"), sent[8]);
  EXPECT_EQ(at(rest.body, "items.4.platformTransactionId"), late);
}

TEST_F(Trading, new_version_takes_the_place_of_the_one_that_was_not_collected) {
  const std::string first = customer.sends(order("4711"));
  const std::string second = customer.sends(order("4711", R"(,"note":"changed")"));
  EXPECT_EQ(supplier.pulls(), std::vector{second});
  const Answer page = supplier.gets("/v2/transactions");
  EXPECT_EQ(at(page.body, "items.0.replacesPlatformTransactionId"), first);
  EXPECT_EQ(at(page.body, "items.0.isLatestVersion"), "true");
  EXPECT_EQ(supplier.reports(first).status, 200);
}

TEST_F(Trading, same_payload_again_is_answered_with_the_first_ones_id) {
  const std::string id = customer.sends(order("4711"));
  const Answer again = customer.posts("/v2/transactions", order("4711"));
  EXPECT_EQ(again.status, 400);
  EXPECT_EQ(at(again.body, "message"), "Payload already received");
  EXPECT_EQ(at(again.body, "platformTransactionId"), id);
  EXPECT_EQ(supplier.pulls(), std::vector{id});
}

// Both answers are 400, but a duplicate is not an error of the client.
TEST_F(Trading, duplicate_and_body_that_cant_be_read_have_codes_of_their_own) {
  customer.sends(order("4711"));
  const Answer again = customer.posts("/v2/transactions", order("4711"));
  const Answer unreadable = customer.posts("/v2/transactions", "{");
  EXPECT_EQ(again.status, 400);
  EXPECT_EQ(at(again.body, "code"), "duplicate");
  EXPECT_EQ(unreadable.status, 400);
  EXPECT_EQ(at(unreadable.body, "code"), "unreadable");
}

TEST_F(Trading, repeat_with_the_same_key_gets_the_first_answer) {
  const std::string key = "Idempotency-Key: 1f3a\r\n";
  const Answer first = customer.posts("/v2/transactions", order("4711"), key);
  EXPECT_EQ(first.status, 201);
  const Answer again = customer.posts("/v2/transactions", order("4711"), key);
  EXPECT_EQ(again.status, 201);
  EXPECT_EQ(again.body, first.body);
  EXPECT_EQ(first.header("idempotency-replayed"), "");
  EXPECT_EQ(again.header("idempotency-replayed"), "true");
  const Answer other = customer.posts("/v2/transactions", order("4712"), key);
  EXPECT_EQ(other.status, 422);
  EXPECT_EQ(at(other.body, "detailCode"), "key_reused");
  EXPECT_EQ(other.header("idempotency-replayed"), "");
  EXPECT_EQ(supplier.pulls().size(), 1u);
}

TEST_F(Trading, warnings_come_back_to_who_sends_and_again_with_the_same_key) {
  const std::string document = with_wrong_check_digit(order("4711"));
  const std::string key = "Idempotency-Key: 1f3a\r\n";
  const Answer first = customer.posts("/v2/transactions", document, key);
  EXPECT_EQ(first.status, 201);
  EXPECT_EQ(at(first.body, "warnings.0.code"),
            "order.item.identifier.identifier.wrong_check_digit");
  EXPECT_EQ(at(first.body, "warnings.0.path"), "content.items.0.identifiers.0.identifier");
  EXPECT_NE(at(first.body, "warnings.0.message"), "absent");
  EXPECT_EQ(at(first.body, "warnings.1"), "absent");
  const std::string id = at(first.body, "platformTransactionId");
  EXPECT_EQ(at(customer.gets("/v2/all-transactions/" + id).body, "data.warnings"),
            at(first.body, "warnings"));
  EXPECT_EQ(supplier.reports(id).status, 200);
  const Answer again = customer.posts("/v2/transactions", document, key);
  EXPECT_EQ(again.status, 201);
  EXPECT_EQ(again.body, first.body);
  // The key is checked first, so later changes do not affect the answer.
  exchange.by().does("PUT", "/admin/relationships",
                     fmt::format(R"({{"from":"{}","to":"{}","status":"blocked"}})",
                                 exchange.customer.id, exchange.supplier.id));
  EXPECT_EQ(customer.posts("/v2/transactions", document, key).body, first.body);
}

TEST_F(Trading, warnings_of_a_document_that_is_held_come_back_too) {
  Trader stranger(exchange, exchange.stranger);
  std::string document = with_wrong_check_digit(order("4711"));
  document.replace(document.find(customer_gln), customer_gln.size(), "9521003000008");
  const std::string key = "Idempotency-Key: 1f3a\r\n";
  const Answer first = stranger.posts("/v2/transactions", document, key);
  EXPECT_EQ(first.status, 202) << first.body;
  EXPECT_EQ(at(first.body, "warnings.0.path"), "content.items.0.identifiers.0.identifier");
  const Answer again = stranger.posts("/v2/transactions", document, key);
  EXPECT_EQ(again.body, first.body);
  EXPECT_EQ(again.header("idempotency-replayed"), "true");
}

TEST_F(Trading, document_without_warnings_is_answered_with_its_id_alone) {
  const Answer sent = customer.posts("/v2/transactions", order("4711"));
  EXPECT_EQ(sent.body, fmt::format(R"({{"platformTransactionId":"{}"}})",
                                   at(sent.body, "platformTransactionId")));
}

TEST_F(Trading, repeats_at_the_same_time_get_one_answer_and_send_one_document) {
  const std::string body = order("4711");
  const std::string request = fmt::format(
      "POST /v2/transactions HTTP/1.1\r\nHost: exchange.test:8480\r\nIdempotency-Key: k\r\n"
      "Authorization: Bearer {}\r\nContent-Length: {}\r\n\r\n{}",
      exchange.customer.token, body.size(), body);
  std::vector<Client> clients;
  for (int i = 0; i < 16; ++i) clients.emplace_back(exchange.port());
  for (const Client& client : clients) client.send(request);
  std::set<std::string> bodies;
  for (Client& client : clients) {
    const Answer answer = client.answer();
    EXPECT_EQ(answer.status, 201) << answer.body;
    bodies.insert(answer.body);
  }
  EXPECT_EQ(bodies.size(), 1u);
  EXPECT_EQ(supplier.pulls().size(), 1u);
}

TEST_F(Trading, failure_is_kept_with_a_link_to_its_case) {
  const std::string id = customer.sends(order("4711"));
  const Answer failed = supplier.reports(id, R"({"success":false,"reason":"Artikel unbekannt"})");
  EXPECT_EQ(failed.status, 200);
  EXPECT_TRUE(at(failed.body, "data.errorUrl").starts_with("http://exchange.test:8480/v2/errors/"));
  EXPECT_TRUE(supplier.pulls().empty());
  EXPECT_EQ(supplier.reports(id).status, 200);  // a success after a failure
  EXPECT_EQ(supplier.reports(id, R"({"success":false})").status, 409);
}

TEST_F(Trading, put_marks_as_post_does) {
  const std::string id = customer.sends(order("4711"));
  EXPECT_EQ(supplier.puts("/v2/transactions/" + id, R"({"success":true})").status, 200);
  EXPECT_TRUE(supplier.pulls().empty());
}

TEST_F(Trading, id_in_capitals_is_the_same_id) {
  std::string id = customer.sends(order("4711"));
  for (char& c : id) c = c >= 'a' && c <= 'f' ? static_cast<char>(c - 32) : c;
  EXPECT_EQ(supplier.reports(id).status, 200);
}

TEST_F(Trading, many_are_reported_at_once_and_answered_in_their_order) {
  const std::string good = customer.sends(order("1"));
  const std::string bad = customer.sends(order("2"));
  const std::string left = customer.sends(order("3"));
  const std::string items =
      fmt::format(R"([{{"platformTransactionId":"{}","success":false,"reason":"r"}},)"
                  R"({{"platformTransactionId":"{}","success":true}}])",
                  bad, good);
  const Answer reported =
      supplier.posts("/v2/transactions/bulk/mark-processed", R"({"items":)" + items + "}");
  EXPECT_EQ(reported.status, 200) << reported.body;
  EXPECT_EQ(at(reported.body, "data.0.platformTransactionId"), bad);
  EXPECT_NE(at(reported.body, "data.0.errorUrl"), "absent");
  EXPECT_EQ(at(reported.body, "data.1.platformTransactionId"), good);
  EXPECT_EQ(at(reported.body, "data.1.errorUrl"), "absent");
  EXPECT_EQ(supplier.pulls(), std::vector{left});
  // The list without `items` around it has the same effect.
  EXPECT_EQ(supplier.posts("/v2/transactions/bulk/mark-processed", items).status, 200);
}

TEST_F(Trading, one_bad_item_of_many_keeps_all_from_being_kept) {
  const std::string id = customer.sends(order("1"));
  const std::string unknown = "018f0000-0000-7000-8000-000000000000";
  const Answer refused = supplier.posts(
      "/v2/transactions/bulk/mark-processed",
      fmt::format(R"({{"items":[{{"platformTransactionId":"{}","success":true}},)"
                  R"({{"platformTransactionId":"{}","success":true}},{{"success":"yes"}},null]}})",
                  id, unknown));
  EXPECT_EQ(refused.status, 422);
  EXPECT_EQ(at(refused.body, "items.0.index"), "1");
  EXPECT_EQ(at(refused.body, "items.0.platformTransactionId"), unknown);
  EXPECT_EQ(at(refused.body, "items.0.code"), "unknown");
  EXPECT_EQ(at(refused.body, "items.1.index"), "2");
  EXPECT_EQ(at(refused.body, "items.1.code"), "malformed");
  EXPECT_EQ(at(refused.body, "items.2.code"), "malformed");
  EXPECT_NE(refused.body.find(R"("items.1.platformTransactionId":[)"), std::string::npos);
  EXPECT_NE(refused.body.find(R"("items.2.success":[)"), std::string::npos);
  EXPECT_EQ(supplier.pulls(), std::vector{id});
}

TEST_F(Trading, test_flow_is_a_network_of_its_own) {
  Trader testing_customer(exchange, exchange.token(exchange.customer, of_test_flow));
  Trader testing_supplier(exchange, exchange.token(exchange.supplier, of_test_flow));
  const std::string test_id = testing_customer.sends(order("4711"));
  const std::string live_id = customer.sends(order("4711"));
  EXPECT_EQ(testing_supplier.pulls(), std::vector{test_id});
  EXPECT_EQ(supplier.pulls(), std::vector{live_id});
  EXPECT_EQ(supplier.reports(test_id).status, 404);
}

TEST_F(Trading, document_to_one_who_does_not_know_the_sender_is_held) {
  const std::string to_stranger =
      R"({"type":"ORDER","content":{"header":{"buyer":{"identifiers":[{"identifier":"9521002000009"}]},)"
      R"("supplier":{"identifiers":[{"identifier":"9521003000008"}]},)"
      R"("orderIdentifier":"1","orderDate":"2026-03-02"},"items":[{}]}})";
  const Answer held = customer.posts("/v2/transactions", to_stranger);
  EXPECT_EQ(held.status, 202);
  EXPECT_NE(at(held.body, "message"), "absent");
  EXPECT_NE(at(held.body, "platformTransactionId"), "absent");
  Trader stranger(exchange, exchange.stranger);
  EXPECT_TRUE(stranger.pulls().empty());
  EXPECT_EQ(stranger.reports(at(held.body, "platformTransactionId")).status, 404);
}

}  // namespace
}  // namespace tradepost::api_tests
