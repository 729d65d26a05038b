#include "api/limits/token_uses.hpp"

#include <algorithm>
#include <chrono>
#include <functional>

namespace tradepost::api {
namespace {

// A mark has the token's hash in its high bits, as a tag, and the minute of the use in its low
// bits. The minutes since 1970 fit in 26 bits until 2097. No mark is 0, which means an empty slot.
constexpr unsigned minute_bits = 26;
constexpr std::uint64_t minute_mask = (std::uint64_t{1} << minute_bits) - 1;

std::uint64_t minute_of(base::Instant now) {
  const auto minutes = std::chrono::floor<std::chrono::minutes>(now.time_since_epoch()).count();
  return static_cast<std::uint64_t>(std::max<std::int64_t>(minutes, 1)) & minute_mask;
}

struct HashedToken {
  explicit HashedToken(exchange::TokenId token)
      : hash(std::hash<exchange::TokenId>()(token)), tag(hash & ~minute_mask) {}
  std::uint64_t hash;
  std::uint64_t tag;
};

bool belongs_to(std::uint64_t mark, const HashedToken& token) {
  return (mark & ~minute_mask) == token.tag && mark != 0;
}

}  // namespace

TokenUses::TokenUses()
    : marks_(std::make_unique<std::array<std::atomic<std::uint64_t>, slot_count>>()) {}

void TokenUses::mark(exchange::TokenId token, base::Instant now) {
  const HashedToken hashed(token);
  const std::uint64_t fresh = hashed.tag | minute_of(now);
  std::size_t oldest = hashed.hash % slot_count;
  std::uint64_t minute_of_oldest = minute_mask;
  for (std::size_t i = 0; i < slots_per_token; ++i) {
    const std::size_t at = (hashed.hash + i) % slot_count;
    const std::uint64_t current = (*marks_)[at].load(std::memory_order_relaxed);
    if (belongs_to(current, hashed)) {
      if (current != fresh) (*marks_)[at].store(fresh, std::memory_order_relaxed);
      return;
    }
    if ((current & minute_mask) < minute_of_oldest) {
      minute_of_oldest = current & minute_mask;
      oldest = at;
    }
  }
  (*marks_)[oldest].store(fresh, std::memory_order_relaxed);
}

std::optional<base::Instant> TokenUses::last(exchange::TokenId token) const {
  const HashedToken hashed(token);
  std::optional<std::uint64_t> newest;  // two threads can mark a token in two slots
  for (std::size_t i = 0; i < slots_per_token; ++i) {
    const std::size_t at = (hashed.hash + i) % slot_count;
    const std::uint64_t current = (*marks_)[at].load(std::memory_order_relaxed);
    if (belongs_to(current, hashed)) newest = std::max(newest.value_or(0), current & minute_mask);
  }
  if (!newest) return std::nullopt;
  return base::Instant(std::chrono::minutes(*newest));
}

}  // namespace tradepost::api
