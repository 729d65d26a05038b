#include "simulation/documents/lines.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "client/reading.hpp"
#include "simulation/ground/moments.hpp"

namespace tradepost::simulation {

using client::text_in;
using document::View;

std::string Line::gtin() const {
  for (const Identifier& one : identifiers) {
    const bool is_number =
        one.identifier.size() <= 14 && std::ranges::all_of(one.identifier, base::is_ascii_digit);
    if (one.domain != "GS1" || !is_number) continue;
    return std::string(14 - one.identifier.size(), '0') + one.identifier;
  }
  return {};
}

std::string Line::shown() const {
  if (!description.empty()) return description;
  if (!identifiers.empty()) return identifiers.front().identifier;
  return number ? "line " + std::to_string(*number) : "a line without a number";
}

Line line_in(const View& item, std::string_view quantity_name) {
  Line line{.number = whole_in(item.member("lineNumber")),
            .order_number = whole_in(item.member("orderLineNumber")),
            .identifiers = identifiers_in(item.member("identifiers")),
            .is_deposit = client::is_true_in(item, "isDepositItem"),
            .quantity = amount_in(item.member(quantity_name)),
            .ordered = amount_in(item.member("orderedQuantity")),
            .shipped = amount_in(item.member("shippedQuantity")),
            .free_quantity = amount_in(item.member("freeQuantity")),
            .tax_percentage = amount_in(at(item, {"tax", "percentage"})),
            .unit = text_in(item, "unitOfMeasure"),
            .description = text_in(item, "description")};
  // A price for another unit does not apply to this line, and a price for a quantity is ambiguous.
  const std::string priced = text_in(item, "pricingUnitOfMeasure");
  const View priced_quantity = item.member("pricingUnitQuantity");
  const bool is_of_unit = priced.empty() || priced == line.unit;
  if (is_of_unit && (!priced_quantity || amount_in(priced_quantity) == Decimal(1))) {
    line.price = amount_in(item.member("unitPrice"));
  }
  return line;
}

Order order_in(const View& content, std::string_view text) {
  const View header = content.member("header");
  Order order{.number = text_in(header, "orderIdentifier"),
              .date = text_in(header, "orderDate"),
              .requested = instant_in(text_in(header, "requestedDeliveryDate")),
              .buyer = party_in(header.member("buyer")),
              .currency = text_in(header, "currency")};
  if (!order.requested) {
    order.requested = instant_in(text_in(header, "requestedEarliestDeliveryDate"));
  }
  if (order.currency.empty()) order.currency = "EUR";
  const auto object_text = [&](const View& parent, std::string_view name) {
    const View object = parent.member(name);
    return object && object.is_object() ? client::bytes_in(object, text) : std::string();
  };
  order.buyer.postal_address = object_text(header.member("buyer"), "postalAddress");
  order.ship_to = object_text(header, "shipTo");
  order.technical_sender = object_text(header, "technicalSender");
  content.member("items").each(
      [&](std::uint32_t, const View& item) { order.lines.push_back(line_in(item, "quantity")); });
  return order;
}

std::optional<std::int64_t> whole_in(const View& value) {
  const auto amount = amount_in(value);
  if (!amount || !amount->is_integer()) return std::nullopt;
  const auto whole = amount->to_int64();
  return whole ? std::optional(*whole) : std::nullopt;
}

View at(View value, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) value = value.member(name);
  return value;
}

void write(base::JsonWriter& json, const Decimal& number) {
  json.raw(number.to_string());
}

}  // namespace tradepost::simulation
