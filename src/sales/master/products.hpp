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
  std::string base_unit = {};
  Fraction factor = {};  // base units in a unit
  std::string tax = {};
  std::string deposit = {};  // the deposit product of one unit; empty: none
  bool is_deposit = false;
  std::string doubt = {};  // a sentence, if other identifiers of the line lead to another product
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

// A unit that the product is sold or priced in.
struct Packaging {
  std::string unit = {};
  Fraction factor = {};  // base units in one
};
base::Result<std::vector<Packaging>> packagings_of(Books& books, std::string_view product);

// Whether there is no half of it: a bottle, but no kilogram. False of a unit that is none of the
// model's.
bool is_counted(std::string_view unit);
// The unit that the customer means by a word. Empty: the ordered one.
base::Result<std::string> unit_meant(Books& books, std::string_view customer,
                                     const std::string& word);

}  // namespace tradepost::sales
