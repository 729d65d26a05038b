#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "document/json/view.hpp"
#include "document/model/schema.hpp"
#include "ubl/mapping.hpp"

// Single values in the form of UBL, and back.
namespace tradepost::ubl {

// A date and a time of a document in the form of XML Schema.
struct Moment {
  std::string date = {};  // 2026-03-06
  std::string time = {};  // 06:00:00+01:00; empty: none
};

// Returns nothing for a date or a time that XML Schema can't say.
std::optional<Moment> moment_of(std::string_view text);
// Returns 2026-03-06T06:00:00+01:00. A zone of the date moves to the time.
std::string text_of(std::string_view date, std::string_view time);

// Writes a JSON number without an exponent. It is empty if the number has too many digits.
std::string number_text(std::string_view number);

enum class Sign : std::uint8_t { plus, minus };
// Returns the exact sum of two numbers, or an empty text if one of them is not a number.
std::string sum_of(std::string_view one, std::string_view other, Sign sign = Sign::plus);

// Returns the text of a text, a number or a flag.
std::string scalar_text(const document::View& value);
// Returns a text as XML carries it: without white space at its ends. It is empty if XML can't carry
// it.
std::string carried_text(const std::string& text);

// Return nullptr if the list has no such code.
const std::string* ours_of(const Codes& codes, std::string_view theirs);
const std::string* theirs_of(const Codes& codes, std::string_view ours);

// A first name and a last name as one text. It is parted at the last blank.
struct Name {
  std::string first = {};
  std::string last = {};
};
std::string joined(const Name& name);
Name parted(std::string_view text);

// Returns true for the text of a value that is missing.
bool is_fallback(const Piece& piece, std::string_view text);

bool is_date(const document::FieldRow& field);

// The code of ISO 4217 for an amount without a currency.
inline constexpr std::string_view no_currency = "XXX";

}  // namespace tradepost::ubl
