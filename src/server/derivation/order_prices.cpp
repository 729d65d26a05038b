#include "derivation/order_prices.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ground/limits.hpp"
#include "base/text/text.hpp"

namespace tradepost::derivation {
namespace {

constexpr std::array<std::string_view, 4> price_names{
    "unitPrice",
    "pricingUnitOfMeasure",
    "pricingUnitQuantity",
    "modificationGroups",
};
constexpr std::array<std::string_view, 5> header_names{
    "orderDate", "currency", "paymentTerms", "billTo", "contractReference",
};

bool has(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

bool is_other_text(const View& one, const View& other) {
  return one && other && one.scalar() != other.scalar();
}

bool has_absolute_discount(const View& line) {
  bool has_amount = false;
  line.member("modificationGroups").each([&](std::uint32_t, const View& group) {
    group.member("modifications").each([&](std::uint32_t, const View& one) {
      has_amount = has_amount || one.member("amount");
    });
  });
  return has_amount;
}

bool is_refusal(const View& header) {
  const View type = header.member("type");
  return type.is_text() && type.raw_text() == "REJECT";
}

}  // namespace

std::string order_named_in(const View& object) {
  const View number = object.member("orderIdentifier");
  return number.is_text() ? base::ascii_lowered(number.text()) : std::string();
}

bool has_modifications(const View& content) {
  return content.member("summary").member("modificationGroups").has_elements();
}

OrderPrices::OrderPrices(std::span<const StoredDocument> orders) {
  for (const StoredDocument& document : orders) {
    Order order;
    order.reader = std::make_unique<document::JsonReader>(base::limits::body_bytes_max);
    const auto content = order.reader->read(document.content);
    if (!content) continue;
    order.header = content->member("header");
    if (document.kind == Kind::order_response && is_refusal(order.header)) continue;
    have_modifications_ = have_modifications_ || has_modifications(*content);
    order.number = order_named_in(order.header);
    const auto* const name = document.kind == Kind::order ? "lineNumber" : "orderLineNumber";
    content->member("items").each([&](std::uint32_t, const View& line) {
      const View number = line.member(name);
      if (number) order.lines.emplace(number.scalar(), line);
    });
    orders_.push_back(std::move(order));
  }
}

OrderPrices::Lines OrderPrices::of_line(const std::string& order, const View& line) const {
  Lines found;
  const View number = line.member("orderLineNumber");
  if (!number) return found;
  const std::string own = order_named_in(line);
  for (const Order& each : orders_) {
    if (each.number != (own.empty() ? order : own)) continue;
    const auto at = each.lines.find(number.scalar());
    if (at != each.lines.end()) found.add(at->second);
  }
  return found;
}

View OrderPrices::Lines::first(std::string_view name) const {
  for (const View& line : lines_) {
    if (const View value = line.member(name)) return value;
  }
  return {};
}

View OrderPrices::Lines::of_price(std::string_view name, const View& unit) const {
  if (!has(price_names, name)) return {};
  for (const View& line : lines_) {
    if (!line.member("unitPrice")) continue;
    const bool is_usable =
        !is_other_text(line.member("unitOfMeasure"), unit) && !has_absolute_discount(line);
    return is_usable ? line.member(name) : View();
  }
  return {};
}

View OrderPrices::of_header(const std::string& order, std::string_view name) const {
  if (!has(header_names, name)) return {};
  for (const Order& each : orders_) {
    if (each.number != order) continue;
    if (const View value = each.header.member(name)) return value;
  }
  return {};
}

}  // namespace tradepost::derivation
