#pragma once

#include <string_view>

namespace tradepost::base {

// Returns true for a name in the time zone database of the system (package tzdata), such as
// Europe/Berlin. The first call reads the database. Without a database no name is known.
bool is_time_zone(std::string_view name);

}  // namespace tradepost::base
