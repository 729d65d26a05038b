// Tests that amounts which contradict the quantities and prices of their lines are warnings
// (contract 4.4).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include "document/changes_test_table.hpp"

namespace tradepost::document {
namespace {

// Returns the sentences of the warnings about a document of the kind with these changes.
std::vector<std::string> sentences_of(Kind kind, const std::vector<Change>& changes) {
  Reader reader;
  const std::string text = changed(good_with_item(kind), changes);
  const auto reading = reader.read(text);
  EXPECT_TRUE(reading && reading->valid()) << text;
  std::vector<std::string> all;
  if (!reading) return all;
  for (const Finding& one : reading->warnings.named()) all.push_back(one.code + ": " + one.message);
  return all;
}

using Sentences = std::vector<std::string>;

std::string line(std::string_view fields) {
  return fmt::format(R"({{"lineNumber":1,"identifiers":[{{"identifier":"9521001010016"}}],)"
                     R"("isDepositItem":false,{}}})",
                     fields);
}

// Returns the warnings about an invoice with this line and this tax.
Sentences of_tax(std::string_view fields, std::string_view tax,
                 const std::vector<Change>& more = {}) {
  std::vector<Change> changes = {
      {"content.items.0", line(fmt::format(R"({},"tax":{})", fields, tax))}};
  changes.insert(changes.end(), more.begin(), more.end());
  return sentences_of(Kind::invoice, changes);
}

const Sentences no_warnings;

TEST(StatedAmounts, tax_that_is_none_of_the_line_is_a_warning) {
  constexpr std::string_view ten = R"("quantity":10,"unitPrice":2.50)";
  EXPECT_EQ(of_tax(ten, R"({"amount":4.75,"percentage":19})"), no_warnings);
  EXPECT_EQ(of_tax(ten, R"({"amount":4.00,"percentage":19})"),
            Sentences{"invoice.item.tax.amount.amount_differs: Item 1, tax: amount is 4.00, but "
                      "19 percent of the line are 4.75."});
  EXPECT_EQ(of_tax(ten, R"({"amount":4.76,"percentage":19})"), no_warnings);  // within a cent
  EXPECT_EQ(of_tax(ten, R"({"amount":4.00})"), no_warnings);
  EXPECT_EQ(of_tax(ten, R"({"percentage":19})"), no_warnings);
}

TEST(StatedAmounts, price_for_a_quantity_has_two_readings) {
  constexpr std::string_view pieces =
      R"("quantity":350,"unitOfMeasure":"EA","unitPrice":875,"pricingUnitOfMeasure":"EA",)"
      R"("pricingUnitQuantity":100)";
  EXPECT_EQ(of_tax(pieces, R"({"amount":581.88,"percentage":19})"), no_warnings);
  EXPECT_EQ(of_tax(pieces, R"({"amount":58187.50,"percentage":19})"), no_warnings);
  EXPECT_EQ(of_tax(pieces, R"({"amount":600,"percentage":19})"),
            Sentences{"invoice.item.tax.amount.amount_differs: Item 1, tax: amount is 600, but 19 "
                      "percent of the line are 58187.50 or 581.88."});
}

TEST(StatedAmounts, price_of_another_unit_has_no_reading_without_the_product) {
  EXPECT_EQ(of_tax(R"("quantity":12,"unitOfMeasure":"BO","unitPrice":47.40,)"
                   R"("pricingUnitOfMeasure":"CT")",
                   R"({"amount":1,"percentage":19})"),
            no_warnings);
  EXPECT_EQ(of_tax(R"("quantity":12,"unitPrice":47.40,"pricingUnitOfMeasure":"CT")",
                   R"({"amount":1,"percentage":19})"),
            no_warnings);
}

TEST(StatedAmounts, line_is_rounded_once_after_its_allowances_and_charges) {
  constexpr std::string_view with_allowance =
      R"("quantity":3,"unitPrice":0.333,"modificationGroups":[{"modifications":[)"
      R"({"type":"ALLOWANCE","percentage":50},{"type":"CHARGE","amount":1000}]}])";
  const Change summary{"content.summary", R"({"dueAmount":1,"subtotalAmount":1000.50})"};
  // 0.999 is halved to 0.4995 and rounded with the charge. If it were rounded before, it would be
  // 0.50.
  EXPECT_EQ(of_tax(with_allowance, R"({"amount":1000.50,"percentage":100})", {summary}),
            no_warnings);
  EXPECT_EQ(of_tax(with_allowance, R"({"amount":999,"percentage":100})", {summary}).size(), 1u);
}

TEST(StatedAmounts, tax_after_allowances_of_the_whole_document_is_not_judged) {
  EXPECT_EQ(
      of_tax(R"("quantity":10,"unitPrice":2.50)", R"({"amount":4.00,"percentage":19})",
             {{"content.summary",
               R"({"dueAmount":1,"modificationGroups":[{"modifications":[{"type":"ALLOWANCE",)"
               R"("percentage":10}]}]})"}}),
      no_warnings);
}

TEST(StatedAmounts, line_that_only_explains_is_not_judged) {
  EXPECT_EQ(of_tax(R"("isInvoicedItem":false,"quantity":10,"unitPrice":2.50)",
                   R"({"amount":0,"percentage":19})"),
            no_warnings);
}

TEST(StatedAmounts, currency_has_its_own_smallest_unit) {
  constexpr std::string_view line_of_yen = R"("quantity":3,"unitPrice":105)";
  EXPECT_EQ(of_tax(line_of_yen, R"({"amount":32,"percentage":10})",
                   {{"content.header.currency", R"("JPY")"}}),
            no_warnings);  // of 31.5
  EXPECT_EQ(of_tax(line_of_yen, R"({"amount":31.5,"percentage":10})"), no_warnings);
}

TEST(StatedAmounts,
     lines_that_do_not_add_up_to_the_subtotal_are_a_warning_on_each_kind_with_a_summary) {
  for (const Kind kind : {Kind::order, Kind::order_response, Kind::invoice, Kind::credit_note}) {
    const std::string word(row_of(kind).word);
    SCOPED_TRACE(word);
    const std::string_view quantity =
        kind == Kind::order_response ? "confirmedQuantity" : "quantity";
    const auto with = [&](std::string_view subtotal) {
      return sentences_of(
          kind,
          {{fmt::format("content.items.0.{}", quantity), "10"},
           {"content.items.0.unitPrice", "2.50"},
           {"content.summary", fmt::format(R"({{"dueAmount":1,"subtotalAmount":{}}})", subtotal)}});
    };
    EXPECT_EQ(with("25.00"), no_warnings);
    EXPECT_EQ(with("25.01"), no_warnings);
    EXPECT_EQ(with("35.00"),
              Sentences{word + ".summary.subtotalAmount.sum_differs: Summary: subtotal amount is "
                               "35.00, but the lines add up to 25.00."});
    EXPECT_EQ(with("-25.00").empty(), kind == Kind::credit_note);
  }
}

TEST(StatedAmounts, each_line_of_a_sum_may_be_read_in_its_own_way) {
  const std::string hundreds =
      line(R"("quantity":100,"unitPrice":5,"pricingUnitQuantity":100,"tax":{})");
  const auto with = [&](std::string_view subtotal) {
    return sentences_of(
        Kind::invoice,
        {{"content.items", fmt::format("[{},{}]", hundreds, hundreds)},
         {"content.items.1.lineNumber", "2"},
         {"content.summary", fmt::format(R"({{"dueAmount":1,"subtotalAmount":{}}})", subtotal)}});
  };
  for (const char* const fits : {"10", "505", "1000"}) EXPECT_EQ(with(fits), no_warnings) << fits;
  EXPECT_EQ(with("500"), Sentences{"invoice.summary.subtotalAmount.sum_differs: Summary: subtotal "
                                   "amount is 500, but the lines add up to 10.00 or 505.00 or "
                                   "1000.00."});
}

TEST(StatedAmounts, sum_with_a_line_that_can_not_be_computed_is_not_judged) {
  EXPECT_EQ(
      sentences_of(Kind::order, {{"content.items.0.quantity", "10"},
                                 {"content.summary", R"({"dueAmount":1,"subtotalAmount":35.00})"}}),
      no_warnings);
}

Sentences of_sale(std::string_view fields) {
  return sentences_of(
      Kind::sales_report,
      {{"content.locations.0.items.0",
        fmt::format(R"({{"identifiers":[{{"identifier":"9521001010016"}}],{}}})", fields)}});
}

TEST(StatedAmounts, turnover_that_is_not_quantity_times_net_price_is_a_warning) {
  EXPECT_EQ(of_sale(R"("salesQuantity":84,"netUnitPrice":15.12,"lineNetAmount":1270.08)"),
            no_warnings);
  EXPECT_EQ(of_sale(R"("salesQuantity":84,"netUnitPrice":15.12,"lineNetAmount":1269.88)"),
            no_warnings);  // 84 times the till's price before rounding
  EXPECT_EQ(of_sale(R"("salesQuantity":84,"netUnitPrice":15.12,"lineNetAmount":1511.16)"),
            Sentences{"sales_report.location.item.lineNetAmount.amount_differs: Location 1, item "
                      "1: line net amount is 1511.16, but quantity times price is 1270.08."});
  EXPECT_EQ(of_sale(R"("salesQuantity":350,"netUnitPrice":875,"pricingUnitQuantity":100,)"
                    R"("lineNetAmount":3062.50)"),
            no_warnings);
  EXPECT_EQ(of_sale(R"("salesQuantity":350,"netUnitPrice":875,"pricingUnitQuantity":100,)"
                    R"("lineNetAmount":3062.00)")
                .size(),
            1u);
}

TEST(StatedAmounts, price_of_a_till_is_with_tax_or_without_it) {
  constexpr std::string_view sale = R"("salesQuantity":84,"unitPrice":17.99,)";
  for (const char* const good : {R"("lineNetAmount":1511.16)", R"("lineNetAmount":1269.88)",
                                 R"("lineNetAmount":1269.88,"lineTaxAmount":241.28)",
                                 R"("lineNetAmount":1511.16,"lineTaxAmount":287.12)"}) {
    EXPECT_EQ(of_sale(fmt::format("{}{}", sale, good)), no_warnings) << good;
  }
  for (const char* const odd :
       {R"("lineNetAmount":1600)", R"("lineNetAmount":1400,"lineTaxAmount":241.28)"}) {
    EXPECT_EQ(of_sale(fmt::format("{}{}", sale, odd)).size(), 1u) << odd;
  }
}

TEST(StatedAmounts, numbers_beyond_all_bounds_are_not_judged) {
  for (const char* const odd :
       {R"("quantity":1e300,"unitPrice":2.50)", R"("quantity":10,"unitPrice":1e-300)",
        R"("quantity":10,"unitPrice":2.50,"pricingUnitQuantity":1e300)",
        R"("quantity":999999999.999999,"unitPrice":999999999.999999999,)"
        R"("pricingUnitQuantity":0.000001)"}) {
    EXPECT_LE(of_tax(odd, R"({"amount":4.00,"percentage":999999999.999999})").size(), 1u) << odd;
  }
}

}  // namespace
}  // namespace tradepost::document
