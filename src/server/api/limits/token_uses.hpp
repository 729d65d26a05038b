#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "base/clock.hpp"
#include "exchange/model/model.hpp"

namespace tradepost::api {

// The time of each token's most recent use in this process, to the minute. The value is
// approximate: a restart clears it, and it can be lost if more tokens are used than there are
// places. Thread-safe and lock-free.
class TokenUses {
 public:
  TokenUses();

  void mark(exchange::TokenId token, base::Instant now);
  std::optional<base::Instant> last(exchange::TokenId token) const;

 private:
  static constexpr std::size_t places = std::size_t{1} << 18;
  // The number of consecutive places that can hold one token.
  static constexpr std::size_t places_of_one = 8;

  // One word per place, so that no reader sees half of it: a digest that separates tokens with the
  // same places, and the minute. 0: no token.
  std::unique_ptr<std::array<std::atomic<std::uint64_t>, places>> marks_;
};

}  // namespace tradepost::api
