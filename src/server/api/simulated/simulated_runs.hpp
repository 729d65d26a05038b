#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exchange/model/directory_entries.hpp"
#include "exchange/rules/simulated.hpp"

// The runs of simulated partners in this process (contract 16).
namespace tradepost::api {

// The shares are in percent.
struct SimulatedHabits {
  std::uint32_t speed = 1;  // simulated seconds in a second
  std::uint32_t orders_a_day = 0;
  std::uint32_t late = 0;
  std::uint32_t partial = 0;
  std::uint32_t rejected = 0;
  std::uint32_t twice = 0;
  std::uint32_t new_version = 0;
  std::uint32_t faulty = 0;
};

struct SimulatedRun {
  exchange::SimulatedRole role{};
  exchange::Participant company;
  exchange::Participant partner;  // the participant that began the run
  std::string token;
  exchange::TokenId token_id;
  exchange::Actor by;
  exchange::Instant until{};
  SimulatedHabits habits;
};

struct SimulatedHappening {
  exchange::Instant at{};
  std::string event;
  std::string sentence;
  std::string kind;  // of the document, or empty
  std::string number;
  std::string transaction;  // its id, or empty
};

struct SimulatedState {
  bool is_running = false;
  exchange::Instant since{};
  exchange::Instant until{};
  std::size_t documents_sent = 0;
  std::vector<SimulatedHappening> happenings;  // the newest first
};

// Any thread may call it, and no call waits for a run.
class SimulatedRuns {
 public:
  virtual ~SimulatedRuns() = default;

  // Returns false if the node has as many runs as it may have, with the runs that still end.
  virtual bool has_room() const = 0;
  // Begins a run, and ends an earlier one of the company. Returns false if the node has too many,
  // or if the system has no more threads.
  virtual bool begin(SimulatedRun run) = 0;
  // Ends the run of the company, if this node has one.
  virtual void end(exchange::ParticipantId company) = 0;
  // Returns nullopt if this node has had no run of the company.
  virtual std::optional<SimulatedState> state_of(exchange::ParticipantId company) const = 0;
};

}  // namespace tradepost::api
