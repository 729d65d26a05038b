#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// Names of entries of index and journal, for people.
namespace tradepost::store::embedded {

// Of the table that a key is in: `queue`. A table that is not known: its byte.
std::string table_name(std::string_view key);
// The key's fields: `participant 0190…, flow live, position 17`. A key that does not have the
// table's layout is shown in hex.
std::string entry_name(std::string_view key);

// Of a kind of record, as docs/storage.md has it: `sent`. `kind 99` where it is not known.
std::string record_name(std::uint16_t kind);

}  // namespace tradepost::store::embedded
