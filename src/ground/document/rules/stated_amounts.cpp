#include "document/rules/stated_amounts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "document/model/sentences.hpp"

namespace tradepost::document {
namespace {

constexpr std::size_t shown_max = 3;

Decimal size_of(const Decimal& number) {
  return number.is_negative() ? product(number, Decimal(-1)) : number;
}

std::string text_of(std::span<const Decimal> amounts) {
  std::string text;
  for (const Decimal& one : amounts.first(std::min(amounts.size(), shown_max))) {
    if (!text.empty()) text += " or ";
    text += one.to_string();
  }
  return amounts.size() > shown_max ? text + " or another sum" : text;
}

const Decimal& power_of_tenth(std::size_t decimals) {
  static const auto powers = [] {
    std::array<Decimal, 11> all;
    for (std::size_t at = 0; at < all.size(); ++at) all[at] = decimal(fmt::format("1e-{}", at));
    return all;
  }();
  return powers.at(decimals);
}

// Returns the largest difference between a price and its value before rounding: half of its last
// decimal, and at most half a cent.
Decimal rounded_off(const View& price) {
  const std::string_view text = price.scalar();
  const auto point = text.find('.');
  const std::size_t written = point == std::string_view::npos ? 0 : text.size() - point - 1;
  return product(power_of_tenth(std::clamp<std::size_t>(written, 2, 9) + 1), Decimal(5));
}

}  // namespace

void StatedAmounts::validate(const View& header, const View& lines, const View& summary) {
  const bool is_sales_report = kind_.kind == Kind::sales_report;
  const bool has_taxes = kind_.kind == Kind::invoice || kind_.kind == Kind::credit_note;
  if (!is_sales_report && !has_taxes && !summary) return;
  const View currency = header.member("currency");
  decimals_ = decimals_of(currency.is_text() ? currency.raw_text() : "");
  smallest_ = power_of_tenth(static_cast<std::size_t>(decimals_));
  if (is_sales_report) return validate_sales(lines);
  validate_lines(lines, summary,
                 kind_.kind == Kind::order_response ? "confirmedQuantity" : "quantity");
}

void StatedAmounts::validate_lines(const View& lines, const View& summary,
                                   std::string_view quantity_name) {
  const View subtotal = summary.member("subtotalAmount");
  const auto stated = amount_in(subtotal);
  // With allowances of the whole document, the tax of a line may be the tax after them.
  const bool has_whole_taxes = (kind_.kind == Kind::invoice || kind_.kind == Kind::credit_note) &&
                               !summary.member("modificationGroups").has_elements();
  if (!stated && !has_whole_taxes) return;
  const FieldPath lines_path(&path_, "items");
  PossibleSums sums;
  std::int64_t count = 0;
  lines.each([&](std::uint32_t index, const View& item) {
    const LineFields line(item, quantity_name);
    const PossibleNets nets = PossibleNets::of(line, line.price, decimals_);
    if (stated) sums.add(nets);
    ++count;
    if (has_whole_taxes) validate_tax(line, FieldPath(&lines_path, index), nets.all());
  });
  // Each line may have been rounded before.
  const Decimal tolerance = product(smallest_, Decimal(std::max<std::int64_t>(count, 1)));
  if (!stated || sums.all().empty() || is_any(sums.all(), *stated, tolerance)) return;
  const FieldPath summary_path(&path_, "summary");
  report_.warn(Rule::sum_differs, FieldPath(&summary_path, "subtotalAmount"), subtotal.token(),
               sentences::subtotal_differs(subtotal.scalar(), text_of(sums.all())));
}

void StatedAmounts::validate_tax(const LineFields& line, const FieldPath& path,
                                 std::span<const Decimal> nets) {
  const View amount = line.tax.member("amount");
  const View percentage = line.tax.member("percentage");
  const auto stated = amount_in(amount);
  const auto rate = amount_in(percentage);
  if (!stated || !rate || nets.empty()) return;
  std::vector<Decimal> taxes;
  for (const Decimal& net : nets) taxes.push_back(percent_of(net, *rate, decimals_));
  if (is_any(taxes, *stated, smallest_)) return;
  const FieldPath tax_path(&path, "tax");
  report_.warn(Rule::amount_differs, FieldPath(&tax_path, "amount"), amount.token(),
               sentences::tax_differs(amount.scalar(), percentage.scalar(), text_of(taxes)));
}

void StatedAmounts::validate_sales(const View& locations) {
  const FieldPath locations_path(&path_, "locations");
  locations.each([&](std::uint32_t at, const View& location) {
    const FieldPath location_path(&locations_path, at);
    const FieldPath lines_path(&location_path, "items");
    location.member("items").each([&](std::uint32_t index, const View& line) {
      validate_sale(LineFields(line, "salesQuantity"), FieldPath(&lines_path, index));
    });
  });
}

// The unitPrice is with or without tax. Tills round netUnitPrice, and calculate with the price
// before rounding.
void StatedAmounts::validate_sale(const LineFields& line, const FieldPath& path) {
  const auto stated = amount_in(line.net_amount);
  if (!stated) return;
  const bool may_have_tax = !line.net_price;
  const View& price = may_have_tax ? line.price : line.net_price;
  const PossibleNets nets = PossibleNets::of(line, price, decimals_);
  if (nets.all().empty()) return;
  const auto tax = amount_in(line.tax_amount);
  const auto quantity = amount_in(line.quantity);
  Decimal away = product(size_of(quantity.value_or(Decimal())), rounded_off(price));
  for (const Decimal& net : nets.all()) {
    const Decimal tolerance = sum(smallest_, away);
    if (is_within(tolerance, net, *stated)) return;
    if (may_have_tax && tax && is_within(tolerance, difference(net, *tax), *stated)) return;
    if (may_have_tax && !tax && size_of(*stated) <= size_of(net)) return;
    // The second reading divides the price, and so also its rounding.
    const auto per = amount_in(line.price_quantity);
    if (per) away = Fraction::ratio(away, *per).value_or(Fraction()).rounded(decimals_ + 2);
  }
  report_.warn(Rule::amount_differs, FieldPath(&path, "lineNetAmount"), line.net_amount.token(),
               sentences::line_net_differs(line.net_amount.scalar(), text_of(nets.all())));
}

// Credit notes have amounts with and without a sign.
bool StatedAmounts::is_any(std::span<const Decimal> amounts, const Decimal& stated,
                           const Decimal& tolerance) const {
  if (fits(amounts, stated, tolerance)) return true;
  return kind_.kind == Kind::credit_note && fits(amounts, difference(Decimal(), stated), tolerance);
}

}  // namespace tradepost::document
