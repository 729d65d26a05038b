#pragma once

#include <string>
#include <string_view>

#include "base/clock.hpp"

namespace tradepost::http {

// "Not Found"; "Unknown" for a status that nobody here gives.
std::string_view reason_phrase(int status);

// Whether an answer of this status may carry a body, and says its length.
bool has_body(int status);

// Sun, 06 Nov 1994 08:49:37 GMT: how HTTP writes a moment.
std::string http_date(base::Instant instant);

}  // namespace tradepost::http
