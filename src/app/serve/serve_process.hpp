#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <string>

#include "app/console/exit_status.hpp"
#include "app/serve/serve_options.hpp"
#include "app/settings/configuration.hpp"

// A process that serves an exchange, for each command that does (serve_command.cpp).
namespace tradepost::app {

// Work that needs the exchange while it serves. Both functions may be empty.
struct WhileServing {
  std::function<void(const std::string& address)> begin = {};
  std::function<void()> end = {};  // the exchange still answers
};

// Reads the settings, and blocks the signals that serve_until_end() waits for, for this thread and
// the ones that it starts. Prints faults.
std::expected<ServeOptions, ExitStatus> begin_process(
    const std::expected<Configuration, BadSettings>& configuration);

// Serves until a signal or a failure ends the exchange. Calls `others` again if the exchange starts
// again because its index is damaged.
ExitStatus serve_until_end(ServeOptions options, const std::optional<std::string>& operator_token,
                           const WhileServing& others);

}  // namespace tradepost::app
