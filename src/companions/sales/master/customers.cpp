#include "sales/master/customers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/text/text.hpp"

namespace tradepost::sales {
namespace {

struct Place {
  std::string customer;
  std::string place;
  auto operator<=>(const Place&) const = default;
};
using Places = std::set<Place>;

std::string shown(const Identifier& one) {
  const std::string kind = one.domain == "GS1"               ? "GLN"
                           : one.domain == "DUNS"            ? "DUNS number"
                           : one.domain == "VAT_DE"          ? "VAT number"
                           : one.domain == "FED_TAX"         ? "tax number"
                           : one.domain == "SENDER_INTERNAL" ? "own number"
                                                             : "our number";
  return kind + " " + one.identifier;
}

// Returns true for numbers that a group of companies may share, and for the sender's own numbers.
bool may_be_unknown(const Identifier& one) {
  return one.domain == "VAT_DE" || one.domain == "FED_TAX" || one.domain == "SENDER_INTERNAL";
}

base::Result<Places> all_of(Books& books, const Identifier& one) {
  Places places;
  const std::string compared = compared_identifier(one.identifier);
  if (one.domain == "RECEIVER_INTERNAL") {
    TRY_ASSIGN(Statement customer,
               books.prepare("SELECT number, '' FROM customer WHERE number = ?"));
    TRY_ASSIGN(const bool is_there, customer.text(one.identifier).next());
    if (is_there) places.insert({customer.text_at(0), ""});
  }
  if (one.domain == place_domain) {
    TRY_ASSIGN(
        Statement place,
        books.prepare("SELECT customer, place FROM place WHERE customer || '/' || place = ?"));
    TRY_ASSIGN(const bool is_there, place.text(one.identifier).next());
    if (is_there) places.insert({place.text_at(0), place.text_at(1)});
    return places;
  }
  const bool is_internal = one.domain.ends_with("_INTERNAL");
  TRY_ASSIGN(Statement rows,
             books.prepare("SELECT customer, place FROM party_identifier WHERE domain = ? AND "
                           "identifier = ? AND customer <> ''"));
  rows.text(is_internal ? "INTERNAL" : one.domain).text(compared);
  for (;;) {
    TRY_ASSIGN(const bool is_there, rows.next());
    if (!is_there) break;
    places.insert({rows.text_at(0), rows.text_at(1)});
  }
  return places;
}

std::set<std::string> customers_of(const Places& places) {
  std::set<std::string> customers;
  for (const Place& one : places) customers.insert(one.customer);
  return customers;
}

class Search {
 public:
  Search(Books& books, const Party& party, Objections& objections)
      : books_(books), party_(party), objections_(objections) {}

  // Returns the one place that all identifiers of the party lead to, within `customer` if that is
  // known.
  base::Result<std::optional<Place>> run(const std::optional<std::string>& customer) {
    std::optional<Places> left;
    const std::size_t before = objections_.size();
    for (const Identifier& one : party_.identifiers) {
      TRY_ASSIGN(Places places, all_of(books_, one));
      if (one.domain == "SENDER_INTERNAL") {
        // The number is unique only within one customer.
        if (!customer && !left) continue;
        std::erase_if(places, [&](const Place& at) {
          return customer ? at.customer != *customer : !customers_of(*left).contains(at.customer);
        });
      }
      if (places.empty()) {
        if (!may_be_unknown(one)) unknown(one);
        continue;
      }
      if (customer && !customers_of(places).contains(*customer)) {
        another(one, *customer, customers_of(places));
        continue;
      }
      if (customer)
        std::erase_if(places, [&](const Place& at) { return at.customer != *customer; });
      narrow(left, places, one);
    }
    if (objections_.size() > before) return std::nullopt;
    return only(left);
  }

 private:
  void object(std::string sentence, std::string found, bool is_ours = false) {
    objections_.push_back({.sentence = std::move(sentence),
                           .path = party_.path,
                           .found = std::move(found),
                           .is_ours = is_ours});
  }
  void unknown(const Identifier& one) {
    object(fmt::format("The {} of the {} is unknown.", shown(one), party_.role), one.identifier);
  }
  void another(const Identifier& one, const std::string& customer,
               const std::set<std::string>& owners) {
    object(fmt::format("The {} of the {} belongs to customer {}, but the buyer is customer {}.",
                       shown(one), party_.role, fmt::join(owners, " and "), customer),
           one.identifier);
  }
  // An identifier of the head office determines only the customer.
  void narrow(std::optional<Places>& left, const Places& places, const Identifier& one) {
    if (!left) {
      left = places;
      return;
    }
    Places both;
    for (const Place& mine : *left) {
      for (const Place& other : places) {
        if (mine.customer != other.customer) continue;
        if (mine.place == other.place || other.place.empty()) both.insert(mine);
        if (mine.place.empty()) both.insert(other);
      }
    }
    if (both.empty()) {
      object(fmt::format("The identifiers of the {} belong to different parties: the {} differs "
                         "from the identifiers before it.",
                         party_.role, shown(one)),
             one.identifier);
      return;
    }
    left = both;
  }
  std::optional<Place> only(const std::optional<Places>& left) {
    if (!left) {
      object(fmt::format("The {} has no known identifier.", party_.role), "");
      return std::nullopt;
    }
    const auto customers = customers_of(*left);
    if (customers.size() > 1) {
      object(fmt::format("The identifiers of the {} belong to more than one customer: {}.",
                         party_.role, fmt::join(customers, " and ")),
             party_.identifiers.front().identifier, true);
      return std::nullopt;
    }
    if (left->size() > 1) {
      object(fmt::format("The identifiers of the {} belong to more than one place of customer {}.",
                         party_.role, *customers.begin()),
             party_.identifiers.front().identifier, true);
      return std::nullopt;
    }
    return *left->begin();
  }

  Books& books_;
  const Party& party_;
  Objections& objections_;
};

bool says_where(const Address& address) {
  return !address.street.empty() && !address.city.empty();
}

}  // namespace

base::Result<Customer> find_customer(Books& books, const Party& buyer, const Party& ship_to,
                                     const Party& bill_to, Objections& objections) {
  Customer customer;
  TRY_ASSIGN(const auto buying, Search(books, buyer, objections).run({}));
  if (buying) {
    customer.number = buying->customer;
    customer.buyer_place = buying->place;
    customer.place = buying->place;
    customer.bill_place = buying->place;
  }
  const auto known = buying ? std::optional(buying->customer) : std::nullopt;
  if (ship_to.is_named && ship_to.identifiers.empty()) {
    customer.place = {};
    customer.ship_to = ship_to.address;
    if (!says_where(ship_to.address)) {
      objections.push_back(
          {.sentence = "The party to deliver to has neither an identifier nor an address.",
           .path = ship_to.path});
    }
  } else if (ship_to.is_named) {
    TRY_ASSIGN(const auto place, Search(books, ship_to, objections).run(known));
    if (place) customer.place = place->place;
  }
  if (bill_to.is_named) {
    TRY_ASSIGN(const auto place, Search(books, bill_to, objections).run(known));
    if (place) customer.bill_place = place->place;
  }
  return customer;
}

base::Done check_supplier(Books& books, const Party& supplier, Objections& objections) {
  TRY_ASSIGN(Statement own,
             books.prepare("SELECT count(*) FROM party_identifier WHERE domain = 'GS1' AND "
                           "identifier = ? AND customer = ''"));
  for (const Identifier& one : supplier.identifiers) {
    if (one.domain != "GS1") continue;
    TRY_ASSIGN(const bool is_there, own.text(compared_identifier(one.identifier)).next());
    const bool is_ours = is_there && own.integer_at(0) > 0;
    TRY(own.run());
    if (is_ours) continue;
    objections.push_back(
        {.sentence = fmt::format(
             "The order is for the supplier with the GLN {}, which is not ours.", one.identifier),
         .path = supplier.path,
         .found = one.identifier});
  }
  return {};
}

base::Result<CustomerTerms> terms_of(Books& books, std::string_view customer) {
  TRY_ASSIGN(Statement row,
             books.prepare("SELECT name, currency, tax, price_rule, tolerance FROM customer "
                           "WHERE number = ?"));
  TRY_ASSIGN(const bool is_there, row.text(customer).next());
  if (!is_there) {
    return base::refuse({base::ErrorCode::not_found,
                         base::CallerText(fmt::format("There is no customer {}.", customer))});
  }
  CustomerTerms terms{.name = row.text_at(0),
                      .currency = row.text_at(1),
                      .tax = row.text_at(2),
                      .price_rule = row.text_at(3)};
  TRY_ASSIGN(terms.tolerance, kept_amount(row.text_at(4)));
  return terms;
}

base::Result<Party> party_of(Books& books, std::string_view customer, std::string_view place) {
  Party party{.is_named = true};
  TRY_ASSIGN(Statement address,
             books.prepare("SELECT name, street, postal_code, city, country FROM place WHERE "
                           "customer = ? AND place = ?"));
  TRY_ASSIGN(const bool has_address, address.text(customer).text(place).next());
  if (has_address) {
    party.address = {.name = address.text_at(0),
                     .street = address.text_at(1),
                     .postal_code = address.text_at(2),
                     .city = address.text_at(3),
                     .country = address.text_at(4)};
  }
  if (party.address.name.empty()) {
    TRY_ASSIGN(Statement name,
               books.prepare(customer.empty() ? "SELECT name FROM company WHERE '' = ?"
                                              : "SELECT name FROM customer WHERE number = ?"));
    TRY_ASSIGN(const bool is_there, name.text(customer).next());
    if (is_there) party.address.name = name.text_at(0);
  }
  TRY_ASSIGN(
      Statement rows,
      books.prepare("SELECT domain, identifier FROM party_identifier WHERE customer = ? "
                    "AND place = ? AND domain <> 'INTERNAL' "
                    "ORDER BY CASE domain WHEN 'GS1' THEN 0 ELSE 1 END, domain, identifier"));
  rows.text(customer).text(place);
  for (;;) {
    TRY_ASSIGN(const bool is_there, rows.next());
    if (!is_there) break;
    party.identifiers.push_back({rows.text_at(0), rows.text_at(1)});
  }
  return party;
}

}  // namespace tradepost::sales
