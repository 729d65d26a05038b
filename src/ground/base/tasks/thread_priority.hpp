#pragma once

#include <chrono>

// The share of a thread in the processors of the machine. The functions change the calling thread;
// a system that does not support this ignores them.
namespace tradepost::base {

// Sets the time slice. A thread with a shorter slice preempts one with a longer slice at once, for
// no longer than its slice. It is for threads whose short steps requests wait for.
void set_time_slice(std::chrono::microseconds slice);

// Lowers the priority below that of the process, for work that can wait for a processor.
void lower_thread_priority();

}  // namespace tradepost::base
