#pragma once

#include <cstdint>
#include <optional>

#include "base/tasks/executor.hpp"

namespace tradepost::app {

// How freed memory returns to the system. The C library keeps it: of large blocks ever more, the
// larger the blocks were that were freed before, and of small ones those between others.
//
// Once, before any thread begins: large blocks return to the system when they are freed.
void give_large_blocks_back_at_once();

// When the rest is worth looking for: large bodies and answers took much memory, and for a while
// now they take little. Of one thread.
class FreedMemory {
 public:
  bool is_worth_a_look(std::uint64_t bytes_in_use, base::SteadyTime now);

 private:
  bool much_was_in_use_ = false;
  std::optional<base::SteadyTime> little_since_;
};

// Takes milliseconds, in which others of the process may wait for memory.
void give_freed_memory_back();

}  // namespace tradepost::app
