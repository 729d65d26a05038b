// Unusual orders, and the importer's result for each.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/text/text.hpp"
#include "sales/answers/answers.hpp"
#include "sales/shop.hpp"

namespace tradepost::sales_tests {
namespace {

using sales::Decimal;
using sales::plain;

constexpr std::string_view pils =
    R"({"lineNumber":1,"identifiers":[{"identifier":"9521001010016"}],)"
    R"("quantity":120,"unitOfMeasure":"CS")";

std::string line(std::string_view more = "") {
  return fmt::format("{}{}}}", pils, more);
}

// Returns the reason why an order with these items is not booked.
std::string refused(Shop& shop, std::string_view items, std::string_view header = "") {
  const std::string before = shop.dump({"received"});
  const client::Report report = shop.take(order_document(order_content(items, header)));
  EXPECT_FALSE(report.success);
  EXPECT_EQ(shop.dump({"received"}), before);  // the order leaves no rows
  return report.reason;
}

sales::Order booked(Shop& shop, std::string_view items, std::string_view header = "") {
  const client::Report report = shop.take(order_document(order_content(items, header)));
  EXPECT_TRUE(report.success) << report.reason;
  return shop.order(1);
}

std::string party(std::string_view role, std::string_view gln) {
  return fmt::format(R"("{}":{{"identifiers":[{{"identifier":"{}"}}]}})", role, gln);
}

TEST(Case, null_dates_are_not_said) {
  Shop shop;
  const auto order = booked(shop, line(R"(,"requestedDeliveryDate":null)"),
                            R"("requestedDeliveryDate":null,"requestedLatestDeliveryDate":null)");
  EXPECT_EQ(order.head.requested_date, "");
  EXPECT_EQ(order.head.latest_date, "");
  EXPECT_EQ(order.lines[0].requested_date, "");
}

TEST(Case, null_quantity_is_no_zero) {
  Shop shop;
  const std::string items = R"({"lineNumber":7,"identifiers":[{"identifier":"9521001010016"}],)"
                            R"("quantity":null})";
  EXPECT_EQ(refused(shop, items), "Line 7: The line has no quantity that can be booked.");
}

TEST(Case, decimal_quantity_and_price_stay_exact) {
  Shop shop;
  const auto order =
      booked(shop, R"({"identifiers":[{"identifier":"9521001050012"}],"quantity":36.125,)"
                   R"("unitOfMeasure":"KGM","unitPrice":23.4500})");
  EXPECT_EQ(plain(order.lines[0].quantity), "36.125");
  EXPECT_EQ(order.status, "open");
  EXPECT_EQ(order.lines[0].net(order.lines[0].quantity, "EUR").to_string(), "847.13");
}

TEST(Case, number_that_can_not_be_reckoned_with_is_named) {
  Shop shop;
  const client::Report report =
      shop.take(order_document(order_content(line(R"(,"unitPrice":1e300)"))));
  EXPECT_EQ(report.reason, "Line 1: the unitPrice is not a number that can be booked.");
  EXPECT_EQ(report.context.at("content.items.0.unitPrice"), "1e300");
}

TEST(Case, zero_quantity_orders_nothing_and_zero_price_is_a_price) {
  Shop shop;
  shop.load("prices.csv", "product,unit,customer,amount\n70-7001,EA,20417,0\n");
  const auto order = booked(
      shop,
      R"({"lineNumber":1,"identifiers":[{"identifier":"9521001010016"}],"quantity":0},)"
      R"({"lineNumber":2,"identifiers":[{"identifier":"9521001070010"}],"quantity":5,"unitPrice":0})");
  ASSERT_EQ(order.lines.size(), 2u);  // a quantity of zero has no deposit
  EXPECT_TRUE(order.lines[0].quantity.is_zero());
  EXPECT_EQ(order.status, "open");
  EXPECT_EQ(order.lines[1].ordered_price, sales::Fraction());
}

TEST(Case, order_of_nothing_is_refused) {
  Shop shop;
  EXPECT_EQ(refused(shop, R"({"identifiers":[{"identifier":"9521001010016"}],"quantity":0})"),
            "All quantities of the order are zero.");
}

TEST(Case, duplicate_gln_is_never_loaded_and_never_guessed) {
  Shop shop;
  const auto faults =
      shop.faults_of("identifiers.csv", "identifier,customer\n9521002000009,20555\n");
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0], "Identifier 9521002000009 belongs to two customers: 20417 and 20555.");
  shop.sql("INSERT INTO party_identifier VALUES('GS1', '9521002000009', '20555', '')");
  const client::Report report = shop.take(order_document(order_content(line())));
  EXPECT_TRUE(report.reason.contains("more than one customer: 20417 and 20555")) << report.reason;
  EXPECT_EQ(report.error_type, "INTERNAL");
}

TEST(Case, duplicate_gtin_is_never_loaded_and_never_guessed) {
  Shop shop;
  const auto faults = shop.faults_of("gtins.csv", "gtin,product,unit\n9521001010016,20-2001,CS\n");
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_TRUE(faults[0].contains("20-1001 in CS and 20-2001 in CS")) << faults[0];
  shop.sql("INSERT INTO gtin VALUES('09521001010016', '20-2001', 'CS', 1)");
  const client::Report report = shop.take(order_document(order_content(line())));
  EXPECT_TRUE(report.reason.contains("20-1001 CS and 20-2001 CS")) << report.reason;
  EXPECT_EQ(report.error_type, "INTERNAL");
}

TEST(Case, several_gtins_of_a_product_are_normal) {
  Shop shop;
  shop.load("gtins.csv", "gtin,product,unit,current\n9521001030038,20-1001,CS,no\n");
  EXPECT_EQ(booked(shop, R"({"identifiers":[{"identifier":"9521001030038"}],"quantity":1})")
                .lines[0]
                .gtin,
            "09521001030038");
}

TEST(Case, unknown_ship_to_is_refused_without_fall_back) {
  Shop shop;
  const client::Report report =
      shop.take(order_document(order_content(line(), party("shipTo", "9521002009995"))));
  EXPECT_EQ(report.reason, "The GLN 9521002009995 of the party to deliver to is unknown.");
  EXPECT_EQ(report.error_type, "DATA");
  EXPECT_EQ(report.context.at("content.header.shipTo.identifiers"), "9521002009995");
}

TEST(Case, ship_to_of_another_customer_is_refused) {
  Shop shop;
  EXPECT_EQ(refused(shop, line(), party("shipTo", "9521004000007")),
            "The GLN 9521004000007 of the party to deliver to belongs to customer 20555, but the "
            "buyer is customer 20417.");
}

TEST(Case, bill_to_of_another_customer_is_refused) {
  Shop shop;
  EXPECT_TRUE(refused(shop, line(), party("billTo", "9521004000007")).contains("party to bill"));
}

TEST(Case, ship_to_without_identifier_is_an_address_and_changes_no_known_one) {
  Shop shop;
  const auto order = booked(shop, line(),
                            R"("shipTo":{"name":"Baustelle","identifiers":[],)"
                            R"("postalAddress":{"street":"Weg 1","city":"Kiel"}})");
  EXPECT_EQ(order.customer.ship_to.street, "Weg 1");
  Shop other;
  EXPECT_TRUE(refused(other, line(), R"("shipTo":{"name":"Irgendwo"})").contains("neither"));
}

TEST(Case, order_for_another_supplier_is_refused) {
  Shop shop;
  shop.sql("DELETE FROM party_identifier WHERE customer = ''");
  EXPECT_TRUE(refused(shop, line()).contains("which is not ours"));
}

TEST(Case, missing_gtin_leads_by_the_buyers_number) {
  Shop shop;
  const auto order = booked(shop, R"({"identifiers":[{"identifier":"883120","domain":"BUYER"},)"
                                  R"({"identifier":"70-7001","domain":"SUPPLIER"}],"quantity":2})");
  EXPECT_EQ(order.lines[0].product, "20-1001");
  EXPECT_EQ(order.lines[0].unit, "CS");
}

TEST(Case, unknown_gtin_is_not_replaced_by_another_number) {
  Shop shop;
  EXPECT_EQ(refused(shop, R"({"lineNumber":3,"identifiers":[{"identifier":"9521001070034"},)"
                          R"({"identifier":"883120","domain":"BUYER"}],"quantity":2})"),
            "Line 3: The GTIN 9521001070034 was not found among our products.");
}

TEST(Case, unknown_unit_is_refused_and_a_known_word_is_translated) {
  Shop shop;
  const std::string items =
      R"({"lineNumber":1,"identifiers":[{"identifier":"20-1001","domain":"SUPPLIER"}],"quantity":2,)"
      R"("unitOfMeasure":"PF"})";
  EXPECT_EQ(refused(shop, items),
            "Line 1: Product 20-1001 is not sold in PF. Its units are: BO, CS, PCK.");
  shop.load("units.csv", "customer,word,unit\n20417,PF,CS\n");
  const client::Report report = shop.take(order_document(order_content(items), "t-2"));
  EXPECT_TRUE(report.success) << report.reason;
  EXPECT_EQ(shop.order(1).lines[0].unit, "CS");
}

TEST(Case, gtin_of_a_case_with_a_quantity_in_bottles_is_refused) {
  Shop shop;
  EXPECT_TRUE(refused(shop, R"({"identifiers":[{"identifier":"9521001010016"}],"quantity":240,)"
                            R"("unitOfMeasure":"BO"})")
                  .contains("in CS, but the quantity is in BO"));
  // This customer writes EA for one of whatever the number identifies.
  shop.load("units.csv", "customer,word,unit\n20417,EA,\n");
  const std::string each = R"({"identifiers":[{"identifier":"9521001010016"}],"quantity":2,)"
                           R"("unitOfMeasure":"EA"})";
  EXPECT_TRUE(shop.take(order_document(order_content(each), "t-2")).success);
  EXPECT_EQ(shop.order(1).lines[0].unit, "CS");
}

TEST(Case, deposits_of_a_single_bottle_a_pack_and_a_crate) {
  Shop shop;
  const auto order = booked(
      shop, R"({"identifiers":[{"identifier":"9521001010023"}],"quantity":5},)"
            R"({"identifiers":[{"identifier":"9521001010030"}],"quantity":4},)"
            R"({"identifiers":[{"identifier":"9521001010016"}],"quantity":3,"freeQuantity":1})");
  ASSERT_EQ(order.lines.size(), 6u);
  const auto deposit = [&](std::size_t place) {
    const sales::OrderLine& one = order.lines[place];
    return fmt::format("{} {} {} {}", one.product, plain(one.quantity), plain(one.price.amount),
                       one.deposit_of);
  };
  EXPECT_EQ(deposit(1), "P-008 5 0.08 1");
  EXPECT_EQ(deposit(3), "P-048 4 0.48 3");  // a pack has one deposit, not six
  EXPECT_EQ(deposit(5), "P-310 4 3.1 5");   // also for free goods
}

TEST(Case, deposit_that_the_order_has_is_not_added_twice) {
  Shop shop;
  const auto order =
      booked(shop, line() + R"(,{"lineNumber":2,"identifiers":[{"identifier":"9521001090018"}],)"
                            R"("isDepositItem":true,"quantity":100,"unitOfMeasure":"CS"})");
  ASSERT_EQ(order.lines.size(), 2u);
  EXPECT_EQ(plain(order.lines[1].quantity), "120");
  EXPECT_EQ(order.lines[1].customer_line, "2");
  EXPECT_EQ(order.notes,
            "The order has 100 of deposit P-310, but its items require 120. The required quantity "
            "is booked.");
}

TEST(Case, returned_deposits_are_a_line_of_their_own) {
  Shop shop;
  const auto order =
      booked(shop, line() + R"(,{"lineNumber":2,"identifiers":[{"identifier":"9521001090018"}],)"
                            R"("isDepositItem":true,"quantity":-80})");
  ASSERT_EQ(order.lines.size(), 3u);
  EXPECT_EQ(plain(order.lines[2].quantity), "-80");
  EXPECT_EQ(order.lines[2].deposit_of, 0);
  Shop other;
  EXPECT_TRUE(refused(other, R"({"identifiers":[{"identifier":"9521001010016"}],"quantity":-1})")
                  .contains("The quantity is negative."));
}

// Covers contract 1.3.
TEST(Case, free_quantity_is_separate_and_null_is_not_zero) {
  Shop shop;
  const auto order =
      booked(shop, line(R"(,"freeQuantity":2)") + "," + line(R"(,"freeQuantity":0)") + "," +
                       line(R"(,"freeQuantity":null)"));
  EXPECT_EQ(plain(order.lines[0].quantity), "120");
  EXPECT_EQ(order.lines[0].free_quantity, Decimal(2));
  EXPECT_EQ(order.lines[2].free_quantity, Decimal());
  EXPECT_FALSE(order.lines[4].free_quantity);
}

TEST(Case, two_versions_pending_come_as_the_latest_alone) {
  Shop shop;
  shop.take(
      order_document(order_content(line()), "t-2", "t-1"));  // the recipient never collected t-1
  EXPECT_EQ(shop.count("sales_order"), 1);
  EXPECT_EQ(shop.order(1).source, "t-2");
}

TEST(Case, version_2_after_version_1_was_imported_changes_the_open_order) {
  Shop shop;
  shop.take(order_document(order_content(line()), "t-1"));
  EXPECT_TRUE(shop.change([](sales::Books& books) { return sales::respond(books, 1, {}); }));
  const std::string more = R"({"identifiers":[{"identifier":"9521001010016"}],"quantity":80})";
  EXPECT_TRUE(shop.take(order_document(order_content(more), "t-2", "t-1")).success);
  EXPECT_EQ(shop.count("sales_order"), 1);
  EXPECT_EQ(plain(shop.order(1).lines[0].quantity), "80");
  EXPECT_EQ(shop.order(1).status, "open");  // the earlier confirmation no longer applies
}

TEST(Case, version_after_a_delivery_is_refused_with_the_reason) {
  Shop shop;
  shop.take(order_document(order_content(line()), "t-1"));
  EXPECT_TRUE(shop.change([](sales::Books& books) {
    return sales::ship(books, 1, {.quantities = {{1, Decimal(1)}}});
  }));
  const std::string before = shop.dump({"received"});
  const auto report =
      shop.take(order_document(order_content(line(R"(,"freeQuantity":1)")), "t-2", "t-1"));
  EXPECT_EQ(
      report.reason,
      "Order 4500871234 can no longer be changed: our order 1 was already delivered, at least "
      "in part. Use a new order number for additional goods.");
  EXPECT_EQ(shop.dump({"received"}), before);
}

TEST(Case, requeued_document_is_an_update_also_with_the_same_content) {
  Shop shop;
  shop.take(order_document(order_content(line()), "t-1"));
  EXPECT_TRUE(shop.take(order_document(order_content(line()), "t-2", "t-1")).success);
  EXPECT_EQ(shop.count("sales_order"), 1);
  EXPECT_EQ(shop.order(1).source, "t-2");
}

TEST(Case, requeued_document_that_failed_before_is_booked) {
  Shop shop;
  shop.sql("UPDATE gtin SET gtin = '1' WHERE gtin = '09521001010016'");
  EXPECT_FALSE(shop.take(order_document(order_content(line()), "t-1")).success);
  shop.sql("UPDATE gtin SET gtin = '09521001010016' WHERE gtin = '1'");
  EXPECT_TRUE(shop.take(order_document(order_content(line()), "t-2", "t-1")).success);
  EXPECT_EQ(shop.count("sales_order"), 1);
}

TEST(Case, version_without_quantities_cancels_the_order) {
  Shop shop;
  shop.take(order_document(order_content(line()), "t-1"));
  const std::string none = R"({"identifiers":[{"identifier":"9521001010016"}],"quantity":0})";
  EXPECT_TRUE(shop.take(order_document(order_content(none), "t-2", "t-1")).success);
  EXPECT_EQ(shop.order(1).status, "cancelled");
  EXPECT_FALSE(shop.change([](sales::Books& books) { return sales::ship(books, 1, {}); }));
}

TEST(Case, same_document_twice_is_one_order_and_one_answer) {
  Shop shop;
  EXPECT_TRUE(shop.take(order_document(order_content(line()), "t-1")).success);
  const std::string once = shop.dump();
  EXPECT_TRUE(shop.take(order_document(order_content(line()), "t-1")).success);
  EXPECT_EQ(shop.dump(), once);
  const auto bad = order_document(order_content("{}", "", "4711"), "t-9");
  const client::Report first = shop.take(bad);
  const client::Report second = shop.take(bad);
  EXPECT_FALSE(second.success);
  EXPECT_EQ(second.reason, first.reason);
  EXPECT_EQ(second.error_type, first.error_type);
  EXPECT_EQ(second.context, first.context);
}

TEST(Case, same_number_under_another_id_is_refused) {
  Shop shop;
  shop.take(order_document(order_content(line()), "t-1"));
  EXPECT_TRUE(shop.take(order_document(order_content(line()), "t-2"))
                  .reason.contains("is already booked, as our order 1 of 2026-03-02"));
  EXPECT_EQ(shop.count("sales_order"), 1);
}

TEST(Case, order_that_a_clerk_has_entered_is_not_changed_by_a_document) {
  Shop shop;
  shop.enter({.customer = "20417",
              .head = {.customer_order = "4500871234", .order_date = "2026-03-02"},
              .lines = "article,quantity\n20-1001,1\n"});
  EXPECT_TRUE(shop.take(order_document(order_content(line()), "t-2", "t-1"))
                  .reason.contains("is already booked"));
}

TEST(Case, thousand_lines_are_booked) {
  Shop shop;
  std::string items;
  for (int number = 1; number <= 1'000; ++number) {
    items += fmt::format(R"({}{{"lineNumber":{},"identifiers":[{{"identifier":"9521001010016"}}],)"
                         R"("quantity":{}}})",
                         number == 1 ? "" : ",", number, number);
  }
  const auto order = booked(shop, items);
  ASSERT_EQ(order.lines.size(), 2'000u);
  EXPECT_EQ(order.lines[1'998].customer_line, "1000");
  EXPECT_EQ(plain(order.lines[1'999].quantity), "1000");
}

TEST(Case, umlauts_and_cjk_stay) {
  Shop shop;
  EXPECT_EQ(booked(shop, line(), R"("comments":"Süßes 清酒 für Ö\u00e4")").head.comments,
            "Süßes 清酒 für Öä");
}

TEST(Case, longest_comment_is_kept_whole) {
  Shop shop;
  std::string comment;
  for (int i = 0; i < 100'000; ++i) comment += "ä";
  EXPECT_EQ(booked(shop, line(), fmt::format(R"("comments":"{}")", comment)).head.comments,
            comment);
}

TEST(Case, unknown_fields_do_no_harm) {
  Shop shop;
  EXPECT_EQ(booked(shop, line(R"(,"shelf":{"a":[1,{}]})"), R"("x_hansen":null)").lines.size(), 2u);
}

TEST(Case, test_document_is_judged_and_never_booked) {
  Shop shop;
  auto document = order_document(order_content(line()), "t-1");
  document.flow = "TEST";
  const std::string before = shop.dump({"received"});
  EXPECT_TRUE(shop.take(document).success);
  EXPECT_EQ(shop.dump({"received"}), before);
  EXPECT_EQ(shop.value("SELECT outcome FROM received"), "test");
  auto faulty = order_document(order_content("{}"), "t-2");
  faulty.flow = "TEST";
  EXPECT_FALSE(shop.take(faulty).success);
  // The refused order keeps no number.
  EXPECT_TRUE(shop.take(order_document(order_content(line()), "t-3")).success);
}

TEST(Case, price_difference_within_the_tolerance_books_our_price) {
  Shop shop;
  const auto order = booked(shop, line(R"(,"unitPrice":12.80)"));
  EXPECT_EQ(order.status, "open");
  EXPECT_EQ(plain(order.lines[0].price.amount), "12.9");
}

TEST(Case, price_difference_is_held_taken_or_answered) {
  const std::string cheap = line(R"(,"unitPrice":11.90)");
  {
    Shop shop;
    const auto order = booked(shop, cheap);
    EXPECT_EQ(order.status, "held");
    EXPECT_EQ(
        order.hold_reason,
        "Line 1: the price of 20-1001 is 11.9 per CS in the order, and 12.9 per CS in our list.");
    EXPECT_FALSE(shop.change([](sales::Books& books) { return sales::respond(books, 1, {}); }));
    EXPECT_FALSE(shop.change([](sales::Books& books) { return sales::ship(books, 1, {}); }));
  }
  {
    Shop shop;
    shop.sql("UPDATE customer SET price_rule = 'take'");
    const auto order = booked(shop, cheap);
    EXPECT_EQ(order.status, "open");
    EXPECT_EQ(plain(order.lines[0].price.amount), "11.9");
  }
  {
    Shop shop;
    shop.sql("UPDATE customer SET price_rule = 'change'");
    const auto order = booked(shop, cheap);
    EXPECT_EQ(order.status, "confirmed");
    EXPECT_EQ(plain(order.lines[0].price.amount), "12.9");
    const std::string answer = shop.value("SELECT content FROM document");
    EXPECT_TRUE(answer.contains(R"("type":"CHANGE")")) << answer;
    EXPECT_TRUE(answer.contains(R"("unitPrice":12.9)")) << answer;
  }
}

TEST(Case, missing_price_comes_from_the_list_and_a_missing_list_is_ours_to_mend) {
  Shop shop;
  EXPECT_EQ(plain(booked(shop, line()).lines[0].price.amount), "12.9");
  shop.sql("DELETE FROM price WHERE product = '20-1001'");
  const auto report = shop.take(order_document(order_content(line(), "", "4711"), "t-2"));
  EXPECT_EQ(report.reason,
            "Line 1: Product 20-1001 has no price in CS for customer 20417 on 2026-03-02.");
  EXPECT_EQ(report.error_type, "INTERNAL");
}

TEST(Case, scales_validity_and_other_units_make_the_price) {
  Shop shop;
  shop.load("prices.csv",
            "product,unit,customer,from_quantity,valid_from,valid_to,amount,per\n"
            "70-7001,EA,20417,50,,,860.00,100\n"
            "70-7001,EA,20417,0,2026-04-01,,9.99,1\n"
            "20-3001,CT,,0,2025-01-01,2025-12-31,1.00,1\n");
  shop.sql("DELETE FROM price WHERE product = '20-2001'");
  shop.load("prices.csv", "product,unit,amount\n20-2001,BO,0.3625\n");
  const auto order = booked(
      shop, R"({"identifiers":[{"identifier":"9521001070010"}],"quantity":50},)"
            R"({"identifiers":[{"identifier":"9521001030014"}],"quantity":1},)"
            R"({"identifiers":[{"identifier":"9521001020015"}],"quantity":2,"unitPrice":4.35})");
  EXPECT_EQ(plain(order.lines[0].price.amount), "8.6");
  EXPECT_EQ(plain(order.lines[1].price.amount), "47.4");
  EXPECT_EQ(order.lines[2].price.shown(),
            "4.35 per CS");  // equal, so the price of the order is used
  EXPECT_EQ(order.lines[2].net(order.lines[2].quantity, "EUR").to_string(), "8.70");
  EXPECT_EQ(order.status, "open");  // 4.35 a case is 12 times 0.3625
}

TEST(Case, price_per_thousand_is_kept_exact_and_only_the_line_is_rounded) {
  Shop shop;
  shop.load("prices.csv", "customer,product,unit,amount,per\n20417,70-7001,EA,1.2345,1000\n");
  const auto order =
      booked(shop, R"({"identifiers":[{"identifier":"9521001070010"}],"quantity":3000},)"
                   R"({"identifiers":[{"identifier":"9521001070010"}],"quantity":4000,)"
                   R"("unitPrice":0.0012345})");
  EXPECT_EQ(plain(order.lines[0].price.amount), "0.0012345");
  EXPECT_EQ(order.lines[0].net(order.lines[0].quantity, "EUR").to_string(), "3.70");  // from 3.7035
  EXPECT_EQ(order.lines[1].net(order.lines[1].quantity, "EUR").to_string(), "4.94");  // from 4.938
  EXPECT_EQ(order.status, "open");
}

TEST(Case, smallest_price_per_thousand_of_the_largest_quantity_is_reckoned) {
  Shop shop;
  shop.load("prices.csv", "customer,product,unit,amount,per\n20417,70-7001,EA,0.000001,1000\n");
  const auto order =
      booked(shop, R"({"identifiers":[{"identifier":"9521001070010"}],"quantity":1000000000})");
  EXPECT_EQ(order.lines[0].net(order.lines[0].quantity, "EUR").to_string(), "1.00");
}

TEST(Case, past_date_is_held) {
  Shop shop;
  const auto order = booked(shop, line(), R"("requestedDeliveryDate":"2026-02-20")");
  EXPECT_EQ(order.status, "held");
  EXPECT_TRUE(order.hold_reason.contains("2026-02-20"));
}

TEST(Case, all_objections_are_reported_at_once) {
  Shop shop;
  const client::Report report = shop.take(order_document(order_content(
      R"({"lineNumber":1,"identifiers":[{"identifier":"9521001070034"}],"quantity":1},)"
      R"({"lineNumber":2,"identifiers":[{"identifier":"9521001010016"}]})",
      party("billTo", "9521004000007"))));
  EXPECT_EQ(report.context.size(), 3u);
  EXPECT_TRUE(report.reason.contains("Line 1: ") && report.reason.contains("Line 2: ") &&
              report.reason.contains("party to bill"))
      << report.reason;
}

TEST(Case, other_currency_is_refused) {
  Shop shop;
  EXPECT_EQ(refused(shop, line(), R"("currency":"USD")"),
            "The order is in USD, but EUR is agreed with customer 20417.");
}

TEST(Case, content_that_is_no_json_is_refused) {
  Shop shop;
  EXPECT_FALSE(shop.take(order_document("{", "t-1")).success);
}

}  // namespace
}  // namespace tradepost::sales_tests
