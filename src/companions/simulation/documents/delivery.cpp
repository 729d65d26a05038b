#include "simulation/documents/delivery.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gs1/check_digit.hpp"
#include "simulation/ground/draws.hpp"
#include "simulation/ground/moments.hpp"

namespace tradepost::simulation {
namespace {

using base::JsonWriter;

constexpr std::int64_t pallets_of_line_max = 20;

// The part of a line on one pallet.
struct Load {
  const DeliveryLine* line;
  Decimal quantity;
  Decimal missing;  // of the whole line; on its last pallet only
};

void spread(const DeliveryLine& line, std::vector<Load>& loads) {
  Decimal missing = difference(line.ordered.quantity.value_or(line.quantity), line.quantity);
  const Decimal total = line.total();
  const auto whole = total.is_integer() ? total.to_int64() : base::Result<std::int64_t>(0);
  const std::int64_t per_pallet = line.article == nullptr ? 40 : line.article->per_pallet;
  std::int64_t left = whole ? *whole : 0;
  for (std::int64_t i = 1; i < pallets_of_line_max && left > per_pallet; ++i) {
    loads.push_back({.line = &line, .quantity = Decimal(per_pallet), .missing = {}});
    left -= per_pallet;
  }
  loads.push_back(
      {.line = &line, .quantity = left > 0 ? Decimal(left) : total, .missing = missing});
}

// Returns the SSCC of a unit: extension digit 3, seven digits of the supplier's GLN, and nine
// digits from the number of the order and the index of the unit.
std::string sscc(const Delivery& delivery, std::size_t place) {
  std::string prefix = "9521009";
  for (const Identifier& one : delivery.supplier.identifiers) {
    if (one.domain == "GS1" && one.identifier.size() == 13) prefix = one.identifier.substr(0, 7);
  }
  Draws draws(0, {"sscc", delivery.order.buyer.shown(), delivery.order.number});
  const std::uint64_t serial = (draws.next() % 10'000'000 * 100 + place) % 1'000'000'000;
  std::string digits = fmt::format("3{}{:09}", prefix, serial);
  if (!std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; })) return {};
  return digits + gs1::check_digit(digits);
}

void write_item_head(JsonWriter& json, std::int64_t number, const DeliveryLine& line,
                     bool is_deposit) {
  json.key("lineNumber").integer(number);
  if (line.ordered.number && !is_deposit) {
    json.key("orderLineNumber").integer(*line.ordered.number);
  }
  json.key("identifiers");
  if (is_deposit) {
    write(json, {{.domain = "GS1", .identifier = std::string(line.deposit->gtin)}});
  } else {
    write(json, line.ordered.identifiers);
  }
  json.key("isDepositItem").boolean(is_deposit || line.ordered.is_deposit);
}

void write_unit_and_name(JsonWriter& json, const DeliveryLine& line, bool is_deposit) {
  if (!line.ordered.unit.empty()) json.key("unitOfMeasure").string(line.ordered.unit);
  const std::string_view name = is_deposit ? line.deposit->description : line.ordered.description;
  if (!name.empty()) json.key("description").string(name);
}

void write_batch(JsonWriter& json, const Delivery& delivery, const Load& load) {
  if (load.line->article == nullptr) return;
  const base::Instant expires = delivery.shipped + std::chrono::days(180);
  json.key("batches").begin_array().begin_object();
  json.key("batchIdentifier").string("L" + day_text(delivery.shipped));
  json.key("expirationDate").string(day_text(expires)).key("quantity");
  write(json, load.quantity);
  json.end_object().end_array();
}

void write_shipped_item(JsonWriter& json, const Delivery& delivery, const Load& load,
                        std::int64_t number, bool is_deposit) {
  json.begin_object();
  write_item_head(json, number, *load.line, is_deposit);
  json.key("orderedQuantity");
  write(json, is_deposit ? load.quantity : sum(load.quantity, load.missing));
  json.key("shippedQuantity");
  write(json, load.quantity);
  if (!is_deposit && !load.missing.is_zero()) json.key("openQuantityAction").string("DISCARDED");
  write_unit_and_name(json, *load.line, is_deposit);
  if (!is_deposit) write_batch(json, delivery, load);
  json.end_object();
}

void write_units(JsonWriter& json, const Delivery& delivery) {
  std::vector<Load> loads;
  for (const DeliveryLine& line : delivery.lines) {
    if (line.is_delivered()) spread(line, loads);
  }
  std::int64_t number = 0;
  json.begin_array();
  for (std::size_t place = 0; place < loads.size(); ++place) {
    const Load& load = loads[place];
    json.begin_object();
    // A serial has room for 100 units of a delivery. The exchange numbers the others.
    if (const auto unit = place < 100 ? sscc(delivery, place) : std::string(); !unit.empty()) {
      json.key("unitIdentifier").string(unit);
    }
    json.key("unitType").string("EURO_PALLET").key("items").begin_array();
    write_shipped_item(json, delivery, load, ++number, false);
    if (load.line->deposit != nullptr) {
      write_shipped_item(json, delivery, load, ++number, true);
    }
    json.end_array().end_object();
  }
  json.end_array();
}

void write_response_items(JsonWriter& json, const Delivery& delivery) {
  std::int64_t number = 0;
  json.key("items").begin_array();
  for (const DeliveryLine& line : delivery.lines) {
    json.begin_object();
    write_item_head(json, ++number, line, false);
    if (line.ordered.quantity) {
      json.key("orderedQuantity");
      write(json, *line.ordered.quantity);
    }
    json.key("confirmedQuantity");
    write(json, line.quantity);
    write_unit_and_name(json, line, false);
    if (line.is_delivered()) {
      json.key("unitPrice");
      write(json, line.price);
    }
    if (!line.comment.empty()) json.key("comments").string(line.comment);
    json.end_object();
  }
  json.end_array();
}

DeliveryLine refused(const Line& ordered, std::string_view why) {
  return {.ordered = ordered, .comment = std::string(why)};
}

}  // namespace

bool Delivery::is_changed() const {
  return std::ranges::any_of(lines, [](const DeliveryLine& line) {
    return !line.ordered.quantity || line.quantity != *line.ordered.quantity;
  });
}

DeliveryLine priced(const Line& ordered) {
  if (ordered.identifiers.empty()) return refused(ordered, "The line names no article.");
  if (!ordered.quantity || ordered.quantity->is_negative()) {
    return refused(ordered, "The line has no quantity that can be delivered.");
  }
  DeliveryLine line{
      .ordered = ordered, .quantity = *ordered.quantity, .article = article_of(ordered.gtin())};
  if (line.article != nullptr && !ordered.unit.empty() && line.article->unit != ordered.unit) {
    line.article = nullptr;  // its price and its pallets are for another unit
  }
  if (ordered.free_quantity && !ordered.free_quantity->is_negative()) {
    line.free_quantity = *ordered.free_quantity;
  }
  const bool is_priced = ordered.price && !ordered.price->is_negative();
  line.price = is_priced                 ? *ordered.price
               : line.article != nullptr ? decimal(line.article->price)
                                         : decimal("10.00");
  line.tax_percentage = decimal(line.article == nullptr ? "19" : line.article->tax_percentage);
  if (ordered.tax_percentage && !ordered.tax_percentage->is_negative()) {
    line.tax_percentage = *ordered.tax_percentage;
  }
  if (line.article != nullptr && !line.article->deposit.gtin.empty()) {
    line.deposit = &line.article->deposit;
  }
  return line;
}

void write_parties(JsonWriter& json, const Delivery& delivery) {
  json.key("buyer");
  write(json, delivery.order.buyer);
  json.key("supplier");
  write(json, delivery.supplier);
  write_destination(json, delivery);
}

void write_destination(JsonWriter& json, const Delivery& delivery) {
  if (!delivery.order.ship_to.empty()) json.key("shipTo").raw(delivery.order.ship_to);
  if (delivery.goes_to_provider && !delivery.order.technical_sender.empty()) {
    json.key("technicalRecipient").raw(delivery.order.technical_sender);
  }
}

std::string order_response(const Delivery& delivery, const std::string& number) {
  const bool is_changed = !delivery.is_rejected && delivery.is_changed();
  JsonWriter json;
  json.begin_object().key("type").string("ORDER_RESPONSE").key("content").begin_object();
  json.key("header").begin_object().key("type");
  json.string(delivery.is_rejected ? "REJECT" : is_changed ? "CHANGE" : "ACCEPT");
  write_parties(json, delivery);
  json.key("orderResponseIdentifier").string(number);
  json.key("orderResponseDate").string(moment_text(delivery.responded));
  json.key("orderIdentifier").string(delivery.order.number);
  json.key("orderDate").string(delivery.order.date);
  if (!delivery.is_rejected) {
    json.key("confirmedDeliveryDate").string(moment_text(delivery.confirmed));
  }
  if (delivery.order.requested) {
    json.key("requestedDeliveryDate").string(moment_text(*delivery.order.requested));
  }
  json.key("currency").string(delivery.order.currency);
  if (!delivery.comment.empty()) json.key("comments").string(delivery.comment);
  json.end_object();
  if (is_changed) write_response_items(json, delivery);
  return std::move(json.end_object().end_object()).finish();
}

std::string shipping_notice(const Delivery& delivery, const std::string& number) {
  JsonWriter json;
  json.begin_object().key("type").string("SHIPPING_NOTICE").key("content").begin_object();
  json.key("header").begin_object();
  write_parties(json, delivery);
  json.key("shippingNoticeIdentifier").string(number);
  json.key("shippingNoticeDate").string(moment_text(delivery.shipped));
  json.key("orderIdentifier").string(delivery.order.number);
  json.key("orderDate").string(delivery.order.date);
  if (delivery.order.requested) {
    json.key("requestedDeliveryDate").string(moment_text(*delivery.order.requested));
  }
  json.key("expectedDeliveryDate").string(moment_text(delivery.arrives));
  json.key("despatchDate").string(moment_text(delivery.shipped));
  json.key("carrier").string("Spedition Kröger GmbH").key("modeOfTransport").string("ROAD");
  json.end_object().key("transportUnits");
  write_units(json, delivery);
  return std::move(json.end_object().end_object()).finish();
}

}  // namespace tradepost::simulation
