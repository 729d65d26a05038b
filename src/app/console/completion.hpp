#pragma once

#include <string>

#include "app/console/command_line.hpp"

// Scripts that complete commands in a shell, generated from the commands of the program `name`.
namespace tradepost::app {

std::string completion_for_bash(const std::string& name, const CommandWords& program);
std::string completion_for_zsh(const std::string& name, const CommandWords& program);
std::string completion_for_fish(const std::string& name, const CommandWords& program);

}  // namespace tradepost::app
