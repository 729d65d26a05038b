#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "app/console/exit_status.hpp"

namespace tradepost::app {

// The faults of a file of settings.
struct BadSettings {
  ExitStatus status{};  // failed: it can't be read
  std::vector<std::string> sentences;
};

// One value of a file of settings, or one that no setting has.
struct FileLine {
  std::vector<std::string> keys;         // of its tables, from the outermost, and its own
  std::uint32_t number = 0;              // of the line
  std::optional<std::string> text = {};  // a text, a whole number, yes or no
  std::optional<std::vector<std::string>> texts = {};  // a list of texts
};

// TOML, in the order of its lines.
std::expected<std::vector<FileLine>, BadSettings> read_settings_file(const std::string& path);

}  // namespace tradepost::app
