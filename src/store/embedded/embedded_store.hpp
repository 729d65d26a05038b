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

// What the store stands on. All must outlive it.
struct Environment {
  journal::Folder& folder;  // the journal's
  std::string index_folder;
  const base::Clock& clock;
  base::Random& random;  // used by one thread of the store
  // Once, on one of the store's threads: nothing is kept any more, the process should end, and the
  // next start finds all that was answered. Where the index is damaged (index_damage() says so), it
  // makes that anew.
  std::function<void(const base::Error&)> on_failure;
  Watch watch;  // while a start reads the journal
  // On one of the store's threads, and not for long; may be empty.
  std::function<void(const ClockFall&)> on_clock_fall = {};
  // The data folder, which is given the file `journal-end`, and whose network may leave it;
  // nothing: none is kept, and it stays.
  journal::Folder* data = nullptr;
  // Told of every batch that readers can see; nullptr: nobody is.
  exchange::Changes* changes = nullptr;
};

// The network in one folder (docs/internals/embedded-store.md): the journal is the truth, the index
// beside it can be made again from it, queues and directory stand in memory.
class EmbeddedStore final : public exchange::Store {
 public:
  // in_use, damaged, too_new, unavailable (the watch said that it is to end), or what the system
  // refused. An index that doesn't fit the journal, or is damaged, is made anew.
  static Result<std::unique_ptr<EmbeddedStore>> open(const Environment& environment,
                                                     const EmbeddedOptions& options);
  // Decides on all accepted commands, flushes the index and seals the journal.
  ~EmbeddedStore() override;

  const journal::Opened& opened() const { return journal_->opened(); }
  bool has_failed() const { return failed_; }
  // What of the index was found damaged by this start, which has made it anew.
  const std::optional<base::Error>& mended() const { return mended_; }
  // Includes damage that was found later.
  std::optional<base::Error> index_damage() const { return index_->damage(); }
  // Any thread: as of a moment ago.
  struct Figures {
    std::uint64_t free_bytes = 0;  // of the file system
    bool takes_documents = false;  // there is room for new ones
    std::uint64_t index_bytes = 0;
    exchange::Instant last_instant{};  // of the effects that were kept
    std::uint64_t clock_falls = 0;     // since the start
  };
  Figures figures() const;
  // Effects that are kept now get this instant or a later one, unless the clock is set far back.
  exchange::Instant about_now() const { return committer_->about_now(); }

  std::uint64_t epoch() const override { return epoch_; }

  Answering<exchange::SubmitAnswer> submit(exchange::Submission command,
                                           Deadline deadline) override;
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
  struct Opening;  // what open() has found
  static Done bring_up(Opening& opening, const Environment& environment, const Applied& from);
  EmbeddedStore(const Environment& environment, const EmbeddedOptions& options, Opening opening);

  Done end_well();
  void fail(const base::Error& error);

  template <typename Answer>
  Answering<Answer> commit(std::unique_ptr<AnsweredJob<Answer>> job, Deadline deadline);
  template <typename Answer, typename Facts, typename Command>
  Answering<Answer> command(Command command, Deadline deadline);
  // With its facts, to the committer.
  base::Task<> hand_over(std::unique_ptr<Job> job);
  void fetch_facts(Job& job, ReadContext& context);
  // `read` is done here, and on the pool where it would wait.
  template <typename Answer, typename Read>
  Answering<Answer> read(exchange::Actor asker, Read read, Deadline deadline);
  // Returns when no intent is under way that concerns the caller: the answer shows what the intent
  // will have changed (embedded-store 1.5).
  using Concerns = std::function<bool(const exchange::Intent&)>;
  Answering<std::monostate> until_settled(Concerns concerns, Deadline deadline);
  bool awaits(const Concerns& concerns) const;
  Answering<LeftBehind> left_behind(exchange::DirectoryChange change, Deadline deadline);
  bool is_changing(const exchange::Transaction& row) const;
  // Not leased yet.
  Result<std::vector<exchange::DueDelivery>> due(exchange::Instant now, exchange::CallPlaces places,
                                                 ReadContext& context);

  const base::Clock& clock_;
  journal::Folder* const data_;
  const std::function<void(const ClockFall&)> on_clock_fall_;
  const std::function<void(const base::Error&)> on_failure_;
  std::atomic<bool> failed_ = false;
  std::uint64_t epoch_ = 0;
  const std::optional<base::Error> mended_;
  const bool finishes_intents_;

  std::unique_ptr<journal::Journal> journal_;
  std::unique_ptr<Index> index_;
  Records records_;
  Queues queues_;
  SoftMarks marks_;
  PublishedState shown_;
  Leases leases_;
  FeedLooks feed_looks_;
  Views views_;

  // Threads, the ones that ask before the ones that are asked.
  std::unique_ptr<journal::Preparer> preparer_;
  std::unique_ptr<Flusher> flusher_;
  std::unique_ptr<IndexStage> index_stage_;
  std::unique_ptr<Committer> committer_;
  // For reads that wait for the disk, which a loop must not do.
  using ReadPool = base::WorkerPool<base::NoTool, exchange::Actor>;
  std::unique_ptr<ReadPool> pool_;
};

}  // namespace tradepost::store::embedded
