#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "served/json.hpp"
#include "served/shifted_clock.hpp"
#include "trade/trader.hpp"

// Tests the target of an errorUrl: JSON for programs, the page of the console for browsers.
// Covers contract 4.2, 8.4 and 8.7.
namespace tradepost::api_tests {

using http_tests::Answer;
using http_tests::Client;
using served::at;
using trade::of_test_flow;
using trade::order;
using trade::that_sends;
using trade::Trader;
using trade::UsualExchange;

namespace {

constexpr std::string_view base_url = "http://exchange.test:8480";

// Returns a link without the base URL.
std::string path_of(const std::string& url) {
  EXPECT_TRUE(url.starts_with(base_url)) << url;
  return url.substr(base_url.size());
}

std::string without_query(const std::string& path) {
  return path.substr(0, path.find('?'));
}

struct Cases : testing::Test {
  UsualExchange exchange;
  Trader customer{exchange, exchange.customer};
  Trader supplier{exchange, exchange.supplier};

  // Reports a failure as the supplier, and returns the path of its link.
  std::string path_of_failure(std::string_view reason, std::string_view context = "{}") {
    const std::string id = customer.sends(order("4711"));
    const Answer failed = supplier.reports(
        id, fmt::format(R"({{"success":false,"reason":"{}","errorContext":{}}})", reason, context));
    EXPECT_EQ(failed.status, 200) << failed.body;
    return path_of(at(failed.body, "data.errorUrl"));
  }
  Answer asks(std::string_view path, std::string_view accept) const {
    Client client(exchange.port());
    return client.ask(fmt::format(
        "GET {} HTTP/1.1\r\nHost: exchange.test:8480\r\nAccept: {}\r\n\r\n", path, accept));
  }
  // Requests a path as a browser does.
  Answer opens(std::string_view path) const { return asks(path, "text/html,*/*;q=0.8"); }
  // Requests a path as a program without a token does.
  Answer reads(std::string_view path) const { return asks(path, "application/json"); }
};

TEST_F(Cases, failure_is_shown_to_both_sides_as_json) {
  const std::string path = path_of_failure("Artikel unbekannt", R"({"zeile":"7"})");
  for (Trader* trader : {&customer, &supplier}) {
    const Answer found = trader->gets(without_query(path));
    EXPECT_EQ(found.status, 200) << found.body;
    EXPECT_EQ(found.header("content-type"), "application/json");
    EXPECT_EQ(at(found.body, "data.status"), "open");
    EXPECT_EQ(at(found.body, "data.turn"), "sender");
    EXPECT_EQ(at(found.body, "data.type"), "DATA");
    EXPECT_EQ(at(found.body, "data.origin"), "failure");
    EXPECT_EQ(at(found.body, "data.reason"), "Artikel unbekannt");
    EXPECT_EQ(at(found.body, "data.context.zeile"), "7");
    EXPECT_EQ(at(found.body, "data.transactionType"), "ORDER");
    EXPECT_EQ(at(found.body, "data.transactionIdentifier"), "4711");
    EXPECT_EQ(at(found.body, "data.count"), "1");
    EXPECT_EQ(at(found.body, "data.comments"), "[]");
    const std::string transaction = at(found.body, "data.transaction");
    EXPECT_EQ(trader->gets("/v2/all-transactions/" + transaction).status, 200);
  }
}

TEST_F(Cases, failure_that_was_mended_is_resolved) {
  const std::string path = without_query(path_of_failure("r"));
  const std::string id = at(supplier.gets(path).body, "data.transaction");
  EXPECT_EQ(supplier.reports(id).status, 200);
  const Answer found = customer.gets(path);
  EXPECT_EQ(at(found.body, "data.status"), "resolved");
  EXPECT_EQ(at(found.body, "data.resolvedBy"), "success");
}

TEST_F(Cases, case_of_others_is_as_unknown_as_one_that_never_was) {
  const std::string path = path_of_failure("r");
  Trader stranger(exchange, exchange.stranger);
  Trader other_flow(exchange, exchange.token(exchange.customer, of_test_flow));
  const Answer unknown = stranger.gets("/v2/errors/018f0000-0000-7000-8000-000000000000");
  EXPECT_EQ(unknown.status, 404);
  EXPECT_EQ(stranger.gets(without_query(path)).body, unknown.body);
  EXPECT_EQ(stranger.gets(path).body, unknown.body);  // a token takes precedence over the link
  EXPECT_EQ(other_flow.gets(without_query(path)).body, unknown.body);
  EXPECT_EQ(stranger.gets("/v2/errors/4711").body, unknown.body);
}

TEST_F(Cases, case_without_token_and_link_is_401) {
  const std::string path = path_of_failure("r");
  const Answer refused = opens(without_query(path));
  EXPECT_EQ(refused.status, 401);
  EXPECT_EQ(at(refused.body, "code"), "unauthorized");
  EXPECT_EQ(Trader(exchange, "nobody's").gets(path).status, 401);
  EXPECT_EQ(Trader(exchange, exchange.token(exchange.customer, that_sends)).gets(path).status, 403);
  EXPECT_EQ(opens(without_query(path) + "?access_token=" + exchange.customer.token).status, 401);
}

TEST_F(Cases, signed_link_shows_a_browser_the_console_which_asks_for_the_case) {
  const std::string path = path_of_failure("Artikel unbekannt", R"({"zeile":"7"})");
  const Answer page = opens(path);
  EXPECT_EQ(page.status, 200) << page.body;
  EXPECT_EQ(page.header("content-type"), "text/html; charset=utf-8");
  const std::string policy(page.header("content-security-policy"));
  EXPECT_TRUE(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'; "));
  EXPECT_TRUE(policy.contains("require-trusted-types-for 'script'")) << policy;
  EXPECT_FALSE(policy.contains("unsafe")) << policy;
  EXPECT_EQ(page.header("x-content-type-options"), "nosniff");
  EXPECT_EQ(page.header("referrer-policy"), "no-referrer");
  EXPECT_EQ(page.header("cache-control"), "no-store");
  EXPECT_TRUE(page.body.contains("<div id=\"console\">")) << page.body;
  EXPECT_TRUE(page.body.contains("<base href=\"/\">")) << page.body;
  for (const auto text : {"Artikel unbekannt", "zeile", "4711", "Lieferant"}) {
    EXPECT_FALSE(page.body.contains(text)) << text;
  }
}

TEST_F(Cases, signed_link_gives_programs_the_case_as_json) {
  const std::string path = path_of_failure("Artikel unbekannt", R"({"zeile":"7"})");
  for (const auto accept : {"application/json", "*/*", "text/html;q=0.1, application/json"}) {
    const Answer found = asks(path, accept);
    EXPECT_EQ(found.status, 200) << accept;
    EXPECT_EQ(found.header("content-type"), "application/json");
    EXPECT_EQ(found.header("cache-control"), "no-store");
    EXPECT_EQ(at(found.body, "data.reason"), "Artikel unbekannt");
    EXPECT_EQ(at(found.body, "data.context.zeile"), "7");
    EXPECT_EQ(at(found.body, "data.subject.sender.name"), "Kunde");
    EXPECT_EQ(at(found.body, "data.subject.recipient.name"), "Lieferant");
    EXPECT_EQ(at(found.body, "data.subject.isWhole"), "true");
    EXPECT_TRUE(at(found.body, "data.subject.content").contains("4711")) << found.body;
  }
  EXPECT_EQ(asks(path, "text/plain").status, 406);
  EXPECT_EQ(at(supplier.gets(without_query(path)).body, "data.subject"), "absent");
}

TEST_F(Cases, rejected_document_is_there_for_its_sender_with_faults_and_content) {
  const std::string faulty =
      R"({"type":"ORDER","content":{"header":{"buyer":{"identifiers":[{"identifier":"9521002000009"}]},)"
      R"("supplier":{"identifiers":[{"identifier":"9521001000000"}]},"orderDate":"2026-02-30"},)"
      R"("items":[{"quantity":"<7>"}]}})";
  const Answer refused = customer.posts("/v2/transactions", faulty);
  EXPECT_EQ(refused.status, 422);
  const std::string path = path_of(at(refused.body, "errorUrl"));
  EXPECT_EQ(customer.posts("/v2/transactions", faulty).status, 422);
  const Answer found = customer.gets(without_query(path));
  EXPECT_EQ(at(found.body, "data.origin"), "rejection");
  EXPECT_EQ(at(found.body, "data.turn"), "sender");
  EXPECT_EQ(at(found.body, "data.count"), "2");
  EXPECT_EQ(at(found.body, "data.document.faults"), at(refused.body, "faults"));
  EXPECT_EQ(at(found.body, "data.document.faultCount"), at(refused.body, "faultCount"));
  EXPECT_EQ(at(found.body, "data.document.content"), at(faulty, "content"));
  EXPECT_EQ(supplier.gets(without_query(path)).status, 404);
  EXPECT_EQ(opens(path).status, 200);
  const Answer linked = reads(path);
  EXPECT_EQ(at(linked.body, "data.document"), at(found.body, "data.document"));
  EXPECT_EQ(at(linked.body, "data.subject"), "absent");
}

TEST_F(Cases, link_shows_the_beginning_of_a_long_document) {
  const std::string id =
      customer.sends(order("4711", R"(,"note":")" + std::string(200'000, 'x') + "\""));
  const Answer failed = supplier.reports(id, R"({"success":false,"reason":"r"})");
  const Answer found = reads(path_of(at(failed.body, "data.errorUrl")));
  EXPECT_EQ(at(found.body, "data.subject.isWhole"), "false");
  EXPECT_EQ(at(found.body, "data.subject.content").size(), 64u << 10);
}

TEST_F(Cases, link_that_was_changed_or_is_anothers_shows_nothing) {
  const std::string path = path_of_failure("Geheim");
  const std::string other = path_of_failure("Anderes");
  const std::string link = path.substr(path.find('?'));
  std::string forged = path;
  forged.back() = forged.back() == 'A' ? 'B' : 'A';
  std::string changed = path;
  char& in_the_middle = changed[changed.size() - 60];
  in_the_middle = in_the_middle == 'x' ? 'y' : 'x';
  for (const std::string& tried :
       {forged, changed, path.substr(0, path.size() - 4), without_query(path) + "?link=",
        without_query(path) + "?link=%00", without_query(other) + link,
        "/v2/errors/018f0000-0000-7000-8000-000000000000" + link, "/v2/errors/x" + link}) {
    const Answer page = opens(tried);
    EXPECT_EQ(page.status, 404) << tried;
    EXPECT_EQ(page.header("content-type"), "text/html; charset=utf-8");
    const Answer refused = reads(tried);
    EXPECT_EQ(refused.status, 404) << tried;
    EXPECT_EQ(at(refused.body, "code"), "not_found");
    EXPECT_FALSE((page.body + refused.body).contains("Geheim"));
    EXPECT_FALSE((page.body + refused.body).contains("Anderes"));
  }
}

TEST_F(Cases, link_is_for_reading_alone_and_opens_nothing_else) {
  const std::string path = path_of_failure("r");
  const std::string link = path.substr(path.find('?'));
  Client client(exchange.port());
  EXPECT_EQ(client.ask(http_tests::post(path, "{}")).status, 405);
  const std::string transaction = at(reads(path).body, "data.transaction");
  for (const std::string& other :
       {std::string("/v2/transactions"), std::string("/v2/all-transactions"),
        std::string("/v2/ping"), std::string("/v2/session"), std::string("/v2/errors"),
        "/v2/all-transactions/" + transaction}) {
    EXPECT_EQ(opens(other + link).status, 401) << other;
    EXPECT_EQ(reads(other + link).status, 401) << other;
  }
  EXPECT_EQ(reads("/v2/labels/" + transaction + ".pdf" + link).status, 404);
  EXPECT_FALSE(reads(path).body.contains("link="));
  client.send("HEAD " + path + " HTTP/1.1\r\nHost: exchange.test:8480\r\n\r\n");
  EXPECT_EQ(client.answer_to_head().status, 200);
}

TEST(CasesOfLongAgo, link_that_has_ended_is_403_and_shows_nothing) {
  const served::ScratchFolder folder;
  const served::ShiftedClock clock(folder.path());
  UsualExchange exchange({.environment = clock.environment()});
  Trader supplier(exchange, exchange.supplier);
  const std::string id = Trader(exchange, exchange.customer).sends(order("4711"));
  const Answer failed = supplier.reports(id, R"({"success":false,"reason":"Geheim"})");
  const std::string path = path_of(at(failed.body, "data.errorUrl"));
  clock.shift("+29d");
  EXPECT_EQ(Client(exchange.port()).ask(http_tests::get(path)).status, 200);
  clock.shift("+31d");
  const Answer refused = Client(exchange.port()).ask(http_tests::get(path));
  EXPECT_EQ(refused.status, 403);
  EXPECT_EQ(at(refused.body, "detailCode"), "link_expired");
  EXPECT_TRUE(at(refused.body, "message").contains("expired")) << refused.body;
  EXPECT_FALSE(refused.body.contains("Geheim"));
  const Answer page = Client(exchange.port()).ask(http_tests::get(path, "Accept: text/html\r\n"));
  EXPECT_EQ(page.status, 403);
  EXPECT_EQ(page.header("content-type"), "text/html; charset=utf-8");
  EXPECT_EQ(supplier.gets(without_query(path)).status, 200);
}

TEST(CasesOfOneWhoLeft, link_shows_nothing_when_whom_it_was_made_for_has_left) {
  UsualExchange exchange;
  Trader customer(exchange, exchange.customer);
  Trader supplier(exchange, exchange.supplier);
  const std::string id = customer.sends(order("4711"));
  const Answer failed = supplier.reports(id, R"({"success":false})");
  const std::string path = path_of(at(failed.body, "data.errorUrl"));
  Client browser(exchange.port());
  EXPECT_EQ(browser.ask(http_tests::get(path)).status, 200);
  exchange.by().does("DELETE", "/admin/participants/" + exchange.supplier.id, "");
  EXPECT_EQ(browser.ask(http_tests::get(path)).status, 404);
}

}  // namespace
}  // namespace tradepost::api_tests
