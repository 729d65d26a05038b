#pragma once

#include <optional>
#include <string>
#include <string_view>

// Messages of commands about addresses of a database. They never repeat an address: it may have a
// password.
namespace tradepost::app {

// True for postgres://… and postgresql://….
bool is_database_address(std::string_view text);

// An address on the command line that has a password is refused: a sentence without its subject,
// with the other way to name the address. Nothing: it has none.
std::optional<std::string> visible_password(const std::string& address, std::string_view other_way);

}  // namespace tradepost::app
