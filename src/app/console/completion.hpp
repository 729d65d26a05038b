#pragma once

#include <string>

#include "app/console/command_line.hpp"

// What a shell needs to complete our commands, made of the commands themselves.
namespace tradepost::app {

std::string completion_for_bash(const CommandWords& program);
std::string completion_for_zsh(const CommandWords& program);
std::string completion_for_fish(const CommandWords& program);

}  // namespace tradepost::app
