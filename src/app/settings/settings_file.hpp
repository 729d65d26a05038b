#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "app/console/exit_status.hpp"

namespace tradepost::app {

// Faults of a settings file.
struct BadSettings {
  ExitStatus status{};  // failed: the file is unreadable
  std::vector<std::string> sentences;
};

// One value of a settings file. Both forms are empty if no setting has a value of its type.
struct FileLine {
  std::vector<std::string> keys;         // names of its tables, from the outermost, and its key
  std::uint32_t number = 0;              // number of the line
  std::optional<std::string> text = {};  // a text, a whole number, yes or no
  std::optional<std::vector<std::string>> texts = {};  // a list of texts
};

// Reads TOML. Returns the values in the order of their lines.
std::expected<std::vector<FileLine>, BadSettings> read_settings_file(const std::string& path);

}  // namespace tradepost::app
