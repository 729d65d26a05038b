// An order from a document equals one that a clerk has entered, except for the marker of its
// source.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <map>

#include "sales/answers/answers.hpp"
#include "sales/shop.hpp"
#include "tests/source_dir.hpp"

// Covers contract 1.3.
namespace tradepost::sales_tests {
namespace {

// The input of a clerk for each example.
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

// A line in a document, and the same line as a clerk enters it.
struct Line {
  const char* document;
  const char* by_hand;
};

// Lines for 20-3001 in bottles and cartons of 6, and for 70-7001 in pieces.
constexpr std::array lines = {
    Line{R"("9521001030021"}],"quantity":12)", "9521001030021,12,,,,,,"},
    Line{R"("9521001030021"}],"quantity":12,"unitPrice":8.20)", "9521001030021,12,,,8.20,,,"},
    Line{R"("9521001030021"}],"quantity":12,"unitPrice":7.10)", "9521001030021,12,,,7.10,,,"},
    Line{R"("9521001030021"}],"quantity":12,"unitPrice":47.40,"pricingUnitOfMeasure":"CT")",
         "9521001030021,12,,,47.40,CT,,"},
    Line{R"("9521001030021"}],"quantity":12,"unitPrice":49.20,"pricingUnitOfMeasure":"CT")",
         "9521001030021,12,,,49.20,CT,,"},
    Line{R"("9521001030021"}],"quantity":12,"unitPrice":49.20,"pricingUnitOfMeasure":"CT",)"
         R"("pricingUnitQuantity":6)",
         "9521001030021,12,,,49.20,CT,6,"},
    Line{R"("9521001030021"}],"quantity":12,"unitPrice":49.20,"pricingUnitOfMeasure":"CT",)"
         R"("pricingUnitQuantity":7)",
         "9521001030021,12,,,49.20,CT,7,"},
    Line{R"("9521001030021"}],"quantity":12,"unitPrice":49.20,"pricingUnitOfMeasure":"PF")",
         "9521001030021,12,,,49.20,PF,,"},
    Line{R"("9521001030021"}],"quantity":12,"unitPrice":24.60,"pricingUnitQuantity":3)",
         "9521001030021,12,,,24.60,,3,"},
    Line{R"("9521001030014"}],"quantity":2,"unitOfMeasure":"CT","unitPrice":8,)"
         R"("pricingUnitOfMeasure":"BO")",
         "9521001030014,2,CT,,8,BO,,"},
    Line{R"("9521001030014"}],"quantity":2,"freeQuantity":1,"unitPrice":790,)"
         R"("pricingUnitOfMeasure":"BO","pricingUnitQuantity":100)",
         "9521001030014,2,,1,790,BO,100,"},
    Line{R"("9521001070010"}],"quantity":350,"unitPrice":875,"pricingUnitOfMeasure":"EA",)"
         R"("pricingUnitQuantity":100)",
         "9521001070010,350,,,875,EA,100,"},
    Line{R"("9521001070010"}],"quantity":350,"unitPrice":875)", "9521001070010,350,,,875,,,"},
    Line{R"("9521001070010"}],"quantity":350,"unitPrice":10,"pricingUnitQuantity":3)",
         "9521001070010,350,,,10,,3,"},
    Line{R"("9521001070010"}],"quantity":350,"unitPrice":0,"pricingUnitQuantity":100)",
         "9521001070010,350,,,0,,100,"},
    Line{R"("9521001070010"}],"quantity":350,"unitPrice":875,"pricingUnitQuantity":0)",
         "9521001070010,350,,,875,,0,"},
    Line{R"("9521001050012"}],"quantity":36.5,"unitOfMeasure":"KGM","unitPrice":2345,)"
         R"("pricingUnitOfMeasure":"KGM","pricingUnitQuantity":100)",
         "9521001050012,36.5,KGM,,2345,KGM,100,"},
    Line{R"("9521001070010"}],"quantity":199.999999)", "9521001070010,199.999999,,,,,,"},
    Line{R"("9521001070010"}],"quantity":5,"isDepositItem":true)", "9521001070010,5,,,,,,yes"},
    Line{R"("9521001090018"}],"quantity":-5,"isDepositItem":true,"unitPrice":3.10)",
         "9521001090018,-5,,,3.10,,,yes"},
};

TEST(Equal, prices_and_doubts_whatever_the_rule_for_prices) {
  std::size_t booked = 0;
  for (const char* const rule : {"hold", "take", "change"}) {
    for (const Line& line : lines) {
      SCOPED_TRACE(fmt::format("{} {}", rule, line.document));
      Shop imported;
      Shop entered;
      for (Shop* const shop : {&imported, &entered}) {
        shop->sql(fmt::format("UPDATE customer SET price_rule = '{}'", rule));
      }
      const client::Report report = imported.take(order_document(order_content(
          fmt::format(R"({{"lineNumber":1,"identifiers":[{{"identifier":{}}})", line.document))));
      const sales::Booked by_clerk = entered.enter(
          {.customer = "20417",
           .head = {.customer_order = "4500871234", .order_date = "2026-03-02"},
           .lines = fmt::format(
               "line,article,quantity,unit,free,price,price_unit,price_quantity,deposit\n1,{}\n",
               line.by_hand)});
      EXPECT_EQ(report.success, by_clerk.objections.empty()) << report.reason;
      if (report.success) ++booked;
      EXPECT_EQ(imported.dump(source_markers), entered.dump(source_markers));
    }
  }
  EXPECT_EQ(booked, 3 * (lines.size() - 1));  // all except the one without quantity
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
