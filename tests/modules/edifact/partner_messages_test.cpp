// Messages as partners write them, which differ from ours.
#include <chrono>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "document/json_reader.hpp"
#include "edifact/interchange.hpp"
#include "edifact/mappings.hpp"
#include "edifact/read.hpp"
#include "tests/modules/edifact/comparison.hpp"
#include "tests/modules/edifact/text_reader.hpp"

namespace tradepost::edifact::partner_messages_test {
namespace {

struct Came {
  std::string kind = {};
  Leaves leaves = {};
  std::string faults = {};
  std::string losses = {};

  std::string at(const std::string& path) const {
    const auto found = leaves.find(path);
    return found == leaves.end() ? "" : found->second.text;
  }
};

// `type` is ORDERS:D:01B:UN.
Came read_message(std::string_view type, std::string_view segments, std::string_view una = "",
                  std::span<const forms::Fill> fills = {}) {
  std::size_t count = 2;
  for (const char c : segments) count += c == '\'' ? 1 : 0;
  const std::string text = fmt::format(
      "{}UNB+UNOA:2+S+R+260302:0941+7'UNH+1+{}'{}UNT+{}+1'UNZ+1+7'", una, type, segments, count);
  InterchangeReader reader = reader_of(text);
  const auto next = reader.next();
  Came came;
  if (!next || !*next || !(*next)->fault.empty()) return came;
  const Mapping* const mapping = Mappings::of_project().find((*next)->message);
  if (mapping == nullptr) return came;
  const Read read = edifact::read((*next)->message, *mapping, fills);
  document::JsonReader json;
  const auto body = json.read(read.body);
  came.kind = mapping->kind->name;
  came.leaves = LeavesOf({}).of(*mapping->kind, body->member("content"));
  for (const Fault& fault : read.faults) came.faults += fault.place + ": " + fault.message + '\n';
  for (const forms::Loss& loss : read.losses) came.losses += loss.path + '\n';
  return came;
}

constexpr std::string_view parties = "NAD+BY+9521002000009::9'NAD+SU+9521001000000::9'";

std::string order(std::string_view more) {
  return fmt::format("BGM+220+45+9'DTM+137:20260302:102'{}{}", parties, more);
}

TEST(PartnerMessages, numbers_of_an_article_may_share_a_segment) {
  const Came came = read_message(
      "ORDERS:D:96A:UN:EAN008",
      order("LIN+1++9521001010016:EN'PIA+1+20-1001:SA+883120:IN+X1:GD'QTY+21:5:PCE'UNS+S'"));
  EXPECT_EQ(came.faults, "");
  EXPECT_EQ(came.at(".items.0.identifiers.9521001010016@GS1#0.identifier"), "9521001010016");
  EXPECT_EQ(came.at(".items.0.identifiers.20-1001@SUPPLIER#0.domain"), "SUPPLIER");
  EXPECT_EQ(came.at(".items.0.identifiers.883120@BUYER#0.domain"), "BUYER");
  EXPECT_EQ(came.at(".items.0.unitOfMeasure"), "EA");
  EXPECT_EQ(came.losses, "7 PIA+1\n");
}

TEST(PartnerMessages, a_number_of_the_supplier_in_lin_is_no_gtin) {
  const Came came =
      read_message("ORDERS:D:01B:UN", order("LIN+1++4711:SA'QTY+21:5'LIN+2++4712:ZZZ'QTY+21:6'"));
  EXPECT_EQ(came.at(".items.0.identifiers.4711@SUPPLIER#0.domain"), "SUPPLIER");
  EXPECT_FALSE(came.leaves.contains(".items.1.identifiers.4712@GS1#0.identifier"));
  EXPECT_EQ(came.at(".items.1.quantity"), "6");
}

TEST(PartnerMessages, numbers_may_have_a_comma_and_a_sign_at_the_end) {
  const Came came = read_message(
      "ORDERS:D:01B:UN", order("LIN+1++9521001010016:SRV'QTY+21:07,50'PRI+AAA:,5-'"), "UNA:+,? '");
  EXPECT_EQ(came.at(".items.0.quantity"), "7.50");
  EXPECT_EQ(came.at(".items.0.unitPrice"), "-0.5");
}

TEST(PartnerMessages, head_segments_may_have_another_order) {
  const Came came = read_message(
      "ORDERS:D:01B:UN", fmt::format("BGM+220+45+9'{}DTM+137:202603020941:203'FTX+AAI+++one:two'"
                                     "LIN+1++9521001010016:SRV'QTY+21:1'",
                                     parties));
  EXPECT_EQ(came.at(".header.orderDate"), "2026-03-02T09:41");
  EXPECT_EQ(came.at(".header.comments"), "one\ntwo");
  EXPECT_EQ(came.faults, "");
}

// DTM+2 in the group of an unknown reference is not the delivery date of the order.
TEST(PartnerMessages, segments_of_an_unknown_group_are_lost_as_a_whole) {
  const Came came = read_message(
      "ORDERS:D:01B:UN", order("RFF+ZZZ:1'DTM+2:20260401:102'LIN+1++9521001010016:SRV'QTY+21:1'"));
  EXPECT_EQ(came.at(".header.requestedDeliveryDate"), "");
  EXPECT_EQ(came.losses, "6 RFF+ZZZ\n7 DTM+2\n");
}

// A reference after the price of a line is the one of the line, and an amount there is not a sum.
TEST(PartnerMessages, line_segments_in_another_order_stay_in_their_line) {
  const Came came = read_message(
      "ORDERS:D:01B:UN",
      fmt::format("BGM+220+45+9'DTM+137:20260302:102'RFF+CT:head'{}"
                  "LIN+1++9521001010016:SRV'QTY+21:1'PRI+AAA:3'TAX+7+VAT+++:::19'RFF+CT:line'"
                  "FTX+AAI+++red'MOA+9:5'UNS+S'MOA+9:3.57'",
                  parties));
  EXPECT_EQ(came.at(".header.contractReference"), "head");
  EXPECT_EQ(came.at(".items.0.contractReference"), "line");
  EXPECT_EQ(came.at(".items.0.comments"), "red");
  EXPECT_EQ(came.at(".header.comments"), "");
  EXPECT_EQ(came.at(".summary.dueAmount"), "3.57");
  EXPECT_EQ(came.losses, "13 MOA+9\n");
}

TEST(PartnerMessages, a_line_of_an_invoice_without_a_number_gets_its_position) {
  const Came came = read_message(
      "INVOIC:D:01B:UN",
      fmt::format("BGM+380+R1+9'DTM+137:20260302:102'RFF+DQ:L1'DTM+171:20260301:102'RFF+ON:45'"
                  "DTM+171:20260228:102'{}"
                  "LIN+++9521001010016:SRV'QTY+47:2'PRI+AAA:3'TAX+7+VAT+++:::19+S'"
                  "LIN+++9521001020015:SRV'QTY+47:4'PRI+NTP:5'TAX+7+VAT+++:::7+S'"
                  "ALC+A++++DI'MOA+204:1.50'UNS+S'MOA+77:30.16'MOA+9:30.16'MOA+124:3.66'"
                  "TAX+7+VAT:::full+++:::19+S'MOA+125:6'MOA+124:1.14'",
                  parties));
  EXPECT_EQ(came.faults, "");
  EXPECT_EQ(came.at(".items.1.lineNumber"), "2");
  EXPECT_EQ(came.at(".items.1.unitPrice"), "5");
  EXPECT_EQ(came.at(".items.1.modificationGroups.0.modifications.0.amount"), "1.50");
  EXPECT_EQ(came.at(".items.1.isDepositItem"), "false");
  EXPECT_EQ(came.at(".summary.tax.total"), "3.66");
  EXPECT_EQ(came.at(".summary.tax.items.0.category"), "S");
  EXPECT_EQ(came.at(".summary.grossAmount"), "30.16");
}

// Without the price of a line, its amount was read and dropped without a word.
TEST(PartnerMessages, an_amount_of_a_line_that_its_price_does_not_make_is_lost) {
  const auto losses_with = [](std::string_view amount) {
    const Came came = read_message(
        "INVOIC:D:01B:UN",
        fmt::format("BGM+380+R1+9'DTM+137:20260302:102'RFF+DQ:L1'DTM+171:20260301:102'RFF+ON:45'"
                    "DTM+171:20260228:102'{}LIN+1++9521001010016:SRV'QTY+47:2'MOA+203:{}'PRI+AAA:3'"
                    "TAX+7+VAT+++:::19'UNS+S'MOA+77:7.14'MOA+9:7.14'MOA+124:1.14'"
                    "TAX+7+VAT+++:::19+S'MOA+125:6'MOA+124:1.14'",
                    parties, amount));
    EXPECT_EQ(came.faults, "");
    return came.losses;
  };
  EXPECT_EQ(losses_with("6.00"), "");
  EXPECT_EQ(losses_with("60"), "12 MOA+203 1.2\n");
}

TEST(PartnerMessages, the_code_of_bgm_decides_between_an_invoice_and_a_credit_note) {
  EXPECT_EQ(read_message("INVOIC:D:96A:UN", "BGM+380+1+9'").kind, "INVOICE");
  EXPECT_EQ(read_message("INVOIC:D:96A:UN", "BGM+381+1+9'").kind, "CREDIT_NOTE");
  EXPECT_EQ(read_message("INVOIC:D:93A:UN", "BGM+83+1+9'").kind, "CREDIT_NOTE");
  EXPECT_EQ(read_message("DESADV:D:01B:UN", "BGM+351+1+9'").kind, "SHIPPING_NOTICE");
  EXPECT_EQ(read_message("ORDCHG:D:01B:UN", "BGM+230+1+9'").kind, "ORDER");
  EXPECT_EQ(read_message("IFTMIN:D:01B:UN", "BGM+1+1+9'").kind, "");
}

TEST(PartnerMessages, a_cancellation_is_no_order) {
  const Came came =
      read_message("ORDERS:D:01B:UN", fmt::format("BGM+220+45+1'DTM+137:20260302:102'{}"
                                                  "LIN+1++9521001010016:SRV'QTY+21:1'",
                                                  parties));
  EXPECT_EQ(came.faults, "2 BGM+220: The message cancels a document. No document says so.\n");
}

TEST(PartnerMessages, a_deleted_line_is_not_ordered) {
  const Came came = read_message("ORDCHG:D:01B:UN", order("LIN+1+2+9521001010016:SRV'QTY+21:1'"));
  EXPECT_EQ(came.faults, "6 LIN+1: The line is deleted. No line of a document says so.\n");
}

TEST(PartnerMessages, a_line_that_is_not_accepted_has_the_confirmed_quantity_0) {
  const auto response = [](std::string_view line) {
    return read_message(
        "ORDRSP:D:01B:UN",
        fmt::format("BGM+231+A1+4'DTM+137:20260302:102'RFF+ON:45'DTM+171:20260228:102'{}"
                    "LIN+1+5+9521001010016:SRV'QTY+21:3'QTY+113:3'{}UNS+S'",
                    parties, line));
  };
  const Came came = response("LIN+2+7+9521001020015:SRV'QTY+21:4'");
  EXPECT_EQ(came.faults, "");
  EXPECT_EQ(came.at(".items.0.confirmedQuantity"), "3");
  EXPECT_EQ(came.at(".items.1.orderedQuantity"), "4");
  EXPECT_EQ(came.at(".items.1.confirmedQuantity"), "0");
  EXPECT_EQ(response("LIN+2+7+9521001020015:SRV'QTY+113:4'").faults,
            "11 LIN+2: The line is not accepted, and has a confirmed quantity.\n");
}

TEST(PartnerMessages, an_unknown_code_of_bgm_makes_no_invoice) {
  EXPECT_EQ(read_message("INVOIC:D:01B:UN", "BGM+262+1+9'").kind, "CREDIT_NOTE");
  EXPECT_EQ(read_message("INVOIC:D:01B:UN", "BGM+81+1+9'").kind, "CREDIT_NOTE");
  EXPECT_EQ(read_message("INVOIC:D:01B:UN", "BGM+999+1+9'").kind, "");
  EXPECT_EQ(read_message("ORDERS:D:01B:UN", "BGM+999+1+9'").kind, "ORDER");
}

// The price is for one piece, not for 100 kilograms.
TEST(PartnerMessages, a_refused_segment_fills_no_gap) {
  const Came came = read_message(
      "ORDERS:D:01B:UN",
      order("LIN+1++9521001010016:SRV'QTY+21:1'PRI+AAA:12.90'PRI+NTP:11.00:::100:KGM'"));
  EXPECT_EQ(came.at(".items.0.unitPrice"), "12.90");
  EXPECT_EQ(came.at(".items.0.pricingUnitQuantity"), "");
  EXPECT_EQ(came.losses, "9 PRI+NTP\n");
}

TEST(PartnerMessages, a_second_party_for_one_field_is_lost_with_its_group) {
  const Came came = read_message(
      "ORDERS:D:01B:UN",
      fmt::format("BGM+220+45+9'DTM+137:20260302:102'{}NAD+SE+9521009000005::9++Other'RFF+VA:DE9'"
                  "LIN+1++9521001010016:SRV'QTY+21:1'",
                  parties));
  EXPECT_EQ(came.at(".header.supplier.name"), "");
  EXPECT_FALSE(came.leaves.contains(".header.supplier.identifiers.DE9@VAT_DE#0.identifier"));
  EXPECT_EQ(came.losses, "6 NAD+SE\n7 RFF+VA\n");
}

TEST(PartnerMessages, a_substitute_is_no_number_of_the_article) {
  const Came came = read_message(
      "ORDERS:D:01B:UN", order("LIN+1++9521001010016:SRV'PIA+3+9521009999999:SRV'QTY+21:1'"));
  EXPECT_FALSE(came.leaves.contains(".items.0.identifiers.9521009999999@GS1#0.identifier"));
  EXPECT_EQ(came.losses, "7 PIA+3\n");
}

TEST(PartnerMessages, a_credit_note_in_a_remittance_advice_says_so) {
  const Came came = read_message(
      "REMADV:D:01B:UN",
      "BGM+481+Z1+9'DTM+137:20260302:102'NAD+PE+9521001000000::9'DOC+380+R1'MOA+12:100'"
      "DOC+381+C1'MOA+12:30'DOC+999+X1'MOA+12:5'UNS+S'MOA+12:70'");
  EXPECT_EQ(came.at(".items.0.documentType"), "INVOICE");
  EXPECT_EQ(came.at(".items.1.documentType"), "CREDIT_NOTE");
  EXPECT_EQ(came.at(".items.2.documentNumber"), "");
  EXPECT_EQ(came.losses, "9 DOC+999\n10 MOA+12\n");
}

TEST(PartnerMessages, components_without_a_field_are_losses) {
  const Came came = read_message("ORDERS:D:01B:UN",
                                 order("LIN+1++9521001010016:SRV'QTY+192:2:KGM'QTY+21:1:PCE'"));
  EXPECT_EQ(came.losses, "7 QTY+192 1.3\n");
}

TEST(PartnerMessages, the_currency_of_amounts_is_the_one_of_the_document) {
  const std::string_view line = "LIN+1++9521001010016:SRV'QTY+21:1'UNS+S'";
  EXPECT_EQ(read_message("ORDERS:D:01B:UN", order(fmt::format("{}MOA+9:5:USD'", line)))
                .at(".header.currency"),
            "USD");
  const Came came =
      read_message("ORDERS:D:01B:UN", order(fmt::format("CUX+2:EUR:9'{}MOA+9:5:USD'", line)));
  EXPECT_EQ(came.faults, "10 MOA+9: The amount is in USD, and the message in EUR.\n");
}

TEST(PartnerMessages, line_numbers_may_have_leading_zeros) {
  const auto invoice = [](std::string_view above) {
    return read_message(
        "INVOIC:D:01B:UN",
        fmt::format("BGM+380+R1+9'DTM+137:20260302:102'{}LIN+000001++9521001010016:SRV'QTY+47:1'"
                    "LIN+000002++9521001020015:SRV+1:{}'QTY+47:1'",
                    parties, above));
  };
  EXPECT_EQ(invoice("000001").at(".items.0.subItems.0.lineNumber"), "2");
  EXPECT_TRUE(invoice("7").faults.contains("LIN+000002: The line 7 above it is missing."));
}

TEST(PartnerMessages, a_party_with_a_number_of_another_agency_keeps_its_name) {
  const Came came =
      read_message("ORDERS:D:01B:UN", "BGM+220+45+9'DTM+137:20260302:102'NAD+BY+123::5++Nord'");
  EXPECT_EQ(came.at(".header.buyer.name"), "Nord");
  EXPECT_FALSE(came.leaves.contains(".header.buyer.identifiers.123@GS1#0.identifier"));
}

// Each segment copied the whole text: 30,000 of them took nine seconds.
TEST(PartnerMessages, a_text_of_many_segments_is_bounded) {
  std::string texts;
  for (int i = 0; i < 30'000; ++i) texts += "FTX+AAI+++" + std::string(40, 'a') + "'";
  const auto begin = std::chrono::steady_clock::now();
  const Came came = read_message("ORDERS:D:01B:UN", order("") + texts);
  EXPECT_LT(came.at(".header.comments").size(), 110'000);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST(PartnerMessages, faults_name_their_segment) {
  const Came came =
      read_message("ORDERS:D:01B:UN", order("LIN+1++9521001010016:SRV'QTY+21:many'MOA+9:1'UNS+S'"));
  EXPECT_EQ(came.faults, "7 QTY+21: \"many\" is not a number.\n");
}

TEST(PartnerMessages, a_fill_gives_a_missing_field_a_value) {
  const std::string_view invoice = "BGM+380+R1+9'DTM+137:20260302:102'";
  const forms::Fill fills[] = {{"header.orderIdentifier", "45"},
                               {"header.orderDate", "@header.invoiceDate"}};
  const Came came = read_message("INVOIC:D:01B:UN", invoice, "", fills);
  EXPECT_EQ(came.at(".header.orderIdentifier"), "45");
  EXPECT_EQ(came.at(".header.orderDate"), "2026-03-02");
}

TEST(PartnerMessages, pallets_and_parcels_are_nested_by_their_numbers) {
  const Came came = read_message(
      "DESADV:D:96A:UN:EAN005",
      fmt::format("BGM+351+L1+9'DTM+137:20260302:102'RFF+ON:45'{}"
                  "CPS+1'PAC+1++201'CPS+2+1'PAC+2++CT'PCI+33E'GIN+BJ+395210010002089318'"
                  "LIN+1++9521001010016:EN'QTY+12:5'QTY+21:5'CPS+3+1'PAC+1++PK'"
                  "LIN+2++9521001020015:EN'QTY+12:3'QTY+21:3'",
                  parties));
  EXPECT_EQ(came.at(".transportUnits.0.unitType"), "EURO_PALLET");
  EXPECT_EQ(came.at(".transportUnits.0.transportUnits.0.unitType"), "CARTON");
  EXPECT_EQ(came.at(".transportUnits.0.transportUnits.0.unitIdentifier"), "395210010002089318");
  EXPECT_EQ(came.at(".transportUnits.0.transportUnits.1.items.0.shippedQuantity"), "3");
}

}  // namespace
}  // namespace tradepost::edifact::partner_messages_test
