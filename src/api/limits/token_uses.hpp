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

// When a token was used last, to the minute, as this process knows: a soft mark, which begins anew
// with it, and may be lost where more tokens are used than there are places. Any thread, without a
// lock.
class TokenUses {
 public:
  TokenUses();

  void mark(exchange::TokenId token, base::Instant now);
  std::optional<base::Instant> last(exchange::TokenId token) const;

 private:
  static constexpr std::size_t places = std::size_t{1} << 18;
  // Consecutive places in which a token may be found.
  static constexpr std::size_t places_of_one = 8;

  // One word each, so that it is never read in half: a digest that separates tokens with the same
  // places, and the minute. 0: no token.
  std::unique_ptr<std::array<std::atomic<std::uint64_t>, places>> marks_;
};

}  // namespace tradepost::api
