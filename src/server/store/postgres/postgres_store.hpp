#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "base/crypto/seal.hpp"
#include "base/log.hpp"
#include "base/tasks/worker_pool.hpp"
#include "exchange/port/changes.hpp"
#include "exchange/port/store.hpp"
#include "store/postgres/commit/batches.hpp"
#include "store/postgres/commit/decisions.hpp"
#include "store/postgres/moving/carrying.hpp"
#include "store/postgres/node/change_broadcast.hpp"
#include "store/postgres/node/delivery_notifier.hpp"
#include "store/postgres/node/link.hpp"
#include "store/postgres/node/node.hpp"
#include "store/postgres/node/watcher.hpp"

namespace tradepost::store::postgres {

using exchange::Answering;
using exchange::Deadline;

// Selects whether a store that is being filled or left can be opened. It is opened for reads only,
// and an intent that is under way is not continued.
enum class HalfMoved : std::uint8_t { refused, opened };

struct PostgresOptions {
  LinkOptions link;
  // Each connection has a thread. One more thread watches queues, one reads the directory, and one
  // notifies the other nodes.
  unsigned connections = 6;
  unsigned page_connections = 4;
  std::size_t waiting_max = 10'000;
  // The interval at which the watcher looks for documents that other nodes delivered.
  std::chrono::milliseconds poll_interval{200};
  HalfMoved half_moved = HalfMoved::refused;
  // Receives every commit of this node, and the commits of other nodes within about a second.
  // nullptr: none.
  exchange::Changes* changes = nullptr;
  // The log for transactions that block this node. nullptr: they are not logged. It outlives the
  // store.
  const base::Log* log = nullptr;
};

// The network in a PostgreSQL database, which several nodes can share. Every operation runs on a
// thread of the store and blocks that thread's connection.
class PostgresStore final : public exchange::Store {
 public:
  // Migrates the tables first. Errors: `invalid` for the address; `too_new`; `conflict` while a
  // move into the database is unfinished; `unavailable` with the server's refusal. The clock
  // outlives the store.
  static base::Result<std::unique_ptr<PostgresStore>> open(const base::Clock& clock,
                                                           PostgresOptions options);
  ~PostgresStore() override;

  // Returns the key that all nodes share. `of_file` is the key that this node was configured with
  // (node/shared_key.hpp). Blocks.
  base::Result<base::SealKey> shared_key(const std::optional<base::SealKey>& of_file,
                                         base::Random& random);
  // Returns a lower bound of the instants of all later effects, unless the clock is set far back.
  exchange::Instant about_now() { return node_.instant_behind({}); }

  std::uint64_t epoch() const override { return epoch_; }

  Answering<exchange::SendAnswer> submit(exchange::Submission command, Deadline deadline) override;
  Answering<exchange::ReportAnswer> report(exchange::ReportCommand command,
                                           Deadline deadline) override;
  Answering<exchange::MoveAnswer> move(exchange::Move command, Deadline deadline) override;
  Answering<exchange::Stepped> step(exchange::Work work, std::uint32_t budget,
                                    Deadline deadline) override;
  Answering<exchange::CaseOpeningAnswer> open_case(exchange::CaseOpening command,
                                                   Deadline deadline) override;
  Answering<exchange::CaseChangeAnswer> change_case(exchange::CaseChange command,
                                                    Deadline deadline) override;
  Answering<exchange::DirectoryAnswer> change_directory(exchange::DirectoryChange command,
                                                        Deadline deadline) override;
  Answering<bool> delivered(exchange::Delivered outcome, Deadline deadline) override;
  Answering<bool> erase(exchange::TransactionId id, exchange::Actor by, Deadline deadline) override;
  void mark_seen(exchange::Seen seen) override;

  Answering<std::optional<exchange::KeyFact>> key(exchange::KeyUse use, Deadline deadline) override;
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
  Answering<std::optional<exchange::FoundCase>> find_case(exchange::CaseId id,
                                                          exchange::CaseViewer viewer,
                                                          Deadline deadline) override;
  Answering<std::vector<exchange::QueueState>> queues(exchange::QueuesQuery query,
                                                      Deadline deadline) override;
  Answering<std::vector<exchange::HeldState>> held(exchange::ParticipantId participant,
                                                   Deadline deadline) override;
  Answering<std::vector<exchange::StatisticsCount>> statistics(exchange::StatisticsQuery query,
                                                               Deadline deadline) override;
  Answering<exchange::NextNumbers> next_numbers(Deadline deadline) override;
  Answering<std::vector<exchange::Intent>> intents(Deadline deadline) override;
  Answering<std::vector<exchange::DueDelivery>> deliveries_due(exchange::CallPlaces places,
                                                               Deadline deadline) override;
  Answering<std::vector<exchange::EndpointStanding>> endpoint_standings(
      std::vector<exchange::EndpointId> ids, Deadline deadline) override;
  Answering<exchange::ActPage> acts(exchange::ActQuery query, Deadline deadline) override;
  Answering<bool> wait(exchange::PendingQuery query, Deadline deadline) override;
  void end_waits() override { watcher_.end_waits(); }
  Answering<exchange::EffectsPage> effects(std::uint64_t after, std::uint32_t count_max,
                                           Deadline deadline) override;

 private:
  using Until = std::chrono::steady_clock::time_point;
  using Pool = base::WorkerPool<Link, exchange::Actor>;
  template <typename Answer>
  using WorkOf = std::move_only_function<base::Result<Answer>(Link&, Until)>;

  PostgresStore(const base::Clock& clock, PostgresOptions options, std::uint64_t epoch,
                ChangeBroadcast::Start start);

  enum class Does : std::uint8_t { reads, writes };
  template <typename Answer>
  static Answering<Answer> work_in(Pool& pool, Does does, WorkOf<Answer> work,
                                   exchange::Actor requester, Deadline deadline);
  template <typename Answer>
  Answering<Answer> work(Does does, WorkOf<Answer> work, exchange::Actor requester,
                         Deadline deadline);
  template <typename Answer, typename Command>
  Answering<Answer> decided(Command command, Locks locks, Settle settle, exchange::Actor requester,
                            Deadline deadline);
  // Decides the command in a batch with other commands.
  template <typename Answer, typename Command>
  Answering<Answer> decided_in_a_batch(Command command, exchange::Actor requester,
                                       Deadline deadline);
  // Runs after all slices of the intents that are under way.
  template <typename Answer, typename Ask>
  Answering<Answer> settled(Pool& pool, Ask ask, exchange::Actor requester, Deadline deadline);
  template <typename Answer, typename Ask>
  Answering<Answer> settled(Ask ask, exchange::Actor requester, Deadline deadline);
  template <typename Answer, typename Ask>
  Answering<Answer> asked(Ask ask, Deadline deadline);
  // Converts a deadline to the clock of the threads.
  static Until until(Deadline deadline, const base::Executor& executor);
  Decisions decisions(Link& link, Until until);
  base::Result<exchange::EffectsPage> carried(std::uint64_t after, std::uint32_t count_max);
  void notify_of(const Changed& changed);

  const PostgresOptions options_;
  const std::uint64_t epoch_;
  Node node_;
  ChangeBroadcast broadcast_;
  Ending ending_;

  std::mutex carrying_mutex_;
  // Guarded by carrying_mutex_. nullptr until the first call of effects().
  std::unique_ptr<Carrying> carrying_;

  Watcher watcher_;
  DeliveryNotifier notifier_;
  Batches batches_;
  std::unique_ptr<Pool> pool_;
  // Pages have their own connections, so that any number of page requests leaves the others to
  // sends and reports.
  std::unique_ptr<Pool> page_pool_;
  // A node without a current directory must refuse its requests, so directory reads have their own
  // thread and queue.
  std::unique_ptr<Pool> directory_pool_;
};

}  // namespace tradepost::store::postgres
