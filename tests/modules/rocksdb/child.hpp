#pragma once

#include <cstdint>
#include <functional>

namespace tradepost::rocksdb_reasons {

// The content of an index, or the data given to it. Batches are numbered from 1.
struct Left {
  std::uint64_t position = 0;  // the last batch, by the stored position; 0: none
  std::uint64_t missing = 0;   // missing entries of batches up to the position
  std::uint64_t beyond = 0;    // existing entries of later batches
};

// Runs `life` in a child process and returns its result. The process ends when `life` returns,
// without closing or freeing anything. RocksDB is used only in such lives, so that the process that
// forks has one thread. A life has one minute; if it crashes or takes longer, a CHECK fails.
Left in_child(const std::function<Left()>& life);

// Returns the signal that ended a process that ran this without output; 0 if there was none.
int ending_of(const std::function<void()>& life);

}  // namespace tradepost::rocksdb_reasons
