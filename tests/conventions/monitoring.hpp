#pragma once

#include <vector>

#include "conventions/log_events.hpp"
#include "conventions/tree.hpp"

namespace tradepost::conventions {

// Each alert of a file of Prometheus has a severity, a summary, a description and a `runbook`,
// which is a heading of the runbook; and a test expects it.
std::vector<Finding> faults_of_alerts(const File& alerts, const File& tests, const File& runbook);

// Each metric that a file uses has a row on the page of metrics.
std::vector<Finding> faults_of_metrics_used(const File& file, const File& page);

// The runbook names each event of level warning or error.
std::vector<Finding> faults_of_runbook(const LogEvents& rows, const File& runbook);

}  // namespace tradepost::conventions
