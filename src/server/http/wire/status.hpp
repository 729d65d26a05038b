#pragma once

#include <string>
#include <string_view>

#include "base/clock.hpp"

namespace tradepost::http {

// Returns "Not Found" for 404 and so on, and "Unknown" for a status that this server never sends.
std::string_view reason_phrase(int status);

// Returns true if an answer with this status may have a body, and so has a length.
bool has_body(int status);

// Returns a moment in the format of HTTP: Sun, 06 Nov 1994 08:49:37 GMT.
std::string http_date(base::Instant instant);

}  // namespace tradepost::http
