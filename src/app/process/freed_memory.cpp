#include "app/process/freed_memory.hpp"

#include <malloc.h>

#include <chrono>

#include "base/ground/limits.hpp"

namespace tradepost::app {
namespace {

constexpr int large_block_bytes = 256 << 10;
constexpr int kept_free_bytes = 16 << 20;  // for each of the C library's heaps
constexpr std::uint64_t much_bytes = 32u << 20;
constexpr std::uint64_t little_bytes = 16u << 20;
constexpr std::chrono::seconds calm{10};

}  // namespace

// Setting the threshold also stops its growth.
void give_large_blocks_back_at_once() {
  ::mallopt(M_MMAP_THRESHOLD, large_block_bytes);
  // A fixed mmap threshold also stops the growth of this one. A small one would return the memory
  // of each answered page, and request it again.
  ::mallopt(M_TRIM_THRESHOLD, kept_free_bytes);
}

bool FreedMemory::is_worth_a_look(std::uint64_t bytes_in_use, base::SteadyTime now) {
  much_was_in_use_ = much_was_in_use_ || bytes_in_use >= much_bytes;
  if (!much_was_in_use_ || bytes_in_use > little_bytes) {
    little_since_.reset();
    return false;
  }
  if (!little_since_) little_since_ = now;
  if (now - *little_since_ < calm) return false;
  much_was_in_use_ = false;
  little_since_.reset();
  return true;
}

void give_freed_memory_back() {
  ::malloc_trim(0);
}

}  // namespace tradepost::app
