#pragma once

#include <cstdint>

#include "exchange/desk/desk.hpp"
#include "exchange/model/commands.hpp"

namespace tradepost::exchange {

// Releases the held documents of a direction that its relationship accepts now. Each slice is one
// commit, with a pause after it, so that others wait for at most one slice. The order stays:
// documents that are sent meanwhile come after all held ones (decide: BehindHeld). Returns how many
// were released. The next call continues one that was interrupted, also by the end of the process.
Answering<std::uint32_t> release_held(Desk& desk, Release direction, Deadline deadline);

// The same of both flows.
Answering<std::uint32_t> release_held(Desk& desk, ParticipantId from, ParticipantId to,
                                      Deadline deadline);

// Whether documents of these kinds may go that way now.
bool takes(const Directory& directory, ParticipantId from, ParticipantId to, KindSet kinds);

}  // namespace tradepost::exchange
