#pragma once

#include <chrono>

// How a thread shares the processors with all the others of its machine. Of the calling thread; a
// system that knows no such wish goes on as it did.
namespace tradepost::base {

// Its steps take about so long, and requests wait for them. Of two threads that want a processor
// the one with the shorter steps is let in at once, for no longer than that.
void takes_short_steps(std::chrono::microseconds step);

// For work that can wait longer, also for the processor.
void lower_thread_priority();

}  // namespace tradepost::base
