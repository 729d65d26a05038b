#pragma once

#include <string>

#include "app/doctor/findings.hpp"
#include "app/serve/serve_options.hpp"
#include "base/clock.hpp"

// Checks of the network's data. They change nothing, and the exchange may be running.
namespace tradepost::app {

void check_disk(const ServeOptions& options, Findings& findings);
// Reads the whole journal.
void check_journal(const std::string& data, Findings& findings);
void check_database(const std::string& address, Findings& findings);
// Checks the age of the newest backup of the network.
void check_backups(const ServeOptions& options, const base::Clock& clock, Findings& findings);

}  // namespace tradepost::app
