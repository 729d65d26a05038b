#include "document/amounts/line_nets.hpp"

#include <algorithm>

namespace tradepost::document {
namespace {

constexpr std::size_t sums_max = 64;

}  // namespace

LineFields::LineFields(const View& line, std::string_view quantity_name) {
  line.each_member([&](const View& name, const View& value) {
    const std::string_view word = name.raw_text();
    if (word == quantity_name) quantity = value;
    if (word == "unitOfMeasure") unit = value;
    if (word == "unitPrice") price = value;
    if (word == "netUnitPrice") net_price = value;
    if (word == "pricingUnitOfMeasure") price_unit = value;
    if (word == "pricingUnitQuantity") price_quantity = value;
    if (word == "modificationGroups") modifications = value;
    if (word == "subItems") sub_items = value;
    if (word == "isInvoicedItem") is_invoiced = value;
    if (word == "tax") tax = value;
    if (word == "lineNetAmount") net_amount = value;
    if (word == "lineTaxAmount") tax_amount = value;
  });
}

bool LineFields::is_charged() const {
  return !sub_items.has_elements() && (!is_invoiced || is_invoiced.scalar() == "true");
}

bool LineFields::is_priced_in_its_unit() const {
  if (!price_unit) return true;
  return price_unit.is_text() && unit && unit.is_text() && price_unit.raw_text() == unit.raw_text();
}

PossibleNets PossibleNets::of(const LineFields& line, const View& price, int decimals) {
  PossibleNets nets;
  const auto quantity = amount_in(line.quantity);
  const auto each = price_in(price);
  if (!quantity || !each || !line.is_charged() || !line.is_priced_in_its_unit()) return nets;
  const auto per = amount_in(line.price_quantity);
  if (line.price_quantity && !per) return nets;
  const Decimal amount = product(*quantity, *each);
  const auto add = [&](const Fraction& one) {
    if (!line.modifications.has_elements()) {
      nets.add(one.rounded(decimals));
    } else if (const auto net = modified(one, line.modifications)) {
      nets.add(net->rounded(decimals));
    }
  };
  add(Fraction(amount));
  if (!per || *per == Decimal(1)) return nets;
  if (const auto shared = Fraction::ratio(amount, *per)) add(*shared);
  return nets;
}

// Percentages of the amount itself are added up, so that no intermediate result is rounded.
std::optional<Fraction> modified(const Fraction& amount, const View& groups) {
  bool is_good = true;
  Decimal percentages(100);
  Decimal fixed;
  groups.each([&](std::uint32_t index, const View& group) {
    const auto basis = amount_in(group.member("basis"));
    is_good = is_good && (basis || index == 0);
    group.member("modifications").each([&](std::uint32_t, const View& one) {
      const View type = one.member("type");
      const auto percentage = amount_in(one.member("percentage"));
      const auto value = amount_in(one.member("amount"));
      is_good = is_good && type.is_text() && (value || percentage);
      if (!is_good) return;
      const Decimal sign(type.raw_text() == "CHARGE" ? 1 : -1);
      if (value) {
        fixed = sum(fixed, product(*value, sign));
      } else if (basis) {
        fixed = sum(fixed, product(product(*basis, *percentage), product(sign, decimal("0.01"))));
      } else {
        percentages = sum(percentages, product(*percentage, sign));
      }
    });
  });
  if (!is_good) return std::nullopt;
  const Fraction share(product(percentages, decimal("0.01")));
  return amount.times(share).plus(Fraction(fixed));
}

void PossibleSums::add(const PossibleNets& nets) {
  const std::span<const Decimal> readings = nets.all();
  if (readings.size() == 1) {
    for (Decimal& one : sums_) one = sum(one, readings.front());
    return;
  }
  std::vector<Decimal> grown;
  for (const Decimal& net : readings) {
    for (const Decimal& before : sums_) grown.push_back(sum(before, net));
  }
  std::ranges::sort(grown, std::ranges::less());
  const auto repeated = std::ranges::unique(grown);
  grown.erase(repeated.begin(), repeated.end());
  if (grown.size() > sums_max) grown.clear();
  sums_ = std::move(grown);
}

bool is_within(const Decimal& tolerance, const Decimal& one, const Decimal& other) {
  return one <= sum(other, tolerance) && other <= sum(one, tolerance);
}

bool fits(std::span<const Decimal> amounts, const Decimal& stated, const Decimal& tolerance) {
  return std::ranges::any_of(amounts,
                             [&](const Decimal& one) { return is_within(tolerance, one, stated); });
}

}  // namespace tradepost::document
