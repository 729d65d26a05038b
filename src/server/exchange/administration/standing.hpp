#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exchange/administration/directory_pages.hpp"

// The present state of the network, or of a participant.
namespace tradepost::exchange {

// The maximum number of entries in a list.
inline constexpr std::size_t standing_listed_max = 20;

// Returns true if documents are pending and the recipient has stopped polling (contract 8.5).
bool is_overdue(const QueueState& queue, Instant now, const Rules& rules);

struct FlowStanding {
  Flow flow{};
  std::uint64_t pending = 0;
  std::uint64_t failed = 0;
  std::uint64_t held = 0;
  std::uint64_t overdue = 0;  // number of overdue recipients
};
struct WaitingQueue {
  QueueShown queue;
  bool is_overdue = false;
};
struct NetworkStanding {
  std::array<FlowStanding, 2> flows;
  // The queues of both flows, oldest pending document first.
  std::vector<WaitingQueue> longest_waiting;
};
Answering<NetworkStanding> standing(Desk& desk, OperatorId by, Deadline deadline);

// An overdue partner with an open case, of today or yesterday.
struct OverduePartner {
  Named partner;
  CaseId case_id;
  std::uint32_t count = 0;  // the caller's documents that are pending there
};
struct OwnStanding {
  QueueState queue;  // of the caller, in its flow
  std::uint64_t held_incoming = 0;
  std::uint64_t held_outgoing = 0;
  std::vector<OverduePartner> overdue;
};
Answering<OwnStanding> standing(Desk& desk, Caller caller, Deadline deadline);

}  // namespace tradepost::exchange
