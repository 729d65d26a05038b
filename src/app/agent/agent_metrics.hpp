#pragma once

#include <memory>

#include "agent/agent.hpp"
#include "app/agent/agent_settings.hpp"
#include "http/server.hpp"

namespace tradepost::app {

// Serves /metrics and /healthz of an agent, without authentication. The agent, clock and log must
// outlive the server.
base::Result<std::unique_ptr<http::Server>> serve_metrics(const MetricsPlace& place,
                                                          const agent::Agent& agent,
                                                          const base::Clock& clock,
                                                          const base::Log& log);

}  // namespace tradepost::app
