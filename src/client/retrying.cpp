#include "client/retrying.hpp"

#include <algorithm>
#include <charconv>

#include "base/ground/check.hpp"
#include "base/ground/limits.hpp"
#include "base/text/text.hpp"

namespace tradepost::client {

namespace limits = base::limits;

std::optional<std::chrono::seconds> retry_after(std::string_view header) {
  if (header.empty() || !std::ranges::all_of(header, base::is_ascii_digit)) return std::nullopt;
  std::uint32_t seconds = 0;
  const auto [end, error] = std::from_chars(header.data(), header.data() + header.size(), seconds);
  // A number beyond that type is longer than any client waits.
  if (error != std::errc()) return limits::client_retry_for_max + std::chrono::seconds(1);
  return std::chrono::seconds(seconds);
}

std::chrono::milliseconds pause_before(unsigned attempt,
                                       std::optional<std::chrono::seconds> asked) {
  CHECK(attempt >= 2);
  constexpr unsigned doublings_max = 10;
  const auto doubled = limits::client_pause_first * (1u << std::min(attempt - 2, doublings_max));
  const auto own = std::min<std::chrono::milliseconds>(doubled, limits::client_pause_max);
  return asked ? std::max<std::chrono::milliseconds>(own, *asked) : own;
}

}  // namespace tradepost::client
