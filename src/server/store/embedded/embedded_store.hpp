#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "base/tasks/worker_pool.hpp"
#include "exchange/port/changes.hpp"
#include "exchange/port/store.hpp"
#include "journal/journal.hpp"
#include "journal/preparer.hpp"
#include "store/embedded/commit/committer.hpp"
#include "store/embedded/commit/flusher.hpp"
#include "store/embedded/commit/index_stage.hpp"
#include "store/embedded/commit/opening.hpp"
#include "store/embedded/embedded_options.hpp"
#include "store/embedded/index/index.hpp"
#include "store/embedded/index/queues.hpp"
#include "store/embedded/reads/views.hpp"
#include "store/embedded/state/feed_looks.hpp"
#include "store/embedded/state/leases.hpp"

namespace tradepost::store::embedded {

using exchange::Answering;
using exchange::Deadline;

// The dependencies of the store. All must outlive it.
struct Environment {
  journal::Folder& folder;  // the journal's
  std::string index_folder;
  const base::Clock& clock;
  base::Random& random;  // used by one thread of the store
  // Called once, on a thread of the store: nothing more is written, and the process should end. The
  // next start finds everything that was acknowledged. It rebuilds the index if the index is
  // damaged (index_damage()).
  std::function<void(const base::Error&)> on_failure;
  Watch watch;  // while a start reads the journal
  // Called on a thread of the store; must be short. May be empty.
  std::function<void(const ClockFall&)> on_clock_fall = {};
  // The data folder, for the file `journal-end` and for `tradepost migrate`. nullptr: the store
  // writes no such file, and the network cannot leave the folder.
  journal::Folder* data = nullptr;
  // Receives every batch that readers can see. May be nullptr.
  exchange::Changes* changes = nullptr;
};

// A network in one folder (docs/internals/embedded-store.md). The journal is the durable data, the
// index can be rebuilt from it, and queues and directory are in memory.
class EmbeddedStore final : public exchange::Store {
 public:
  // Fails with in_use, damaged, too_new, unavailable (the watch ended the start) or an error of the
  // system. Rebuilds an index that does not fit the journal or is damaged.
  static Result<std::unique_ptr<EmbeddedStore>> open(const Environment& environment,
                                                     const EmbeddedOptions& options);
  // Decides on all accepted commands, flushes the index and seals the journal.
  ~EmbeddedStore() override;

  const journal::Opened& opened() const { return journal_->opened(); }
  bool has_failed() const { return failed_; }
  // The damage of the index that this start has rebuilt, if any.
  const std::optional<base::Error>& mended() const { return mended_; }
  // Includes damage that was found later.
  std::optional<base::Error> index_damage() const { return index_->damage(); }
  // Recent figures. Thread-safe.
  struct Figures {
    std::uint64_t free_bytes = 0;  // of the file system
    bool takes_documents = false;  // the disk has space for new ones
    std::uint64_t index_bytes = 0;
    exchange::Instant last_instant{};  // of the stored effects
    std::uint64_t clock_falls = 0;     // since the start
  };
  Figures figures() const;
  // Returns the time of the next effects: they get this instant or a later one, unless the clock
  // falls far back.
  exchange::Instant about_now() const { return committer_->clock().about_now(); }

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
  void mark_seen(exchange::Seen seen) override { marks_.mark(seen); }

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
  void end_waits() override;
  Answering<exchange::EffectsPage> effects(std::uint64_t after, std::uint32_t count_max,
                                           Deadline deadline) override;

 private:
  struct Opening;  // the state that open() has prepared
  static Done bring_up(Opening& opening, const Environment& environment, const Applied& from);
  EmbeddedStore(const Environment& environment, const EmbeddedOptions& options, Opening opening);

  Done end_well();
  void fail(const base::Error& error);

  template <typename Answer>
  Answering<Answer> commit(std::unique_ptr<AnsweredJob<Answer>> job, Deadline deadline);
  template <typename Answer, typename Facts, typename Command>
  Answering<Answer> command(Command command, Deadline deadline);
  // Fetches the job's facts and queues it for the committer.
  base::Task<> hand_over(std::unique_ptr<Job> job);
  void fetch_facts(Job& job, ReadContext& context);
  // Runs `read` on this thread, and on the pool if it would wait for the disk.
  template <typename Answer, typename Read>
  Answering<Answer> read(exchange::Actor requester, Read read, Deadline deadline);
  // Returns when no running intent concerns the caller, so that the answer includes the changes of
  // the intent (embedded-store 1.5).
  using Concerns = std::function<bool(const exchange::Intent&)>;
  Answering<std::monostate> until_settled(Concerns concerns, Deadline deadline);
  bool awaits(const Concerns& concerns) const;
  Answering<LeftBehind> left_behind(exchange::DirectoryChange change, Deadline deadline);
  bool is_changing(const exchange::Transaction& row) const;
  // Returns due deliveries without a lease.
  Result<std::vector<exchange::DueDelivery>> due(exchange::Instant now, exchange::CallPlaces places,
                                                 ReadContext& context);

  const Environment environment_;
  std::atomic<bool> failed_ = false;
  std::uint64_t epoch_ = 0;
  const std::optional<base::Error> mended_;
  const bool finishes_intents_;

  std::unique_ptr<journal::Journal> journal_;
  std::unique_ptr<Index> index_;
  Records records_;
  Queues queues_;
  SoftMarks marks_;
  PublishedState published_;
  Leases leases_;
  FeedLooks feed_looks_;
  Views views_;

  // The threads. The destructor ends each of them before the ones that it calls.
  std::unique_ptr<journal::Preparer> preparer_;
  std::unique_ptr<Flusher> flusher_;
  std::unique_ptr<IndexStage> index_stage_;
  std::unique_ptr<Committer> committer_;
  // Runs reads that wait for the disk, which a loop must not do.
  using ReadPool = base::WorkerPool<base::NoTool, exchange::Actor>;
  std::unique_ptr<ReadPool> pool_;
};

}  // namespace tradepost::store::embedded
