#pragma once

#include <string>

#include "base/clock.hpp"

namespace tradepost::app {

// Lines of /metrics about this process: memory, open files, when it began.
void append_process_lines(std::string& text, base::Instant began);

}  // namespace tradepost::app
