#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "conventions/tree.hpp"

namespace tradepost::conventions {

// One event of the log, as a call in src/ writes it or as a row of the page describes it.
struct LogEvent {
  std::size_t line = 0;  // in `path`, from 1
  std::string path;
  std::set<std::string> levels;  // empty if the call computes the level
  std::set<std::string> fields;  // empty if the call passes them on
};

using LogEvents = std::map<std::string, LogEvent>;

// Returns the events in calls such as log.warning("name", {{"field", value}}), log.write(level,
// "name", …) and warn("name", …). Tests are not read.
LogEvents log_events_in(const std::vector<File>& files);

// Returns the rows of the tables whose first column is `event`.
LogEvents log_events_on(const File& page);

// Each event has a row with its level and its fields, and each row has its event.
std::vector<Finding> faults_of_log_events(const LogEvents& in_code, const File& page);

}  // namespace tradepost::conventions
