#pragma once

#include <CLI/CLI.hpp>

#include <expected>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/configuration.hpp"
#include "app/exit_status.hpp"

namespace tradepost::app {

// The flags of a command that takes every setting, and --config.
class ConfigurationFlags {
 public:
  explicit ConfigurationFlags(CLI::App& command);  // outlives the command's parsing
  ConfigurationFlags(const ConfigurationFlags&) = delete;

  // With what this process's environment says.
  std::expected<Configuration, std::vector<std::string>> gather() const;

 private:
  std::string file_;
  std::map<std::string_view, std::string> given_;
  std::map<std::string_view, const CLI::Option*> options_;
};

// Says what is wrong with the settings.
ExitStatus tell_faults(const std::vector<std::string>& faults);

}  // namespace tradepost::app
