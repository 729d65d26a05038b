#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sales/ground/books.hpp"
#include "sales/ground/numbers.hpp"
#include "sales/master/products.hpp"

// Prices and the quantities that they are for. docs/guides/importing.md has the rules.
namespace tradepost::sales {

// A price as somebody states it: 875 per 100 EA.
struct StatedPrice {
  Decimal amount = {};
  std::string unit = {};                 // empty: the ordered unit
  std::optional<Decimal> quantity = {};  // more than zero

  std::string shown(std::string_view ordered_unit) const;
};

// A price that was understood: the amount is for `quantity` of the unit.
struct Price {
  Decimal amount = {};
  std::string unit = {};
  Decimal quantity = Decimal(1);
  Fraction factor = {};  // of these units in one ordered unit

  Fraction per_ordered_unit() const;
  std::string shown_unit() const;  // CT, or 100 EA
  std::string shown() const;       // 47.4 per CT
};

// Nothing: it names a unit that the product does not have, or a quantity that fits none of its
// units.
base::Result<std::optional<Price>> understood(Books& books, std::string_view customer,
                                              const Article& article, const StatedPrice& stated);

// The customer's own price before that for all; of several scales the largest that the quantity
// reaches, and of several dates the latest. In the ordered unit if there is one. Nothing: no price.
base::Result<std::optional<Price>> find_price(Books& books, std::string_view customer,
                                              const Article& article, const Decimal& quantity,
                                              std::string_view date);

}  // namespace tradepost::sales
