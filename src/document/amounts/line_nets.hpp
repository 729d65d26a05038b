#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "document/amounts/amounts.hpp"
#include "document/amounts/fraction.hpp"

// The amounts that lines can have if the products are not known. `875 for 100 EA` is the price of
// one hundred-pack or of a hundred pieces. Only the product tells which, so both are possible.
namespace tradepost::document {

// The fields of a line that its amounts depend on, found in one pass.
struct LineFields {
  LineFields(const View& line, std::string_view quantity_name);

  // False of a line that only explains, or whose parts are charged.
  bool is_charged() const;
  bool is_priced_in_its_unit() const;

  View quantity, unit, price, net_price, price_unit, price_quantity, modifications;
  View sub_items, is_invoiced, tax, net_amount, tax_amount;
};

// Amounts without tax, one for each reading of the price, rounded once: that for one pricing unit,
// then that for pricingUnitQuantity of them, if it is not 1. Empty: it can't be computed.
class PossibleNets {
 public:
  static PossibleNets of(const LineFields& line, const View& price, int decimals);

  std::span<const Decimal> all() const { return {nets_.data(), count_}; }

 private:
  void add(const Decimal& net) { nets_.at(count_++) = net; }

  std::array<Decimal, 2> nets_;
  std::size_t count_ = 0;
};

// An amount with all allowances and charges of its modificationGroups. Nothing: one can't be
// computed, such as a second level that does not say what it is worked on.
std::optional<Fraction> modified(const Fraction& amount, const View& groups);

// The sums that lines can have, each in one of its readings.
class PossibleSums {
 public:
  void add(const PossibleNets& nets);

  // Empty: a line can't be computed, or the readings are too many to compare with each.
  std::span<const Decimal> all() const { return sums_; }

 private:
  std::vector<Decimal> sums_{decimal("0.00")};
};

bool is_within(const Decimal& tolerance, const Decimal& one, const Decimal& other);
// True if one of the amounts is not further away than the tolerance.
bool fits(std::span<const Decimal> amounts, const Decimal& stated, const Decimal& tolerance);

}  // namespace tradepost::document
