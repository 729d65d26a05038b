#pragma once

#include <memory>
#include <optional>

#include "exchange/port/store.hpp"
#include "journal/preparer.hpp"
#include "store/embedded/command_runner.hpp"
#include "store/embedded/commit/committer.hpp"
#include "store/embedded/commit/flusher.hpp"
#include "store/embedded/commit/index_stage.hpp"
#include "store/embedded/embedded_options.hpp"
#include "store/embedded/index/queues.hpp"
#include "store/embedded/index/records.hpp"
#include "store/embedded/network_files.hpp"
#include "store/embedded/opened_network.hpp"
#include "store/embedded/person_key_file.hpp"
#include "store/embedded/read_runner.hpp"
#include "store/embedded/reads/views.hpp"
#include "store/embedded/reads/webhook_reads.hpp"
#include "store/embedded/state/feed_looks.hpp"
#include "store/embedded/state/leases.hpp"

namespace tradepost::store::embedded {

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

  bool has_failed() const { return files_.has_failed(); }
  // The damage of the index that this start has rebuilt, if any.
  const std::optional<base::Error>& mended() const { return mended_; }
  // Includes damage that was found later.
  std::optional<base::Error> index_damage() const { return files_.index().damage(); }
  // Recent figures. Thread-safe.
  struct Figures {
    std::uint64_t free_bytes = 0;  // of the file system
    bool takes_documents = false;  // the disk has space for new ones
    std::uint64_t journal_bytes = 0;
    std::uint64_t index_bytes = 0;
    bool is_index_stalled = false;     // documents arrive faster than it is written
    exchange::Instant last_instant{};  // of the stored effects
    std::uint64_t clock_falls = 0;     // since the start
  };
  Figures figures() const;
  // Returns the time of the next effects: they get this instant or a later one, unless the clock
  // falls far back.
  exchange::Instant about_now() const { return committer_.clock().about_now(); }

  // Reads the keys of people from the data folder, which must outlive the store. The store owns the
  // keys. Called once.
  Result<exchange::PersonKeys*> open_person_keys(journal::Folder& data);

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
  EmbeddedStore(const Environment& environment, const EmbeddedOptions& options,
                OpenedNetwork opened);

  const std::uint64_t epoch_;
  const std::optional<base::Error> mended_;

  NetworkFiles files_;
  Records records_;
  Queues queues_;
  SoftMarks marks_;
  PublishedState published_;
  Leases leases_;
  FeedLooks feed_looks_;
  Views views_;
  WebhookReads webhook_reads_;

  // The threads. Each ends before the ones that it calls, which are above it.
  journal::Preparer preparer_;
  Flusher flusher_;
  IndexStage index_stage_;
  Committer committer_;
  ReadRunner reads_;
  CommandRunner commands_;
  std::unique_ptr<PersonKeyFile> person_keys_;
  ReadPool pool_;  // last: its threads use the members above
};

}  // namespace tradepost::store::embedded
