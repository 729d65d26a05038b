#include "simulation/documents/invoice_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "client/reading.hpp"

namespace tradepost::simulation {
namespace {

using client::text_in;
using document::View;

// Each line may be rounded by a cent.
Decimal tolerance(std::size_t lines) {
  return product(Decimal(static_cast<std::int64_t>(lines) + 2), decimal("0.01"));
}

bool differ(const Decimal& one, const Decimal& other, const Decimal& by) {
  const Decimal gap = difference(one, other);
  return gap > by || product(gap, Decimal(-1)) > by;
}

// Adds the allowances and charges of a line or a summary; nothing: one can't be reckoned, such as a
// second level that does not say what it is worked on.
std::optional<Decimal> modified(const Decimal& start, const View& groups) {
  bool is_good = true;
  Decimal amount = start;
  groups.each([&](std::uint32_t index, const View& group) {
    const auto given = amount_in(group.member("basis"));
    is_good = is_good && (given || index == 0);
    const Decimal basis = given.value_or(start);
    group.member("modifications").each([&](std::uint32_t, const View& one) {
      const auto percentage = amount_in(one.member("percentage"));
      auto value = amount_in(one.member("amount"));
      if (!value && percentage) value = percent_of(basis, *percentage);
      const std::string type = text_in(one, "type");
      is_good = is_good && value && !type.empty();
      if (!is_good) return;
      amount = type == "CHARGE" ? sum(amount, *value) : difference(amount, *value);
    });
  });
  return is_good ? std::optional(amount) : std::nullopt;
}

// Without tax, what a line charges.
std::optional<Decimal> net_of(const View& item) {
  const bool has_parts = item.member("subItems").has_elements();
  const View invoiced = item.member("isInvoicedItem");
  if (has_parts || (invoiced && !client::is_true_in(item, "isInvoicedItem"))) return std::nullopt;
  const Line line = line_in(item, "quantity");
  auto quantity = line.quantity;
  auto price = line.price;
  if (const auto priced = amount_in(item.member("pricingUnitQuantity"))) {
    quantity = priced;
    price = amount_in(item.member("unitPrice"));
  }
  if (!quantity || !price) return std::nullopt;
  return modified(money(product(*quantity, *price)), item.member("modificationGroups"));
}

std::optional<Objection> objection_to_sum(const View& content) {
  const View summary = content.member("summary");
  const View items = content.member("items");
  if (!summary) return std::nullopt;
  std::optional<Decimal> lines = decimal("0.00");
  items.each([&](std::uint32_t, const View& item) {
    const auto net = net_of(item);
    lines = lines && net ? std::optional(sum(*lines, *net)) : std::nullopt;
  });
  if (!lines) return std::nullopt;
  const Decimal by = tolerance(items.element_count());
  const auto object = [&](const Decimal& right, const Decimal& said, std::string_view what) {
    return Objection{
        .reason = fmt::format("The lines of the invoice add up to {}, but its {} is {}.",
                              right.to_string(), what, said.to_string()),
        .context = {{"expected", right.to_string()}, {"invoiced", said.to_string()}}};
  };
  const auto subtotal = amount_in(summary.member("subtotalAmount"));
  if (subtotal && differ(*lines, *subtotal, by)) return object(*lines, *subtotal, "subtotal");
  const auto net = modified(*lines, summary.member("modificationGroups"));
  const auto said = amount_in(summary.member("netAmount"));
  if (!net || !said) return std::nullopt;
  if (differ(*net, *said, by)) return object(*net, *said, "net amount");
  const auto tax = amount_in(at(summary, {"tax", "total"}));
  const auto gross = amount_in(summary.member("grossAmount"));
  if (!tax || !gross || !differ(sum(*said, *tax), *gross, by)) return std::nullopt;
  return object(sum(*said, *tax), *gross, "gross amount");
}

const Line* ordered_line(const Order& order, const Line& invoiced) {
  for (const Line& line : order.lines) {
    const bool is_numbered = invoiced.order_number && line.number;
    if (is_numbered ? *invoiced.order_number == *line.number
                    : !line.gtin().empty() && invoiced.gtin() == line.gtin()) {
      return &line;
    }
  }
  return nullptr;
}

std::optional<Objection> objection_to_line(const Line& invoiced, const Line& ordered) {
  const bool is_one_unit = invoiced.unit.empty() || invoiced.unit == ordered.unit;
  if (!is_one_unit) return std::nullopt;
  if (invoiced.quantity && ordered.quantity && *invoiced.quantity > *ordered.quantity) {
    return Objection{
        .reason = fmt::format("{}: {} were ordered, {} are invoiced.", invoiced.shown(),
                              ordered.quantity->to_string(), invoiced.quantity->to_string()),
        .context = {{"ordered", ordered.quantity->to_string()},
                    {"invoiced", invoiced.quantity->to_string()}}};
  }
  if (invoiced.price && ordered.price && *invoiced.price > *ordered.price) {
    return Objection{
        .reason = fmt::format("{}: the price is {} in the order, and {} here.", invoiced.shown(),
                              ordered.price->to_string(), invoiced.price->to_string()),
        .context = {{"ordered", ordered.price->to_string()},
                    {"invoiced", invoiced.price->to_string()}}};
  }
  return std::nullopt;
}

std::optional<Objection> objection_to_lines(const View& items, const Order& order) {
  std::optional<Objection> first;
  items.each([&](std::uint32_t, const View& item) {
    const Line invoiced = line_in(item, "quantity");
    // Deposits are added by the supplier.
    if (first || invoiced.is_deposit) return;
    const Line* const ordered = ordered_line(order, invoiced);
    if (ordered != nullptr) {
      first = objection_to_line(invoiced, *ordered);
    } else if (invoiced.order_number || !invoiced.gtin().empty()) {
      first = Objection{
          .reason = fmt::format("{} was not ordered with {}.", invoiced.shown(), order.number),
          .context = {{"orderIdentifier", order.number}}};
    }
  });
  return first;
}

}  // namespace

std::optional<Objection> objection_to(const View& content, const Order& order) {
  if (auto objection = objection_to_lines(content.member("items"), order)) return objection;
  return objection_to_sum(content);
}

std::optional<Decimal> due_amount(const View& content) {
  return amount_in(at(content, {"summary", "dueAmount"}));
}

}  // namespace tradepost::simulation
