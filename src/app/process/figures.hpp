#pragma once

#include <string>

#include "base/clock.hpp"

namespace tradepost::app {

// Appends lines of /metrics about this process: memory, open files, start time.
void append_process_lines(std::string& text, base::Instant began);

}  // namespace tradepost::app
