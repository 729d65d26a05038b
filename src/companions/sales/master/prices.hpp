#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sales/ground/books.hpp"
#include "sales/ground/numbers.hpp"
#include "sales/master/products.hpp"

// Prices and the quantities that they are for. docs/guides/importing.md has the rules.
namespace tradepost::sales {

// A price as written in an order: 875 per 100 EA.
struct StatedPrice {
  Decimal amount = {};
  std::string unit = {};                 // empty: the ordered unit
  std::optional<Decimal> quantity = {};  // above zero

  std::string shown(std::string_view ordered_unit) const;
};

// A price whose unit is known: the amount is for `quantity` of the unit.
struct Price {
  Decimal amount = {};
  std::string unit = {};
  Decimal quantity = Decimal(1);
  Fraction factor = {};  // number of these units in one ordered unit

  Fraction per_ordered_unit() const;
  std::string shown_unit() const;  // CT, or 100 EA
  std::string shown() const;       // 47.4 per CT
};

// Returns nullopt if the stated unit is not one of the product's, or the stated quantity fits none
// of its units.
base::Result<std::optional<Price>> understood(Books& books, std::string_view customer,
                                              const Article& article, const StatedPrice& stated);

// Returns the best price of the list, or nullopt. The customer's own price comes before the general
// one. Then follow the ordered unit, the largest scale that the quantity reaches, and the latest
// date.
base::Result<std::optional<Price>> find_price(Books& books, std::string_view customer,
                                              const Article& article, const Decimal& quantity,
                                              std::string_view date);

}  // namespace tradepost::sales
