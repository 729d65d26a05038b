#pragma once

#include <string>
#include <string_view>

#include "base/text/json_writer.hpp"
#include "sales/ground/books.hpp"
#include "sales/orders/orders.hpp"

// Functions that all documents of the supplier share.
namespace tradepost::sales {

void write(base::JsonWriter& json, const Decimal& number);
// Omits the field if the text is empty.
void write_text(base::JsonWriter& json, std::string_view name, const std::string& text);

// Writes buyer, supplier, shipTo and billTo.
base::Done write_parties(base::JsonWriter& json, Books& books, const Order& order);
// Writes identifiers: the GTIN, the buyer's number and the supplier's number.
base::Done write_identifiers(base::JsonWriter& json, Books& books, const Order& order,
                             const OrderLine& line);
// Writes unitPrice, and its unit if that is not the ordered one.
base::Done write_price(base::JsonWriter& json, Books& books, const OrderLine& line);
// Writes orderLineNumber if the customer's line has a number, and not another name.
void write_order_line_number(base::JsonWriter& json, const OrderLine& line);

// Returns the next number of a kind, such as RE-17.
base::Result<std::string> next_number(Books& books, std::string_view prefix, std::string_view type);
// Stores a document that waits to be sent.
base::Done keep_document(Books& books, const std::string& number, std::string_view type,
                         std::int64_t order, std::string content);

base::Error refusal(std::string sentence);

}  // namespace tradepost::sales
