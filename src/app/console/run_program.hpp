#pragma once

#include <span>
#include <string>

#include "app/console/command_line.hpp"
#include "app/console/exit_status.hpp"

namespace tradepost::app {

using AddCommand = void (*)(Command program, ExitStatus& status);

struct ProgramTexts {
  std::string name;
  std::string meaning;
  std::string footer = {};
};

// Runs the command that the arguments name, and returns the exit code of the process. Closes
// standard output.
int run_program(const ProgramTexts& texts, std::span<const AddCommand> commands,
                std::span<char*> arguments);

}  // namespace tradepost::app
