#pragma once

#include <cstdint>

#include "exchange/model/act.hpp"
#include "exchange/model/feed_entries.hpp"

// Effects that exist only in a store that migrated from another store.
namespace tradepost::exchange {

// An act from before the migration, with its sequence in the other store.
struct ActCarried {
  static constexpr std::uint16_t record = 75;
  std::uint64_t sequence = 0;
  Act act;

  bool operator==(const ActCarried&) const = default;
};

// An event that an endpoint had not received before the migration.
struct FeedCarried {
  static constexpr std::uint16_t record = 76;
  FeedPlace place;

  bool operator==(const FeedCarried&) const = default;
};

}  // namespace tradepost::exchange
