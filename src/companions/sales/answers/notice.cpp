#include <fmt/format.h>

#include <algorithm>

#include "base/text/date.hpp"
#include "sales/answers/answers.hpp"
#include "sales/answers/writing.hpp"

namespace tradepost::sales {
namespace {

using base::JsonWriter;
using document::difference;
using document::sum;

// The quantities of a line in this delivery, and the open quantities before it.
struct Load {
  const OrderLine* line;
  Decimal open;
  Decimal open_free;
  Decimal quantity = {};
  Decimal free_quantity = {};

  Decimal total() const { return sum(quantity, free_quantity); }
  // Returned deposits are charged with a delivery, but are not on its notice.
  bool is_shipped() const { return total() > Decimal(); }
  Decimal left() const { return difference(sum(open, open_free), total()); }
};

base::Result<std::vector<Load>> loads_of(Books& books, const Order& order,
                                         const Shipment& shipment) {
  std::vector<Load> loads;
  for (const OrderLine& line : order.lines) {
    TRY_ASSIGN(const Delivered before, delivered(books, order.number, line.position));
    Load load{.line = &line,
              .open = difference(line.agreed(), before.quantity),
              .open_free = difference(line.free(), before.free_quantity)};
    if (line.to_deliver().is_zero()) load.open_free = Decimal();
    const auto wanted = shipment.quantities.find(line.position);
    if (line.deposit_of != 0) {
      load.quantity = loads[static_cast<std::size_t>(line.deposit_of) - 1].total();
    } else if (shipment.quantities.empty() || wanted != shipment.quantities.end()) {
      load.quantity = shipment.quantities.empty() ? load.open : wanted->second;
      load.free_quantity = load.open_free;
    }
    const bool is_returned = line.quantity.is_negative();
    if (!is_returned && (load.quantity.is_negative() || load.quantity > load.open)) {
      return base::refuse(
          refusal(fmt::format("Position {}: {} are open, so {} can't be shipped.", line.position,
                              plain(load.open), plain(load.quantity))));
    }
    loads.push_back(load);
  }
  for (const auto& [position, quantity] : shipment.quantities) {
    const auto line = std::ranges::find(order.lines, position, &OrderLine::position);
    if (line != order.lines.end() && line->deposit_of == 0) continue;
    return base::refuse(
        refusal(fmt::format("Order {} has no item at position {}.", order.number, position)));
  }
  return loads;
}

base::Done write_item(JsonWriter& json, Books& books, const Order& order, const Load& load) {
  const OrderLine& line = *load.line;
  json.begin_object().key("lineNumber").integer(line.position);
  write_order_line_number(json, line);
  json.key("orderIdentifier").string(order.head.customer_order);
  TRY(write_identifiers(json, books, order, line));
  json.key("isDepositItem").boolean(line.is_deposit).key("description").string(line.name);
  json.key("orderedQuantity");
  write(json, sum(load.open, load.open_free));
  json.key("shippedQuantity");
  write(json, load.total());
  if (!load.left().is_zero()) json.key("openQuantityAction").string("DELIVERED_LATER");
  json.key("unitOfMeasure").string(line.unit).end_object();
  return {};
}

base::Done keep_delivery(Books& books, const std::string& name, const Order& order,
                         const std::string& date, const std::vector<Load>& loads) {
  TRY_ASSIGN(Statement head, books.prepare("INSERT INTO delivery VALUES(?, ?, ?, '')"));
  TRY(head.text(name).integer(order.number).text(date).run());
  TRY_ASSIGN(Statement row, books.prepare("INSERT INTO delivery_line VALUES(?, ?, ?, ?)"));
  for (const Load& load : loads) {
    if (load.total().is_zero()) continue;
    row.text(name).integer(load.line->position).text(plain(load.quantity));
    TRY(row.text(plain(load.free_quantity)).run());
  }
  return {};
}

}  // namespace

base::Result<std::string> ship(Books& books, std::int64_t number, const Shipment& shipment) {
  TRY_ASSIGN(const Order order, order_of(books, number));
  if (order.status != "open" && order.status != "confirmed") {
    return base::refuse(
        refusal(fmt::format("Order {} is {}, so it can't be shipped.", number, order.status)));
  }
  const std::string date = shipment.date.empty() ? books.today() : shipment.date;
  if (!base::parse_datetime(date)) {
    return base::refuse(refusal(fmt::format("\"{}\" is not a valid date.", date)));
  }
  TRY_ASSIGN(const std::vector<Load> loads, loads_of(books, order, shipment));
  const bool is_empty = std::ranges::none_of(loads, &Load::is_shipped);
  if (is_empty) {
    return base::refuse(refusal(fmt::format("Order {} has nothing left to ship.", number)));
  }
  TRY_ASSIGN(const std::string name, next_number(books, "LS", "SHIPPING_NOTICE"));
  JsonWriter json;
  json.begin_object().key("type").string("SHIPPING_NOTICE").key("content").begin_object();
  json.key("header").begin_object();
  TRY(write_parties(json, books, order));
  json.key("shippingNoticeIdentifier").string(name).key("shippingNoticeDate").string(books.now());
  json.key("orderIdentifier").string(order.head.customer_order);
  json.key("orderDate").string(order.head.order_date);
  write_text(json, "requestedDeliveryDate", order.head.requested_date);
  json.key("despatchDate").string(date).end_object();
  json.key("transportUnits").begin_array().begin_object().key("items").begin_array();
  for (const Load& load : loads) {
    if (load.is_shipped()) TRY(write_item(json, books, order, load));
  }
  json.end_array().end_object().end_array().end_object().end_object();
  TRY(keep_delivery(books, name, order, date, loads));
  TRY(keep_document(books, name, "SHIPPING_NOTICE", number, std::move(json).finish()));
  return name;
}

}  // namespace tradepost::sales
