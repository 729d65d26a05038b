// docs/reference/commands.md has a row for each command of the binary.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "commands/trading.hpp"
#include "tests/source_dir.hpp"

namespace tradepost::commands_tests {
namespace {

std::vector<std::string> commands_of_help() {
  const Ended help = Desk().tradepost("--help");
  std::vector<std::string> commands;
  bool is_of_commands = false;
  for (const std::string& line : lines_of(help.out)) {
    if (line == "Subcommands:") is_of_commands = true;
    const bool is_indented = line.size() > 2 && line.starts_with("  ") && line[2] != ' ';
    if (is_of_commands && is_indented) commands.push_back(line.substr(2, line.find(' ', 2) - 2));
  }
  return commands;
}

TEST(PageOfCommands, has_a_row_for_each_command) {
  std::ifstream file(source_dir() + "/docs/reference/commands.md");
  const std::string page((std::istreambuf_iterator<char>(file)), {});
  const auto commands = commands_of_help();
  EXPECT_GT(commands.size(), 20u);
  for (const std::string& command : commands) {
    const bool is_there = has(page, "`tradepost " + command + "`") ||
                          has(page, "`tradepost " + command + " ") ||
                          has(page, "`" + command + "`");
    EXPECT_TRUE(is_there) << command;
  }
}

}  // namespace
}  // namespace tradepost::commands_tests
