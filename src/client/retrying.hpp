#pragma once

#include <chrono>
#include <optional>
#include <string_view>

// How long a client waits before it asks once more.
namespace tradepost::client {

// The seconds that an answer asks for. Nothing where it says none, or says it as a date.
std::optional<std::chrono::seconds> retry_after(std::string_view header);

// Before attempt 2, 3, …: doubling up to a bound, and never less than was asked for.
std::chrono::milliseconds pause_before(unsigned attempt, std::optional<std::chrono::seconds> asked);

}  // namespace tradepost::client
