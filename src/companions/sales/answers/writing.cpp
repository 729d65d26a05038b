#include "sales/answers/writing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text/whole_number.hpp"

namespace tradepost::sales {
namespace {

using base::JsonWriter;

void write_party(JsonWriter& json, const Party& party) {
  json.begin_object();
  write_text(json, "name", party.address.name);
  json.key("identifiers").begin_array();
  for (const Identifier& one : party.identifiers) {
    json.begin_object().key("identifier").string(one.identifier);
    json.key("domain").string(one.domain).end_object();
  }
  json.end_array();
  if (!party.address.street.empty() || !party.address.city.empty()) {
    json.key("postalAddress").begin_object();
    write_text(json, "street", party.address.street);
    write_text(json, "city", party.address.city);
    write_text(json, "postalCode", party.address.postal_code);
    write_text(json, "countryCode", party.address.country);
    json.end_object();
  }
  json.end_object();
}

// A place without identifiers gets the identifiers of the head office, which is the place with an
// empty name. A head office without identifiers gets the customer's number.
base::Result<Party> identified_party(Books& books, const std::string& customer,
                                     const std::string& place) {
  TRY_ASSIGN(Party party, party_of(books, customer, place));
  if (party.identifiers.empty() && !place.empty()) {
    TRY_ASSIGN(const Party head_office, party_of(books, customer, ""));
    party.identifiers = head_office.identifiers;
  }
  if (party.identifiers.empty()) party.identifiers = {{"SENDER_INTERNAL", customer}};
  return party;
}

// Returns nullopt if the product has no such packaging, or if the number is not whole and so does
// not fit the field pricingUnitQuantity.
base::Result<std::optional<Decimal>> base_units_per(Books& books, const std::string& product,
                                                    const std::string& unit) {
  TRY_ASSIGN(const std::vector<Packaging> packagings, packagings_of(books, product));
  const auto packaging = std::ranges::find(packagings, unit, &Packaging::unit);
  if (packaging == packagings.end()) return std::nullopt;
  const Decimal rounded = packaging->factor.rounded(0);
  return Fraction(rounded) == packaging->factor ? std::optional(rounded) : std::nullopt;
}

}  // namespace

void write(JsonWriter& json, const Decimal& number) {
  json.raw(number.to_string());
}

void write_text(JsonWriter& json, std::string_view name, const std::string& text) {
  if (!text.empty()) json.key(name).string(text);
}

base::Done write_parties(JsonWriter& json, Books& books, const Order& order) {
  const Customer& customer = order.customer;
  TRY_ASSIGN(const Party buyer, identified_party(books, customer.number, customer.buyer_place));
  json.key("buyer");
  write_party(json, buyer);
  TRY_ASSIGN(const Party own_company, party_of(books, "", ""));  // an empty customer
  if (own_company.identifiers.empty()) {
    return base::refuse(
        refusal("Your own company has no GLN. Load it with company.csv and identifiers.csv, with "
                "an empty customer."));
  }
  json.key("supplier");
  write_party(json, own_company);
  if (!customer.ship_to.street.empty()) {
    json.key("shipTo");
    write_party(json, {.address = customer.ship_to});
  } else if (customer.place != customer.buyer_place) {
    TRY_ASSIGN(const Party ship_to, identified_party(books, customer.number, customer.place));
    json.key("shipTo");
    write_party(json, ship_to);
  }
  if (customer.bill_place != customer.buyer_place) {
    TRY_ASSIGN(const Party bill_to, identified_party(books, customer.number, customer.bill_place));
    json.key("billTo");
    write_party(json, bill_to);
  }
  return {};
}

base::Done write_identifiers(JsonWriter& json, Books& books, const Order& order,
                             const OrderLine& line) {
  std::string gtin = line.gtin;
  if (gtin.empty()) {
    TRY_ASSIGN(Statement row,
               books.prepare("SELECT gtin FROM gtin WHERE product = ? AND unit = ? AND "
                             "is_current = 1 ORDER BY gtin LIMIT 1"));
    TRY_ASSIGN(const bool is_there, row.text(line.product).text(line.unit).next());
    if (is_there) gtin = row.text_at(0);
  }
  // Order lines and the database have 14 digits. A GTIN with a leading zero is written with 13, as
  // on packs.
  if (gtin.starts_with('0')) gtin.erase(0, 1);
  // A number with an empty unit is for all units without a separate number.
  TRY_ASSIGN(Statement buyer_number,
             books.prepare("SELECT number FROM buyer_number WHERE customer = ? AND product = ? "
                           "AND unit IN (?, '') ORDER BY unit = '', number LIMIT 1"));
  TRY_ASSIGN(const bool has_number,
             buyer_number.text(order.customer.number).text(line.product).text(line.unit).next());
  const auto write_one = [&](std::string_view domain, const std::string& number) {
    if (number.empty()) return;
    json.begin_object().key("identifier").string(number).key("domain").string(domain).end_object();
  };
  json.key("identifiers").begin_array();
  write_one("GS1", gtin);
  write_one("BUYER", has_number ? buyer_number.text_at(0) : std::string());
  write_one("SUPPLIER", line.product);
  json.end_array();
  return {};
}

// Writes the amount alone if it is the price of one ordered unit. Otherwise the unit and the
// quantity of the price follow:
//   10.00 for 1 carton of 12 pieces: CT, 12, so that readers need not know the packaging
//   10.00 for 100 pieces: PCE, 100 (a quantity above one is always in the base unit)
//   10.00 for 1 piece, ordered in cartons: PCE
base::Done write_price(JsonWriter& json, Books& books, const OrderLine& line) {
  const Price& price = line.price;
  json.key("unitPrice");
  write(json, price.amount);
  const bool is_for_one = price.quantity == Decimal(1);
  if (is_for_one && price.unit == line.unit) return {};
  json.key("pricingUnitOfMeasure").string(price.unit);
  Decimal quantity = price.quantity;
  if (is_for_one) {
    TRY_ASSIGN(const auto content, base_units_per(books, line.product, price.unit));
    quantity = content.value_or(quantity);
  }
  if (quantity == Decimal(1)) return {};
  json.key("pricingUnitQuantity");
  write(json, quantity);
  return {};
}

void write_order_line_number(JsonWriter& json, const OrderLine& line) {
  const auto number = base::whole_number<std::uint32_t>(line.customer_line);
  if (number) json.key("orderLineNumber").integer(*number);
}

// Documents are never deleted, so their count is the last number.
base::Result<std::string> next_number(Books& books, std::string_view prefix,
                                      std::string_view type) {
  TRY_ASSIGN(Statement row, books.prepare("SELECT count(*) FROM document WHERE type = ?"));
  TRY_ASSIGN(const bool is_there, row.text(type).next());
  return fmt::format("{}-{}", prefix, (is_there ? row.integer_at(0) : 0) + 1);
}

base::Done keep_document(Books& books, const std::string& number, std::string_view type,
                         std::int64_t order, std::string content) {
  TRY_ASSIGN(Statement row,
             books.prepare("INSERT INTO document(number, type, order_number, content, made_at, "
                           "state, transaction_id, message) "
                           "VALUES(?, ?, ?, ?, ?, 'waiting', '', '')"));
  row.text(number).text(type).integer(order).text(content);
  return row.text(books.now()).run();
}

base::Error refusal(std::string sentence) {
  return {base::ErrorCode::invalid, base::CallerText(std::move(sentence))};
}

}  // namespace tradepost::sales
