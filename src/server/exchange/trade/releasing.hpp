#pragma once

#include <cstdint>

#include "exchange/desk/desk.hpp"
#include "exchange/model/commands.hpp"

namespace tradepost::exchange {

// Releases the held documents of a direction that its relationship accepts now, and returns their
// number. Each slice is one commit with a pause after it, so that other work waits for at most one
// slice. The order is kept: documents that are sent during the release follow all held ones
// (decide: BehindHeld). The next call continues an interrupted release, also after a restart.
Answering<std::uint32_t> release_held(Desk& desk, Release direction, Deadline deadline);

// The same for both flows.
Answering<std::uint32_t> release_held(Desk& desk, ParticipantId from, ParticipantId to,
                                      Deadline deadline);

// Returns true if the direction accepts documents of one of these kinds now.
bool takes(const Directory& directory, ParticipantId from, ParticipantId to, KindSet kinds);

}  // namespace tradepost::exchange
