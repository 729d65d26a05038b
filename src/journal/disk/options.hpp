#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "base/ground/limits.hpp"
#include "base/ground/resource_limits.hpp"
#include "base/tasks/executor.hpp"

namespace tradepost::journal {

// Handed in, so that tests decide what time it is.
using base::SteadyTime;

// Tests make everything small; a running exchange uses the values that stand here.
struct Options {
  std::uint64_t first_segment_bytes = base::limits::segment_bytes_first;
  std::uint64_t segment_bytes = base::limits::segment_bytes;
  std::size_t frame_bytes_max = base::limits::frame_bytes_max;

  // The most recent frames stay in memory, in slabs. A reader pins its slab, so a slab is small
  // beside the whole.
  std::size_t tail_bytes = base::limits::tail_bytes;
  std::size_t slab_bytes = 1u << 20;

  // Of older segments, to be read.
  std::size_t segments_open_max = base::limits::segments_open_max;

  // Zeros: the active segment is filled at once, the next one in step with the writing and this far
  // ahead of it; a sync after each step. None are written where less than space_bytes_min is free.
  std::uint64_t fill_ahead_bytes = 16u << 20;
  std::uint64_t fill_step_bytes = 1u << 20;
  std::uint64_t space_bytes_min = 28u << 20;

  // An acknowledged frame is proven by a later one within 50 ms; half of it is the timer's.
  std::chrono::milliseconds idle_proof_after{25};

  // Below the reserve only records that free space or answer for older ones are accepted. The
  // reserve covers an index's memory that is still to be written. The ballast is deleted when the
  // space left no longer covers what the writer needs ahead.
  std::uint64_t reserve_bytes_min = 128u << 20;
  std::uint64_t reserve_bytes_max = 1u << 30;
  std::uint64_t reserve_divisor = 50;  // 2 % of the file system
  std::uint64_t ballast_bytes = 64u << 20;
};

static_assert(2 * Options{}.space_bytes_min > Options{}.frame_bytes_max,
              "the ballast is given up before room() says that none is left");

}  // namespace tradepost::journal
