#include "client/retrying.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <ctime>
#include <string>

#include "base/ground/check.hpp"
#include "base/ground/limits.hpp"
#include "base/text/text.hpp"
#include "base/text/whole_number.hpp"

namespace tradepost::client {

namespace limits = base::limits;

namespace {

// Reads an HTTP date: Fri, 20 Nov 2026 16:00:00 GMT. libcurl alone accepts many other texts.
std::optional<std::time_t> time_of(std::string_view date) {
  if (!date.ends_with(" GMT")) return std::nullopt;
  const std::time_t time = curl_getdate(std::string(date).c_str(), nullptr);
  return time < 0 ? std::nullopt : std::optional(time);
}

}  // namespace

std::optional<std::chrono::seconds> retry_after(std::string_view header, std::string_view date) {
  if (const auto until = time_of(header)) {
    const std::time_t now = time_of(date).value_or(std::time(nullptr));
    return std::chrono::seconds(std::max<std::time_t>(*until - now, 0));
  }
  if (header.empty() || !std::ranges::all_of(header, base::is_ascii_digit)) return std::nullopt;
  const auto seconds = base::whole_number<std::uint32_t>(header);
  // A number that overflows the type is longer than any client waits.
  if (!seconds) return limits::client_retry_for_max + std::chrono::seconds(1);
  return std::chrono::seconds(*seconds);
}

std::chrono::milliseconds pause_before(unsigned attempt, std::optional<std::chrono::seconds> asked,
                                       std::uint64_t random) {
  CHECK(attempt >= 2);
  constexpr unsigned doublings_max = 10;
  const auto doubled = limits::client_pause_first * (1u << std::min(attempt - 2, doublings_max));
  const auto bound = std::min<std::chrono::milliseconds>(doubled, limits::client_pause_max);
  const auto count = static_cast<std::uint64_t>(bound.count());
  const std::chrono::milliseconds own(static_cast<std::int64_t>(random % (count + 1)));
  return asked.value_or(std::chrono::seconds(0)) + own;
}

}  // namespace tradepost::client
