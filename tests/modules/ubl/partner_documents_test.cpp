// Documents as partners write them, which differ from ours.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "document/json_reader.hpp"
#include "tests/modules/edifact/comparison.hpp"
#include "ubl/read.hpp"

namespace tradepost::ubl::partner_documents_test {
namespace {

struct Came {
  std::string kind = {};
  edifact::Leaves leaves = {};
  std::string faults = {};
  std::string losses = {};

  std::string at(const std::string& path) const {
    const auto found = leaves.find(path);
    return found == leaves.end() ? "" : found->second.text;
  }
};

// Partners choose other prefixes.
std::string file(std::string_view root, std::string_view elements) {
  return fmt::format(
      "<?xml version='1.0'?><d:{0} xmlns:d='urn:oasis:names:specification:ubl:schema:xsd:{0}-2' "
      "xmlns:a='urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2' "
      "xmlns:b='urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2'>{1}</d:{0}>",
      root, elements);
}

Came read_file(std::string_view root, std::string_view elements,
               std::span<const forms::Fill> fills = {}) {
  const auto read = ubl::read(file(root, elements), fills);
  Came came;
  if (!read) {
    came.faults = read.error().reason;
    return came;
  }
  document::JsonReader json;
  const auto body = json.read(read->body);
  came.kind = read->mapping->kind->name;
  came.leaves = edifact::LeavesOf({}).of(*read->mapping->kind, body->member("content"));
  for (const forms::FormFault& fault : read->faults) {
    came.faults += fault.xpath + ": " + fault.message + '\n';
  }
  for (const forms::Loss& loss : read->losses) came.losses += loss.path + '\n';
  return came;
}

std::string party(std::string_view name, std::string_view number, std::string_view more = "") {
  return fmt::format(
      "<a:{0}><a:Party><b:EndpointID schemeID='0088'>{1}</b:EndpointID>{2}</a:Party></a:{0}>", name,
      number, more);
}

const std::string buyer = party("BuyerCustomerParty", "9521002000009");
const std::string seller = party("SellerSupplierParty", "9521001000000");

std::string order(std::string_view head, std::string_view lines) {
  return fmt::format("<b:ID>4711</b:ID><b:IssueDate>2026-03-02</b:IssueDate>{}{}{}{}", head, buyer,
                     seller, lines);
}

std::string line(std::string_view more, std::string_view item = "") {
  return fmt::format(
      "<a:OrderLine><a:LineItem><b:ID>1</b:ID>{}<a:Item>{}</a:Item></a:LineItem>"
      "</a:OrderLine>",
      more, item);
}

TEST(PartnerDocuments, an_order_has_other_prefixes_and_elements_that_are_losses) {
  const Came came = read_file(
      "Order",
      "<b:CustomizationID>urn:partner</b:CustomizationID>" +
          order("<b:IssueTime>09:41:00Z</b:IssueTime><b:Note>one</b:Note><b:Note>two</b:Note>"
                "<b:DocumentCurrencyCode>EUR</b:DocumentCurrencyCode>",
                "<a:Delivery><a:RequestedDeliveryPeriod><b:StartDate>2026-03-06</b:StartDate>"
                "<b:EndDate>2026-03-06</b:EndDate></a:RequestedDeliveryPeriod></a:Delivery>" +
                    line("<b:Quantity unitCode='CS'>12</b:Quantity><a:Price>"
                         "<b:PriceAmount currencyID='EUR'>1.250</b:PriceAmount></a:Price>",
                         "<b:Name>Pils</b:Name><a:StandardItemIdentification>"
                         "<b:ID schemeID='0160'>9521001010016</b:ID></a:StandardItemIdentification>"
                         "<a:AdditionalItemProperty><b:Name>Colour</b:Name><b:Value>red</b:Value>"
                         "</a:AdditionalItemProperty>")));
  EXPECT_EQ(came.faults, "");
  EXPECT_EQ(came.kind, "ORDER");
  EXPECT_EQ(came.at(".header.orderDate"), "2026-03-02T09:41:00Z");
  EXPECT_EQ(came.at(".header.comments"), "one");
  EXPECT_EQ(came.at(".header.requestedDeliveryDate"), "2026-03-06");
  EXPECT_EQ(came.at(".header.requestedEarliestDeliveryDate"), "");
  EXPECT_EQ(came.at(".header.buyer.identifiers.9521002000009@GS1#0.identifier"), "9521002000009");
  EXPECT_EQ(came.at(".items.0.unitOfMeasure"), "CS");
  EXPECT_EQ(came.at(".items.0.unitPrice"), "1.250");
  EXPECT_EQ(came.at(".items.0.identifiers.9521001010016@GS1#0.identifier"), "9521001010016");
  EXPECT_EQ(came.losses,
            "/d:Order/b:Note[2]\n"
            "/d:Order/a:OrderLine/a:LineItem/a:Item/a:AdditionalItemProperty\n");
}

// The amount of a line was read and dropped without a word if the line has a price.
TEST(PartnerDocuments, an_amount_of_a_line_that_its_price_does_not_make_is_lost) {
  const auto losses_with = [](std::string_view more) {
    const Came came = read_file(
        "Order", order("", line(fmt::format("<b:Quantity unitCode='CS'>5</b:Quantity>{}", more))));
    EXPECT_EQ(came.faults, "");
    return came.losses;
  };
  const std::string price = "<a:Price><b:PriceAmount>1.25</b:PriceAmount></a:Price>";
  const std::string lost = "/d:Order/a:OrderLine/a:LineItem/b:LineExtensionAmount\n";
  EXPECT_EQ(losses_with("<b:LineExtensionAmount>6.25</b:LineExtensionAmount>" + price), "");
  EXPECT_EQ(losses_with("<b:LineExtensionAmount>62.5</b:LineExtensionAmount>" + price), lost);
  EXPECT_EQ(losses_with("<b:LineExtensionAmount>6.25</b:LineExtensionAmount>"), lost);
}

TEST(PartnerDocuments, an_order_change_is_the_next_version_of_its_order) {
  const Came came =
      read_file("OrderChange",
                "<b:ID>C-1</b:ID><b:IssueDate>2026-03-03</b:IssueDate>"
                "<b:SequenceNumberID>3</b:SequenceNumberID><a:OrderReference><b:ID>4711</b:ID>"
                "</a:OrderReference>" +
                    buyer + seller +
                    line("<b:LineStatusCode>3</b:LineStatusCode><b:Quantity>5</b:Quantity>"));
  EXPECT_EQ(came.faults, "");
  EXPECT_EQ(came.at(".header.orderIdentifier"), "4711");
  EXPECT_EQ(came.at(".header.version"), "3");
  EXPECT_EQ(came.losses, "/d:OrderChange/b:ID\n");
}

struct Meaning {
  std::string_view root;
  std::string elements;
  std::string_view fault;
};

TEST(PartnerDocuments, a_meaning_that_no_document_has_is_a_fault) {
  const std::string response =
      "<b:ID>R</b:ID><b:IssueDate>2026-03-03</b:IssueDate><b:OrderResponseCode>CA"
      "</b:OrderResponseCode><a:OrderReference><b:ID>4711</b:ID></a:OrderReference>" +
      seller + buyer;
  const std::vector<Meaning> meanings = {
      {"OrderChange",
       "<b:SequenceNumberID>2</b:SequenceNumberID><a:OrderReference><b:ID>4711</b:ID>"
       "</a:OrderReference>" +
           buyer + seller + line("<b:LineStatusCode>2</b:LineStatusCode>"),
       "The line is deleted."},
      {"OrderResponse", response + line("<b:LineStatusCode>42</b:LineStatusCode>"),
       "The line is delivered already."},
      {"Order",
       order("", line("<a:AllowanceCharge><b:ChargeIndicator>true</b:ChargeIndicator>"
                      "<b:Amount currencyID='USD'>1</b:Amount></a:AllowanceCharge>"
                      "<a:Price><b:PriceAmount currencyID='EUR'>1</b:PriceAmount></a:Price>")),
       "The amounts have the currencies USD and EUR."},
      {"Order",
       order("<b:DocumentCurrencyCode>EUR</b:DocumentCurrencyCode>",
             line("<a:Price><b:PriceAmount currencyID='USD'>1</b:PriceAmount></a:Price>")),
       "The amount is in USD, and the document in EUR."},
      {"Order", order("", line("<b:Quantity>ten</b:Quantity>")),
       "The value of items.0.quantity has the wrong form."}};
  for (const Meaning& one : meanings) {
    const Came came = read_file(one.root, one.elements);
    EXPECT_TRUE(came.faults.contains(one.fault)) << one.fault << '\n' << came.faults;
  }
}

TEST(PartnerDocuments, a_line_that_is_not_accepted_has_the_confirmed_quantity_0) {
  const Came came = read_file(
      "OrderResponse",
      "<b:ID>R</b:ID><b:IssueDate>2026-03-03</b:IssueDate><b:OrderResponseCode>CA"
      "</b:OrderResponseCode><a:OrderReference><b:ID>4711</b:ID></a:OrderReference>" +
          seller + buyer +
          "<a:Delivery><a:PromisedDeliveryPeriod><b:EndDate>2026-03-09</b:EndDate>"
          "</a:PromisedDeliveryPeriod></a:Delivery>" +
          line("<b:LineStatusCode>7</b:LineStatusCode><b:Quantity unitCode='EA'>12</b:Quantity>",
               "<a:SellersItemIdentification><b:ID>20-1</b:ID></a:SellersItemIdentification>"));
  EXPECT_EQ(came.faults, "");
  EXPECT_EQ(came.at(".header.type"), "CHANGE");
  EXPECT_EQ(came.at(".header.confirmedDeliveryDate"), "2026-03-09");
  EXPECT_EQ(came.at(".items.0.confirmedQuantity"), "0");
  EXPECT_EQ(came.losses, "/d:OrderResponse/a:OrderLine/a:LineItem/b:Quantity\n");
}

std::string despatch_line(int number, std::string_view unit, std::string_view more) {
  return fmt::format(
      "<a:DespatchLine><b:ID>{}</b:ID>{}<a:OrderLineReference><b:LineID>1</b:LineID>"
      "</a:OrderLineReference><a:Item><a:BuyersItemIdentification><b:ID>883120</b:ID>"
      "</a:BuyersItemIdentification></a:Item><a:Shipment><b:ID>NA</b:ID><a:TransportHandlingUnit>"
      "<b:ID schemeID='SSCC'>{}</b:ID></a:TransportHandlingUnit></a:Shipment></a:DespatchLine>",
      number, more, unit);
}

TEST(PartnerDocuments, lines_of_a_despatch_advice_with_one_sscc_are_in_one_unit) {
  const std::string delivered = "<b:DeliveredQuantity unitCode='EA'>8</b:DeliveredQuantity>";
  const std::string outstanding = "<b:OutstandingQuantity unitCode='EA'>2</b:OutstandingQuantity>";
  const std::vector<forms::Fill> fills = {{.path = "transportUnits.items.orderedQuantity",
                                           .text = "@transportUnits.items.shippedQuantity"}};
  const Came came = read_file(
      "DespatchAdvice",
      "<b:ID>L</b:ID><b:IssueDate>2026-03-05</b:IssueDate><a:OrderReference><b:ID>4711</b:ID>"
      "</a:OrderReference>" +
          party("DespatchSupplierParty", "9521001000000") +
          party("DeliveryCustomerParty", "9521002000009") +
          despatch_line(1, "395210010002089318", delivered + outstanding) +
          despatch_line(2, "395210010002089325", delivered) +
          despatch_line(3, "395210010002089318", delivered),
      fills);
  EXPECT_EQ(came.faults, "");
  EXPECT_EQ(came.losses, "");
  EXPECT_EQ(came.at(".transportUnits.0.unitIdentifier"), "395210010002089318");
  EXPECT_EQ(came.at(".transportUnits.0.items.1.lineNumber"), "3");
  EXPECT_EQ(came.at(".transportUnits.1.items.0.lineNumber"), "2");
  EXPECT_EQ(came.at(".transportUnits.0.items.0.orderedQuantity"), "10");
  EXPECT_EQ(came.at(".transportUnits.0.items.0.openQuantityAction"), "DELIVERED_LATER");
  EXPECT_EQ(came.at(".transportUnits.0.items.1.orderedQuantity"), "8");
  EXPECT_EQ(came.at(".transportUnits.0.items.0.isDepositItem"), "false");
}

std::string property(std::string_view name, std::string_view value) {
  return fmt::format(
      "<a:AdditionalItemProperty><b:Name>{}</b:Name><b:Value>{}</b:Value>"
      "</a:AdditionalItemProperty>",
      name, value);
}

// A new field of the line may move the fields that it has.
TEST(PartnerDocuments, ordered_quantity_is_compared_whatever_else_the_line_has) {
  const std::vector<std::string_view> names = {"colorCode", "colorName", "size",
                                               "dimension", "hsCode",    "cnCode"};
  std::string properties = property("orderedQuantity", "10");
  for (const std::string_view name : names) {
    std::string despatched =
        despatch_line(1, "395210010002089318",
                      "<b:DeliveredQuantity unitCode='EA'>8</b:DeliveredQuantity>"
                      "<b:OutstandingQuantity unitCode='EA'>2</b:OutstandingQuantity>");
    despatched.insert(despatched.find("</a:Item>"), properties);
    const Came came = read_file(
        "DespatchAdvice",
        "<b:ID>L</b:ID><b:IssueDate>2026-03-05</b:IssueDate><a:OrderReference><b:ID>4711</b:ID>"
        "</a:OrderReference>" +
            party("DespatchSupplierParty", "9521001000000") +
            party("DeliveryCustomerParty", "9521002000009") + despatched);
    EXPECT_EQ(came.faults, "") << name;
    EXPECT_EQ(came.losses, "") << name;
    EXPECT_EQ(came.at(".transportUnits.0.items.0.orderedQuantity"), "10") << name;
    EXPECT_EQ(came.at(".transportUnits.0.items.0.openQuantityAction"), "DELIVERED_LATER") << name;
    properties += property(name, "1");
  }
}

// Each line states that its one number is the last of a hundred.
TEST(PartnerDocuments, positions_of_many_lists_do_not_make_a_small_text_large) {
  std::string lines;
  for (int i = 0; i < 100; ++i) {
    lines += line("", "<a:BuyersItemIdentification><b:ID>1</b:ID></a:BuyersItemIdentification>" +
                          property("colorCode", "red") + property("identifiers", "99"));
  }
  const Came came = read_file("Order", order("", lines));
  EXPECT_GE(std::ranges::count(came.losses, '\n'), 90) << came.losses;
}

TEST(PartnerDocuments, a_receipt_advice_states_what_is_rejected) {
  const Came came = read_file(
      "ReceiptAdvice",
      "<b:ID>W</b:ID><b:IssueDate>2026-03-06</b:IssueDate><a:DespatchDocumentReference>"
      "<b:ID>L</b:ID><b:IssueDate>2026-03-05</b:IssueDate></a:DespatchDocumentReference>" +
          party("DeliveryCustomerParty", "9521002000009") +
          party("DespatchSupplierParty", "9521001000000") +
          "<a:ReceiptLine><b:ID>1</b:ID><b:ReceivedQuantity unitCode='EA'>8</b:ReceivedQuantity>"
          "<b:RejectedQuantity unitCode='EA'>2</b:RejectedQuantity><b:RejectReason>broken"
          "</b:RejectReason><a:Item><b:Name>Pils</b:Name></a:Item></a:ReceiptLine>");
  EXPECT_EQ(came.faults, "");
  EXPECT_EQ(came.at(".header.deliveryNoteDate"), "2026-03-05");
  EXPECT_EQ(came.at(".transportUnits.0.items.0.rejectedQuantity"), "2");
  EXPECT_EQ(came.at(".transportUnits.0.items.0.rejectReason"), "broken");
  EXPECT_EQ(came.losses, "");
}

TEST(PartnerDocuments, a_catalogue_has_prices_and_measures) {
  const Came came = read_file(
      "Catalogue",
      "<b:ID>K</b:ID><b:IssueDate>2026-01-15</b:IssueDate>"
      "<a:ProviderParty><b:EndpointID "
      "schemeID='0088'>9521001000000</b:EndpointID></a:ProviderParty>"
      "<a:ReceiverParty><b:EndpointID "
      "schemeID='0088'>9521002000009</b:EndpointID></a:ReceiverParty>"
      "<a:CatalogueLine><b:ID>1</b:ID><b:ActionCode>Update</b:ActionCode>"
      "<a:RequiredItemLocationQuantity><a:Price><b:PriceAmount currencyID='SEK'>9</b:PriceAmount>"
      "</a:Price></a:RequiredItemLocationQuantity><a:Item><b:Name>Pils</b:Name>"
      "<a:SellersItemIdentification><b:ID>20-1</b:ID></a:SellersItemIdentification>"
      "<a:CommodityClassification><b:ItemClassificationCode listID='HS'>220300"
      "</b:ItemClassificationCode></a:CommodityClassification><a:CommodityClassification>"
      "<b:ItemClassificationCode listID='STI'>50202201</b:ItemClassificationCode>"
      "</a:CommodityClassification><a:Dimension><b:AttributeID>HT</b:AttributeID>"
      "<b:Measure unitCode='MMT'>300</b:Measure></a:Dimension><a:Dimension>"
      "<b:AttributeID>LN</b:AttributeID><b:Measure unitCode='CMT'>20</b:Measure></a:Dimension>"
      "</a:Item></a:CatalogueLine>");
  EXPECT_EQ(came.faults, "");
  EXPECT_EQ(came.at(".items.0.action"), "CHANGED");
  EXPECT_EQ(came.at(".items.0.currency"), "SEK");
  EXPECT_EQ(came.at(".items.0.unitPrice"), "9");
  EXPECT_EQ(came.at(".items.0.hsCode"), "220300");
  EXPECT_EQ(came.at(".items.0.height"), "300");
  // A length in centimetres must not become one in millimetres.
  EXPECT_EQ(came.at(".items.0.length"), "");
  EXPECT_EQ(came.losses,
            "/d:Catalogue/a:CatalogueLine/a:Item/a:CommodityClassification[2]\n"
            "/d:Catalogue/a:CatalogueLine/a:Item/a:Dimension[2]/b:Measure\n");
}

TEST(PartnerDocuments, a_remittance_advice_lists_invoices) {
  const Came came = read_file(
      "RemittanceAdvice",
      "<b:ID>Z</b:ID><b:IssueDate>2026-03-20</b:IssueDate><b:TotalPaymentAmount currencyID='EUR'>"
      "98</b:TotalPaymentAmount>" +
          party("AccountingCustomerParty", "9521002000009") +
          party("AccountingSupplierParty", "9521001000000") +
          "<a:RemittanceAdviceLine><b:ID>1</b:ID><b:DebitLineAmount currencyID='EUR'>98"
          "</b:DebitLineAmount><a:BillingReference><a:InvoiceDocumentReference><b:ID>RE-1</b:ID>"
          "</a:InvoiceDocumentReference></a:BillingReference></a:RemittanceAdviceLine>");
  EXPECT_EQ(came.faults, "");
  EXPECT_EQ(came.at(".header.currency"), "EUR");
  EXPECT_EQ(came.at(".items.0.documentNumber"), "RE-1");
  EXPECT_EQ(came.at(".items.0.remittedTotal"), "98");
  EXPECT_EQ(came.at(".summary.remittedTotal"), "98");
}

TEST(PartnerDocuments, an_inventory_report_has_stock_and_batches) {
  const Came came = read_file(
      "InventoryReport",
      "<b:ID>B</b:ID><b:IssueDate>2026-03-31</b:IssueDate><a:RetailerCustomerParty/>"
      "<a:InventoryReportingParty><a:PartyIdentification><b:ID>W-7</b:ID></a:PartyIdentification>"
      "</a:InventoryReportingParty>" +
          seller +
          "<a:InventoryReportLine><b:ID>1</b:ID><b:Quantity unitCode='EA'>0</b:Quantity><a:Item>"
          "<a:ItemInstance><a:LotIdentification><b:LotNumberID>L1</b:LotNumberID>"
          "<b:ExpiryDate>2026-09-30</b:ExpiryDate></a:LotIdentification></a:ItemInstance></a:Item>"
          "</a:InventoryReportLine>");
  EXPECT_EQ(came.faults, "");
  EXPECT_EQ(came.at(".header.warehouse.identifiers.W-7@SENDER_INTERNAL#0.domain"),
            "SENDER_INTERNAL");
  EXPECT_EQ(came.at(".items.0.availableQuantity"), "0");
  EXPECT_EQ(came.at(".items.0.batches.0.expirationDate"), "2026-09-30");
  EXPECT_EQ(came.losses, "");
}

TEST(PartnerDocuments, a_missing_field_is_a_fault_at_the_element_around_it) {
  const Came came = read_file("Order", "<b:IssueDate>2026-03-02</b:IssueDate>" + buyer + seller +
                                           line("<b:Quantity>1</b:Quantity>"));
  EXPECT_TRUE(came.faults.contains("/d:Order/b:IssueDate: ")) << came.faults;
  EXPECT_TRUE(came.faults.contains("order identifier is missing")) << came.faults;
}

TEST(PartnerDocuments, a_text_that_is_no_such_document_is_unreadable) {
  struct Case {
    std::string text;
    bool has_other_root = false;
  };
  const std::string doctype = "<!DOCTYPE Order [<!ENTITY a 'b'>]>";
  const std::vector<Case> cases = {
      {"", false},
      {"BGM+220", false},
      {file("Order", "<b:ID>"), false},
      {doctype + file("Order", "&a;").substr(std::string_view("<?xml version='1.0'?>").size()),
       false},
      {file("Invoice", ""), true},
      {file("OrderCancellation", ""), true},
      {"<Order/>", true},
      {"<Order xmlns='urn:oasis:names:specification:ubl:schema:xsd:Catalogue-2'/>", true}};
  for (const Case& one : cases) {
    const auto read = ubl::read(one.text);
    ASSERT_FALSE(read) << one.text;
    EXPECT_EQ(read.error().reason == other_root, one.has_other_root) << one.text;
  }
}

// Positions and places of a file are bounded by the values that it has.
TEST(PartnerDocuments, a_place_far_away_is_a_loss) {
  const Came far = read_file(
      "Order",
      order("",
            "<a:AdditionalDocumentReference><b:ID>header.paymentTerms.99999.percentage</b:ID>"
            "<b:DocumentType>1</b:DocumentType></a:AdditionalDocumentReference>"
            "<a:AdditionalDocumentReference><b:ID>items</b:ID><b:DocumentType>99999"
            "</b:DocumentType></a:AdditionalDocumentReference>" +
                line("<b:Quantity>1</b:Quantity>")));
  EXPECT_TRUE(far.losses.contains("AdditionalDocumentReference[1]")) << far.losses;
  EXPECT_TRUE(far.losses.contains("AdditionalDocumentReference[2]")) << far.losses;
  EXPECT_EQ(far.at(".items.0.quantity"), "1");
}

}  // namespace
}  // namespace tradepost::ubl::partner_documents_test
