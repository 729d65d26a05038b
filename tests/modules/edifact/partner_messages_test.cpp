// Messages as partners write them, which differ from ours.
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "document/json_reader.hpp"
#include "edifact/interchange.hpp"
#include "edifact/mappings.hpp"
#include "edifact/read.hpp"
#include "tests/modules/edifact/comparison.hpp"

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
  std::string_view left = text;
  InterchangeReader reader([&](char* buffer, std::size_t size) {
    const std::size_t bytes = left.copy(buffer, size);
    left.remove_prefix(bytes);
    return bytes;
  });
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

TEST(PartnerMessages, the_code_of_bgm_decides_between_an_invoice_and_a_credit_note) {
  EXPECT_EQ(read_message("INVOIC:D:96A:UN", "BGM+380+1+9'").kind, "INVOICE");
  EXPECT_EQ(read_message("INVOIC:D:96A:UN", "BGM+381+1+9'").kind, "CREDIT_NOTE");
  EXPECT_EQ(read_message("INVOIC:D:93A:UN", "BGM+83+1+9'").kind, "CREDIT_NOTE");
  EXPECT_EQ(read_message("DESADV:D:01B:UN", "BGM+351+1+9'").kind, "SHIPPING_NOTICE");
  EXPECT_EQ(read_message("ORDCHG:D:01B:UN", "BGM+230+1+9'").kind, "ORDER");
  EXPECT_EQ(read_message("IFTMIN:D:01B:UN", "BGM+1+1+9'").kind, "");
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
