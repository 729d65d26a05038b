#pragma once

#include "exchange/model/feed_entries.hpp"
#include "tracing/causes.hpp"

namespace tradepost::exchange {

// Returns the cause of an event about a transaction or a case, for the trace of a webhook's call.
inline tracing::Cause cause_of(FeedType type, const base::Uuid& about) {
  return {.about = about, .event = static_cast<std::uint8_t>(type)};
}

}  // namespace tradepost::exchange
