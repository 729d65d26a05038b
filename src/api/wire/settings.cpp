#include "api/wire/settings.hpp"

#include "base/ground/check.hpp"
#include "base/text/text.hpp"

namespace tradepost::api {

FieldNames::FieldNames(const std::string& word) {
  CHECK(!word.empty());
  std::string capitalised = word;
  capitalised[0] = base::ascii_upper(capitalised[0]);
  transaction_id = word + "TransactionId";
  replaces = "replaces" + capitalised + "TransactionId";
  replaced_by = "replacedBy" + capitalised + "TransactionId";
}

}  // namespace tradepost::api
