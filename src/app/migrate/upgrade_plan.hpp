#pragma once

#include <string>

#include "app/console/exit_status.hpp"

namespace tradepost::app {

// Prints what this version changes in a network when it serves it: the address of a database or a
// folder. Changes nothing.
ExitStatus print_upgrade_plan(const std::string& network, bool is_json);

}  // namespace tradepost::app
