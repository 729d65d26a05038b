#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "document/random_test_json.hpp"
#include "labels_served/desk.hpp"
#include "polling.hpp"
#include "served/json.hpp"
#include "served/shifted_clock.hpp"
#include "tests/support/run.hpp"

// Tests links to labels: valid for anyone, for one transaction, for 30 days (contract 10.3).
// Covers contract 8.6, 10.2 and 10.3.
namespace tradepost::labels_served {

using trade::pallet_sscc;
using trade::unit;

namespace {

using served::at;
using trade::path_of;

class LabelLinks : public testing::Test {
 public:
  Desk desk;
  Trade& trade = desk.trade;
  const Labels labels = desk.sends_units("1", {unit()});

  std::string seal() const { return labels.zpl.substr(labels.zpl.find('?')); }
  // Returns the answer to a link with an invalid seal.
  Refusal unknown() {
    return refusal_in(trade.opens(fmt::format("/v2/labels/{}/0.zpl?link=AAAA", labels.id)));
  }
};

TEST_F(LabelLinks, need_no_token) {
  const Answer zpl = trade.opens(labels.zpl);
  EXPECT_EQ(zpl.status, 200) << zpl.body;
  EXPECT_EQ(zpl.header("content-type"), "application/zpl");
  EXPECT_NE(zpl.body.find(pallet_sscc), std::string::npos);
  const Answer pdf = trade.opens(labels.pdf);
  EXPECT_EQ(pdf.status, 200) << pdf.body;
  EXPECT_EQ(pdf.header("content-type"), "application/pdf");
  EXPECT_TRUE(pdf.body.starts_with("%PDF-"));
}

TEST_F(LabelLinks, open_all_labels_of_their_transaction_and_nothing_else) {
  const Labels other = desk.sends_units("2", {unit(), unit("395210010002089325")});
  const std::string of_other = other.zpl.substr(other.zpl.find('?'));
  for (const std::string rest : {"/0.zpl", "/1.zpl", "/1.pdf", ".zpl", ".pdf"}) {
    EXPECT_EQ(trade.opens("/v2/labels/" + other.id + rest + of_other).status, 200) << rest;
    EXPECT_EQ(refusal_in(trade.opens("/v2/labels/" + labels.id + rest + of_other)), unknown());
  }
  const std::vector<std::string> others = {"/v2/transactions", "/v2/all-transactions/" + labels.id,
                                           "/v2/ping", "/v2/errors"};
  for (const std::string& path : others) {
    EXPECT_EQ(trade.opens(path + seal()).status, 401) << path;
  }
}

TEST_F(LabelLinks, are_no_links_to_cases_nor_those_to_labels) {
  const std::string case_link = path_of(trade.fails("1").url);
  const auto query = case_link.find('?');
  EXPECT_EQ(trade.opens(case_link.substr(0, query) + seal()).status, 404);
  EXPECT_EQ(refusal_in(trade.opens(
                fmt::format("/v2/labels/{}/0.zpl{}", labels.id, case_link.substr(query)))),
            unknown());
}

TEST_F(LabelLinks, changed_anywhere_are_none) {
  const Refusal none = unknown();
  ASSERT_EQ(none.status, 404);
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const auto begin = labels.zpl.find("link=") + 5;
  document::Dice dice(run::seed());
  http_tests::Client browser(trade.exchange().port());
  const auto opens = [&](std::string_view path) {
    return browser.ask(fmt::format("GET {} HTTP/1.1\r\nHost: exchange.test\r\n\r\n", path));
  };
  // Changes every position in turn, so that coverage does not depend on chance.
  const std::size_t length = labels.zpl.size() - begin;
  for (std::size_t i = 0; i < 1'000; ++i) {
    std::string forged = labels.zpl;
    char& changed = forged[begin + i % length];
    const char before = changed;
    while (changed == before) changed = letters[dice.below(letters.size())];
    ASSERT_EQ(refusal_in(opens(forged)), none) << forged;
  }
  for (std::size_t i = 0; i < length; i += 7) {
    ASSERT_EQ(refusal_in(opens(labels.zpl.substr(0, begin + i))), none) << i;
  }
  EXPECT_EQ(opens(labels.zpl).status, 200);
}

TEST_F(LabelLinks, token_goes_before_a_link) {
  EXPECT_EQ(trade.gets(trade.customer, labels.zpl).status, 200);
  EXPECT_EQ(refusal_in(trade.gets(trade.stranger, labels.zpl)), unknown());
  EXPECT_EQ(trade.asks("nobody's", "GET", labels.zpl).status, 401);
  EXPECT_EQ(
      trade.asks(trade.token(trade.customer, R"(,"scopes":["send"])"), "GET", labels.zpl).status,
      403);
}

TEST_F(LabelLinks, are_new_at_every_listing_and_the_old_ones_stay_valid) {
  // Links that are made within one millisecond are equal.
  std::string again;
  is_soon([&] {
    again = path_of(at(desk.shown(trade.customer, labels.id),
                       "data.content.transportUnits.0.transportLabel.zplUrl"));
    return again != labels.zpl;
  });
  EXPECT_NE(again, labels.zpl);
  EXPECT_EQ(trade.opens(again).body, trade.opens(labels.zpl).body);
}

TEST_F(LabelLinks, show_nothing_when_whom_they_were_made_for_has_left) {
  trade.by().does("DELETE", fmt::format("/admin/participants/{}?pending=fail", trade.customer.id),
                  "");
  EXPECT_EQ(refusal_in(trade.opens(labels.zpl)), unknown());
}

TEST_F(LabelLinks, stand_in_no_log) {
  trade.opens(labels.zpl);
  trade.opens(labels.zpl.substr(0, labels.zpl.size() - 1));
  trade.asks("nobody's", "GET", "/v2/ping", "", "X-Request-Id: last-line\r\n");
  trade.exchange().log_line_with({"request_id=last-line"});
  const std::string log = trade.exchange().log();
  EXPECT_NE(log.find(fmt::format("path=/v2/labels/{}/0.zpl ", labels.id)), std::string::npos);
  EXPECT_EQ(log.find(seal().substr(7, 20)), std::string::npos);
}

TEST(LabelLinksOfLongAgo, have_ended_after_30_days) {
  const served::ScratchFolder folder;
  const served::ShiftedClock clock(folder.path());
  Desk desk({}, clock.environment());
  const Labels labels = desk.sends_units("1", {unit()});
  clock.shift("+29d");
  EXPECT_EQ(desk.trade.opens(labels.zpl).status, 200);
  clock.shift("+31d");
  const Answer ended = desk.trade.opens(labels.zpl);
  EXPECT_EQ(ended.status, 403);
  EXPECT_EQ(at(ended.body, "code"), "forbidden");
  EXPECT_EQ(at(ended.body, "detailCode"), "link_expired");
  EXPECT_EQ(ended.body.find("^XA"), std::string::npos);
  const Labels fresh = desk.sends_units("2", {unit()});
  EXPECT_EQ(desk.trade.opens(fresh.pdf).status, 200);
}

// Retention is applied at the start and every hour. It removes the content before the row.
TEST(LabelsOfRemovedContent, are_unknown_with_a_token_and_with_a_link) {
  const served::ScratchFolder folder;
  const served::ShiftedClock clock(folder.path());
  Desk desk({}, clock.environment());
  Trade& trade = desk.trade;
  const Labels labels = desk.sends_units("1", {unit()});
  const Labels pending = desk.sends_units("2", {unit()});
  trade.does(trade.customer, "POST", "/v2/transactions/" + labels.id, R"({"success":true})");
  trade.by().does("PUT", "/admin/retention",
                  R"({"rules":[{"kind":"SHIPPING_NOTICE","contentDays":2}]})");
  trade.exchange().end();
  clock.shift("+3d");
  trade.exchange().begin();

  is_soon([&] { return desk.shown(trade.customer, labels.id).contains("contentRemovedAt"); },
          std::chrono::seconds(30));
  EXPECT_EQ(at(desk.shown(trade.customer, labels.id), "data.content"), "null");
  const auto unknown = refusal_in(desk.gets(trade.customer, trade::unused_id, ".pdf"));
  for (const std::string rest : {".zpl", ".pdf", "/0.zpl", "/0.pdf"}) {
    EXPECT_EQ(refusal_in(desk.gets(trade.customer, labels.id, rest)), unknown) << rest;
  }
  EXPECT_EQ(trade.opens(labels.zpl).status, 404);
  EXPECT_EQ(trade.opens(pending.zpl).status, 200);  // a pending document keeps its content
}

TEST(LabelLinksOfAPublicAddress, begin_with_it) {
  Desk desk({"--public-url", "https://trade.example/exchange"});
  const std::string id = desk.sends(notice("1", {unit()}));
  const std::string label = "data.content.transportUnits.0.transportLabel.";
  const std::string body = desk.shown(desk.trade.supplier, id);
  const std::string path = fmt::format("https://trade.example/exchange/v2/labels/{}/0", id);
  EXPECT_TRUE(at(body, label + "zplUrl").starts_with(path + ".zpl?link="));
  EXPECT_TRUE(at(body, label + "pdfUrl").starts_with(path + ".pdf?link="));
}

}  // namespace
}  // namespace tradepost::labels_served
