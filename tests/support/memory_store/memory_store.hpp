#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "base/clock.hpp"
#include "base/tasks/completion.hpp"
#include "exchange/port/store.hpp"
#include "memory_store/state.hpp"

namespace tradepost::memory_store {

using exchange::Answering;
using exchange::Deadline;

// The store in memory: under one mutex, every verb fetches the facts, calls decide and keeps the
// effects, so any number of threads may use it. No call fails, and deadlines only matter to wait().
class MemoryStore final : public exchange::Store {
 public:
  // `clock` outlives it.
  explicit MemoryStore(const base::Clock& clock, std::uint64_t epoch = 1);

  // Simulates the end of the process: the state is rebuilt from the effects, soft data is lost, and
  // waiting callers continue to wait.
  void restart();
  // Simulates a restore from a backup.
  void begin_epoch();

  std::uint64_t epoch() const override;

  Answering<exchange::SendAnswer> submit(Submission command, Deadline deadline) override;
  Answering<exchange::ReportAnswer> report(ReportCommand command, Deadline deadline) override;
  Answering<exchange::MoveAnswer> move(exchange::Move command, Deadline deadline) override;
  Answering<exchange::Stepped> step(exchange::Work work, std::uint32_t budget,
                                    Deadline deadline) override;
  Answering<exchange::CaseOpeningAnswer> open_case(CaseOpening command, Deadline deadline) override;
  Answering<exchange::CaseChangeAnswer> change_case(CaseChange command, Deadline deadline) override;
  Answering<exchange::DirectoryAnswer> change_directory(DirectoryChange command,
                                                        Deadline deadline) override;
  Answering<bool> delivered(Delivered outcome, Deadline deadline) override;
  Answering<bool> erase(TransactionId id, exchange::Actor by, Deadline deadline) override;
  void mark_seen(Seen seen) override;

  Answering<std::optional<KeyFact>> key(KeyUse use, Deadline deadline) override;
  Answering<exchange::DirectoryNews> directory(exchange::Revision since,
                                               Deadline deadline) override;
  Answering<exchange::PendingPage> pending(exchange::PendingQuery query,
                                           Deadline deadline) override;
  Answering<std::optional<exchange::Found>> find(exchange::FindQuery query,
                                                 Deadline deadline) override;
  Answering<std::optional<exchange::TransactionId>> find_by_sscc(exchange::SsccQuery query,
                                                                 Deadline deadline) override;
  Answering<exchange::HistoryPage> history(exchange::HistoryQuery query,
                                           Deadline deadline) override;
  Answering<exchange::CasePage> cases(exchange::CaseQuery query, Deadline deadline) override;
  Answering<std::optional<exchange::FoundCase>> find_case(CaseId id, exchange::CaseViewer viewer,
                                                          Deadline deadline) override;
  Answering<std::vector<exchange::QueueState>> queues(exchange::QueuesQuery query,
                                                      Deadline deadline) override;
  Answering<std::vector<exchange::HeldState>> held(ParticipantId participant,
                                                   Deadline deadline) override;
  Answering<std::vector<exchange::StatisticsCount>> statistics(exchange::StatisticsQuery query,
                                                               Deadline deadline) override;
  Answering<exchange::NextNumbers> next_numbers(Deadline deadline) override;
  Answering<std::vector<Intent>> intents(Deadline deadline) override;
  Answering<std::vector<exchange::DueDelivery>> deliveries_due(exchange::CallPlaces places,
                                                               Deadline deadline) override;
  Answering<std::vector<exchange::EndpointStanding>> endpoint_standings(
      std::vector<exchange::EndpointId> ids, Deadline deadline) override;
  Answering<exchange::ActPage> acts(exchange::ActQuery query, Deadline deadline) override;
  Answering<bool> wait(exchange::PendingQuery query, Deadline deadline) override;
  void end_waits() override;
  Answering<exchange::EffectsPage> effects(std::uint64_t after, std::uint32_t count_max,
                                           Deadline deadline) override;

 private:
  struct Waiter {
    exchange::PendingQuery query;
    base::Completer<bool> arrived;
  };

  // The callers of these hold the mutex.
  Instant next_instant();
  template <typename Answer>
  Answer kept(exchange::Decision<Answer> decision);
  void wake();
  // Completes all open intents, because readers must see their result (embedded-store 1.5).
  void settle();
  exchange::Stepped step_intent(IntentWork work, std::uint32_t budget);
  bool has_pending(const exchange::PendingQuery& query) const;
  // Returns the events that the endpoint has not received yet.
  std::vector<exchange::FeedPlace> waiting(const exchange::EndpointProgress& progress,
                                           std::uint32_t count_max);

  // Immutable.
  const base::Clock& clock_;

  // Guarded by mutex_.
  mutable std::mutex mutex_;
  std::uint64_t epoch_;
  State state_;
  Instant last_instant_{};
  std::vector<Waiter> waiters_;
  bool waits_have_ended_ = false;
  std::map<exchange::EndpointId, Instant> leased_until_;
};

}  // namespace tradepost::memory_store
