#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "base/ground/limits.hpp"
#include "base/ground/resource_limits.hpp"
#include "base/tasks/executor.hpp"

namespace tradepost::journal {

// The clock is a parameter, so that tests control the time.
using base::SteadyTime;

// Tests use small values; a running exchange uses these defaults.
struct Options {
  std::uint64_t first_segment_bytes = base::limits::segment_bytes_first;
  std::uint64_t segment_bytes = base::limits::segment_bytes;
  std::size_t frame_bytes_max = base::limits::frame_bytes_max;

  // The most recent frames stay in memory, in slabs. A reader keeps a whole slab in memory, so a
  // slab is much smaller than the tail.
  std::size_t tail_bytes = base::limits::tail_bytes;
  std::size_t slab_bytes = 1u << 20;

  // The limit of older segments that are open for reads.
  std::size_t segments_open_max = base::limits::segments_open_max;

  // The active segment is filled with zeros at once, with a sync after each step. The next segment
  // is filled in proportion to the writing, plus this lead. Filling stops below space_bytes_min.
  std::uint64_t fill_ahead_bytes = 16u << 20;
  std::uint64_t fill_step_bytes = 1u << 20;
  std::uint64_t space_bytes_min = 28u << 20;

  // A later frame proves an acknowledged frame within 50 ms. The timer takes up to half of that.
  std::chrono::milliseconds idle_proof_after{25};

  // Below the reserve, only records that free space or that answer older records are accepted. The
  // reserve includes the index's memory that is not written yet. The ballast is deleted when the
  // free space no longer covers the writer's preparation.
  std::uint64_t reserve_bytes_min = 128u << 20;
  std::uint64_t reserve_bytes_max = 1u << 30;
  std::uint64_t reserve_divisor = 50;  // 2 % of the file system
  std::uint64_t ballast_bytes = 64u << 20;
};

static_assert(2 * Options{}.space_bytes_min > Options{}.frame_bytes_max,
              "the ballast is given up before room() says that none is left");

}  // namespace tradepost::journal
