#pragma once

#include <span>
#include <string>

#include "base/clock.hpp"
#include "exchange/port/store_reads.hpp"

namespace tradepost::api {

// Appends the lines of /metrics with the sums over all queues, by flow.
void append_queue_lines(std::string& text, std::span<const exchange::QueueState> queues,
                        base::Instant now);

}  // namespace tradepost::api
