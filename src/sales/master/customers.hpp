#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sales/ground/books.hpp"
#include "sales/ground/numbers.hpp"
#include "sales/ground/objections.hpp"

namespace tradepost::sales {

// A clerk names a place so, as CUSTOMER/PLACE. Documents can't.
inline constexpr std::string_view place_domain = "PLACE";

struct Identifier {
  std::string domain = {};  // GS1 where a document says none
  std::string identifier = {};
};

struct Address {
  std::string name = {};
  std::string street = {};
  std::string postal_code = {};
  std::string city = {};
  std::string country = {};
};

// A party of an order, as a document or a clerk names it.
struct Party {
  std::string role = {};  // buyer
  std::string path = {};  // of its identifiers in the document
  bool is_named = false;
  std::vector<Identifier> identifiers = {};
  Address address = {};
};

// Which customer of ours, and which of its places; the empty place is its head office.
struct Customer {
  std::string number = {};
  std::string buyer_place = {};
  std::string place = {};  // to deliver to
  std::string bill_place = {};
  Address ship_to = {};  // of a place that has no identifier, and is none of ours
};

// Every identifier leads to the same customer; nothing is guessed, and no party that is named falls
// back to another place. Parties that are not named are the buyer. With objections, the customer is
// not to be used.
base::Result<Customer> find_customer(Books& books, const Party& buyer, const Party& ship_to,
                                     const Party& bill_to, Objections& objections);

// An order that names another supplier than us.
base::Done check_supplier(Books& books, const Party& supplier, Objections& objections);

// What the tables have of a customer.
struct CustomerTerms {
  std::string name = {};
  std::string currency = {};
  std::string tax = {};         // empty: that of the product
  std::string price_rule = {};  // take, hold or change
  Decimal tolerance = {};       // percent
};
// not_found: there is none.
base::Result<CustomerTerms> terms_of(Books& books, std::string_view customer);

// The party in our documents: its identifiers and its address.
base::Result<Party> party_of(Books& books, std::string_view customer, std::string_view place);

}  // namespace tradepost::sales
