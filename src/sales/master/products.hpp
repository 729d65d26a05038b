#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sales/ground/books.hpp"
#include "sales/ground/numbers.hpp"
#include "sales/ground/objections.hpp"
#include "sales/master/customers.hpp"

namespace tradepost::sales {

// A product in one of its packagings.
struct Article {
  std::string product = {};
  std::string name = {};
  std::string unit = {};
  std::string gtin = {};  // of 14 digits, if it was ordered by one
  Decimal factor = {};    // base units in a unit
  std::string tax = {};
  std::string deposit = {};  // the deposit product of one unit; empty: none
  bool is_deposit = false;
};

// What a line names.
struct Wanted {
  std::string line = {};                     // "Line 10", for sentences
  std::string path = {};                     // of the line in the document
  std::vector<Identifier> identifiers = {};  // GS1, BUYER, SUPPLIER
  std::string unit = {};                     // empty: not said
};

// By GTIN; only if there is none by the buyer's number, else by ours. Exactly one product matches,
// and the unit is that of the GTIN; otherwise there is an objection.
base::Result<std::optional<Article>> find_article(Books& books, std::string_view customer,
                                                  const Wanted& wanted, Objections& objections);

// Of a product in its base unit, such as a deposit.
base::Result<std::optional<Article>> article_in_base_unit(Books& books, std::string_view product);

struct Price {
  Decimal amount = {};
  std::string unit = {};
  Decimal factor = {};   // price units in one ordered unit
  bool is_exact = true;  // false: that is no number with six decimals, such as 1/12
};

// The customer's own price before that for all; of several scales the largest that the quantity
// reaches, and of several dates the latest. In the ordered unit if there is one. Nothing: no price.
base::Result<std::optional<Price>> find_price(Books& books, std::string_view customer,
                                              const Article& article, const Decimal& quantity,
                                              std::string_view date);

}  // namespace tradepost::sales
