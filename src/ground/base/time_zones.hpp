#pragma once

#include <chrono>
#include <string_view>

#include "base/clock.hpp"

// The time zone database of the system (package tzdata). The first call reads it. Without a
// database no name is known.
namespace tradepost::base {

// Returns true for a name in the database, such as Europe/Berlin.
bool is_time_zone(std::string_view name);

// Returns the last moment up to `now` at which clocks of the zone showed this time of day. A name
// that is not known means UTC.
Instant last_time_of_day(std::chrono::hours time, std::string_view zone, Instant now);

}  // namespace tradepost::base
