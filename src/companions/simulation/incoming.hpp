#pragma once

#include <optional>

#include "base/clock.hpp"
#include "document/read.hpp"
#include "simulation/partner.hpp"

namespace tradepost::simulation {

// The times that count as a document's time of writing. Another one is replaced by `otherwise`.
struct WritingTimes {
  base::Instant first = {};
  base::Instant last = {};
  base::Instant otherwise = {};
};

// Returns a received document, or an own one with its recipient as `from`. nullopt: unreadable.
std::optional<Incoming> incoming_in(document::Reader& reader,
                                    const client::Transaction& transaction,
                                    const WritingTimes& times);

}  // namespace tradepost::simulation
