#pragma once

#include <expected>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/console/command_line.hpp"
#include "app/console/exit_status.hpp"
#include "app/settings/configuration.hpp"

namespace tradepost::app {

// A flag for each setting, and --config.
class ConfigurationFlags {
 public:
  explicit ConfigurationFlags(Command command);  // must outlive the command's parsing
  ConfigurationFlags(const ConfigurationFlags&) = delete;

  // Includes the environment of this process.
  std::expected<Configuration, BadSettings> gather() const;

 private:
  std::string file_;
  std::map<std::string_view, std::string> given_;
  std::map<std::string_view, Option> options_;
};

// Prints the faults of the settings, and returns the command's exit status.
ExitStatus print_faults(const BadSettings& bad);
ExitStatus print_faults(const std::vector<std::string>& sentences);

}  // namespace tradepost::app
