#pragma once

#include <string>
#include <string_view>

#include "base/text/json_writer.hpp"
#include "sales/ground/books.hpp"
#include "sales/orders/orders.hpp"

// What our documents have in common.
namespace tradepost::sales {

void write(base::JsonWriter& json, const Decimal& number);
// A field that is left out if it says nothing.
void write_text(base::JsonWriter& json, std::string_view name, const std::string& text);

// buyer, supplier, shipTo and billTo.
base::Done write_parties(base::JsonWriter& json, Books& books, const Order& order);
// identifiers: the GTIN, the customer's number and ours.
base::Done write_identifiers(base::JsonWriter& json, Books& books, const Order& order,
                             const OrderLine& line);
// unitPrice, and the unit that it is for if that is not the ordered one.
base::Done write_price(base::JsonWriter& json, Books& books, const OrderLine& line);
// orderLineNumber, unless the line is none of the customer's.
void write_order_line(base::JsonWriter& json, const OrderLine& line);

// The next number of a kind: RE-17.
base::Result<std::string> next_number(Books& books, std::string_view prefix, std::string_view type);
// Puts it among the documents that wait to be sent.
base::Done keep_document(Books& books, const std::string& number, std::string_view type,
                         std::int64_t order, std::string content);

base::Error refusal(std::string sentence);

}  // namespace tradepost::sales
