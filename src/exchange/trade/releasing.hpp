#pragma once

#include <cstdint>

#include "exchange/desk/desk.hpp"
#include "exchange/model/commands.hpp"

namespace tradepost::exchange {

// Releases what a direction holds and its relationship takes now, a slice a commit and with pauses,
// so that nobody else waits for more than one of them, and hardly anybody for that. The order stays
// whatever comes between: what is sent meanwhile comes behind all that is held (decide:
// BehindHeld). Says how many were released; a call that was broken off, or ended with the process,
// is gone on with by the next.
Answering<std::uint32_t> release_held(Desk& desk, Release direction, Deadline deadline);

// The same of both flows.
Answering<std::uint32_t> release_held(Desk& desk, ParticipantId from, ParticipantId to,
                                      Deadline deadline);

// Whether documents of these kinds may go that way now.
bool takes(const Directory& directory, ParticipantId from, ParticipantId to, KindSet kinds);

}  // namespace tradepost::exchange
