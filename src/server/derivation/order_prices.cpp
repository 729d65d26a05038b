#include "derivation/order_prices.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text/text.hpp"

namespace tradepost::derivation {
namespace {

constexpr std::array<std::string_view, 7> line_names{
    "unitPrice", "pricingUnitOfMeasure", "pricingUnitQuantity", "unitOfMeasure",
    "tax",       "modificationGroups",   "contractReference",
};
constexpr std::array<std::string_view, 5> header_names{
    "orderDate", "currency", "paymentTerms", "billTo", "contractReference",
};

bool has(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

std::string order_named_in(const View& header) {
  const View number = header.member("orderIdentifier");
  return number.is_text() ? base::ascii_lowered(number.text()) : std::string();
}

OrderPrices::OrderPrices(std::span<const StoredDocument> orders) {
  for (const StoredDocument& document : orders) {
    Order order;
    order.reader = std::make_unique<document::JsonReader>();
    const auto content = order.reader->read(document.content);
    if (!content) continue;
    order.header = content->member("header");
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

View OrderPrices::Lines::member(std::string_view name) const {
  if (!has(line_names, name)) return {};
  for (const View& line : lines_) {
    if (const View value = line.member(name)) return value;
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
