#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exchange/administration/directory_pages.hpp"

// How the network, or a participant, stands at this moment.
namespace tradepost::exchange {

// Listed at most.
inline constexpr std::size_t standing_listed_max = 20;

// Documents wait, and the recipient has stopped polling (contract 8.5).
bool is_overdue(const QueueState& queue, Instant now, const Rules& rules);

struct FlowStanding {
  Flow flow{};
  std::uint64_t pending = 0;
  std::uint64_t failed = 0;
  std::uint64_t held = 0;
  std::uint64_t overdue = 0;  // recipients
};
struct WaitingQueue {
  QueueShown queue;
  bool is_overdue = false;
};
struct NetworkStanding {
  std::array<FlowStanding, 2> flows;
  // Of both flows, the one whose oldest document has waited longest first.
  std::vector<WaitingQueue> longest_waiting;
};
Answering<NetworkStanding> standing(Desk& desk, OperatorId by, Deadline deadline);

// A partner for which a case is open that says so; the case is of today or yesterday.
struct OverduePartner {
  Named partner;
  CaseId case_id;
  std::uint32_t count = 0;  // of the caller's documents that wait for it
};
struct OwnStanding {
  QueueState queue;  // of the caller, in its flow
  std::uint64_t held_incoming = 0;
  std::uint64_t held_outgoing = 0;
  std::vector<OverduePartner> overdue;
};
Answering<OwnStanding> standing(Desk& desk, Caller caller, Deadline deadline);

}  // namespace tradepost::exchange
