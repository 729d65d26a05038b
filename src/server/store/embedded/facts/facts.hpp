#pragma once

#include <cstdint>
#include <vector>

#include "exchange/model/commands.hpp"
#include "exchange/model/facts.hpp"
#include "store/embedded/facts/read_set.hpp"
#include "store/embedded/format/keys.hpp"
#include "store/embedded/index/queues.hpp"
#include "store/embedded/index/records.hpp"
#include "store/embedded/state/committed_state.hpp"

namespace tradepost::store::embedded {

// The end of an intent's search in a queue: the rest of its work comes after this place.
struct IntentPlace {
  exchange::Flow flow = exchange::Flow::live;
  exchange::Position after = 0;
};
struct IntentSlice {
  exchange::IntentFacts facts;
  IntentPlace reached;
};

// The count of pending documents of removed identifiers, and the end of the search in each queue.
struct LeftBehind {
  std::uint64_t pending = 0;
  std::vector<exchange::Position> reached;
};

// Reads the facts of a command from the current index, on any thread. The committer adds the facts
// of the directory and the time (freshen).
class FactReader {
 public:
  FactReader(const Records& records, Queues& queues, exchange::Instant now, ReadContext& context,
             ReadSet& read_set)
      : records_(records), queues_(queues), now_(now), context_(context), read_set_(read_set) {}

  Result<exchange::SubmitFacts> facts_for(const exchange::Submission& command);
  Result<exchange::ReportFacts> facts_for(const exchange::ReportCommand& command);
  Result<exchange::RequeueFacts> facts_for(const exchange::Requeue& command);
  Result<exchange::DiscardFacts> facts_for(const exchange::Discard& command);
  Result<exchange::ReleaseFacts> facts_for(const exchange::Release& command);
  Result<exchange::CaseOpeningFacts> facts_for(const exchange::CaseOpening& command);
  Result<exchange::CaseChangeFacts> facts_for(const exchange::CaseChange& command);

  // For each sender, the oldest document that has been pending longer than permitted, and the
  // number of such documents. Reads the whole queue and adds nothing to the read set.
  struct Overdue {
    exchange::TransactionId oldest;
    exchange::ParticipantId sender;
    std::uint64_t count = 0;
  };
  Result<std::vector<Overdue>> overdue(const exchange::OverdueWork& work, std::uint32_t count_max);
  Result<exchange::OverdueFacts> facts_for(const exchange::OverdueWork& work,
                                           const std::vector<Overdue>& overdue);
  Result<exchange::RetentionFacts> facts_for(const exchange::RetentionWork& work,
                                             std::uint32_t budget);

  // Reads whole queues, after the part in `before`.
  Result<LeftBehind> left_behind(const exchange::DirectoryChange& command, LeftBehind before);

  // These read more than their read set has, so the index must have all earlier batches.
  Result<exchange::DirectoryFacts> facts_for(const exchange::DirectoryChange& command,
                                             const LeftBehind& left,
                                             const CommittedState& committed);
  // Reads the facts of the intent's next slice. `from` is the end of the previous slice.
  Result<IntentSlice> facts_for(const exchange::IntentWork& work, IntentPlace from,
                                const CommittedState& committed);

  Result<std::optional<exchange::KeyFact>> key(const exchange::KeyUse& use);
  Result<std::optional<Row>> row(exchange::TransactionId id);
  const Records& records() const { return records_; }
  ReadContext& context() { return context_; }

 private:
  Result<exchange::TransactionPtr> whole(const Row& row);
  Result<exchange::CasePtr> case_of(exchange::CaseId id);
  Result<exchange::CasePtr> open_case(const std::optional<exchange::CaseId>& id);
  Result<exchange::VersionFact> version_fact(const Row& row, const base::Digest& digest);
  Result<std::optional<exchange::VersionFact>> delivered_before(const exchange::Transaction& of);
  Result<std::vector<exchange::VersionFact>> versions_of(const exchange::Transaction& sent);
  Result<std::vector<exchange::Unit>> units_of(exchange::TransactionId id);
  Result<std::optional<exchange::SsccFact>> sscc_used(const exchange::Transaction& sent,
                                                      std::uint64_t number);
  Result<exchange::HeldFact> held(const keys::Direction& direction);
  Result<std::vector<exchange::TransactionId>> held_ids(std::string_view prefix,
                                                        std::string_view from,
                                                        std::uint32_t count_max);
  // Calls `see` for each pending document after `after`, until it returns false.
  template <typename See>
  Done each_pending(const QueueName& queue, exchange::Position after, See see);
  Result<exchange::QueueCounts> counts_for(const exchange::DirectoryChange& command);

  const Records& records_;
  Queues& queues_;
  const exchange::Instant now_;
  ReadContext& context_;
  ReadSet& read_set_;
};

// The time and the state of the commit.
struct Moment {
  exchange::Instant now{};
  const CommittedState& committed;
};
void freshen(const exchange::Submission& command, const Moment& moment,
             exchange::SubmitFacts& facts);
void freshen(const exchange::Requeue& command, const Moment& moment, exchange::RequeueFacts& facts);
void freshen(const exchange::Release& command, const Moment& moment, exchange::ReleaseFacts& facts);
void freshen(const exchange::CaseOpening& command, const Moment& moment,
             exchange::CaseOpeningFacts& facts);
template <typename Command, typename Facts>
void freshen(const Command&, const Moment& moment, Facts& facts) {
  facts.now = moment.now;
}

}  // namespace tradepost::store::embedded
