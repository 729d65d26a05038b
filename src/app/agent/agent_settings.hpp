#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include "agent/agent.hpp"
#include "app/settings/settings_file.hpp"
#include "base/log.hpp"

namespace tradepost::app {

struct MetricsPlace {
  std::string address;
  std::uint16_t port = 0;
};

// Settings in the file of an agent. docs/guides/agent.md lists them.
struct AgentSettings {
  agent::Agent::Settings agent;
  std::optional<MetricsPlace> metrics_listen;
  base::LogForm log_form = base::LogForm::logfmt;
};

// Relative paths in the file begin at its folder.
std::expected<AgentSettings, BadSettings> read_agent_settings(const std::string& path);

}  // namespace tradepost::app
