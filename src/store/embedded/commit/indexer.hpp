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

// Makes entries of the index from records, frame by frame: the same code when a frame is committed
// and when it is read again at a start. Entries hold what is true now, never what was added, so a
// frame that is applied twice is applied once. One thread.
class Indexer {
 public:
  // Both must outlive this. `standing` is the state that the index has; apply() advances it.
  Indexer(const Records& records, CommittedState& standing)
      : records_(records), standing_(standing), summaries_(records), hour_counts_(records) {}

  void begin();
  // Reads the rows that effects are about together, where there are many: one by one each costs
  // more than three times as much.
  Done read_ahead(std::span<const exchange::Effect> effects);
  // In the order of the journal.
  Done apply(const Payload& payload, journal::Sequence sequence, journal::Place place);
  // All entries of the frame: to be written at once.
  Result<Batch*> finish(const Applied& applied);

  // The changes of the queues in memory, applied after the batch is written.
  std::span<const QueueChange> queue_changes() const { return queue_changes_; }
  // Whose feeds have something new then.
  std::span<const QueueName> fed() const { return fed_; }
  // Who sees something new of documents and cases then.
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

  // A row that the frame changes; written once, by finish().
  Result<Row*> row(exchange::TransactionId id);
  // From now on it lies in the queue.
  Done deliver(Row& row, At at);
  // Puts an entry, or removes it.
  void set(std::string_view key, std::string_view value, bool is_there);
  // In and out of queue, held ones and counts, by the state that the row has.
  Done place(const Row& row, bool is_there);
  using Units = std::vector<exchange::Unit>;
  // As it stood in the store from which it was carried.
  Done put_carried(const exchange::Sent& effect, const Units& units);
  // Among the versions of its chain, or those with its content.
  void put_version(const Row& row, const base::Digest& digest);
  // Where its kind has some.
  Result<Units> units_of(const Row& row);
  // By their SSCCs: for a viewer, or for operators (everybody).
  void list_units(const Row& row, const Units& units, exchange::ParticipantId viewer,
                  bool is_there);
  void show(const Row& row, const Units& units, exchange::ParticipantId viewer, bool is_there);
  // Records to whom the frame has made it known, and from whom it took it.
  void make_known(const Counted* before, const Row& row);
  void put_event(exchange::TransactionId id, At at);
  void put_act(const exchange::Effect& effect, At at);
  void put_feed(const exchange::Effect& effect, const Row* about, At at);
  // Removes the events that all endpoints have received.
  Done tidy_feed(exchange::EndpointId told, exchange::Position before);
  Result<CountsValue*> counts(const QueueName& of);
  // Updates the summaries once a frame, with each row as it is at the frame's end.
  Done sum_up();
  Result<exchange::CasePtr> case_before(exchange::CaseId id);
  void list_case(const exchange::Case& value, bool is_there);

  const Records& records_;
  CommittedState& standing_;
  ReadContext context_;  // of a thread that may wait
  Batch batch_;
  std::vector<QueueChange> queue_changes_;
  std::vector<QueueName> fed_;
  std::set<exchange::ChangeViewer> changed_;
  std::unordered_map<exchange::TransactionId, Row> rows_;
  std::unordered_map<exchange::TransactionId, Counted> before_;  // the frame; none of a new row
  std::map<exchange::CaseId, exchange::CasePtr> cases_;
  std::map<QueueName, CountsValue> counts_;  // as of the last frame and this one
  std::set<QueueName> changed_counts_;
  std::set<exchange::RangeId> changed_ranges_;
  Summaries summaries_;
  HourCounts hour_counts_;
  std::optional<std::uint64_t> epoch_;
  journal::Sequence first_ = 0;             // of the frame
  std::vector<exchange::Instant> created_;  // of the documents sent in it; each once, or nearly so
};

}  // namespace tradepost::store::embedded
