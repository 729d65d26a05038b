#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

// The pauses of a client before it repeats a request.
namespace tradepost::client {

// Returns the time that a Retry-After header requests, in seconds or as a date. A date is relative
// to the answer's own Date header, or to the clock without one. Returns nullopt for other texts.
std::optional<std::chrono::seconds> retry_after(std::string_view header,
                                                std::string_view date = {});

// Returns the pause before attempt 2, 3, …: the requested time plus a random time. The limit of the
// random time doubles with each attempt up to a maximum, so that clients that were refused at the
// same moment do not return at the same moment. `random` is any number.
std::chrono::milliseconds pause_before(unsigned attempt, std::optional<std::chrono::seconds> asked,
                                       std::uint64_t random);

}  // namespace tradepost::client
