#pragma once

#include <chrono>

// The share of a thread in the processors of the machine. The functions change the calling thread;
// a system that does not support this ignores them.
namespace tradepost::base {

// Sets a short time slice for a thread whose steps requests wait for. A thread with a shorter slice
// preempts one with a longer slice at once, for no longer than its slice.
void takes_short_steps(std::chrono::microseconds step);

// Lowers the priority, for work that can wait longer, also for a processor.
void lower_thread_priority();

}  // namespace tradepost::base
