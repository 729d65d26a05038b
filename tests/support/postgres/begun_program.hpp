#pragma once

#include <functional>
#include <string>
#include <vector>

#include "process/process.hpp"

namespace tradepost::postgres {

// A program that refuses to run as root.
struct Program {
  std::string folder;  // the program runs as its owner
  std::string log;     // for the output
  std::vector<std::string> words;
};

// Starts the program, and returns when it is ready. The test fails if it ends before, or is not
// ready after a minute. SIGQUIT ends it if the test ends.
process::Process begin_program(const Program& program, const std::function<bool()>& is_ready);

std::string text_of(const std::string& path);

}  // namespace tradepost::postgres
