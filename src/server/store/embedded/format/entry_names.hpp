#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// Readable names of the index's entries, for people.
namespace tradepost::store::embedded {

// Returns the name of the key's table: `queue`. An unknown table is shown by its byte.
std::string table_name(std::string_view key);
// Returns the key's fields: `participant 0190…, flow live, position 17`. A key that does not have
// the table's layout is shown in hex.
std::string entry_name(std::string_view key);

}  // namespace tradepost::store::embedded
