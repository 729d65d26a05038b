#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

// How long a client waits before it asks once more.
namespace tradepost::client {

// The time that an answer asks for, as seconds or as a date, which the answer's own Date (else the
// clock) is subtracted from. Nothing if it says neither.
std::optional<std::chrono::seconds> retry_after(std::string_view header,
                                                std::string_view date = {});

// Before attempt 2, 3, …: what was asked for, and on top a random time up to a bound, which doubles
// up to its own. So clients that were refused at the same moment do not come back at the same one.
// `random` is any number.
std::chrono::milliseconds pause_before(unsigned attempt, std::optional<std::chrono::seconds> asked,
                                       std::uint64_t random);

}  // namespace tradepost::client
