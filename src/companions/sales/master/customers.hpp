#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sales/ground/books.hpp"
#include "sales/ground/numbers.hpp"
#include "sales/ground/objections.hpp"

namespace tradepost::sales {

// Domain of places that a clerk names as CUSTOMER/PLACE. Documents cannot use it.
inline constexpr std::string_view place_domain = "PLACE";

struct Identifier {
  std::string domain = {};  // GS1 if a document has no domain
  std::string identifier = {};
};

struct Address {
  std::string name = {};
  std::string street = {};
  std::string postal_code = {};
  std::string city = {};
  std::string country = {};
};

// A party of an order, named by a document or a clerk.
struct Party {
  std::string role = {};  // buyer
  std::string path = {};  // path of its identifiers in the document
  bool is_named = false;
  std::vector<Identifier> identifiers = {};
  Address address = {};
};

// A known customer, with places for each role. The empty place is the head office.
struct Customer {
  std::string number = {};
  std::string buyer_place = {};
  std::string place = {};  // place to deliver to
  std::string bill_place = {};
  Address ship_to = {};  // address without an identifier, which is not a known place
};

// Finds the customer. All identifiers must lead to the same customer, and a named party never falls
// back to another place. Parties without a name in the order are the buyer. If objections were
// added, the result must not be used.
base::Result<Customer> find_customer(Books& books, const Party& buyer, const Party& ship_to,
                                     const Party& bill_to, Objections& objections);

// Objects to an order with the GLN of another supplier.
base::Done check_supplier(Books& books, const Party& supplier, Objections& objections);

// The terms of a customer in the tables.
struct CustomerTerms {
  std::string name = {};
  std::string currency = {};
  std::string tax = {};         // empty: the tax of the product
  std::string price_rule = {};  // take, hold or change
  Decimal tolerance = {};       // percent
};
// Fails with not_found if the customer does not exist.
base::Result<CustomerTerms> terms_of(Books& books, std::string_view customer);

// Returns the identifiers and the address of a party, for the supplier's documents.
base::Result<Party> party_of(Books& books, std::string_view customer, std::string_view place);

}  // namespace tradepost::sales
