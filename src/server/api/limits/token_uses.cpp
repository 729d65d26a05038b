#include "api/limits/token_uses.hpp"

#include <algorithm>
#include <chrono>
#include <functional>

namespace tradepost::api {
namespace {

// The minutes since 1970 fit in 26 bits until 2097.
constexpr unsigned minute_bits = 26;
constexpr std::uint64_t minute_mask = (std::uint64_t{1} << minute_bits) - 1;

std::uint64_t minute_of(base::Instant now) {
  const auto minutes = std::chrono::floor<std::chrono::minutes>(now.time_since_epoch()).count();
  return static_cast<std::uint64_t>(std::max<std::int64_t>(minutes, 1)) & minute_mask;
}

struct Hashed {
  explicit Hashed(exchange::TokenId token)
      : hash(std::hash<exchange::TokenId>()(token)), tag(hash & ~minute_mask) {}
  std::uint64_t hash;
  std::uint64_t tag;
};

bool is_of(std::uint64_t mark, const Hashed& token) {
  return (mark & ~minute_mask) == token.tag && mark != 0;
}

}  // namespace

TokenUses::TokenUses()
    : marks_(std::make_unique<std::array<std::atomic<std::uint64_t>, places>>()) {}

void TokenUses::mark(exchange::TokenId token, base::Instant now) {
  const Hashed hashed(token);
  const std::uint64_t mark = hashed.tag | minute_of(now);
  std::size_t oldest = hashed.hash % places;
  std::uint64_t minute_of_oldest = minute_mask;
  for (std::size_t i = 0; i < places_of_one; ++i) {
    const std::size_t at = (hashed.hash + i) % places;
    const std::uint64_t there = (*marks_)[at].load(std::memory_order_relaxed);
    if (is_of(there, hashed)) {
      if (there != mark) (*marks_)[at].store(mark, std::memory_order_relaxed);
      return;
    }
    if ((there & minute_mask) < minute_of_oldest) {
      minute_of_oldest = there & minute_mask;
      oldest = at;
    }
  }
  (*marks_)[oldest].store(mark, std::memory_order_relaxed);
}

std::optional<base::Instant> TokenUses::last(exchange::TokenId token) const {
  const Hashed hashed(token);
  std::optional<std::uint64_t> newest;
  for (std::size_t i = 0; i < places_of_one; ++i) {
    const std::size_t at = (hashed.hash + i) % places;
    const std::uint64_t there = (*marks_)[at].load(std::memory_order_relaxed);
    if (is_of(there, hashed)) newest = std::max(newest.value_or(0), there & minute_mask);
  }
  if (!newest) return std::nullopt;
  return base::Instant(std::chrono::minutes(*newest));
}

}  // namespace tradepost::api
