#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include "agent/agent.hpp"
#include "app/settings/settings_file.hpp"

namespace tradepost::app {

struct MetricsPlace {
  std::string address;
  std::uint16_t port = 0;
};

// The file of an agent, read: docs/guides/agent.md lists its settings.
struct AgentSettings {
  agent::Agent::Settings agent;
  std::optional<MetricsPlace> metrics_listen;
};

// Paths in it begin at its own folder.
std::expected<AgentSettings, BadSettings> read_agent_settings(const std::string& path);

}  // namespace tradepost::app
