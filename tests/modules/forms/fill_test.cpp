// An e-invoice of another program can lack fields that a document needs. Fills give them a value.
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "forms/forms.hpp"

namespace tradepost::forms::fill_test {
namespace {

std::string line(std::string_view number, std::string_view content) {
  return "<cac:InvoiceLine><cbc:ID>" + std::string(number) + "</cbc:ID>" + std::string(content) +
         "</cac:InvoiceLine>";
}

std::string body_of(std::string_view content, const std::vector<Fill>& fills) {
  const std::string space = "urn:oasis:names:specification:ubl:schema:xsd:";
  const auto read =
      forms::read("<Invoice xmlns='" + space + "Invoice-2' xmlns:cac='" + space +
                      "CommonAggregateComponents-2' xmlns:cbc='" + space +
                      "CommonBasicComponents-2'>" + std::string(content) + "</Invoice>",
                  fills);
  return read ? read->body : std::string(read.error().reason);
}

bool has(std::string_view body, std::string_view part) {
  return body.find(part) != std::string_view::npos;
}

TEST(Fill, missing_field_gets_a_value_and_another_keeps_its_own) {
  const std::vector<Fill> fills = {{"header.orderIdentifier", "unknown"},
                                   {"header.invoiceIdentifier", "unknown"}};
  const std::string body = body_of("<cbc:ID>R-1</cbc:ID>", fills);
  EXPECT_TRUE(has(body, R"("orderIdentifier":"unknown")")) << body;
  EXPECT_TRUE(has(body, R"("invoiceIdentifier":"R-1")")) << body;
}

TEST(Fill, value_of_another_field_is_copied_if_there_is_one) {
  const std::vector<Fill> fills = {{"header.orderDate", "@header.invoiceDate"},
                                   {"header.orderIdentifier", "@header.invoiceIdentifier"}};
  const std::string body = body_of("<cbc:IssueDate>2026-04-17</cbc:IssueDate>", fills);
  EXPECT_TRUE(has(body, R"("orderDate":"2026-04-17")")) << body;
  EXPECT_FALSE(has(body, "orderIdentifier")) << body;
}

TEST(Fill, field_of_a_line_is_filled_in_each_line_that_lacks_it) {
  const std::vector<Fill> fills = {{"items.identifiers.0.domain", "SUPPLIER"},
                                   {"items.identifiers.0.identifier", "@items.description"}};
  const std::string own =
      "<cac:SellersItemIdentification><cbc:ID>A-7</cbc:ID>"
      "</cac:SellersItemIdentification>";
  const std::string body =
      body_of(line("1", "<cac:Item><cbc:Name>Box</cbc:Name></cac:Item>") +
                  line("2", "<cac:Item><cbc:Name>Pallet</cbc:Name>" + own + "</cac:Item>"),
              fills);
  EXPECT_TRUE(has(body, R"("identifiers":[{"domain":"SUPPLIER","identifier":"Box"}])")) << body;
  EXPECT_TRUE(has(body, R"("identifier":"A-7")")) << body;
  EXPECT_FALSE(has(body, R"("identifier":"Pallet")")) << body;
}

TEST(Fill, only_fields_of_an_invoice_or_a_credit_note_can_be_filled) {
  for (const char* const path : {"header.orderDate", "header.creditNoteDate", "items.orderDate",
                                 "items.identifiers.0.identifier", "items.3.orderDate"}) {
    EXPECT_TRUE(can_fill({path, "x"})) << path;
  }
  for (const char* const path : {"", "header", "items", "header.colour", "items.identifiers",
                                 "header.orderDate.0", "items..orderDate"}) {
    EXPECT_FALSE(can_fill({path, "x"})) << path;
  }
  EXPECT_TRUE(can_fill({"header.orderDate", "@header.invoiceDate"}));
  EXPECT_FALSE(can_fill({"header.orderDate", "@header.colour"}));
}

TEST(Fill, invoice_without_the_total_of_its_tax_has_the_difference_of_its_totals) {
  const std::string body = body_of(
      "<cac:LegalMonetaryTotal><cbc:TaxExclusiveAmount>100.10</cbc:TaxExclusiveAmount>"
      "<cbc:TaxInclusiveAmount>119.12</cbc:TaxInclusiveAmount></cac:LegalMonetaryTotal>",
      {});
  EXPECT_TRUE(has(body, R"("total":19.02)")) << body;
}

}  // namespace
}  // namespace tradepost::forms::fill_test
