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
// slots. Thread-safe and lock-free.
class TokenUses {
 public:
  TokenUses();

  void mark(exchange::TokenId token, base::Instant now);
  std::optional<base::Instant> last(exchange::TokenId token) const;

 private:
  static constexpr std::size_t slot_count = std::size_t{1} << 18;
  // The number of consecutive slots that can hold one token.
  static constexpr std::size_t slots_per_token = 8;

  // One word per slot, so that no reader sees half of it.
  std::unique_ptr<std::array<std::atomic<std::uint64_t>, slot_count>> marks_;
};

}  // namespace tradepost::api
