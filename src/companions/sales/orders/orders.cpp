#include "sales/orders/orders.hpp"

#include <fmt/format.h>

#include "base/text/whole_number.hpp"

namespace tradepost::sales {
namespace {

using document::sum;

base::Error no_order(const std::string& number) {
  return {base::ErrorCode::not_found,
          base::CallerText(fmt::format("There is no order {}.", number))};
}

base::Result<std::optional<Decimal>> kept_if_said(const std::string& text) {
  if (text.empty()) return std::nullopt;
  TRY_ASSIGN(const Decimal amount, kept_amount(text));
  return amount;
}

base::Result<OrderLine> line_of(const Statement& row) {
  OrderLine line{.position = row.integer_at(0),
                 .customer_line = row.text_at(1),
                 .product = row.text_at(2),
                 .name = row.text_at(3),
                 .unit = row.text_at(4),
                 .gtin = row.text_at(5),
                 .price = {.unit = row.text_at(9)},
                 .is_ordered_price_unclear = row.text_at(11) == unclear_price,
                 .tax_category = row.text_at(13),
                 .deposit_of = row.integer_at(14),
                 .is_deposit = row.integer_at(15) != 0,
                 .requested_date = row.text_at(17),
                 .comments = row.text_at(18)};
  TRY_ASSIGN(line.quantity, kept_amount(row.text_at(6)));
  TRY_ASSIGN(line.free_quantity, kept_if_said(row.text_at(7)));
  TRY_ASSIGN(line.price.amount, kept_price(row.text_at(8)));
  TRY_ASSIGN(line.price.factor, kept_fraction(row.text_at(10)));
  if (!row.text_at(11).empty() && !line.is_ordered_price_unclear) {
    TRY_ASSIGN(line.ordered_price, kept_fraction(row.text_at(11)));
  }
  TRY_ASSIGN(line.tax_percentage, kept_amount(row.text_at(12)));
  TRY_ASSIGN(line.confirmed_quantity, kept_if_said(row.text_at(16)));
  TRY_ASSIGN(line.price.quantity, kept_amount(row.text_at(19)));
  return line;
}

}  // namespace

Decimal OrderLine::to_deliver() const {
  const bool is_refused = agreed().is_zero() && !quantity.is_zero();
  return is_refused ? Decimal() : sum(agreed(), free());
}

Decimal OrderLine::net(const Decimal& of_quantity, std::string_view currency) const {
  return price.per_ordered_unit()
      .times(Fraction(of_quantity))
      .rounded(document::decimals_of(currency));
}

bool OrderLine::is_price_changed() const {
  return is_ordered_price_unclear || (ordered_price && *ordered_price != price.per_ordered_unit());
}

base::Result<Order> order_of(Books& books, std::int64_t number) {
  TRY_ASSIGN(
      Statement row,
      books.prepare("SELECT customer, buyer_place, place, bill_place, ship_name, ship_street, "
                    "ship_postal_code, ship_city, ship_country, customer_order, version, "
                    "order_date, requested_date, earliest_date, latest_date, currency, comments, "
                    "delivery_information, contract, promotion, status, hold_reason, source, "
                    "coalesce(notes, '') FROM sales_order LEFT JOIN received ON "
                    "transaction_id = source WHERE number = ?"));
  TRY_ASSIGN(const bool is_there, row.integer(number).next());
  if (!is_there) return base::refuse(no_order(std::to_string(number)));
  Order order{.number = number,
              .customer = {.number = row.text_at(0),
                           .buyer_place = row.text_at(1),
                           .place = row.text_at(2),
                           .bill_place = row.text_at(3),
                           .ship_to = {.name = row.text_at(4),
                                       .street = row.text_at(5),
                                       .postal_code = row.text_at(6),
                                       .city = row.text_at(7),
                                       .country = row.text_at(8)}},
              .head = {.customer_order = row.text_at(9),
                       .version = row.text_at(10),
                       .order_date = row.text_at(11),
                       .requested_date = row.text_at(12),
                       .earliest_date = row.text_at(13),
                       .latest_date = row.text_at(14),
                       .currency = row.text_at(15),
                       .comments = row.text_at(16),
                       .delivery_information = row.text_at(17),
                       .contract = row.text_at(18),
                       .promotion = row.text_at(19)},
              .status = row.text_at(20),
              .hold_reason = row.text_at(21),
              .source = row.text_at(22),
              .notes = row.text_at(23)};
  TRY_ASSIGN(Statement lines,
             books.prepare("SELECT l.position, l.customer_line, l.product, a.name, l.unit, l.gtin, "
                           "l.quantity, l.free_quantity, l.price, l.price_unit, l.price_factor, "
                           "l.ordered_price, l.tax_percentage, l.tax_category, l.deposit_of, "
                           "a.is_deposit, l.confirmed_quantity, l.requested_date, l.comments, "
                           "l.price_quantity "
                           "FROM order_line l JOIN product a ON a.number = l.product "
                           "WHERE l.order_number = ? ORDER BY l.position"));
  lines.integer(number);
  for (;;) {
    TRY_ASSIGN(const bool is_another, lines.next());
    if (!is_another) return order;
    TRY_ASSIGN(OrderLine line, line_of(lines));
    order.lines.push_back(std::move(line));
  }
}

base::Result<std::int64_t> find_order(Books& books, const std::string& number) {
  const auto own = base::whole_number<std::uint32_t>(number);
  TRY_ASSIGN(Statement rows,
             books.prepare("SELECT number FROM sales_order WHERE number = ? OR customer_order = ? "
                           "ORDER BY CASE WHEN number = ? THEN 0 ELSE 1 END"));
  const std::int64_t wanted = own ? *own : -1;
  rows.integer(wanted).text(number).integer(wanted);
  TRY_ASSIGN(const bool is_there, rows.next());
  if (!is_there) return base::refuse(no_order(number));
  const std::int64_t found = rows.integer_at(0);
  TRY_ASSIGN(const bool is_another, rows.next());
  if (found == wanted || !is_another) return found;
  return base::refuse({base::ErrorCode::invalid,
                       base::CallerText(fmt::format(
                           "Several customers have an order {}. Use our own number.", number))});
}

base::Result<std::vector<OrderRow>> all_orders(Books& books) {
  TRY_ASSIGN(Statement rows,
             books.prepare("SELECT o.number, c.name, o.customer_order, o.order_date, o.status, "
                           "o.source FROM sales_order o JOIN customer c ON c.number = o.customer "
                           "ORDER BY o.number"));
  std::vector<OrderRow> all;
  for (;;) {
    TRY_ASSIGN(const bool is_there, rows.next());
    if (!is_there) return all;
    all.push_back({.number = rows.integer_at(0),
                   .customer = rows.text_at(1),
                   .customer_order = rows.text_at(2),
                   .order_date = rows.text_at(3),
                   .status = rows.text_at(4),
                   .source = rows.text_at(5)});
  }
}

base::Result<Delivered> delivered(Books& books, std::int64_t order, std::int64_t position) {
  TRY_ASSIGN(Statement rows,
             books.prepare("SELECT l.quantity, l.free_quantity FROM delivery_line l JOIN delivery "
                           "d ON d.number = l.delivery WHERE d.order_number = ? AND "
                           "l.position = ?"));
  rows.integer(order).integer(position);
  Delivered all;
  for (;;) {
    TRY_ASSIGN(const bool is_there, rows.next());
    if (!is_there) return all;
    TRY_ASSIGN(const Decimal quantity, kept_amount(rows.text_at(0)));
    TRY_ASSIGN(const Decimal free, kept_amount(rows.text_at(1)));
    all.quantity = sum(all.quantity, quantity);
    all.free_quantity = sum(all.free_quantity, free);
  }
}

base::Result<bool> has_deliveries(Books& books, std::int64_t order) {
  TRY_ASSIGN(Statement row, books.prepare("SELECT count(*) FROM delivery WHERE order_number = ?"));
  TRY_ASSIGN(const bool is_there, row.integer(order).next());
  return is_there && row.integer_at(0) > 0;
}

}  // namespace tradepost::sales
