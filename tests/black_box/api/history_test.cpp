#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "served/json.hpp"
#include "trade/trader.hpp"

// Tests the history of sent and received documents.
// Covers contract 1.1, 2.1, 2.2, 2.6, 2.7, 2.12, 3.1, 3.2, 3.4 and 7.4.
namespace tradepost::api_tests {

using http_tests::Answer;
using served::at;
using trade::order;
using trade::that_reads;
using trade::that_sends;
using trade::Trader;
using trade::UsualExchange;

namespace {

constexpr std::string_view list = "/v2/all-transactions";

struct History : testing::Test {
  UsualExchange exchange;
  Trader customer{exchange, exchange.customer};
  Trader supplier{exchange, exchange.supplier};

  static std::string one(std::string_view id) { return fmt::format("{}/{}", list, id); }

  // Returns the ids in a list of transactions, over all pages.
  static std::vector<std::string> all_of(Trader& trader, std::string_view parameters) {
    std::vector<std::string> ids;
    std::string path = fmt::format("{}{}", list, parameters);
    for (int pages = 0; pages < 1'000; ++pages) {
      const Answer page = trader.gets(path);
      EXPECT_EQ(page.status, 200) << path << page.body;
      if (page.status != 200) return ids;
      for (std::size_t i = 0; at(page.body, fmt::format("items.{}", i)) != "absent"; ++i) {
        ids.push_back(at(page.body, fmt::format("items.{}.platformTransactionId", i)));
      }
      if (at(page.body, "hasMore") == "false") return ids;
      path = at(page.body, "nextPageUrl").substr(std::string("http://exchange.test:8480").size());
    }
    ADD_FAILURE() << "the list does not end";
    return ids;
  }

  static std::string order_to_stranger() {
    return R"({"type":"ORDER","content":{"header":{"buyer":{"identifiers":[{"identifier":"9521002000009"}]},)"
           R"("supplier":{"identifiers":[{"identifier":"9521003000008"}]},)"
           R"("orderIdentifier":"1","orderDate":"2026-03-02"},"items":[{}]}})";
  }
};

TEST_F(History, both_sides_see_what_was_traded_newest_first) {
  std::vector<std::string> newest_first;
  for (int i = 0; i < 30; ++i) {
    newest_first.insert(newest_first.begin(), customer.sends(order(fmt::format("{}", i))));
  }
  for (Trader* trader : {&customer, &supplier}) {
    EXPECT_EQ(all_of(*trader, ""), newest_first);
    EXPECT_EQ(all_of(*trader, "?per_page=7"), newest_first);
  }
  Trader stranger(exchange, exchange.stranger);
  EXPECT_TRUE(all_of(stranger, "").empty());
}

TEST_F(History, transaction_is_shown_with_all_that_became_of_it) {
  const std::string id = customer.sends(order("4711"));
  const std::string failure =
      R"({"success":false,"reason":"Artikel unbekannt","errorType":"INTERNAL","errorContext":{"zeile":"1"}})";
  EXPECT_EQ(supplier.reports(id, failure).status, 200);
  const Answer sent = customer.gets(one(id));
  EXPECT_EQ(sent.status, 200) << sent.body;
  const auto shown = [&](std::string_view path) {
    return at(sent.body, fmt::format("data.{}", path));
  };
  EXPECT_EQ(shown("platformTransactionId"), id);
  EXPECT_EQ(shown("type"), "ORDER");
  EXPECT_EQ(shown("replacesPlatformTransactionId"), "null");
  EXPECT_EQ(shown("isLatestVersion"), "true");
  EXPECT_EQ(shown("status"), "FAILED");
  EXPECT_EQ(shown("direction"), "sent");
  EXPECT_EQ(shown("sender.name"), "Kunde");
  EXPECT_EQ(shown("recipient.name"), "Lieferant");
  EXPECT_EQ(shown("flow"), "LIVE");
  EXPECT_EQ(shown("held"), "false");
  EXPECT_EQ(shown("agent"), "absent");
  EXPECT_EQ(shown("warnings"), "[]");
  EXPECT_EQ(shown("report.success"), "false");
  EXPECT_EQ(shown("report.reason"), "Artikel unbekannt");
  EXPECT_EQ(shown("report.type"), "INTERNAL");
  EXPECT_EQ(shown("report.context"), R"({"zeile":"1"})");
  EXPECT_EQ(shown("report.by.name"), "Lieferant");
  for (const auto time : {"createdAt", "report.at"}) {
    const std::string text = shown(time);
    EXPECT_EQ(text.size(), std::string("2026-03-02T08:30:15.123Z").size()) << text;
    EXPECT_TRUE(text.ends_with('Z')) << text;
  }
  const Answer received = supplier.gets(one(id));
  EXPECT_EQ(at(received.body, "data.direction"), "received");
  EXPECT_EQ(at(received.body, "data.report.reason"), "Artikel unbekannt");
}

TEST_F(History, content_and_its_warnings_are_as_they_were_sent) {
  const std::string more = R"(,"unknownField":{"z":1.50,"a":1e2,"text":"\u00e4 ä \/"})";
  std::string sent = order("4711", more);
  const std::string odd = R"("items":[{"identifiers":[{"identifier":"4006381333930"}]}])";
  const std::string_view usual = R"("items":[{"lineNumber":10,"quantity":40}])";
  sent.replace(sent.find(usual), usual.size(), odd);
  const std::string id = customer.sends(sent);
  const std::string content = sent.substr(sent.find(R"("content":)"));
  for (const std::string& path : {one(id), std::string(list)}) {
    const Answer shown = supplier.gets(path);
    EXPECT_NE(shown.body.find(content.substr(0, content.size() - 1)), std::string::npos)
        << shown.body;
    const std::string row = path == list ? "items.0" : "data";
    EXPECT_NE(at(shown.body, row + ".warnings.0.code"), "absent") << shown.body;
    EXPECT_NE(at(shown.body, row + ".warnings.0.path"), "absent");
    EXPECT_NE(at(shown.body, row + ".warnings.0.message"), "absent");
  }
}

TEST_F(History, versions_are_linked_and_the_older_one_is_dropped) {
  const std::string first = customer.sends(order("4711"));
  const std::string second = customer.sends(order("4711", R"(,"note":"changed")"));
  for (Trader* trader : {&customer, &supplier}) {
    const Answer old = trader->gets(one(first));
    EXPECT_EQ(at(old.body, "data.status"), "DROPPED");
    EXPECT_EQ(at(old.body, "data.isLatestVersion"), "false");
    EXPECT_EQ(at(old.body, "data.replacedByPlatformTransactionId"), second);
    EXPECT_EQ(at(trader->gets(one(second)).body, "data.replacesPlatformTransactionId"), first);
  }
}

TEST_F(History, held_document_is_the_senders_alone) {
  const Answer held = customer.posts("/v2/transactions", order_to_stranger());
  EXPECT_EQ(held.status, 202) << held.body;
  const std::string id = at(held.body, "platformTransactionId");
  const Answer shown = customer.gets(one(id));
  EXPECT_EQ(at(shown.body, "data.held"), "true");
  EXPECT_EQ(at(shown.body, "data.status"), "PENDING");
  EXPECT_EQ(all_of(customer, ""), std::vector{id});
  Trader stranger(exchange, exchange.stranger);
  EXPECT_EQ(stranger.gets(one(id)).status, 404);
  EXPECT_EQ(stranger.gets(one(id) + "/events").status, 404);
  EXPECT_TRUE(all_of(stranger, "").empty());
}

TEST_F(History, id_of_others_is_as_unknown_as_one_that_never_was) {
  const std::string id = customer.sends(order("4711"));
  Trader stranger(exchange, exchange.stranger);
  Trader other_flow(exchange, exchange.token(exchange.customer, of_test_flow));
  const Answer unknown = stranger.gets(one("018f0000-0000-7000-8000-000000000000"));
  EXPECT_EQ(unknown.status, 404);
  for (const auto* const behind : {"", "/events"}) {
    EXPECT_EQ(stranger.gets(one(id) + behind).body, unknown.body);
    EXPECT_EQ(other_flow.gets(one(id) + behind).body, unknown.body);
    EXPECT_EQ(stranger.gets(one("4711") + behind).body, unknown.body);
    EXPECT_EQ(stranger.gets(one(id + "0") + behind).body, unknown.body);
  }
  std::string in_capitals = id;
  for (char& c : in_capitals) c = c >= 'a' && c <= 'f' ? static_cast<char>(c - 32) : c;
  EXPECT_EQ(at(customer.gets(one(in_capitals)).body, "data.platformTransactionId"), id);
}

TEST_F(History, filters_find_what_they_name_and_nothing_else) {
  const std::string failed = customer.sends(order("A-1"));
  const std::string done = customer.sends(order("A-2"));
  const std::string open = customer.sends(order("a-2", R"(,"x":1)"));
  supplier.reports(failed, R"({"success":false})");
  supplier.reports(done);
  const Answer held = customer.posts("/v2/transactions", order_to_stranger());
  const std::string to_stranger = at(held.body, "platformTransactionId");
  const std::string supplier_id = at(customer.gets(one(done)).body, "data.recipient.id");
  const std::string today = at(customer.gets(one(done)).body, "data.createdAt").substr(0, 10);
  const std::vector<std::pair<std::string, std::vector<std::string>>> rows = {
      {"filter[type]=ORDER", {to_stranger, open, done, failed}},
      {"filter[type]=INVOICE", {}},
      {"filter%5Bstatus%5D=FAILED", {failed}},
      {"filter[status]=SUCCESS", {done}},
      {"filter[status]=PENDING", {to_stranger, open}},
      {"filter[status]=DROPPED", {}},
      {"filter[status]=UNKNOWN", {}},
      {"filter[flow]=LIVE&filter[status]=FAILED", {failed}},
      {"filter[flow]=TEST", {}},
      {"filter[direction]=sent&filter[identifier]=A-1", {failed}},
      {"filter[direction]=received", {}},
      {"filter[identifier]=A-2", {open, done}},
      {"filter[identifier]=A", {}},
      {"filter[identifier_prefix]=A-", {open, done, failed}},
      {"filter[identifier_prefix]=a-2", {open, done}},
      {"filter[identifier_prefix]=-2", {}},
      {"filter[partner]=" + supplier_id, {open, done, failed}},
      {"filter[partner]=018f0000-0000-7000-8000-000000000000", {}},
      {"filter[created_between]=" + today + "," + today, {to_stranger, open, done, failed}},
      {"filter[created_between]=2020-02-29%2C2020-03-01", {}},
      {"filter[created_between]=2020-02-29,9999-12-31", {to_stranger, open, done, failed}},
  };
  for (const auto& [query, ids] : rows) {
    EXPECT_EQ(all_of(customer, "?" + query), ids) << query;
    EXPECT_EQ(all_of(customer, "?per_page=1&" + query), ids) << query;
  }
  EXPECT_EQ(all_of(supplier, "?filter[direction]=received").size(), 3u);
}

TEST_F(History, next_page_repeats_every_filter_and_is_bound_to_them) {
  for (int i = 0; i < 3; ++i) customer.sends(order(fmt::format("{}", i)));
  const Answer first = customer.gets(fmt::format(
      "{}?filter[status]=PENDING&per_page=2&filter[created_between]=2020-01-01,9999-12-31&x=y",
      list));
  EXPECT_TRUE(at(first.body, "nextPageUrl")
                  .starts_with("http://exchange.test:8480/v2/all-transactions?"
                               "filter%5Bstatus%5D=PENDING&"
                               "filter%5Bcreated_between%5D=2020-01-01%2C9999-12-31&per_page=2&"
                               "cursor="))
      << first.body;
  const std::string cursor = at(first.body, "nextCursor");
  const auto status_of = [&](Trader& trader, std::string_view parameters) {
    return trader.gets(fmt::format("{}?cursor={}{}", list, cursor, parameters)).status;
  };
  const std::string same = "&filter[status]=PENDING&filter[created_between]=2020-01-01,9999-12-31";
  EXPECT_EQ(status_of(customer, same), 200);
  EXPECT_EQ(status_of(supplier, same), 422);
  EXPECT_EQ(status_of(customer, "&filter[status]=PENDING"), 422);
  EXPECT_EQ(status_of(customer, "&filter[status]=UNKNOWN"), 422);
  EXPECT_EQ(customer.gets("/v2/transactions?cursor=" + cursor).status, 422);
}

TEST_F(History, wrong_parameters_are_422_by_their_name_all_at_once) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"filter[type]=order", "filter[type]"},
      {"filter[flow]=live", "filter[flow]"},
      {"filter[status]=HELD", "filter[status]"},
      {"filter[direction]=SENT", "filter[direction]"},
      {"filter[held]=yes", "filter[held]"},
      {"filter[created_between]=2026-03-02", "filter[created_between]"},
      {"filter[created_between]=2026-03-02,2026-03-01", "filter[created_between]"},
      {"filter[created_between]=2026-02-30,2026-03-01", "filter[created_between]"},
      {"filter[created_between]=2026-03-01,2026-03-02,2026-03-03", "filter[created_between]"},
      {"filter[created_between]=2026-03-01T00:00,2026-03-02", "filter[created_between]"},
      {"filter[created_between]=,", "filter[created_between]"},
      {"filter[partner]=Lieferant", "filter[partner]"},
      {"filter[identifier]=", "filter[identifier]"},
      {"filter[identifier_prefix]=", "filter[identifier_prefix]"},
      {"filter[sscc]=395210010000000017", "filter[sscc]"},
      {"filter[sscc]=39521001000000001", "filter[sscc]"},
      {"filter[status]=FAILED&filter[status]=FAILED", "filter[status]"},
      {"filter[number]=1", "filter[number]"},
      {"cursor=abc", "cursor"},
      {"per_page=0", "per_page"},
  };
  for (const auto& [query, name] : rows) {
    const Answer refused = customer.gets(fmt::format("{}?{}", list, query));
    EXPECT_EQ(refused.status, 422) << query;
    EXPECT_EQ(at(refused.body, "faults.0.path"), name) << query;
    EXPECT_EQ(at(refused.body, "faultCount"), "1") << query;
  }
  const Answer refused = customer.gets(
      fmt::format("{}?filter[type]=a&filter[flow]=b&filter[status]=c&cursor=d&per_page=e", list));
  EXPECT_EQ(at(refused.body, "faultCount"), "5") << refused.body;
}

TEST_F(History, events_show_what_happened_in_its_order) {
  const std::string id = customer.sends(order("4711"));
  supplier.pulls();
  supplier.reports(id, R"({"success":false,"reason":"r"})");
  const Answer page = customer.gets(one(id) + "/events");
  EXPECT_EQ(page.status, 200) << page.body;
  EXPECT_EQ(at(page.body, "items.0.type"), "received");
  EXPECT_EQ(at(page.body, "items.0.by.name"), "Kunde");
  EXPECT_NE(at(page.body, "items.0.detail"), "absent");
  EXPECT_NE(at(page.body, "items.0.at"), "absent");
  const std::string count = at(page.body, "count");
  EXPECT_EQ(at(page.body, "hasMore"), "false");
  std::vector<std::string> types;
  std::string path = one(id) + "/events?per_page=1";
  for (int i = 0; i < 20; ++i) {
    const Answer event = customer.gets(path);
    types.push_back(at(event.body, "items.0.type"));
    if (at(event.body, "hasMore") == "false") break;
    path = at(event.body, "nextPageUrl").substr(std::string("http://exchange.test:8480").size());
  }
  EXPECT_EQ(fmt::format("{}", types.size()), count);
  EXPECT_EQ(types.front(), "received");
  EXPECT_EQ(types.back(), "reported");
  EXPECT_EQ(customer.gets(one(id) + "/events?filter[type]=received").status, 422);
  EXPECT_EQ(customer.gets(one(id) + "/events?cursor=abc").status, 422);
}

TEST_F(History, cursor_of_one_transactions_events_is_none_of_anothers) {
  const std::string first = customer.sends(order("1"));
  const std::string second = customer.sends(order("2"));
  const std::string cursor =
      at(customer.gets(one(first) + "/events?per_page=1").body, "nextCursor");
  ASSERT_NE(cursor, "null");
  EXPECT_EQ(customer.gets(one(first) + "/events?cursor=" + cursor).status, 200);
  EXPECT_EQ(customer.gets(one(second) + "/events?cursor=" + cursor).status, 422);
}

TEST_F(History, looking_needs_a_token_that_reads) {
  const std::string id = customer.sends(order("1"));
  Trader sends(exchange, exchange.token(exchange.customer, that_sends));
  Trader reads(exchange, exchange.token(exchange.customer, that_reads));
  for (const std::string& path : {std::string(list), one(id), one(id) + "/events"}) {
    EXPECT_EQ(sends.gets(path).status, 403) << path;
    EXPECT_EQ(reads.gets(path).status, 200) << path;
    EXPECT_EQ(Client(exchange.port()).ask(http_tests::get(path)).status, 401) << path;
    EXPECT_EQ(reads.asks("HEAD", path).status, 200) << path;
    EXPECT_EQ(reads.posts(path, "{}").status, 405) << path;
  }
}

TEST_F(History, statistics_count_what_each_side_sees) {
  supplier.reports(customer.sends(order("1")));
  customer.sends(order("2"));
  const std::string day = at(customer.gets(list).body, "items.0.createdAt").substr(0, 10);
  const std::string path = fmt::format("/v2/statistics?from={0}&to={0}T23:59:59Z&step=hour", day);
  for (Trader* trader : {&customer, &supplier}) {
    const Answer counted = trader->gets(path);
    ASSERT_EQ(counted.status, 200) << counted.body;
    EXPECT_EQ(at(counted.body, "data.0.type"), "ORDER");
    EXPECT_EQ(at(counted.body, "data.0.direction"), trader == &customer ? "sent" : "received");
    EXPECT_EQ(at(counted.body, "data.0.status"), "PENDING");
    EXPECT_EQ(at(counted.body, "data.0.count"), "1");
    EXPECT_EQ(at(counted.body, "data.1.status"), "SUCCESS");
  }
  Trader stranger(exchange, exchange.stranger);
  EXPECT_EQ(at(stranger.gets(path).body, "data"), "[]");
}

TEST_F(History, statistics_of_a_long_period_are_refused) {
  const Answer refused = customer.gets("/v2/statistics?from=2024-01-01&to=2026-01-01");
  EXPECT_EQ(refused.status, 422) << refused.body;
  EXPECT_NE(refused.body.find("query.to.out_of_range"), std::string::npos) << refused.body;
}

}  // namespace
}  // namespace tradepost::api_tests
