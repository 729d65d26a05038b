#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// Names of entries of the index, for people.
namespace tradepost::store::embedded {

// Of the table that a key is in: `queue`. A table that is not known: its byte.
std::string table_name(std::string_view key);
// The key's fields: `participant 0190…, flow live, position 17`. A key that does not have the
// table's layout is shown in hex.
std::string entry_name(std::string_view key);

}  // namespace tradepost::store::embedded
