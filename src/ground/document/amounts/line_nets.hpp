#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "document/amounts/amounts.hpp"
#include "document/amounts/fraction.hpp"

// The amounts that lines can have if the products are unknown. `875 for 100 EA` is the price of one
// hundred-pack or of a hundred pieces. Only the product decides, so both are possible.
namespace tradepost::document {

// The fields of a line that determine its amounts, found in one pass.
struct LineFields {
  LineFields(const View& line, std::string_view quantity_name);

  // Returns false for a line that is only information, or whose sub-items are charged.
  bool is_charged() const;
  bool is_priced_in_its_unit() const;

  View quantity, unit, price, net_price, price_unit, price_quantity, modifications;
  View sub_items, is_invoiced, tax, net_amount, tax_amount;
};

// The possible amounts of a line without tax, each rounded once: with the price for one pricing
// unit, then with the price for pricingUnitQuantity units if that is not 1. It is empty if the
// amount can't be computed.
class PossibleNets {
 public:
  static PossibleNets of(const LineFields& line, const View& price, int decimals);

  std::span<const Decimal> all() const { return {nets_.data(), count_}; }

 private:
  void add(const Decimal& net) { nets_.at(count_++) = net; }

  std::array<Decimal, 2> nets_;
  std::size_t count_ = 0;
};

// Returns an amount with all allowances and charges of its modificationGroups, or nullopt if one
// can't be computed, such as a second level without its basis.
std::optional<Fraction> modified(const Fraction& amount, const View& groups);

// The possible sums of several lines, over all readings of their prices.
class PossibleSums {
 public:
  void add(const PossibleNets& nets);

  // Returns no sums if a line can't be computed, or if there are too many to compare with each.
  std::span<const Decimal> all() const { return sums_; }

 private:
  std::vector<Decimal> sums_{decimal("0.00")};
};

bool is_within(const Decimal& tolerance, const Decimal& one, const Decimal& other);
// Returns true if one of the amounts differs by at most the tolerance.
bool fits(std::span<const Decimal> amounts, const Decimal& stated, const Decimal& tolerance);

}  // namespace tradepost::document
