#include "document/rules/values.hpp"

#include <algorithm>
#include <cstddef>

#include "base/text/date.hpp"
#include "base/text/decimal.hpp"
#include "base/text/number_text.hpp"
#include "base/text/text.hpp"
#include "document/model/sentences.hpp"
#include "document/rules/web_text.hpp"

namespace tradepost::document {
namespace {

// A number of up to so many digits always fits into 64 bits.
constexpr std::uint32_t small_digits_max = 18;

bool are_capitals(std::string_view text, std::size_t count) {
  return text.size() == count &&
         std::ranges::all_of(text, [](char c) { return c >= 'A' && c <= 'Z'; });
}

void validate_integer(const FieldPath& path, std::uint32_t token, std::string_view text,
                      Report& report) {
  const auto value = base::Decimal::parse(text);
  if (!value->is_integer()) {
    report.fault(Rule::not_whole, path, token, sentences::not_whole(text));
  } else if (!value->to_int64()) {
    report.fault(Rule::out_of_range, path, token, sentences::integer_out_of_range());
  }
}

}  // namespace

void validate_text(const FieldRow& field, const FieldPath& path, std::uint32_t token,
                   std::string_view text, Report& report) {
  if (text.size() > field.length_max) {
    const auto length = base::code_points(text);
    if (length > field.length_max)
      report.fault(Rule::too_long, path, token, sentences::too_long(length, field.length_max));
  }
  switch (field.value) {
    case ValueType::date:
      if (!base::parse_date(text))
        report.fault(Rule::not_a_date, path, token, sentences::not_a_date(text));
      return;
    case ValueType::datetime:
      if (!base::parse_datetime(text))
        report.fault(Rule::not_a_datetime, path, token, sentences::not_a_datetime(text));
      return;
    case ValueType::currency:
      if (!are_capitals(text, 3))
        report.fault(Rule::malformed, path, token, sentences::malformed_currency(text));
      return;
    case ValueType::country:
      if (are_capitals(text, 2)) return;
      if (field.faults_are_warnings()) {
        report.warn(Rule::odd, path, token, sentences::odd_country(text));
      } else {
        report.fault(Rule::malformed, path, token, sentences::malformed_country(text));
      }
      return;
    case ValueType::choice:
      if (!enum_of(field).has(text))
        report.fault(Rule::unknown_value, path, token,
                     sentences::unknown_value(text, enum_of(field)));
      return;
    case ValueType::uri:
      if (!looks_like_uri(text)) report.warn(Rule::odd, path, token, sentences::odd_uri(text));
      break;
    case ValueType::email:
      if (!looks_like_email(text)) report.warn(Rule::odd, path, token, sentences::odd_email(text));
      break;
    case ValueType::text:
    case ValueType::number:
    case ValueType::integer:
    case ValueType::boolean:
    case ValueType::object:
      break;
  }
  if (field.need == Need::required && base::is_blank(text))
    report.fault(Rule::blank, path, token, sentences::blank());
}

bool validate_number(const FieldRow& field, const FieldPath& path, std::uint32_t token,
                     std::string_view text, Report& report) {
  const auto number = base::scan_number(text);
  switch (number.fault) {
    case base::NumberFault::malformed:
      return false;
    case base::NumberFault::too_many_digits:
      report.fault(Rule::too_many_digits, path, token, sentences::too_many_digits(number.digits));
      return true;
    case base::NumberFault::exponent_too_large:
      report.fault(Rule::out_of_range, path, token, sentences::number_out_of_range());
      return true;
    case base::NumberFault::none:
      break;
  }
  const bool is_small = number.is_plain() && number.digits <= small_digits_max;
  if (field.value == ValueType::integer && !is_small) validate_integer(path, token, text, report);
  return true;
}

}  // namespace tradepost::document
