#pragma once

#include <cstdint>

#include "exchange/model/act.hpp"
#include "exchange/model/feed_entries.hpp"

// Effects that only a store makes which carries its network to another one.
namespace tradepost::exchange {

// What was done before the network was carried here, with its sequence there.
struct ActCarried {
  static constexpr std::uint16_t record = 75;
  std::uint64_t sequence = 0;
  Act act;

  bool operator==(const ActCarried&) const = default;
};

// An event that an endpoint has not received yet.
struct FeedCarried {
  static constexpr std::uint16_t record = 76;
  FeedPlace place;

  bool operator==(const FeedCarried&) const = default;
};

}  // namespace tradepost::exchange
