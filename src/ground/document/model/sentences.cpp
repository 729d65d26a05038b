#include "document/model/sentences.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include "base/text/number_text.hpp"
#include "base/text/text.hpp"

namespace tradepost::document::sentences {
namespace {

constexpr std::size_t shown_bytes_max = 60;

// Returns a value for a sentence: whole code points, and at most a line of them.
std::string shown(std::string_view found) {
  std::string text;
  while (!found.empty()) {
    const auto next = std::max<std::size_t>(base::sequence_bytes(found), 1);
    if (text.size() + next > shown_bytes_max) return text + "…";
    const bool is_control =
        static_cast<unsigned char>(found.front()) < ' ' || found.front() == 0x7f;
    text += is_control ? " " : found.substr(0, next);
    found.remove_prefix(next);
  }
  return text;
}

std::string_view expected(const FieldRow& field) {
  switch (field.value) {
    case ValueType::number:
      return "a number";
    case ValueType::integer:
      return "a whole number";
    case ValueType::boolean:
      return "true or false";
    case ValueType::object:
      return "an object";
    case ValueType::date:
      return "a string with a date";
    case ValueType::datetime:
      return "a string with a date, or a date and time";
    case ValueType::text:
    case ValueType::currency:
    case ValueType::country:
    case ValueType::uri:
    case ValueType::email:
    case ValueType::choice:
      return "a string";
  }
  return {};
}

std::string_view kind_of_value(char found) {
  switch (found) {
    case '{':
      return "an object";
    case '[':
      return "an array";
    case '"':
      return "a string";
    case 't':
    case 'f':
      return "a boolean";
    case 'n':
      return "null";
    default:
      return "a number";
  }
}

bool takes_numbers(const FieldRow& field) {
  return field.value == ValueType::number || field.value == ValueType::integer;
}

}  // namespace

std::string missing(const FieldRow& field) {
  const bool several = field.shape == Shape::list && field.name.ends_with('s');
  return several ? "are missing." : "is missing.";
}

std::string blank() {
  return "must contain at least one character that is not white space.";
}

std::string wrong_type(const FieldRow& field, bool element, char found, std::string_view text) {
  const bool wants_list = field.shape == Shape::list && !element;
  auto sentence = fmt::format("must be {}, not {}", wants_list ? "an array" : expected(field),
                              kind_of_value(found));
  const bool quoted_number = takes_numbers(field) && !wants_list && found == '"' &&
                             base::scan_number(text).fault == base::NumberFault::none;
  if (quoted_number)
    return fmt::format("{}: write {} without quotation marks.", sentence, shown(text));
  return sentence + ".";
}

std::string not_an_object(char found) {
  return fmt::format("must be an object with type and content, not {}.", kind_of_value(found));
}

std::string too_long(std::size_t length, std::size_t length_max) {
  return fmt::format("has {} characters. At most {} are allowed.", length, length_max);
}

std::string not_a_date(std::string_view found) {
  return fmt::format("\"{}\" is not a valid date. Use the form 2026-03-31.", shown(found));
}

std::string not_a_datetime(std::string_view found) {
  return fmt::format("\"{}\" is not a valid date. Use 2026-03-31 or 2026-03-31T14:30:00Z.",
                     shown(found));
}

std::string not_whole(std::string_view found) {
  return fmt::format("must be a whole number, not {}.", shown(found));
}

std::string integer_out_of_range() {
  return "is out of range. A whole number must fit into 64 bits.";
}

std::string number_out_of_range() {
  return "is out of range. The exponent must be between -308 and 308.";
}

std::string too_many_digits(std::size_t digits) {
  return fmt::format("has {} digits. At most 40 are allowed.", digits);
}

std::string unknown_value(std::string_view found, const EnumRow& allowed) {
  return fmt::format("\"{}\" is not supported. Supported values: {}.", shown(found),
                     fmt::join(allowed.values, ", "));
}

std::string unknown_kind(std::string_view found) {
  std::vector<std::string_view> names;
  for (const auto& row : kinds()) names.push_back(row.name);
  return fmt::format("\"{}\" is not supported. Supported values: {}.", shown(found),
                     fmt::join(names, ", "));
}

std::string too_few(std::size_t needed) {
  return needed == 1 ? "are empty. At least one entry is required."
                     : fmt::format("must have at least {} entries.", needed);
}

std::string malformed_currency(std::string_view found) {
  return fmt::format("\"{}\" is not a currency code. Use three capital letters, such as EUR.",
                     shown(found));
}

std::string malformed_country(std::string_view found) {
  return fmt::format("\"{}\" is not a country code. Use two capital letters, such as DE.",
                     shown(found));
}

std::string read_only() {
  return "is set by the exchange. Leave it out.";
}

std::string too_deep(std::size_t depth_max) {
  return fmt::format("may be nested at most {} {} deep.", depth_max,
                     depth_max == 1 ? "level" : "levels");
}

std::string prohibited_on_reject() {
  return "is not allowed in an order response of type REJECT. Leave it out.";
}

std::string items_prohibited(std::string_view response_type) {
  return response_type.empty()
             ? "are not allowed in an order response without a type. Leave them out, or set "
               "header.type."
             : fmt::format("are not allowed in an order response of type {}. Leave them out.",
                           response_type);
}

std::string items_needed_for_change() {
  return "are missing. An order response of type CHANGE must have at least one item.";
}

std::string needs_percentage_or_amount() {
  return "must have a percentage or an amount.";
}

std::string no_identifier_filled() {
  return "are all empty. At least one must have an identifier.";
}

std::string summary_needed() {
  return "is missing. A document with modification groups requires it.";
}

std::string unit_needs_items() {
  return "are missing. A transport unit without inner units must have at least one item.";
}

std::string open_quantity_action_needed(std::string_view ordered, std::string_view shipped) {
  return fmt::format(
      "is missing. It is required because the shipped quantity ({}) differs from the ordered "
      "quantity ({}).",
      shown(shipped), shown(ordered));
}

std::string open_quantity_action_needless(std::string_view ordered, std::string_view shipped) {
  return fmt::format(
      "is not allowed because the shipped quantity ({}) equals the ordered quantity ({}). Leave it "
      "out.",
      shown(shipped), shown(ordered));
}

std::string wrong_check_digit(std::string_view found, std::string_view identifier_name) {
  return fmt::format("{} has a wrong check digit for {}.", shown(found), identifier_name);
}

std::string odd_email(std::string_view found) {
  return fmt::format("\"{}\" does not look like an e-mail address.", shown(found));
}

std::string odd_uri(std::string_view found) {
  return fmt::format("\"{}\" does not look like a web address.", shown(found));
}

std::string odd_country(std::string_view found) {
  return fmt::format(
      "\"{}\" does not look like a country code; two capital letters such as DE are usual.",
      shown(found));
}

std::string batches_differ(std::string_view sum, std::string_view quantity_name,
                           std::string_view quantity) {
  return fmt::format("add up to {}, but the {} is {}.", sum, quantity_name, shown(quantity));
}

std::string line_number_repeated(std::string_view number) {
  return fmt::format("{} occurs more than once in this list.", shown(number));
}

std::string tax_differs(std::string_view stated, std::string_view percentage,
                        std::string_view amounts) {
  return fmt::format("is {}, but {} percent of the line are {}.", shown(stated), shown(percentage),
                     amounts);
}

std::string subtotal_differs(std::string_view stated, std::string_view amounts) {
  return fmt::format("is {}, but the lines add up to {}.", shown(stated), amounts);
}

std::string line_net_differs(std::string_view stated, std::string_view amounts) {
  return fmt::format("is {}, but quantity times price is {}.", shown(stated), amounts);
}

}  // namespace tradepost::document::sentences
