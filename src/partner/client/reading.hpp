#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/json_members.hpp"
#include "document/json_reader.hpp"
#include "tradepost/cases.hpp"
#include "tradepost/transactions.hpp"

// Converts answers of an exchange to the structures of the public headers. A field that is absent,
// or has another type, is empty.
namespace tradepost::client {

using document::is_true_in;
using document::text_in;

// Returns the bytes of a value within `text`, from which the value was read.
std::string bytes_in(const document::View& value, std::string_view text);

Participant participant_of(const document::View& value);
std::vector<Fault> faults_of(const document::View& list);
// Returns an item of a list. `id_name` is platformTransactionId, with the word of the exchange.
Transaction transaction_of(const document::View& item, std::string_view text,
                           const std::string& id_name);
Event event_of(const document::View& item, std::string_view text);
Case case_of(const document::View& item, std::string_view text);

}  // namespace tradepost::client
