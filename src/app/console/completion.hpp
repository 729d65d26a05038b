#pragma once

#include <string>

#include "app/console/command_line.hpp"

// Scripts that complete commands in a shell, generated from the commands.
namespace tradepost::app {

std::string completion_for_bash(const CommandWords& program);
std::string completion_for_zsh(const CommandWords& program);
std::string completion_for_fish(const CommandWords& program);

}  // namespace tradepost::app
