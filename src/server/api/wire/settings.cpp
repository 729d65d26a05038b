#include "api/wire/settings.hpp"

#include <algorithm>

#include "base/ground/check.hpp"
#include "base/text/text.hpp"

namespace tradepost::api {

bool is_field_word(std::string_view text) {
  constexpr std::size_t bytes_max = 32;
  const auto is_letter = [](char c) {
    const char lower = base::ascii_lower(c);
    return lower >= 'a' && lower <= 'z';
  };
  return !text.empty() && text.size() <= bytes_max && text.front() >= 'a' && text.front() <= 'z' &&
         std::ranges::all_of(text, is_letter);
}

FieldNames::FieldNames(const std::string& word) {
  CHECK(!word.empty());
  std::string capitalised = word;
  capitalised[0] = base::ascii_upper(capitalised[0]);
  transaction_id = word + "TransactionId";
  replaces = "replaces" + capitalised + "TransactionId";
  replaced_by = "replacedBy" + capitalised + "TransactionId";
}

}  // namespace tradepost::api
