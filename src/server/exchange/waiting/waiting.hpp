#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/desk/desk.hpp"
#include "exchange/people/subscriptions.hpp"

// The work that waits for people.
namespace tradepost::exchange {

struct Waiting {
  Subject about{};
  std::optional<ParticipantId> participant = {};  // for which it waits; nullopt: the operators
  Flow flow = Flow::live;
  std::string name = {};  // of a case, an endpoint or a node; empty for other work
  std::optional<Instant> since = {};
  CasePtr concerned = {};                     // case_waits, document_failed
  std::optional<ParticipantId> partner = {};  // partner_waits, and of most cases
  std::uint64_t count = 0;                    // unread documents, free numbers
};

// Returns a text that is equal for the same work only.
std::string key_of(const Waiting& waiting);
// Returns the beginning of keys of the work that a node has for its operators.
std::string keys_of_node(std::string_view node);

inline constexpr std::uint32_t cases_considered_max = 1'000;

struct WaitingQuery {
  std::optional<ParticipantId> participant;  // nullopt: the operators
  Flow flow = Flow::live;
  std::chrono::hours unread_for{Subscriptions::unread_hours_default};
};
// Returns what waits now. Of the open cases it reads the newest cases_considered_max. A node itself
// knows the work that it has for its operators.
Answering<std::vector<Waiting>> waiting(Desk& desk, WaitingQuery query, Deadline deadline);

}  // namespace tradepost::exchange
