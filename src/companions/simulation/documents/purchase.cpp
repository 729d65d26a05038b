#include "simulation/documents/purchase.hpp"

#include "simulation/ground/moments.hpp"

namespace tradepost::simulation {
namespace {

using base::JsonWriter;
using std::chrono::days;

std::vector<Identifier> identifiers_of(const Article& article) {
  return {{.domain = "GS1", .identifier = std::string(article.gtin)}};
}

JsonWriter begun(std::string_view kind) {
  JsonWriter json;
  json.begin_object().key("type").string(kind).key("content").begin_object();
  json.key("header").begin_object();
  return json;
}

std::string ended(JsonWriter json) {
  return std::move(json.end_object().end_object()).finish();
}

void write_order_item(JsonWriter& json, const PurchaseLine& line, std::int64_t number,
                      OrderFault fault) {
  json.begin_object().key("lineNumber").integer(number).key("identifiers");
  write(json, identifiers_of(*line.article));
  json.key("isDepositItem").boolean(false).key("quantity");
  if (fault == OrderFault::quantity) {
    json.string(line.quantity.to_string());
  } else {
    write(json, line.quantity);
  }
  json.key("unitOfMeasure").string(fault == OrderFault::unit ? "KASTEN" : line.article->unit);
  if (!line.article->description.empty()) {
    json.key("description").string(line.article->description);
  }
  if (!line.article->price.empty()) json.key("unitPrice").raw(line.article->price);
  json.end_object();
}

void write_received(JsonWriter& json, const ReceivedLine& received, std::int64_t number) {
  const Line& line = received.line;
  const Decimal missing = difference(*line.shipped, received.received);
  json.begin_object().key("lineNumber").integer(number).key("receivedQuantity");
  write(json, received.received);
  json.key("shippedQuantity");
  write(json, *line.shipped);
  if (!line.identifiers.empty()) {
    json.key("identifiers");
    write(json, line.identifiers);
  }
  if (line.order_number) json.key("orderLineNumber").integer(*line.order_number);
  if (!missing.is_zero()) {
    json.key("rejectedQuantity");
    write(json, missing);
    json.key("rejectReason").string(received.why_less);
  }
  if (!line.unit.empty()) json.key("unitOfMeasure").string(line.unit);
  if (!line.description.empty()) json.key("description").string(line.description);
  json.end_object();
}

void write_paid(JsonWriter& json, const Decimal& due, const Decimal& discount) {
  json.key("dueTotal");
  write(json, due);
  json.key("remittedTotal");
  write(json, difference(due, discount));
  json.key("correctionTotal");
  write(json, product(discount, Decimal(-1)));
}

}  // namespace

std::string order(const Purchase& purchase, OrderFault fault) {
  JsonWriter json = begun("ORDER");
  json.key("buyer");
  write(json, purchase.buyer);
  json.key("supplier");
  write(json, purchase.supplier);
  json.key("orderIdentifier").string(purchase.number);
  // A date that does not exist.
  json.key("orderDate").string(fault == OrderFault::date ? "2026-02-30" : moment_text(purchase.at));
  json.key("requestedDeliveryDate").string(moment_text(purchase.requested));
  json.key("currency").string("EUR").key("version").integer(purchase.version).end_object();
  std::int64_t number = 0;
  json.key("items").begin_array();
  for (const PurchaseLine& line : purchase.lines) {
    ++number;
    write_order_item(json, line, number, number == 1 ? fault : OrderFault::none);
  }
  json.end_array();
  return ended(std::move(json));
}

std::string receival_notice(const Receival& receival) {
  JsonWriter json = begun("RECEIVAL_NOTICE");
  json.key("receivalAdviceNumber").string(receival.number);
  json.key("receivalDate").string(moment_text(receival.at));
  json.key("deliveryNoteNumber").string(receival.notice_number);
  if (!receival.order_number.empty()) {
    json.key("customerOrderNumber").string(receival.order_number);
  }
  json.key("customer");
  write(json, receival.customer);
  json.key("supplier");
  write(json, receival.supplier);
  json.end_object().key("transportUnits").begin_array();
  std::int64_t number = 0;
  for (const ReceivedUnit& unit : receival.units) {
    json.begin_object();
    if (!unit.identifier.empty()) json.key("unitIdentifier").string(unit.identifier);
    json.key("items").begin_array();
    for (const ReceivedLine& line : unit.lines) write_received(json, line, ++number);
    json.end_array().end_object();
  }
  json.end_array();
  return ended(std::move(json));
}

std::string remittance_advice(const Payment& payment) {
  const Decimal discount = percent_of(payment.due, payment.discount_percentage);
  JsonWriter json = begun("REMITTANCE_ADVICE");
  json.key("adviceNumber").string(payment.number);
  json.key("adviceDate").string(moment_text(payment.at));
  json.key("paymentMethod").string("SEPA credit transfer");
  json.key("paymentReference").string(payment.number);
  json.key("remittanceDate").string(day_text(payment.at + days(1)));
  json.key("currency").string(payment.currency).key("buyer");
  write(json, payment.buyer);
  json.key("supplier");
  write(json, payment.supplier);
  json.end_object().key("items").begin_array().begin_object();
  json.key("documentNumber").string(payment.invoice_number);
  if (!payment.invoice_date.empty()) json.key("documentDate").string(payment.invoice_date);
  json.key("documentType").string("INVOICE");
  write_paid(json, payment.due, discount);
  if (!discount.is_zero()) {
    const Decimal deducted = product(discount, Decimal(-1));
    json.key("corrections").begin_array().begin_object().key("basis");
    write(json, payment.due);
    json.key("reason").string("Cash discount").key("amount");
    write(json, deducted);
    json.key("total");
    write(json, deducted);
    json.end_object().end_array();
  }
  json.end_object().end_array().key("summary").begin_object();
  write_paid(json, payment.due, discount);
  json.end_object();
  return ended(std::move(json));
}

std::string sales_report(const PeriodicReport& report) {
  JsonWriter json = begun("SALES_REPORT");
  json.key("salesReportIdentifier").string(report.number);
  json.key("salesReportDate").string(moment_text(report.at));
  json.key("salesPeriodStartDate").string(day_text(report.at - days(7)));
  json.key("salesPeriodEndDate").string(day_text(report.at - days(1)));
  json.key("currency").string("EUR").key("supplier");
  write(json, report.supplier);
  json.key("buyer");
  write(json, report.buyer);
  json.end_object().key("locations").begin_array().begin_object().key("location");
  write(json, report.buyer);
  json.key("items").begin_array();
  std::int64_t number = 0;
  for (const PurchaseLine& line : report.lines) {
    json.begin_object().key("lineNumber").integer(++number).key("identifiers");
    write(json, identifiers_of(*line.article));
    if (!line.article->description.empty()) {
      json.key("description").string(line.article->description);
    }
    json.key("unitOfMeasure").string(line.article->unit);
    json.key("salesQuantity");
    write(json, line.quantity);
    if (!line.article->retail_price.empty()) {
      json.key("unitPrice").raw(line.article->retail_price).key("lineGrossAmount");
      write(json, money(product(line.quantity, decimal(line.article->retail_price))));
    }
    json.end_object();
  }
  json.end_array().end_object().end_array();
  return ended(std::move(json));
}

std::string inventory_report(const PeriodicReport& report) {
  JsonWriter json = begun("INVENTORY_REPORT");
  json.key("inventoryReportIdentifier").string(report.number);
  json.key("inventoryReportDate").string(moment_text(report.at)).key("warehouse");
  write(json, report.buyer);
  json.key("goodsOwner");
  write(json, report.supplier);
  json.end_object().key("items").begin_array();
  std::int64_t number = 0;
  for (const PurchaseLine& line : report.lines) {
    json.begin_object();
    if (!line.article->description.empty()) json.key("name").string(line.article->description);
    json.key("lineNumber").integer(++number).key("availableQuantity");
    write(json, line.quantity);
    json.key("blockedQuantity").integer(0).key("identity").begin_object();
    json.key("gtin").string(line.article->gtin).end_object();
    json.key("unitOfMeasure").string(line.article->unit).end_object();
  }
  json.end_array();
  return ended(std::move(json));
}

}  // namespace tradepost::simulation
