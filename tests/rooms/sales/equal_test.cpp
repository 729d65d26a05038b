// An order that came by a document equals one that a clerk has entered, but for the marker of its
// source.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>

#include "sales/answers/answers.hpp"
#include "sales/shop.hpp"
#include "tests/source_dir.hpp"

namespace tradepost::sales_tests {
namespace {

// How a clerk types what an example says.
const std::map<std::string, sales::HandOrder>& by_hand() {
  static const sales::HandOrder lifelike{
      .customer = "20417",
      .place = "NORD",
      .head = {.customer_order = "4500871234",
               .version = "1",
               .order_date = "2026-03-02",
               .requested_date = "2026-03-06T06:00+01:00",
               .currency = "EUR",
               .delivery_information = "Anlieferung nur über Rampe 12.",
               .promotion = "FRÜHJAHR-26"},
      .lines =
          "line,article,quantity,unit,free,price\n"
          "1,9521001010016,120,CS,,12.90\n"
          "2,P-310,120,,,3.10\n"
          "3,9521001020015,80,CS,,4.35\n"
          "4,P-330,80,,,3.30\n"
          "5,9521001030014,12.0,CT,1,47.40\n"};
  static const sales::HandOrder short_order{
      .customer = "20417",
      .head = {.customer_order = "4500871234", .order_date = "2026-03-02"},
      .lines = "line,article,quantity\n"};
  static const auto with = [](sales::HandOrder order,
                              const std::function<void(sales::HandOrder&)>& change) {
    change(order);
    return order;
  };
  static const std::map<std::string, sales::HandOrder> all = {
      {"lifelike", lifelike},
      {"lifelike.min", lifelike},
      {"full",
       {.customer = "20417",
        .place = "NORD",
        .bill_place = "RP",
        .head = {.customer_order = "4500871234",
                 .version = "2",
                 .order_date = "2026-03-02T09:41:07.250+01:00",
                 .requested_date = "2026-03-06",
                 .earliest_date = "2026-03-06T06:00:00+01:00",
                 .latest_date = "2026-03-06 11:30",
                 .currency = "EUR",
                 .comments = "Ware für die Grillwochen, bitte vollständig liefern.",
                 .delivery_information = "Anlieferung nur über Rampe 12.",
                 .contract = "RV-2025-118",
                 .promotion = "FRÜHJAHR-26"},
        .lines = "line,article,quantity,unit,free,price,price_unit,requested_date,comments\n"
                 "1,9521001010016,120,CS,2,12.9,CS,2026-03-06,Bitte sortenreine Paletten.\n"
                 "2,P-310,120,,,3.1,,,\n"
                 "3,9521001070010,24,EA,,8.75,,,\n"
                 "4,9521001050012,36.5,KGM,,23.45,KGM,,\n"}},
      {"minimal", with(short_order, [](auto& order) { order.lines = "article,quantity\n,\n"; })},
      {"null_fields", with(short_order, [](auto& order) { order.lines += "1,,10\n"; })},
      {"numbers", with(short_order, [](auto& order) { order.lines += "100,,0\n"; })},
      {"dates", with(short_order, [](auto& order) { order.lines += "1,,\n"; })},
      {"empty_identifiers",
       with(short_order, [](auto& order) { order.lines += "1,,10\n2,,4\n3,,2\n4,20-3001,1\n"; })},
      {"warnings", with(short_order, [](auto& order) { order.customer = "99999"; })},
      {"unknown_fields",
       with(short_order, [](auto& order) { order.lines += "1,9521001010016,10\n"; })},
  };
  return all;
}

const std::set<std::string> source_markers = {"received", "sales_order.source"};

TEST(Equal, every_example_has_its_clerk) {
  for (const auto& file : std::filesystem::directory_iterator(source_dir() + "/examples/order")) {
    const std::string name = file.path().stem().string();
    if (file.path().extension() != ".json" || name.starts_with("faulty")) continue;
    EXPECT_TRUE(by_hand().contains(name)) << name;
  }
}

TEST(Equal, every_column_of_every_table_but_the_source) {
  std::size_t booked = 0;
  for (const auto& [name, order] : by_hand()) {
    SCOPED_TRACE(name);
    Shop imported;
    Shop entered;
    const client::Report report = imported.take(order_document(example(name)));
    const sales::Booked by_clerk = entered.enter(order);
    EXPECT_EQ(report.success, by_clerk.objections.empty()) << report.reason;
    EXPECT_EQ(imported.dump(source_markers), entered.dump(source_markers));
    EXPECT_EQ(imported.count("sales_order"), report.success ? 1 : 0);
    if (!report.success) continue;
    ++booked;
    EXPECT_EQ(imported.order(1).source, "t-1");
    EXPECT_EQ(entered.order(1).source, "");
    EXPECT_GE(imported.order(1).lines.size(), 2u);
  }
  EXPECT_EQ(booked, 4u);
}

TEST(Equal, answers_are_equal_too) {
  Shop imported;
  Shop entered;
  imported.take(order_document(example("lifelike")));
  entered.enter(by_hand().at("lifelike"));
  for (Shop* const shop : {&imported, &entered}) {
    EXPECT_TRUE(shop->change([](sales::Books& books) {
      return sales::respond(books, 1, {.confirmed = {{1, sales::Decimal(100)}}});
    }));
    EXPECT_TRUE(shop->change([](sales::Books& books) { return sales::ship(books, 1, {}); }));
    EXPECT_TRUE(shop->change([](sales::Books& books) { return sales::invoice(books, 1); }));
  }
  EXPECT_EQ(imported.count("document"), 3);
  EXPECT_EQ(imported.dump(source_markers), entered.dump(source_markers));
}

}  // namespace
}  // namespace tradepost::sales_tests
