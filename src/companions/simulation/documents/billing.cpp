#include "simulation/documents/billing.hpp"

#include <map>

#include "simulation/documents/particulars.hpp"
#include "simulation/ground/moments.hpp"

namespace tradepost::simulation {
namespace {

using base::JsonWriter;

// A line of an invoice or credit note.
struct Charge {
  const DeliveryLine* line;
  Decimal quantity;
  Decimal free_quantity;
  bool is_deposit;

  Decimal price() const { return is_deposit ? decimal(line->deposit->price) : line->price; }
  Decimal net() const { return money(product(quantity, price())); }
};

std::vector<Charge> charges_of(const DeliveryLine& line, const Decimal& quantity,
                               const Decimal& free_quantity) {
  std::vector<Charge> charges{
      {.line = &line, .quantity = quantity, .free_quantity = free_quantity, .is_deposit = false}};
  if (line.deposit != nullptr) {
    charges.push_back({.line = &line,
                       .quantity = sum(quantity, free_quantity),
                       .free_quantity = {},
                       .is_deposit = true});
  }
  return charges;
}

void write_charge(JsonWriter& json, const Charge& charge, std::int64_t number,
                  std::string_view reason) {
  const DeliveryLine& line = *charge.line;
  json.begin_object().key("lineNumber").integer(number);
  if (line.ordered.number && !charge.is_deposit) {
    json.key("orderLineNumber").integer(*line.ordered.number);
  }
  json.key("identifiers");
  if (charge.is_deposit) {
    write(json, {{.domain = "GS1", .identifier = std::string(line.deposit->gtin)}});
  } else {
    write(json, line.ordered.identifiers);
  }
  json.key("isDepositItem").boolean(charge.is_deposit || line.ordered.is_deposit);
  const std::string_view name =
      charge.is_deposit ? line.deposit->description : line.ordered.description;
  if (!name.empty()) json.key("description").string(name);
  json.key("quantity");
  write(json, charge.quantity);
  if (!charge.free_quantity.is_zero()) {
    json.key("freeQuantity");
    write(json, charge.free_quantity);
  }
  if (!reason.empty()) json.key("reason").string(reason);
  if (!line.ordered.unit.empty()) json.key("unitOfMeasure").string(line.ordered.unit);
  json.key("unitPrice");
  write(json, charge.price());
  json.key("tax").begin_object().key("amount");
  write(json, percent_of(charge.net(), line.tax_percentage));
  json.key("percentage");
  write(json, line.tax_percentage);
  json.end_object().end_object();
}

// Writes the summary and returns the total with tax. `surplus` is an intended error of the sums.
Decimal write_summary(JsonWriter& json, const std::vector<Charge>& charges,
                      const Decimal& surplus) {
  std::map<Decimal, Decimal> nets;
  Decimal net = decimal("0.00");
  for (const Charge& charge : charges) {
    Decimal& of_rate = nets[charge.line->tax_percentage];
    of_rate = sum(of_rate, charge.net());
    net = sum(net, charge.net());
  }
  Decimal tax = decimal("0.00");
  for (const auto& [rate, taxable] : nets) tax = sum(tax, percent_of(taxable, rate));
  const Decimal gross = money(sum(sum(net, tax), surplus));

  json.key("summary").begin_object().key("subtotalAmount");
  write(json, money(sum(net, surplus)));
  json.key("netAmount");
  write(json, money(sum(net, surplus)));
  json.key("grossAmount");
  write(json, gross);
  json.key("dueAmount");
  write(json, gross);
  json.key("tax").begin_object().key("total");
  write(json, money(tax));
  json.key("items").begin_array();
  for (const auto& [rate, taxable] : nets) {
    json.begin_object().key("percentage");
    write(json, rate);
    json.key("taxableAmount");
    write(json, money(taxable));
    json.key("taxAmount");
    write(json, percent_of(taxable, rate));
    json.key("category").string(rate.is_zero() ? "Z" : "S").end_object();
  }
  json.end_array().end_object().end_object();
  return gross;
}

Decimal write_bill(JsonWriter& json, const std::vector<Charge>& charges, std::string_view reason,
                   const Decimal& surplus) {
  std::int64_t number = 0;
  json.key("items").begin_array();
  for (const Charge& charge : charges) write_charge(json, charge, ++number, reason);
  json.end_array();
  return write_summary(json, charges, surplus);
}

void write_parties_of_bill(JsonWriter& json, const Delivery& delivery) {
  json.key("buyer");
  write(json, delivery.order.buyer);
  json.key("supplier");
  write_issuer(json, delivery.supplier);
  write_destination(json, delivery);
}

void write_terms(JsonWriter& json) {
  json.key("paymentTerms").begin_array();
  json.begin_object().key("payInNumberOfDays").integer(8).key("percentage").raw("2.0");
  json.end_object().begin_object().key("payInNumberOfDays").integer(30).key("percentage").raw("0");
  json.end_object().end_array();
}

}  // namespace

Bill invoice(const Delivery& delivery, const InvoiceHead& head) {
  const bool is_order_wrong = head.fault == InvoiceFault::unknown_order;
  JsonWriter json;
  json.begin_object().key("type").string("INVOICE").key("content").begin_object();
  json.key("header").begin_object();
  write_parties_of_bill(json, delivery);
  json.key("invoiceIdentifier").string(head.number);
  json.key("invoiceDate").string(moment_text(delivery.invoiced));
  json.key("invoiceDueDate").string(day_text(delivery.invoiced + std::chrono::days(30)));
  json.key("shippingNoticeIdentifier").string(head.notice_number);
  json.key("shippingNoticeDate").string(moment_text(delivery.shipped));
  json.key("orderIdentifier").string(delivery.order.number + (is_order_wrong ? "9" : ""));
  json.key("orderDate").string(delivery.order.date);
  write_terms(json);
  if (head.version > 1) json.key("comments").string("This corrects our earlier invoice.");
  json.key("currency").string(delivery.order.currency);
  json.key("version").integer(head.version).end_object();
  std::vector<Charge> charges;
  for (const DeliveryLine& line : delivery.lines) {
    if (!line.is_delivered()) continue;
    for (const Charge& charge : charges_of(line, line.quantity, line.free_quantity)) {
      charges.push_back(charge);
    }
  }
  const bool is_sum_wrong = head.fault == InvoiceFault::wrong_sum;
  Bill bill;
  bill.gross = write_bill(json, charges, "", decimal(is_sum_wrong ? "10.00" : "0.00"));
  bill.json = std::move(json.end_object().end_object()).finish();
  return bill;
}

Bill credit_note(const Delivery& delivery, const CreditNoteHead& head,
                 const std::vector<Shortage>& shortages) {
  JsonWriter json;
  json.begin_object().key("type").string("CREDIT_NOTE").key("content").begin_object();
  json.key("header").begin_object();
  write_parties_of_bill(json, delivery);
  json.key("creditNoteIdentifier").string(head.number);
  json.key("creditNoteDate").string(moment_text(head.at));
  json.key("type").string("CORRECTION");
  if (!head.notice_number.empty()) {
    json.key("shippingNoticeIdentifier").string(head.notice_number);
  }
  json.key("orderIdentifier").string(delivery.order.number);
  json.key("orderDate").string(delivery.order.date);
  json.key("currency").string(delivery.order.currency);
  json.key("reason").string("Received less than shipped").end_object();
  std::vector<Charge> charges;
  for (const Shortage& shortage : shortages) {
    for (const Charge& charge : charges_of(*shortage.line, shortage.quantity, {})) {
      charges.push_back(charge);
    }
  }
  Bill bill;
  bill.gross = write_bill(json, charges, "Not received, or refused", {});
  bill.json = std::move(json.end_object().end_object()).finish();
  return bill;
}

}  // namespace tradepost::simulation
