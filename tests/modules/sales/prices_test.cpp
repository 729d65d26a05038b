// The units and quantities of prices: docs/guides/importing.md, "Prices".

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sales/answers/answers.hpp"
#include "sales/shop.hpp"

namespace tradepost::sales_tests {
namespace {

using sales::Decimal;
using sales::plain;

// Returns a line with the supplier's product and these fields.
std::string line_of(std::string_view product, std::string_view more) {
  return fmt::format(
      R"({{"lineNumber":1,"identifiers":[{{"identifier":"{}","domain":"SUPPLIER"}}],{}}})", product,
      more);
}

class Prices : public testing::Test {
 protected:
  sales::Order booked(std::string_view items) {
    const client::Report report = shop.take(order_document(order_content(items)));
    EXPECT_TRUE(report.success) << report.reason;
    return shop.order(1);
  }
  sales::OrderLine line(std::string_view product, std::string_view more) {
    order = booked(line_of(product, more));
    return order.lines.at(0);
  }
  std::string net(const sales::OrderLine& of) { return of.net(of.quantity, "EUR").to_string(); }
  void takes_prices_of_customers() { shop.sql("UPDATE customer SET price_rule = 'take'"); }
  // Creates the answer and the invoice of the order.
  std::string response() {
    EXPECT_TRUE(shop.change([](sales::Books& books) { return sales::respond(books, 1, {}); }));
    return shop.value("SELECT content FROM document WHERE type = 'ORDER_RESPONSE'");
  }
  std::string bill() {
    EXPECT_TRUE(shop.change([](sales::Books& books) { return sales::ship(books, 1, {}); }));
    EXPECT_TRUE(shop.change([](sales::Books& books) { return sales::invoice(books, 1); }));
    return shop.value("SELECT content FROM document WHERE type = 'INVOICE'");
  }

  Shop shop;
  sales::Order order;
};

TEST_F(Prices, of_875_per_hundred_pieces_is_for_a_hundred_base_units) {
  const auto pieces = line("70-7001", R"("quantity":350,"unitOfMeasure":"EA","unitPrice":875,)"
                                      R"("pricingUnitOfMeasure":"EA","pricingUnitQuantity":100)");
  EXPECT_EQ(order.status, "open");  // our list also has 875.00 per 100
  EXPECT_EQ(net(pieces), "3062.50");
  const std::string answer = response();
  EXPECT_TRUE(answer.contains(R"("type":"ACCEPT")")) << answer;
  const std::string invoice = bill();
  for (const std::string& document : {answer, invoice}) {
    EXPECT_TRUE(document.contains(
        R"("unitPrice":875,"pricingUnitOfMeasure":"EA","pricingUnitQuantity":100)"))
        << document;
  }
  EXPECT_TRUE(invoice.contains(R"("netAmount":3062.50)")) << invoice;
}

TEST_F(Prices, of_a_carton_for_bottles_is_for_the_carton_with_and_without_its_content) {
  for (const char* const content :
       {"", R"(,"pricingUnitQuantity":1)", R"(,"pricingUnitQuantity":6)",
        R"(,"pricingUnitQuantity":6.00)"}) {
    SCOPED_TRACE(content);
    Shop another;
    another.sql("UPDATE customer SET price_rule = 'take'");
    const client::Report report = another.take(order_document(order_content(
        line_of("20-3001", fmt::format(R"("quantity":12,"unitOfMeasure":"BO","unitPrice":47.40,)"
                                       R"("pricingUnitOfMeasure":"CT"{})",
                                       content)))));
    ASSERT_TRUE(report.success) << report.reason;
    const sales::OrderLine bottles = another.order(1).lines.at(0);
    EXPECT_EQ(bottles.price.shown(), "47.4 per CT");
    EXPECT_EQ(net(bottles), "94.80");
  }
}

TEST_F(Prices, of_a_unit_of_several_base_units_is_written_with_its_content) {
  takes_prices_of_customers();
  line("20-3001", R"("quantity":12,"unitOfMeasure":"BO","unitPrice":47.40,)"
                  R"("pricingUnitOfMeasure":"CT")");
  const std::string answer = response();
  EXPECT_TRUE(
      answer.contains(R"("unitPrice":47.4,"pricingUnitOfMeasure":"CT","pricingUnitQuantity":6)"))
      << answer;
}

TEST_F(Prices, of_two_bases_are_compared_as_fractions_and_reported_with_their_units) {
  line("20-3001", R"("quantity":12,"unitOfMeasure":"BO","unitPrice":47.40,)"
                  R"("pricingUnitOfMeasure":"CT")");
  EXPECT_EQ(order.status, "held");  // 7.9 a bottle is less than 8.2
  EXPECT_EQ(
      order.hold_reason,
      "Line 1: the price of 20-3001 is 47.4 per CT in the order, and 8.2 per BO in our list.");
}

TEST_F(Prices, of_goods_by_weight_are_for_the_weight) {
  const auto fish = line("50-5001", R"("quantity":36.5,"unitOfMeasure":"KGM","unitPrice":2345,)"
                                    R"("pricingUnitOfMeasure":"KGM","pricingUnitQuantity":100)");
  EXPECT_EQ(order.status, "open");
  EXPECT_EQ(net(fish), "855.93");  // from 855.925
}

TEST_F(Prices, of_pieces_that_are_priced_by_weight_use_the_factor_of_the_product) {
  shop.load("packagings.csv", "product,unit,factor\n50-5001,EA,1.35\n");
  const auto sides = line("50-5001", R"("quantity":4,"unitOfMeasure":"EA","unitPrice":23.45,)"
                                     R"("pricingUnitOfMeasure":"KGM","pricingUnitQuantity":1)");
  EXPECT_EQ(order.status, "open");
  EXPECT_EQ(net(sides), "126.63");  // 4 × 1.35 × 23.45
}

TEST_F(Prices, of_a_unit_that_the_product_does_not_have_hold_the_order) {
  for (const char* const rule : {"hold", "take", "change"}) {
    SCOPED_TRACE(rule);
    Shop another;
    another.sql(fmt::format("UPDATE customer SET price_rule = '{}'", rule));
    const client::Report report = another.take(order_document(
        order_content(line_of("20-3001", R"("quantity":12,"unitOfMeasure":"BO","unitPrice":47.40,)"
                                         R"("pricingUnitOfMeasure":"PF")"))));
    ASSERT_TRUE(report.success) << report.reason;
    const sales::Order held = another.order(1);
    EXPECT_EQ(held.status, "held");
    EXPECT_EQ(held.hold_reason,
              "Line 1: The price in the order is 47.4 per PF, but product 20-3001 has no such unit "
              "or quantity. Our price is 8.2 per BO.");
    EXPECT_EQ(held.lines.at(0).price.shown(), "8.2 per BO");
    EXPECT_TRUE(held.lines.at(0).is_price_changed());
  }
}

TEST_F(Prices, for_a_quantity_that_fits_no_reading_hold_the_order) {
  line("20-3001", R"("quantity":12,"unitOfMeasure":"BO","unitPrice":47.40,)"
                  R"("pricingUnitOfMeasure":"CT","pricingUnitQuantity":7)");
  EXPECT_EQ(order.hold_reason,
            "Line 1: The price in the order is 47.4 per 7 CT, but product 20-3001 has no such unit "
            "or quantity. Our price is 8.2 per BO.");
}

TEST_F(Prices, without_a_basis_are_no_prices_to_take) {
  takes_prices_of_customers();
  shop.sql("DELETE FROM price WHERE product = '20-3001'");
  const client::Report report = shop.take(order_document(
      order_content(line_of("20-3001", R"("quantity":12,"unitOfMeasure":"BO","unitPrice":47.40,)"
                                       R"("pricingUnitOfMeasure":"PF")"))));
  EXPECT_FALSE(report.success);
  EXPECT_TRUE(report.reason.contains("47.4 per PF")) << report.reason;
  EXPECT_TRUE(report.reason.contains("Product 20-3001 has no price")) << report.reason;
  EXPECT_EQ(report.error_type, "DATA");
}

TEST_F(Prices, for_no_quantity_are_refused) {
  for (const std::string quantity : {"0", "-100"}) {
    const client::Report report = shop.take(order_document(
        order_content(line_of(
            "70-7001", R"("quantity":350,"unitPrice":875,"pricingUnitQuantity":)" + quantity)),
        "t" + quantity));
    EXPECT_EQ(report.reason, "Line 1: The quantity of the price must be above zero.");
    EXPECT_EQ(report.context.at("content.items.0.pricingUnitQuantity"), quantity);
  }
}

TEST_F(Prices, in_the_words_of_the_customer_are_understood) {
  shop.load("units.csv", "customer,word,unit\n20417,Karton,CT\n20417,Flasche,BO\n");
  takes_prices_of_customers();
  const auto bottles = line("20-3001", R"("quantity":12,"unitOfMeasure":"Flasche",)"
                                       R"("unitPrice":47.40,"pricingUnitOfMeasure":"Karton")");
  EXPECT_EQ(bottles.price.shown(), "47.4 per CT");
  EXPECT_EQ(net(bottles), "94.80");
}

// The partner counts in its own sixes, which are a packaging level here.
TEST_F(Prices, whose_quantity_counts_another_level_of_packaging_are_for_the_unit) {
  takes_prices_of_customers();
  shop.load("packagings.csv", "product,unit,factor\n20-1001,PF,960\n");
  const auto pallet = line("20-1001", R"("quantity":2,"unitOfMeasure":"PF","unitPrice":600,)"
                                      R"("pricingUnitOfMeasure":"PF","pricingUnitQuantity":48)");
  EXPECT_EQ(pallet.price.shown(), "600 per PF");  // for 48 cases
  EXPECT_EQ(net(pallet), "1200.00");
}

struct Share {
  const char* base_units;
  const char* price;
  const char* quantity;
  const char* net;
};

TEST_F(Prices, of_a_third_a_sixth_and_a_seventh_are_exact) {
  takes_prices_of_customers();
  // Rounded to six decimals, a seventh of 49 would be 7.000001 or 6.999999.
  for (const Share& share :
       {Share{"3", "10", "6", "20.00"}, Share{"6", "47.40", "12", "94.80"},
        Share{"7", "49", "1000000", "7000000.00"}, Share{"7", "0.01", "350000000", "500000.00"}}) {
    SCOPED_TRACE(share.base_units);
    Shop another;
    another.sql("UPDATE customer SET price_rule = 'take'");
    another.load("packagings.csv",
                 fmt::format("product,unit,factor\n20-3001,BE,{}\n", share.base_units));
    const client::Report report = another.take(order_document(order_content(
        line_of("20-3001", fmt::format(R"("quantity":{},"unitOfMeasure":"BO","unitPrice":{},)"
                                       R"("pricingUnitOfMeasure":"BE","pricingUnitQuantity":{})",
                                       share.quantity, share.price, share.base_units)))));
    ASSERT_TRUE(report.success) << report.reason;
    EXPECT_EQ(net(another.order(1).lines.at(0)), share.net);
  }
}

// The base unit of this product is the case: a bottle is a twelfth of it.
TEST_F(Prices, of_a_part_of_the_base_unit_are_exact) {
  shop.load({{"products.csv", "number,name,base_unit,tax\n30-1,Saft,CS,S19\n"},
             {"packagings.csv", "product,unit,factor\n30-1,CS,1\n30-1,BO,1/12\n"},
             {"prices.csv", "product,unit,amount\n30-1,CS,10\n"}});
  const auto bottles = line("30-1", R"("quantity":7,"unitOfMeasure":"BO","unitPrice":10,)"
                                    R"("pricingUnitOfMeasure":"CS","pricingUnitQuantity":12)");
  EXPECT_EQ(order.status, "open");
  EXPECT_EQ(net(bottles), "5.83");  // seven twelfths of ten
  EXPECT_EQ(bottles.ordered_price, sales::Fraction::ratio(Decimal(5), Decimal(6)));
}

TEST_F(Prices, that_are_not_decimals_differ_from_their_neighbours) {
  shop.load("prices.csv", "product,unit,amount\n20-2001,BO,0.333333\n");
  shop.sql("DELETE FROM price WHERE product = '20-2001' AND unit = 'CS'");
  line("20-2001", R"("quantity":12,"unitOfMeasure":"BO","unitPrice":1,)"
                  R"("pricingUnitOfMeasure":"BO","pricingUnitQuantity":3)");
  EXPECT_EQ(order.status, "open");  // within the tolerance of the customer
  const std::string answer = response();
  EXPECT_TRUE(answer.contains(R"("type":"CHANGE")")) << answer;
}

TEST_F(Prices, of_a_foreign_currency_are_rounded_to_its_smallest_unit) {
  shop.sql("UPDATE customer SET currency = 'JPY'");
  const client::Report report = shop.take(order_document(order_content(
      line_of("50-5001", R"("quantity":36.5,"unitOfMeasure":"KGM")"), R"("currency":"JPY")")));
  ASSERT_TRUE(report.success) << report.reason;
  const std::string invoice = bill();
  EXPECT_TRUE(invoice.contains(R"("netAmount":856,)")) << invoice;  // from 855.925
  EXPECT_TRUE(invoice.contains(R"("tax":{"total":60,)")) << invoice;
}

TEST_F(Prices, of_an_order_by_hand_have_a_unit_and_a_quantity_too) {
  sales::HandOrder by_hand{.customer = "20417",
                           .head = {.customer_order = "4711", .order_date = "2026-03-02"},
                           .lines =
                               "article,quantity,unit,price,price_unit,price_quantity\n"
                               "70-7001,350,EA,875,EA,100\n"};
  const sales::Booked entered = shop.enter(by_hand);
  ASSERT_TRUE(entered.objections.empty()) << entered.objections.front().sentence;
  EXPECT_EQ(net(shop.order(1).lines.at(0)), "3062.50");
}

TEST_F(Prices, of_a_deposit_line_are_read_like_those_of_goods) {
  const auto lines = booked(R"({"lineNumber":1,"identifiers":[{"identifier":"9521001010016"}],)"
                            R"("quantity":10,"unitOfMeasure":"CS"},)"
                            R"({"lineNumber":2,"identifiers":[{"identifier":"9521001090018"}],)"
                            R"("isDepositItem":true,"quantity":10,"unitOfMeasure":"CS",)"
                            R"("unitPrice":310,"pricingUnitOfMeasure":"CS",)"
                            R"("pricingUnitQuantity":100})")
                         .lines;
  EXPECT_EQ(shop.order(1).status, "open") << shop.order(1).hold_reason;
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(net(lines[1]), "31.00");
}

// The importer holds an order instead of guessing.

TEST_F(Prices, line_whose_identifiers_lead_to_different_products_is_held) {
  const auto held = booked(R"({"lineNumber":1,"identifiers":[{"identifier":"9521001010016"},)"
                           R"({"identifier":"883207","domain":"BUYER"}],"quantity":1})");
  EXPECT_EQ(held.status, "held");
  EXPECT_EQ(held.hold_reason,
            "Line 1: the GTIN 9521001010016 belongs to product 20-1001, but the buyer's number "
            "883207 belongs to product 20-2001.");
}

TEST_F(Prices, line_with_an_unknown_identifier_is_not_held) {
  const auto good = booked(R"({"lineNumber":1,"identifiers":[{"identifier":"9521001010016"},)"
                           R"({"identifier":"883120","domain":"BUYER"},)"
                           R"({"identifier":"unknown","domain":"SUPPLIER"}],"quantity":1})");
  EXPECT_EQ(good.status, "open") << good.hold_reason;
}

TEST_F(Prices, goods_that_are_marked_as_a_deposit_are_held) {
  line("70-7001", R"("quantity":1,"isDepositItem":true)");
  EXPECT_EQ(order.status, "held");
  EXPECT_EQ(order.hold_reason,
            "Line 1: the line is marked as a deposit, but product 70-7001 is not a deposit.");
}

TEST_F(Prices, part_of_a_unit_that_is_counted_is_held) {
  line("20-1001", R"("quantity":199.999999,"unitOfMeasure":"CS")");
  EXPECT_EQ(order.status, "held");
  EXPECT_EQ(order.hold_reason,
            "Line 1: 199.999999 CS are ordered, but CS allows whole numbers only.");
}

TEST_F(Prices, part_of_a_unit_that_is_measured_is_not_held) {
  line("50-5001", R"("quantity":199.999999,"unitOfMeasure":"KGM")");
  EXPECT_EQ(order.status, "open") << order.hold_reason;
}

// An order with two reasons for a hold gets no answer at once, whatever the reason.
TEST_F(Prices, that_are_changed_in_an_order_that_is_held_wait_for_the_release) {
  shop.sql("UPDATE customer SET price_rule = 'change'");
  const auto held = booked(R"({"lineNumber":1,"identifiers":[{"identifier":"9521001010016"}],)"
                           R"("quantity":1.5,"unitOfMeasure":"CS","unitPrice":1})");
  EXPECT_EQ(held.status, "held");
  EXPECT_EQ(shop.count("document"), 0);
}

}  // namespace
}  // namespace tradepost::sales_tests
