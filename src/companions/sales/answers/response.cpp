#include <fmt/format.h>

#include <algorithm>

#include "sales/answers/answers.hpp"
#include "sales/answers/writing.hpp"

namespace tradepost::sales {
namespace {

using base::JsonWriter;

bool is_changed(const OrderLine& line) {
  return line.deposit_of == 0 && (line.agreed() != line.quantity || line.is_price_changed());
}

base::Done write_item(JsonWriter& json, Books& books, const Order& order, const OrderLine& line) {
  json.begin_object().key("lineNumber").integer(line.position);
  write_order_line_number(json, line);
  TRY(write_identifiers(json, books, order, line));
  json.key("isDepositItem").boolean(line.is_deposit);
  json.key("orderedQuantity");
  write(json, line.quantity);
  json.key("confirmedQuantity");
  write(json, line.agreed());
  json.key("unitOfMeasure").string(line.unit).key("description").string(line.name);
  if (!line.free().is_zero()) {
    json.key("comments")
        .string(
            fmt::format("{} {} more are delivered free of charge.", plain(line.free()), line.unit));
  }
  TRY(write_price(json, books, line));
  json.key("tax").begin_object().key("percentage");
  write(json, line.tax_percentage);
  json.end_object().end_object();
  return {};
}

base::Done keep_confirmed(Books& books, Order& order, const Response& response) {
  for (const auto& [position, quantity] : response.confirmed) {
    const auto line = std::ranges::find(order.lines, position, &OrderLine::position);
    if (line == order.lines.end() || line->deposit_of != 0) {
      return base::refuse(
          refusal(fmt::format("Order {} has no item at position {}.", order.number, position)));
    }
    if (quantity.is_negative() || quantity > line->quantity) {
      return base::refuse(
          refusal(fmt::format("Position {}: a quantity from 0 to {} can be confirmed.", position,
                              plain(line->quantity))));
    }
    line->confirmed_quantity = quantity;
  }
  TRY_ASSIGN(Statement update,
             books.prepare("UPDATE order_line SET confirmed_quantity = ? WHERE order_number = ? "
                           "AND position = ?"));
  for (OrderLine& line : order.lines) {
    if (!response.rejection.empty()) line.confirmed_quantity = Decimal();
    if (line.deposit_of != 0) {
      const OrderLine& item = order.lines[static_cast<std::size_t>(line.deposit_of) - 1];
      line.confirmed_quantity = item.to_deliver();
    }
    line.confirmed_quantity = line.agreed();
    update.text(plain(*line.confirmed_quantity)).integer(order.number).integer(line.position);
    TRY(update.run());
  }
  return {};
}

base::Done check(Books& books, const Order& order, const Response& response) {
  TRY_ASSIGN(const bool is_delivered, has_deliveries(books, order.number));
  if (is_delivered) {
    return base::refuse(
        refusal(fmt::format("Order {} was already delivered, at least in part.", order.number)));
  }
  if (order.status == "cancelled") {
    return base::refuse(refusal(fmt::format("Order {} was cancelled.", order.number)));
  }
  if (order.status == "held" && response.rejection.empty()) {
    return base::refuse(refusal(fmt::format("Order {} is held: {} Release it, or reject it.",
                                            order.number, order.hold_reason)));
  }
  return {};
}

}  // namespace

base::Result<std::string> respond(Books& books, std::int64_t number, const Response& response) {
  TRY_ASSIGN(Order order, order_of(books, number));
  TRY(check(books, order, response));
  TRY(keep_confirmed(books, order, response));
  const bool nothing_is_left = std::ranges::all_of(
      order.lines, [](const OrderLine& line) { return line.to_deliver().is_zero(); });
  const bool is_rejected = !response.rejection.empty() || nothing_is_left;
  TRY_ASSIGN(const std::string name, next_number(books, "AB", "ORDER_RESPONSE"));
  JsonWriter json;
  json.begin_object().key("type").string("ORDER_RESPONSE").key("content").begin_object();
  json.key("header").begin_object().key("type");
  json.string(is_rejected                                    ? "REJECT"
              : std::ranges::any_of(order.lines, is_changed) ? "CHANGE"
                                                             : "ACCEPT");
  TRY(write_parties(json, books, order));
  json.key("orderResponseIdentifier").string(name);
  json.key("orderResponseDate").string(books.now());
  json.key("orderIdentifier").string(order.head.customer_order);
  json.key("orderDate").string(order.head.order_date);
  json.key("AdditionalOrderIdentifiers").begin_object();
  json.key("supplierOrderIdentifier").string(std::to_string(number)).end_object();
  if (!is_rejected) write_text(json, "confirmedDeliveryDate", response.delivery_date);
  write_text(json, "requestedDeliveryDate", order.head.requested_date);
  json.key("currency").string(order.head.currency);
  write_text(json, "comments", response.rejection);
  json.end_object();
  if (!is_rejected) {
    json.key("items").begin_array();
    for (const OrderLine& line : order.lines) TRY(write_item(json, books, order, line));
    json.end_array();
  }
  json.end_object().end_object();
  TRY(keep_document(books, name, "ORDER_RESPONSE", number, std::move(json).finish()));
  TRY_ASSIGN(Statement update,
             books.prepare("UPDATE sales_order SET status = ?, hold_reason = '' WHERE number = ?"));
  TRY(update.text(is_rejected ? "rejected" : "confirmed").integer(number).run());
  return name;
}

}  // namespace tradepost::sales
