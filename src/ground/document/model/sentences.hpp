#pragma once

#include <string>
#include <string_view>

#include "document/model/schema.hpp"

// The sentences of findings, each in one place. They follow the name of the field: "Item 3:
// quantity" + "is missing."
namespace tradepost::document::sentences {

std::string missing(const FieldRow& field);
std::string blank();
// Takes the first byte of the value in `found` and, if it is a text, the text between the quotation
// marks in `text`.
std::string wrong_type(const FieldRow& field, bool element, char found, std::string_view text);
std::string not_an_object(char found);
std::string too_long(std::size_t length, std::size_t length_max);
std::string not_a_date(std::string_view found);
std::string not_a_datetime(std::string_view found);
std::string not_whole(std::string_view found);
std::string integer_out_of_range();
std::string number_out_of_range();
std::string too_many_digits(std::size_t digits);
std::string unknown_value(std::string_view found, const EnumRow& allowed);
std::string unknown_kind(std::string_view found);
std::string too_few(std::size_t needed);
std::string malformed_currency(std::string_view found);
std::string malformed_country(std::string_view found);
std::string read_only();
std::string too_deep(std::size_t depth_max);

std::string prohibited_on_reject();
std::string items_prohibited(std::string_view response_type);
std::string items_needed_for_change();
std::string needs_percentage_or_amount();
std::string no_identifier_filled();
std::string summary_needed();
std::string unit_needs_items();
std::string open_quantity_action_needed(std::string_view ordered, std::string_view shipped);
std::string open_quantity_action_needless(std::string_view ordered, std::string_view shipped);

std::string wrong_check_digit(std::string_view found, std::string_view identifier_name);
std::string odd_email(std::string_view found);
std::string odd_uri(std::string_view found);
std::string odd_country(std::string_view found);
std::string batches_differ(std::string_view sum, std::string_view quantity_name,
                           std::string_view quantity);
std::string line_number_repeated(std::string_view number);
// These take the amounts as text, with one for each reading of the prices.
std::string tax_differs(std::string_view stated, std::string_view percentage,
                        std::string_view amounts);
std::string subtotal_differs(std::string_view stated, std::string_view amounts);
std::string line_net_differs(std::string_view stated, std::string_view amounts);

}  // namespace tradepost::document::sentences
