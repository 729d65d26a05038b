#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "agent/bridge.hpp"
#include "base/metrics.hpp"

namespace tradepost::agent {

// Metrics of an agent, by bridge.
class Meters {
 public:
  explicit Meters(const std::vector<Bridge>& bridges);

  struct OfBridge {
    base::Counter processed;
    base::Counter refused;
    base::Counter later;
    base::Counter reports;
    base::Counter sent;
    base::Counter failed;
    base::Gauge waiting;
    base::Gauge set_aside;
    base::Gauge set_aside_files;
    base::Gauge receiving_problem;
    base::Gauge sending_problem;
  };
  const OfBridge& of(const std::string& bridge) const { return bridges_.at(bridge); }
  base::MetricSlots& slots() { return metrics_.slots(); }
  std::string exposition() const { return metrics_.exposition(); }

 private:
  base::Metrics metrics_;
  std::map<std::string, OfBridge> bridges_;
};

}  // namespace tradepost::agent
