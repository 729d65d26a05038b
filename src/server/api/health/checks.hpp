#pragma once

#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "api/health/facts.hpp"
#include "base/clock.hpp"
#include "exchange/people/subscriptions.hpp"

namespace tradepost::api {

enum class HealthState : std::uint8_t { ok, warning, failing, unknown };
std::string_view name_of(HealthState state);

// A value behind the state of a check, as a member of the answer.
struct HealthFigure {
  std::string_view name;
  std::variant<std::int64_t, bool, base::Instant> value;
};

struct HealthCheck {
  std::string_view code;  // permanent
  HealthState state{};
  std::string_view message;  // a sentence
  std::string_view help;     // the section of the documentation that says what to do; empty if ok
  std::vector<HealthFigure> figures = {};
};

// Returns the checks that apply to the node, in a permanent order.
std::vector<HealthCheck> checks_of(const HealthFacts& facts, base::Instant now);

// Returns the work that the state of the node has for operators, for messages.
std::vector<exchange::Subject> work_of(const HealthFacts& facts, base::Instant now);

// Returns the node itself, or all nodes that serve its database.
std::vector<NodeFacts> nodes_of(const HealthFacts& facts, base::Instant now);

}  // namespace tradepost::api
