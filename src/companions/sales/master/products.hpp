#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sales/ground/books.hpp"
#include "sales/ground/numbers.hpp"
#include "sales/ground/objections.hpp"
#include "sales/master/customers.hpp"

namespace tradepost::sales {

// A product in one of its packaging levels.
struct Article {
  std::string product = {};
  std::string name = {};
  std::string unit = {};
  std::string gtin = {};  // 14 digits; empty: ordered by another number
  std::string base_unit = {};
  Fraction factor = {};  // number of base units in the unit
  std::string tax = {};
  std::string deposit = {};  // deposit product of one unit; empty: none
  bool is_deposit = false;
  std::string doubt = {};  // a sentence, if other identifiers of the line lead to another product
};

// The product and unit of an order line.
struct Wanted {
  std::string line = {};                     // "Line 10", for sentences
  std::string path = {};                     // path of the line in the document
  std::vector<Identifier> identifiers = {};  // GS1, BUYER, SUPPLIER
  std::string unit = {};                     // empty: not given
};

// Finds a product by GTIN, otherwise by the buyer's number, otherwise by the supplier's number.
// Adds an objection unless exactly one product matches and the unit fits that number.
base::Result<std::optional<Article>> find_article(Books& books, std::string_view customer,
                                                  const Wanted& wanted, Objections& objections);

// Returns the product in its base unit. Used for deposits.
base::Result<std::optional<Article>> article_in_base_unit(Books& books, std::string_view product);

// A unit in which the product is sold or priced.
struct Packaging {
  std::string unit = {};
  Fraction factor = {};  // number of base units in one
};
base::Result<std::vector<Packaging>> packagings_of(Books& books, std::string_view product);

// Returns true if only whole numbers of the unit exist, as for bottles. Kilograms and unknown units
// return false.
bool is_counted(std::string_view unit);
// Returns the unit that the customer's word means. Empty: the ordered unit.
base::Result<std::string> unit_meant(Books& books, std::string_view customer,
                                     const std::string& word);

}  // namespace tradepost::sales
