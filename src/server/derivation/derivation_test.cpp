// Tests new documents that are filled from existing ones.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <optional>
#include <string>
#include <string_view>

#include "derivation/derivation.hpp"
#include "document/read.hpp"
#include "tests/source_dir.hpp"

namespace tradepost::derivation {
namespace {

using document::Reader;
using document::row_of;

constexpr std::string_view now = "2026-03-02T09:14:03.271Z";

const Derivation& step(Kind from, Kind to) {
  return *find_derivation(from, to);
}

std::string derived_from(Kind from, Kind to, std::string_view content,
                         std::span<const StoredDocument> orders = {}) {
  return derived(step(from, to), content, orders, now).value_or("unreadable");
}

std::string content_of_example(Kind kind, std::string_view name) {
  std::ifstream file(fmt::format("{}/examples/{}/{}.json", source_dir(), row_of(kind).word, name));
  const std::string body(std::istreambuf_iterator<char>(file), {});
  const auto reading = Reader().read(body);
  return std::string(reading->document.content);
}

TEST(Derivation, document_lacks_only_required_fields) {
  for (const Derivation& each : derivations()) {
    for (const auto* const name : {"minimal", "lifelike", "full"}) {
      const std::string source = content_of_example(each.from, name);
      const std::string content = derived_from(each.from, each.to, source);
      const bool has_lines = source.find("\"items\":[") != std::string::npos ||
                             source.find("\"locations\":[") != std::string::npos;
      if (!has_lines) continue;
      const std::string body =
          fmt::format(R"({{"type":"{}","content":{}}})", row_of(each.to).name, content);
      const auto reading = Reader().read(body);
      ASSERT_TRUE(reading.has_value()) << body;
      for (const auto& fault : reading->faults.named()) {
        EXPECT_TRUE(fault.code.ends_with(".missing"))
            << row_of(each.from).name << " " << name << " " << fault.message;
      }
      EXPECT_TRUE(reading->document.head.number.empty()) << content;
      const bool has_new_lines = content.find(R"("items":[{")") != std::string::npos ||
                                 content.find(R"("locations":[{")") != std::string::npos;
      EXPECT_TRUE(has_new_lines) << content;
    }
  }
}

constexpr std::string_view order =
    R"({"header":{"buyer":{"name":"K"},"supplier":{"name":"L"},)"
    R"("technicalSender":{"name":"KT"},"technicalRecipient":{"name":"LT"},)"
    R"("orderIdentifier":"PO-1","orderDate":"2026-03-01","version":2,"currency":"EUR",)"
    R"("requestedDeliveryDate":"2026-03-09","comments":"ring twice"},)"
    R"("items":[{"lineNumber":10,"identifiers":[{"identifier":"9521001010016"}],)"
    R"("quantity":120.50,"unitOfMeasure":"PCE","unitPrice":12.9,"comments":"red",)"
    R"("tax":{"percentage":19}},{"quantity":1}]})";

TEST(Derivation, order_is_accepted_with_all_its_lines) {
  EXPECT_EQ(derived_from(Kind::order, Kind::order_response, order),
            R"({"header":{"type":"ACCEPT","buyer":{"name":"K"},"supplier":{"name":"L"},)"
            R"("technicalRecipient":{"name":"KT"},"technicalSender":{"name":"LT"},)"
            R"("orderResponseDate":"2026-03-02T09:14:03.271Z","orderIdentifier":"PO-1",)"
            R"("orderDate":"2026-03-01","confirmedDeliveryDate":"2026-03-09",)"
            R"("requestedDeliveryDate":"2026-03-09","currency":"EUR"},)"
            R"("items":[{"lineNumber":10,"orderLineNumber":10,)"
            R"("identifiers":[{"identifier":"9521001010016"}],"orderedQuantity":120.50,)"
            R"("confirmedQuantity":120.50,"unitOfMeasure":"PCE","unitPrice":12.9,)"
            R"("tax":{"percentage":19}},)"
            R"({"lineNumber":11,"orderedQuantity":1,"confirmedQuantity":1}]})");
}

TEST(Derivation, goods_of_an_order_are_shipped_in_one_unit) {
  EXPECT_EQ(derived_from(Kind::order, Kind::shipping_notice,
                         R"({"header":{"orderIdentifier":"PO-1"},"items":[{"quantity":3}]})"),
            R"({"header":{"shippingNoticeDate":"2026-03-02T09:14:03.271Z",)"
            R"("orderIdentifier":"PO-1"},"transportUnits":[{"items":[{"lineNumber":1,)"
            R"("isDepositItem":false,"orderedQuantity":3,"shippedQuantity":3}]}]})");
}

constexpr std::string_view notice =
    R"({"header":{"shippingNoticeIdentifier":"LS-1","shippingNoticeDate":"2026-03-05",)"
    R"("orderIdentifier":"po-1"},"transportUnits":[)"
    R"({"unitIdentifier":"340123450000000018","items":[)"
    R"({"lineNumber":1,"orderLineNumber":10,"isDepositItem":false,"orderedQuantity":120,)"
    R"("shippedQuantity":100}],"transportUnits":[{"items":[{"lineNumber":2,)"
    R"("orderLineNumber":20,"isDepositItem":true,"orderedQuantity":5,"shippedQuantity":5,)"
    R"("subItems":[{"lineNumber":3,"isDepositItem":false,"shippedQuantity":1}]}]}]}]})";

TEST(Derivation, shipped_goods_are_invoiced_at_the_prices_of_the_response_or_the_order) {
  const StoredDocument orders[] = {
      {.kind = Kind::order_response,
       .content = R"({"header":{"orderIdentifier":"PO-1","currency":"EUR"},)"
                  R"("items":[{"lineNumber":1,"orderLineNumber":10,"unitPrice":12.50}]})"},
      {.kind = Kind::order, .content = order},
      {.kind = Kind::order,
       .content = R"({"header":{"orderIdentifier":"PO-2"},"items":[)"
                  R"({"lineNumber":20,"unitPrice":1}]})"},
  };
  EXPECT_EQ(derived_from(Kind::shipping_notice, Kind::invoice, notice, orders),
            R"({"header":{"invoiceDate":"2026-03-02T09:14:03.271Z",)"
            R"("shippingNoticeIdentifier":"LS-1","shippingNoticeDate":"2026-03-05",)"
            R"("orderIdentifier":"po-1","orderDate":"2026-03-01","currency":"EUR"},"items":[)"
            R"({"lineNumber":1,"shippingNoticeLineNumber":1,"orderLineNumber":10,)"
            R"("identifiers":[{"identifier":"9521001010016"}],)"
            R"("isDepositItem":false,"quantity":100,"orderedQuantity":120,"unitPrice":12.50,)"
            R"("tax":{"percentage":19},"unitOfMeasure":"PCE"},)"
            R"({"lineNumber":2,"shippingNoticeLineNumber":2,"orderLineNumber":20,)"
            R"("isDepositItem":true,"quantity":5,"orderedQuantity":5,"subItems":[{"lineNumber":3,)"
            R"("shippingNoticeLineNumber":3,"isDepositItem":false,"quantity":1}]}]})");
}

std::string invoice_with(std::string_view line_of_notice, std::string_view line_of_response,
                         std::string_view line_of_order) {
  const std::string source = fmt::format(
      R"({{"header":{{"orderIdentifier":"PO-1"}},"transportUnits":[{{"items":[{}]}}]}})",
      line_of_notice);
  const std::string response =
      fmt::format(R"({{"header":{{"orderIdentifier":"PO-1"}},"items":[{}]}})", line_of_response);
  const std::string ordered =
      fmt::format(R"({{"header":{{"orderIdentifier":"PO-1"}},"items":[{}]}})", line_of_order);
  const StoredDocument orders[] = {
      {.kind = Kind::order_response, .content = response},
      {.kind = Kind::order, .content = ordered},
  };
  const std::string invoice = derived_from(Kind::shipping_notice, Kind::invoice, source, orders);
  return invoice.substr(invoice.find("\"items\""));
}

constexpr std::string_view shipped =
    R"({"lineNumber":1,"orderLineNumber":1,"shippedQuantity":120,"unitOfMeasure":"PCE"})";

TEST(Derivation, invoice_has_the_sums_of_its_lines) {
  const std::string invoice =
      invoice_with(shipped, "{}", R"({"lineNumber":1,"unitPrice":0.10,"tax":{"percentage":19}})");
  EXPECT_NE(invoice.find(R"(],"summary":{"subtotalAmount":12.00,"grossAmount":14.28,)"),
            std::string::npos)
      << invoice;
}

TEST(Derivation, allowances_of_a_whole_document_leave_the_sums_to_the_sender) {
  constexpr std::string_view source =
      R"({"items":[{"lineNumber":1,"quantity":1,"unitPrice":100,"tax":{"percentage":19}}],)"
      R"("summary":{"modificationGroups":[{"modifications":[{"percentage":10}]}]}})";
  const std::string note = derived_from(Kind::invoice, Kind::credit_note, source, {});
  EXPECT_EQ(note.find("summary"), std::string::npos) << note;
  constexpr std::string_view modified_order =
      R"({"header":{"orderIdentifier":"PO-1"},)"
      R"("items":[{"lineNumber":1,"unitPrice":1,"tax":{"percentage":19}}],)"
      R"("summary":{"modificationGroups":[{"modifications":[{"percentage":10}]}]}})";
  const StoredDocument orders[] = {{.kind = Kind::order, .content = modified_order}};
  constexpr std::string_view sent = R"({"header":{"orderIdentifier":"PO-1"},"transportUnits":)"
                                    R"([{"items":[{"orderLineNumber":1,"shippedQuantity":1}]}]})";
  const std::string invoice = derived_from(Kind::shipping_notice, Kind::invoice, sent, orders);
  EXPECT_NE(invoice.find("unitPrice"), std::string::npos) << invoice;
  EXPECT_EQ(invoice.find("summary"), std::string::npos) << invoice;
}

TEST(Derivation, price_its_basis_and_its_discounts_come_from_one_document) {
  const std::string invoice =
      invoice_with(shipped, R"({"orderLineNumber":1,"unitPrice":0.13})",
                   R"({"lineNumber":1,"unitPrice":12.90,"pricingUnitQuantity":100,)"
                   R"("modificationGroups":[{"modifications":[{"percentage":10}]}]})");
  EXPECT_NE(invoice.find(R"("unitPrice":0.13)"), std::string::npos) << invoice;
  EXPECT_EQ(invoice.find("pricingUnitQuantity"), std::string::npos) << invoice;
  EXPECT_EQ(invoice.find("modificationGroups"), std::string::npos) << invoice;
}

TEST(Derivation, line_with_a_price_of_its_own_gets_none_of_the_order) {
  const std::string invoice =
      invoice_with(R"({"lineNumber":1,"orderLineNumber":1,"shippedQuantity":1,"unitPrice":2})",
                   "{}", R"({"lineNumber":1,"unitPrice":12.90,"pricingUnitQuantity":100})");
  EXPECT_NE(invoice.find(R"("unitPrice":2)"), std::string::npos) << invoice;
  EXPECT_EQ(invoice.find("pricingUnitQuantity"), std::string::npos) << invoice;
}

TEST(Derivation, price_of_another_unit_or_with_an_absolute_discount_is_left_out) {
  for (
      const auto* const line :
      {R"({"lineNumber":1,"unitOfMeasure":"CS","unitPrice":12.90})",
       R"({"lineNumber":1,"unitPrice":12.90,"modificationGroups":[{"modifications":[{"amount":50}]}]})"}) {
    const std::string invoice = invoice_with(shipped, "{}", line);
    EXPECT_EQ(invoice.find("unitPrice"), std::string::npos) << invoice;
  }
}

TEST(Derivation, refused_response_sets_no_price) {
  const StoredDocument orders[] = {
      {.kind = Kind::order_response,
       .content = R"({"header":{"orderIdentifier":"PO-1","type":"REJECT","currency":"USD"}})"},
      {.kind = Kind::order, .content = order},
  };
  const std::string invoice = derived_from(Kind::shipping_notice, Kind::invoice, notice, orders);
  EXPECT_NE(invoice.find(R"("currency":"EUR")"), std::string::npos) << invoice;
}

TEST(Derivation, quantity_with_free_goods_is_left_to_the_sender) {
  const std::string invoice =
      invoice_with(shipped, "{}", R"({"lineNumber":1,"unitPrice":1,"freeQuantity":2})");
  EXPECT_EQ(invoice.find(R"("quantity")"), std::string::npos) << invoice;
  EXPECT_EQ(derived_from(Kind::order, Kind::shipping_notice,
                         R"({"header":{},"items":[{"quantity":3,"freeQuantity":1}]})")
                .find("shippedQuantity"),
            std::string::npos);
}

TEST(Derivation, credit_note_has_both_quantities_of_the_invoice) {
  const std::string credit =
      derived_from(Kind::invoice, Kind::credit_note,
                   R"({"header":{},"items":[{"quantity":10,"freeQuantity":2}]})");
  EXPECT_NE(credit.find(R"("quantity":10,"freeQuantity":2)"), std::string::npos) << credit;
}

TEST(Derivation, deposit_of_the_order_stays_a_deposit) {
  const std::string content =
      R"({"header":{"orderIdentifier":"PO-1"},"items":[{"orderLineNumber":1}]})";
  const StoredDocument orders[] = {{.kind = Kind::order,
                                    .content =
                                        R"({"header":{"orderIdentifier":"PO-1"},)"
                                        R"("items":[{"lineNumber":1,"isDepositItem":true}]})"}};
  EXPECT_NE(derived_from(Kind::order_response, Kind::shipping_notice, content, orders)
                .find(R"("isDepositItem":true)"),
            std::string::npos);
}

TEST(Derivation, missing_line_numbers_follow_the_largest_one) {
  const std::string response =
      derived_from(Kind::order, Kind::order_response,
                   R"({"header":{},"items":[{},{"lineNumber":2},{"subItems":[]}]})");
  EXPECT_NE(response.find(R"("items":[{"lineNumber":3},{"lineNumber":2,"orderLineNumber":2},)"
                          R"({"lineNumber":4}])"),
            std::string::npos)
      << response;
}

TEST(Derivation, line_of_another_order_does_not_become_one_of_this_order) {
  const std::string receival =
      derived_from(Kind::shipping_notice, Kind::receival_notice,
                   R"({"header":{"orderIdentifier":"PO-1"},"transportUnits":[{"items":[)"
                   R"({"lineNumber":1,"orderIdentifier":"PO-2","orderLineNumber":20}]}]})");
  EXPECT_EQ(receival.find("orderLineNumber"), std::string::npos) << receival;
}

TEST(Derivation, inner_units_of_a_notice_are_received_as_units) {
  EXPECT_EQ(derived_from(Kind::shipping_notice, Kind::receival_notice, notice),
            R"({"header":{"receivalDate":"2026-03-02T09:14:03.271Z",)"
            R"("deliveryNoteNumber":"LS-1","customerOrderNumber":"po-1",)"
            R"("deliveryNoteDate":"2026-03-05"},"transportUnits":[)"
            R"({"unitIdentifier":"340123450000000018","items":[{"lineNumber":1,)"
            R"("receivedQuantity":100,"shippedQuantity":100,"orderLineNumber":10,)"
            R"("orderedQuantity":120}]},{"items":[{"lineNumber":2,"receivedQuantity":5,)"
            R"("shippedQuantity":5,"orderLineNumber":20,"orderedQuantity":5}]}]})");
}

TEST(Derivation, copy_has_no_number_dates_and_references) {
  EXPECT_EQ(derived_from(Kind::order, Kind::order, order),
            R"({"header":{"buyer":{"name":"K"},"supplier":{"name":"L"},)"
            R"("technicalRecipient":{"name":"LT"},"technicalSender":{"name":"KT"},)"
            R"("orderDate":"2026-03-02T09:14:03.271Z","currency":"EUR",)"
            R"("comments":"ring twice"},"items":[{"lineNumber":10,)"
            R"("identifiers":[{"identifier":"9521001010016"}],"quantity":120.50,)"
            R"("unitOfMeasure":"PCE","comments":"red","unitPrice":12.9,)"
            R"("tax":{"percentage":19}},{"lineNumber":11,"quantity":1}]})");
}

TEST(Derivation, unreadable_content_gives_no_document) {
  EXPECT_EQ(derived(step(Kind::order, Kind::order_response), "{", {}, now), std::nullopt);
}

TEST(Derivation, other_kinds_do_not_follow) {
  EXPECT_EQ(find_derivation(Kind::order, Kind::invoice), nullptr);
  EXPECT_EQ(find_derivation(Kind::remittance_advice, Kind::remittance_advice), nullptr);
}

}  // namespace
}  // namespace tradepost::derivation
