#include "simulation/documents/invoice_check.hpp"

#include <fmt/format.h>

#include <span>
#include <vector>

#include "client/reading.hpp"
#include "document/amounts/line_nets.hpp"

namespace tradepost::simulation {
namespace {

using client::text_in;
using document::View;

std::optional<Objection> objection_to_sum(const View& content) {
  const View summary = content.member("summary");
  const View items = content.member("items");
  if (!summary) return std::nullopt;
  const int decimals = document::decimals_of(text_in(content.member("header"), "currency"));
  document::PossibleSums sums;
  items.each([&](std::uint32_t, const View& item) {
    const document::LineFields line(item, "quantity");
    sums.add(document::PossibleNets::of(line, line.price, decimals));
  });
  const std::span<const Decimal> lines = sums.all();
  if (lines.empty()) return std::nullopt;
  // Allows for a rounding difference in each line.
  const Decimal by = product(decimal(fmt::format("1e-{}", decimals)),
                             Decimal(static_cast<std::int64_t>(items.element_count()) + 2));
  const auto object = [&](const Decimal& right, const Decimal& said, std::string_view what) {
    return Objection{
        .reason = fmt::format("The lines of the invoice add up to {}, but its {} is {}.",
                              right.to_string(), what, said.to_string()),
        .context = {{"expected", right.to_string()}, {"invoiced", said.to_string()}}};
  };
  const auto subtotal = amount_in(summary.member("subtotalAmount"));
  if (subtotal && !document::fits(lines, *subtotal, by)) {
    return object(lines.front(), *subtotal, "subtotal");
  }
  std::vector<Decimal> nets;
  for (const Decimal& one : lines) {
    const auto net =
        document::modified(document::Fraction(one), summary.member("modificationGroups"));
    if (net) nets.push_back(net->rounded(decimals));
  }
  const auto said = amount_in(summary.member("netAmount"));
  if (nets.empty() || !said) return std::nullopt;
  if (!document::fits(nets, *said, by)) return object(nets.front(), *said, "net amount");
  const auto tax = amount_in(at(summary, {"tax", "total"}));
  const auto gross = amount_in(summary.member("grossAmount"));
  if (!tax || !gross || document::is_within(by, sum(*said, *tax), *gross)) return std::nullopt;
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
    // The supplier adds deposits, so they are not in the order.
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
