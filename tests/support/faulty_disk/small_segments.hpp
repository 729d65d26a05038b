#pragma once

#include <chrono>

#include "journal/journal.hpp"

namespace tradepost::journal::testing {

// Small limits: a journal reaches the end of a segment, of its tail and of its reserve after a few
// records.
inline constexpr Options small_segments{.first_segment_bytes = 64 << 10,
                                        .segment_bytes = 96 << 10,
                                        .frame_bytes_max = 32 << 10,
                                        .tail_bytes = 48 << 10,
                                        .slab_bytes = 12 << 10,
                                        .fill_ahead_bytes = 24 << 10,
                                        .fill_step_bytes = 8 << 10,
                                        .space_bytes_min = 64 << 10,
                                        .idle_proof_after = std::chrono::milliseconds(25),
                                        .reserve_bytes_max = 1 << 20,
                                        .reserve_divisor = 50,
                                        .ballast_bytes = 64 << 10};

}  // namespace tradepost::journal::testing
