#pragma once

#include <cstdint>
#include <functional>

namespace tradepost::rocksdb_reasons {

// What an index is found to hold, or was given: batches are numbered from 1.
struct Left {
  std::uint64_t position = 0;  // the last batch, by the position kept; 0: none
  std::uint64_t missing = 0;   // entries of batches up to the position that are not there
  std::uint64_t beyond = 0;    // entries of later batches that are
};

// A life of a process, and what it says at its end. It ends where `life` returns, without closing
// or freeing anything. RocksDB is used in such lives only, so that the process that forks has one
// thread. A life has a minute; one that died, or took longer, fails a CHECK.
Left in_child(const std::function<Left()>& life);

// The signal that ended a process that did this, silently; 0: none did.
int ending_of(const std::function<void()>& life);

}  // namespace tradepost::rocksdb_reasons
