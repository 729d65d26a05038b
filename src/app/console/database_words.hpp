#pragma once

#include <optional>
#include <string>
#include <string_view>

// Messages of commands about addresses of a database. They never contain an address, because it may
// have a password.
namespace tradepost::app {

// Returns true for postgres://… and postgresql://….
bool is_database_address(std::string_view text);

// Refuses an address with a password on the command line: returns a sentence without its subject,
// with another way to give the address. nullopt: the address has no password.
std::optional<std::string> visible_password(const std::string& address, std::string_view other_way);

}  // namespace tradepost::app
