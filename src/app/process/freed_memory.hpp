#pragma once

#include <cstdint>
#include <optional>

#include "base/tasks/executor.hpp"

namespace tradepost::app {

// Returns freed memory to the system. The C library keeps large blocks up to a threshold that grows
// with the largest freed block, and keeps small blocks between others.

// Makes large blocks return to the system when they are freed. Called once, before any thread
// begins.
void give_large_blocks_back_at_once();

// Decides when the other freed memory is worth returning: large bodies and answers took much
// memory, and have taken little for a while. Used by one thread.
class FreedMemory {
 public:
  bool is_worth_a_look(std::uint64_t bytes_in_use, base::SteadyTime now);

 private:
  bool much_was_in_use_ = false;
  std::optional<base::SteadyTime> little_since_;
};

// Takes milliseconds. Other threads may wait for memory during that time.
void give_freed_memory_back();

}  // namespace tradepost::app
