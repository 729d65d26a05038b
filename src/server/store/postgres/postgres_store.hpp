#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "base/crypto/seal.hpp"
#include "exchange/port/store.hpp"
#include "store/postgres/command_runner.hpp"
#include "store/postgres/drafts.hpp"
#include "store/postgres/moving/carried_pages.hpp"
#include "store/postgres/node/change_broadcast.hpp"
#include "store/postgres/node/delivery_notifier.hpp"
#include "store/postgres/node/link.hpp"
#include "store/postgres/node/membership.hpp"
#include "store/postgres/node/node.hpp"
#include "store/postgres/node/watcher.hpp"
#include "store/postgres/person_keys.hpp"
#include "store/postgres/pools.hpp"
#include "store/postgres/postgres_options.hpp"
#include "store/postgres/read_runner.hpp"

namespace tradepost::store::postgres {

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
  // The format in which the nodes write. Block.
  base::Result<exchange::StoreFormat> format() const;
  // Only with a version in the options. Fails with conflict if a node can't read the newest format
  // of this one, or has served for a shorter time.
  base::Done raise_format(std::chrono::seconds serving_for);
  // Returns a lower bound of the instants of all later effects, unless the clock is set far back.
  exchange::Instant about_now() { return node_.instant_behind({}); }

  // Returns the nodes as this one saw them last; nullopt: not yet. Any thread, without waiting.
  std::optional<SeenNodes> nodes() const { return watcher_.nodes(); }
  // Only with a version in the options.
  std::optional<base::Uuid> own_node() const { return watcher_.own_node(); }

  exchange::PersonKeys& person_keys() { return person_keys_; }
  exchange::Drafts& drafts() { return drafts_; }

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
  struct Start {
    std::uint64_t epoch = 0;
    std::optional<Membership> membership;
    ChangeBroadcast::Start broadcast;
  };
  PostgresStore(const base::Clock& clock, PostgresOptions options, Start start);

  const PostgresOptions options_;
  const std::uint64_t epoch_;
  Node node_;
  ChangeBroadcast broadcast_;
  Ending ending_;
  CarriedPages carried_pages_;
  Watcher watcher_;
  DeliveryNotifier notifier_;
  CommandRunner commands_;
  ReadRunner reads_;
  PersonKeyTable person_keys_;
  DraftTable drafts_;
  Pools pools_;  // last: their threads use the members above
};

}  // namespace tradepost::store::postgres
