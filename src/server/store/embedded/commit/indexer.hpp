#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "store/embedded/index/hour_counts.hpp"
#include "store/embedded/index/queues.hpp"
#include "store/embedded/index/records.hpp"
#include "store/embedded/index/summaries.hpp"
#include "store/embedded/state/committed_state.hpp"

namespace tradepost::store::embedded {

// Makes index entries from records, frame by frame, with the same code for a commit and for a
// replay at the start. Entries have absolute values, not increments, so applying a frame twice has
// the same effect as once. For one thread.
class Indexer {
 public:
  // Both must outlive this. `committed` is at the record of the index; apply() advances it.
  Indexer(const Records& records, CommittedState& committed)
      : records_(records), committed_(committed), summaries_(records), hour_counts_(records) {}

  void begin();
  // Reads the rows of many effects together, because single reads cost more than three times as
  // much.
  Done read_ahead(std::span<const exchange::Effect> effects);
  // Applies a record. Records come in the order of the journal.
  Done apply(const Payload& payload, journal::Sequence sequence, journal::Place place);
  // Returns all entries of the frame, which the caller writes in one batch.
  Result<Batch*> finish(const Applied& applied);

  // The changes of the queues in memory, applied after the batch is written.
  std::span<const QueueChange> queue_changes() const { return queue_changes_; }
  // The feeds with new entries after the batch is written.
  std::span<const QueueName> fed() const { return fed_; }
  // The viewers that see changed documents or cases after the batch is written.
  const std::set<exchange::ChangeViewer>& changed() const { return changed_; }
  std::optional<std::uint64_t> epoch() const { return epoch_; }

 private:
  struct At {
    journal::Sequence sequence;
    journal::Place place;
  };

  Done keep(const exchange::Sent& effect, At at);
  Done keep(const exchange::Superseded& effect, At at);
  Done keep(const exchange::Released& effect, At at);
  Done keep(const exchange::Reported& effect, At at);
  Done keep(const exchange::Discarded& effect, At at);
  Done keep(const exchange::Moved& effect, At at);
  Done keep(const exchange::Noted& effect, At at);
  Done keep(const exchange::Removed& effect, At at);
  Done keep(const exchange::Erased& effect, At at);
  Done keep(const exchange::CaseSet& effect, At at);
  Done keep(const exchange::CaseCommented& effect, At at);
  Done keep(const exchange::Rejected& effect, At at);
  Done keep(const exchange::RejectedGone& effect, At at);
  Done keep(const exchange::KeyUsed& effect, At at);
  Done keep(const exchange::NumbersTaken& effect, At at);
  Done keep(const exchange::EndpointProgress& effect, At at);
  Done keep(const exchange::Seen& effect, At at);
  Done keep(const exchange::DirectorySet& effect, At at);
  Done keep(const exchange::IntentSet& effect, At at);
  Done keep(const exchange::IntentStepped& effect, At at);
  Done keep(const exchange::ActCarried& effect, At at);
  Done keep(const exchange::FeedCarried& effect, At at);
  Done keep(const Warned& warned, At at);
  Done keep(const CarriedWords& words, At at);

  // Returns a row that the frame changes; finish() writes it once.
  Result<Row*> row(exchange::TransactionId id);
  // Puts the document into its queue.
  Done deliver(Row& row, At at);
  // Puts or removes an entry.
  void set(std::string_view key, std::string_view value, bool is_there);
  // Adds or removes the row's entries in queue, held documents and counts, by its state.
  Done place(const Row& row, bool is_there);
  using Units = std::vector<exchange::Unit>;
  // Sets the row to its state in the store from which it was migrated.
  Done put_carried(const exchange::Sent& effect, const Units& units);
  // Adds the row to the versions of its chain, or to the documents with its content.
  void put_version(const Row& row, const base::Digest& digest);
  // Returns the units of a kind that has labels, or none.
  Result<Units> units_of(const Row& row);
  // Lists the units by SSCC, for a viewer or for operators (everybody).
  void list_units(const Row& row, const Units& units, exchange::ParticipantId viewer,
                  bool is_there);
  void show(const Row& row, const Units& units, exchange::ParticipantId viewer, bool is_there);
  // Records the viewers that the frame shows the row to, and the ones that it hides it from.
  void make_known(const Counted* before, const Row& row);
  void put_event(exchange::TransactionId id, At at);
  void put_act(const exchange::Effect& effect, At at);
  void put_feed(const exchange::Effect& effect, const Row* about, At at);
  // Removes the events that all endpoints of the feed have received.
  Done tidy_feed(exchange::EndpointId told, exchange::Position before);
  Result<CountsValue*> counts(const QueueName& of);
  // Updates the summaries once per frame, with each row's state at the end of the frame.
  Done sum_up();
  Result<exchange::CasePtr> case_before(exchange::CaseId id);
  void list_case(const exchange::Case& value, bool is_there);

  const Records& records_;
  CommittedState& committed_;
  ReadContext context_;  // for a thread that may wait
  Batch batch_;
  std::vector<QueueChange> queue_changes_;
  std::vector<QueueName> fed_;
  std::set<exchange::ChangeViewer> changed_;
  std::unordered_map<exchange::TransactionId, Row> rows_;
  std::unordered_map<exchange::TransactionId, Counted> before_;  // the frame; none of a new row
  std::map<exchange::CaseId, exchange::CasePtr> cases_;
  std::map<QueueName, CountsValue> counts_;  // after the last frame and this one
  std::set<QueueName> changed_counts_;
  std::set<exchange::RangeId> changed_ranges_;
  Summaries summaries_;
  HourCounts hour_counts_;
  std::optional<std::uint64_t> epoch_;
  journal::Sequence first_ = 0;             // of the frame
  std::vector<exchange::Instant> created_;  // of the frame's documents; almost no duplicates
};

}  // namespace tradepost::store::embedded
