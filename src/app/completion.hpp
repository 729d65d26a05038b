#pragma once

#include <string>

namespace CLI {
class App;
}  // namespace CLI

// What a shell needs to complete our commands, made of the commands themselves.
namespace tradepost::app {

std::string completion_for_bash(const CLI::App& program);
std::string completion_for_zsh(const CLI::App& program);
std::string completion_for_fish(const CLI::App& program);

}  // namespace tradepost::app
