#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "api/simulated/simulated_runs.hpp"
#include "base/clock.hpp"
#include "simulation/happening.hpp"

namespace tradepost::app {

// Simulated partners that run in this process, each in its own thread. A run is a client of the
// exchange over HTTP, and remembers nothing: the token of the run decides whether it continues.
class SimulatedPartners final : public api::SimulatedRuns {
 public:
  struct Needs {
    const base::Clock& clock;
    std::string field_word;
    // Returns the address of the exchange for this process. Called in the thread of a run.
    std::function<std::string()> url;
    // Revokes the token of a run that has ended. Called in the thread of the run.
    std::function<void(const api::SimulatedRun& run)> revoke;
  };
  explicit SimulatedPartners(Needs needs);
  ~SimulatedPartners() override;

  // Ends all runs, and waits until their tokens are revoked. No other run begins.
  void end_all();

  bool has_room() const override;
  bool begin(api::SimulatedRun run) override;
  void end(exchange::ParticipantId company) override;
  std::optional<api::SimulatedState> state_of(exchange::ParticipantId company) const override;

 private:
  struct Run {
    explicit Run(api::SimulatedRun run) : of(std::move(run)) {}
    const api::SimulatedRun of;
    exchange::Instant since{};
    std::mutex mutex;
    std::deque<api::SimulatedHappening> happenings;  // guarded by mutex; the newest first
    std::size_t documents_sent = 0;                  // guarded by mutex
    std::atomic<bool> is_over = false;               // nothing of the run uses its thread any more
    std::jthread thread;                             // last: it uses the members above
  };

  void trade(Run& run, const std::stop_token& stop);
  struct Ends {
    std::stop_token caller;
    std::stop_source& run;  // also stopped by the caller
  };
  std::string trade_until_end(Run& run, Ends ends);
  void note(Run& run, const simulation::Happening& happening, std::stop_source& stop);
  void add(Run& run, api::SimulatedHappening happening);
  std::size_t running() const;
  void forget_oldest();
  Run* run_of(exchange::ParticipantId company) const;

  const Needs needs_;
  mutable std::mutex mutex_;
  bool is_ended_ = false;  // guarded by mutex_
  // The newest first, so that the first run of a company is its current one.
  std::vector<std::unique_ptr<Run>> runs_;  // guarded by mutex_
};

}  // namespace tradepost::app
