#include <fmt/format.h>

#include <map>
#include <utility>

#include "sales/answers/answers.hpp"
#include "sales/answers/writing.hpp"

namespace tradepost::sales {
namespace {

using base::JsonWriter;
using document::decimals_of;
using document::money;
using document::percent_of;
using document::sum;

struct Charge {
  const OrderLine* line;
  Decimal quantity;
  Decimal free_quantity;

  Decimal net(std::string_view currency) const { return line->net(quantity, currency); }
};

struct Delivery {
  std::string number = {};
  std::string date = {};
  std::vector<Charge> charges = {};
};

base::Result<std::vector<Delivery>> not_invoiced(Books& books, const Order& order) {
  TRY_ASSIGN(Statement rows,
             books.prepare("SELECT d.number, d.shipped_date, l.position, l.quantity, "
                           "l.free_quantity FROM delivery d JOIN delivery_line l ON "
                           "l.delivery = d.number WHERE d.order_number = ? AND d.invoice = '' "
                           "ORDER BY length(d.number), d.number, l.position"));
  rows.integer(order.number);
  std::vector<Delivery> all;
  for (;;) {
    TRY_ASSIGN(const bool is_there, rows.next());
    if (!is_there) return all;
    if (all.empty() || all.back().number != rows.text_at(0)) {
      all.push_back({.number = rows.text_at(0), .date = rows.text_at(1)});
    }
    TRY_ASSIGN(const Decimal quantity, kept_amount(rows.text_at(3)));
    TRY_ASSIGN(const Decimal free, kept_amount(rows.text_at(4)));
    const auto place = static_cast<std::size_t>(rows.integer_at(2)) - 1;
    all.back().charges.push_back({&order.lines.at(place), quantity, free});
  }
}

base::Done write_item(JsonWriter& json, Books& books, const Order& order, const Delivery& delivery,
                      const Charge& charge, std::int64_t number) {
  const OrderLine& line = *charge.line;
  json.begin_object().key("lineNumber").integer(number);
  json.key("shippingNoticeIdentifier").string(delivery.number);
  json.key("shippingNoticeLineNumber").integer(line.position);
  json.key("orderIdentifier").string(order.head.customer_order);
  write_order_line_number(json, line);
  TRY(write_identifiers(json, books, order, line));
  json.key("isDepositItem").boolean(line.is_deposit).key("description").string(line.name);
  json.key("quantity");
  write(json, charge.quantity);
  if (line.free_quantity) {
    json.key("freeQuantity");
    write(json, charge.free_quantity);
  }
  json.key("unitOfMeasure").string(line.unit);
  TRY(write_price(json, books, line));
  const std::string& currency = order.head.currency;
  json.key("tax").begin_object().key("amount");
  write(json, percent_of(charge.net(currency), line.tax_percentage, decimals_of(currency)));
  json.key("percentage");
  write(json, line.tax_percentage);
  json.end_object().end_object();
  return {};
}

// Follows EN 16931: lines are rounded, and the tax of each rate is calculated from their sum
// (BR-CO-10, BR-CO-17).
void write_summary(JsonWriter& json, const Delivery& delivery, std::string_view currency) {
  const int decimals = decimals_of(currency);
  std::map<std::pair<std::string, Decimal>, Decimal> nets;
  Decimal net = money(Decimal(), decimals);
  for (const Charge& charge : delivery.charges) {
    Decimal& of_rate = nets[{charge.line->tax_category, charge.line->tax_percentage}];
    of_rate = sum(of_rate, charge.net(currency));
    net = sum(net, charge.net(currency));
  }
  Decimal tax = money(Decimal(), decimals);
  for (const auto& [rate, taxable] : nets) {
    tax = sum(tax, percent_of(taxable, rate.second, decimals));
  }
  json.key("summary").begin_object();
  for (const char* const name : {"subtotalAmount", "netAmount"}) {
    json.key(std::string_view(name));
    write(json, net);
  }
  for (const char* const name : {"grossAmount", "dueAmount"}) {
    json.key(std::string_view(name));
    write(json, sum(net, tax));
  }
  json.key("tax").begin_object().key("total");
  write(json, tax);
  json.key("items").begin_array();
  for (const auto& [rate, taxable] : nets) {
    json.begin_object().key("percentage");
    write(json, rate.second);
    json.key("taxableAmount");
    write(json, money(taxable, decimals));
    json.key("taxAmount");
    write(json, percent_of(taxable, rate.second, decimals));
    json.key("category").string(rate.first).end_object();
  }
  json.end_array().end_object().end_object();
}

base::Result<std::string> invoice(Books& books, const Order& order, const Delivery& delivery) {
  TRY_ASSIGN(const std::string name, next_number(books, "RE", "INVOICE"));
  JsonWriter json;
  json.begin_object().key("type").string("INVOICE").key("content").begin_object();
  json.key("header").begin_object();
  TRY(write_parties(json, books, order));
  json.key("invoiceIdentifier").string(name).key("invoiceDate").string(books.today());
  json.key("shippingNoticeIdentifier").string(delivery.number);
  json.key("shippingNoticeDate").string(delivery.date);
  json.key("orderIdentifier").string(order.head.customer_order);
  json.key("orderDate").string(order.head.order_date);
  json.key("currency").string(order.head.currency).end_object();
  json.key("items").begin_array();
  std::int64_t number = 0;
  for (const Charge& charge : delivery.charges) {
    TRY(write_item(json, books, order, delivery, charge, ++number));
  }
  json.end_array();
  write_summary(json, delivery, order.head.currency);
  json.end_object().end_object();
  TRY(keep_document(books, name, "INVOICE", order.number, std::move(json).finish()));
  TRY_ASSIGN(Statement update, books.prepare("UPDATE delivery SET invoice = ? WHERE number = ?"));
  TRY(update.text(name).text(delivery.number).run());
  return name;
}

}  // namespace

base::Result<std::vector<std::string>> invoice(Books& books, std::int64_t number) {
  TRY_ASSIGN(const Order order, order_of(books, number));
  TRY_ASSIGN(const std::vector<Delivery> deliveries, not_invoiced(books, order));
  if (deliveries.empty()) {
    return base::refuse(refusal(fmt::format("Order {} has no delivery left to invoice.", number)));
  }
  std::vector<std::string> names;
  for (const Delivery& one : deliveries) {
    TRY_ASSIGN(std::string name, invoice(books, order, one));
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace tradepost::sales
