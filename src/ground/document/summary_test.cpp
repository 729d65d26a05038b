// Tests that the summary of an invoice follows from its lines.
#include "document/summary.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "document/amounts/amounts.hpp"
#include "document/json_reader.hpp"
#include "tests/source_dir.hpp"

namespace tradepost::document {
namespace {

// A line with what follows its identifiers.
std::string priced_line(std::string_view fields) {
  return fmt::format(R"({{"lineNumber":1,{}}})", fields);
}

std::string content(std::string_view lines, std::string_view summary = "null",
                    std::string_view currency = "EUR") {
  return fmt::format(R"({{"header":{{"currency":"{}"}},"items":[{}],"summary":{}}})", currency,
                     lines, summary);
}

std::string summary_of(const std::string& text) {
  return calculated_summary(Kind::invoice, text).value_or("none");
}

const std::string ten_at_19 =
    priced_line(R"("quantity":10,"unitPrice":2.505,"tax":{"percentage":19})");
const std::string one_at_7 = priced_line(R"("quantity":1,"unitPrice":3,"tax":{"percentage":7.0})");
const std::string one_at_0 = priced_line(R"("quantity":1,"unitPrice":3,"tax":{"percentage":0})");

TEST(CalculatedSummary, each_rate_is_taxed_once_from_the_sum_of_its_lines) {
  // A tax of each line would be 0.0095, rounded to 0.01, three times.
  const std::string cents = priced_line(R"("quantity":1,"unitPrice":0.05,"tax":{"percentage":19})");
  EXPECT_EQ(summary_of(content(cents + "," + cents + "," + cents)),
            R"({"subtotalAmount":0.15,"grossAmount":0.18,"netAmount":0.15,"dueAmount":0.18,)"
            R"("tax":{"total":0.03,"items":[{"percentage":19,"taxableAmount":0.15,)"
            R"("taxAmount":0.03,"category":"S"}]}})");
}

TEST(CalculatedSummary, rates_are_apart_and_zero_has_no_category) {
  EXPECT_EQ(
      summary_of(content(ten_at_19 + "," + one_at_7 + "," + one_at_0)),
      R"({"subtotalAmount":31.05,"grossAmount":36.02,"netAmount":31.05,"dueAmount":36.02,)"
      R"("tax":{"total":4.97,"items":[{"percentage":0,"taxableAmount":3.00,"taxAmount":0.00},)"
      R"({"percentage":7.0,"taxableAmount":3.00,"taxAmount":0.21,"category":"S"},)"
      R"({"percentage":19,"taxableAmount":25.05,"taxAmount":4.76,"category":"S"}]}})");
}

TEST(CalculatedSummary, keeps_category_and_descriptions) {
  EXPECT_EQ(summary_of(content(one_at_0, R"({"dueAmount":9,"tax":{"total":1,"description":"VAT",)"
                                         R"("items":[{"percentage":0.0,"taxableAmount":1,)"
                                         R"("taxAmount":0,"category":"AE",)"
                                         R"("description":"Reverse charge"}]}})")),
            R"({"subtotalAmount":3.00,"grossAmount":3.00,"netAmount":3.00,"dueAmount":3.00,)"
            R"("tax":{"total":0.00,"description":"VAT","items":[{"percentage":0,)"
            R"("taxableAmount":3.00,"taxAmount":0.00,"category":"AE",)"
            R"("description":"Reverse charge"}]}})");
}

TEST(CalculatedSummary, percentages_of_the_whole_document_change_each_rate) {
  const std::string groups = R"([{"modifications":[{"type":"ALLOWANCE","percentage":10}]}])";
  EXPECT_EQ(summary_of(content(ten_at_19 + "," + one_at_7,
                               fmt::format(R"({{"modificationGroups":{}}})", groups))),
            R"({"subtotalAmount":28.05,"grossAmount":29.72,"netAmount":25.25,"dueAmount":29.72,)"
            R"("totalAllowances":2.80,)"
            R"("tax":{"total":4.47,"items":[{"percentage":7.0,"taxableAmount":2.70,)"
            R"("taxAmount":0.19,"category":"S"},{"percentage":19,"taxableAmount":22.55,)"
            R"("taxAmount":4.28,"category":"S"}]},"modificationGroups":)" +
                groups + "}");
}

TEST(CalculatedSummary, amounts_of_the_whole_document_need_one_rate) {
  const std::string freight =
      R"({"modificationGroups":[{"modifications":[{"type":"CHARGE","amount":5}]}]})";
  EXPECT_EQ(
      summary_of(content(ten_at_19, freight)),
      R"({"subtotalAmount":25.05,"grossAmount":35.76,"netAmount":30.05,"dueAmount":35.76,)"
      R"("totalCharges":5.00,"tax":{"total":5.71,"items":[{"percentage":19,"taxableAmount":30.05,)"
      R"("taxAmount":5.71,"category":"S"}]},)"
      R"("modificationGroups":[{"modifications":[{"type":"CHARGE","amount":5}]}]})");
  EXPECT_EQ(summary_of(content(ten_at_19 + "," + one_at_7, freight)), "none");
}

TEST(CalculatedSummary, charge_with_a_rate_needs_no_line_of_this_rate) {
  EXPECT_EQ(
      summary_of(content(one_at_7, R"({"modificationGroups":[{"level":1,"modifications":)"
                                   R"([{"type":"CHARGE","amount":5,"tax":{"percentage":19}}]}]})")),
      R"({"subtotalAmount":3.00,"grossAmount":9.16,"netAmount":8.00,"dueAmount":9.16,)"
      R"("totalCharges":5.00,"tax":{"total":1.16,"items":[{"percentage":7.0,)"
      R"("taxableAmount":3.00,"taxAmount":0.21,"category":"S"},{"percentage":19,)"
      R"("taxableAmount":5.00,"taxAmount":0.95,"category":"S"}]},"modificationGroups":)"
      R"([{"level":1,"modifications":[{"type":"CHARGE","amount":5,"tax":{"percentage":19}}]}]})");
}

TEST(CalculatedSummary, basis_of_the_old_subtotal_becomes_the_new_one) {
  constexpr std::string_view percent = R"("modifications":[{"type":"ALLOWANCE","percentage":10}])";
  EXPECT_EQ(summary_of(content(one_at_7, fmt::format(R"({{"subtotalAmount":5.0,)"
                                                     R"("modificationGroups":[{{"basis":5,{}}}]}})",
                                                     percent))),
            fmt::format(R"({{"subtotalAmount":3.00,"grossAmount":2.89,"netAmount":2.70,)"
                        R"("dueAmount":2.89,"totalAllowances":0.30,"tax":{{"total":0.19,"items":)"
                        R"([{{"percentage":7.0,"taxableAmount":2.70,"taxAmount":0.19,)"
                        R"("category":"S"}}]}},"modificationGroups":[{{"basis":3.00,{}}}]}})",
                        percent));
  EXPECT_EQ(summary_of(content(one_at_7, fmt::format(R"({{"subtotalAmount":5.0,)"
                                                     R"("modificationGroups":[{{"basis":4,{}}}]}})",
                                                     percent))),
            "none");
}

std::string example(std::string_view name) {
  std::ostringstream text;
  text << std::ifstream(fmt::format("{}/examples/{}.json", source_dir(), name)).rdbuf();
  return std::move(text).str();
}

TEST(CalculatedSummary, sums_of_the_examples_are_the_calculated_ones) {
  for (const std::string_view name :
       {"invoice/lifelike", "invoice/full", "credit_note/lifelike", "credit_note/full"}) {
    const std::string text = example(name);
    JsonReader reader;
    JsonReader calculated_reader;
    const View content = reader.read(text)->member("content");
    const Kind kind = name.starts_with("invoice") ? Kind::invoice : Kind::credit_note;
    const std::string summary = calculated_summary(kind, content.bytes()).value_or("none");
    const View calculated = calculated_reader.read(summary).value_or(View());
    const View stated = content.member("summary");
    for (const std::string_view sum : {"subtotalAmount", "netAmount", "grossAmount", "dueAmount",
                                       "totalCharges", "totalAllowances"}) {
      EXPECT_EQ(amount_in(calculated.member(sum)), amount_in(stated.member(sum)))
          << name << " " << sum << " " << summary;
    }
  }
}

TEST(CalculatedSummary, parts_are_charged_unless_their_line_explains_them) {
  const auto set = [](std::string_view is_invoiced) {
    return fmt::format(
        R"({{{}"quantity":1,"unitPrice":2,"tax":{{"percentage":7}},"subItems":[{}]}})", is_invoiced,
        one_at_7);
  };
  const std::string two_at_7 = priced_line(R"("quantity":1,"unitPrice":2,"tax":{"percentage":7})");
  EXPECT_EQ(summary_of(content(set(R"("isInvoicedItem":false,)"))), summary_of(content(one_at_7)));
  EXPECT_EQ(summary_of(content(set(R"("isInvoicedItem":true,)"))),
            summary_of(content(one_at_7 + "," + two_at_7)));
  EXPECT_EQ(summary_of(content(set(""))), "none");
}

TEST(CalculatedSummary, amount_that_is_prepaid_stays_prepaid) {
  const auto due_with = [](std::string_view summary) {
    const std::string found = summary_of(content(one_at_7, summary));
    const std::size_t at = found.find("\"dueAmount\":") + 12;
    return found.substr(at, found.find(',', at) - at);
  };
  EXPECT_EQ(due_with(R"({"netAmount":10,"tax":{"total":1.9},"grossAmount":11.9,"dueAmount":9.9})"),
            "1.21");
  // Sums that contradict each other say nothing about a prepayment.
  EXPECT_EQ(due_with(R"({"netAmount":10,"tax":{"total":1.9},"grossAmount":1,"dueAmount":9.9})"),
            "3.21");
}

TEST(CalculatedSummary, many_rates_have_no_summary) {
  std::string lines;
  for (int rate = 1; rate <= 150; ++rate) {
    lines +=
        priced_line(fmt::format(R"("quantity":1,"unitPrice":1,"tax":{{"percentage":{}}})", rate));
    lines += ",";
  }
  lines += one_at_7;
  EXPECT_EQ(summary_of(content(lines)), "none");
}

TEST(CalculatedSummary, yen_have_no_decimals) {
  EXPECT_EQ(summary_of(content(one_at_7, "null", "JPY")),
            R"({"subtotalAmount":3,"grossAmount":3,"netAmount":3,"dueAmount":3,)"
            R"("tax":{"total":0,"items":[{"percentage":7.0,"taxableAmount":3,"taxAmount":0,)"
            R"("category":"S"}]}})");
}

TEST(CalculatedSummary, unknown_amounts_have_no_summary) {
  for (const std::string_view fields :
       {R"("unitPrice":3,"tax":{"percentage":7})", R"("quantity":1,"tax":{"percentage":7})",
        R"("quantity":1,"unitPrice":3,"tax":{"amount":1})", R"("quantity":1,"unitPrice":3)",
        R"("quantity":1,"unitPrice":3,"pricingUnitQuantity":100,"tax":{"percentage":7})",
        R"("quantity":"1","unitPrice":3,"tax":{"percentage":7})"}) {
    EXPECT_EQ(summary_of(content(one_at_7 + "," + priced_line(fields))), "none") << fields;
  }
  EXPECT_EQ(summary_of(content("")), "none");
  EXPECT_EQ(summary_of(R"({"items":7})"), "none");
  EXPECT_EQ(summary_of("no JSON"), "none");
  EXPECT_EQ(calculated_summary(Kind::order, content(one_at_7)), std::nullopt);
}

TEST(CalculatedSummary, two_categories_of_one_rate_have_no_summary) {
  EXPECT_EQ(summary_of(content(one_at_0, R"({"tax":{"items":[{"percentage":0,"category":"E"},)"
                                         R"({"percentage":0,"category":"Z"}]}})")),
            "none");
}

}  // namespace
}  // namespace tradepost::document
