#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "store/embedded/entries/frame_entries.hpp"
#include "store/embedded/index/hour_counts.hpp"
#include "store/embedded/index/queues.hpp"
#include "store/embedded/index/summaries.hpp"

namespace tradepost::store::embedded {

using Units = std::vector<exchange::Unit>;

// The rows of documents that a frame changes, and the entries by which they are found and counted.
class RowEntries {
 public:
  explicit RowEntries(FrameEntries& frame)
      : frame_(frame), summaries_(frame.records), hour_counts_(frame.records) {}

  void begin();
  // Reads rows together, because single reads cost more than three times as much.
  Done read_ahead(std::vector<exchange::TransactionId> ids);
  // Returns a row that the frame changes; finish() writes it once.
  Result<Row*> row(exchange::TransactionId id);
  // Returns the empty row of a new document.
  Row& added(exchange::TransactionId id) { return rows_[id] = Row(); }

  // Puts the document into its queue.
  Done deliver(Row& row, At at);
  // Adds or removes the row's entries in queue, held documents and counts, by its state.
  Done place(const Row& row, bool is_there);
  // Adds or removes the row in the versions of its chain, or in the documents with its content.
  void set_version(const Row& row, const base::Digest& digest, bool is_there);
  // Returns the units of a kind that has labels, or none.
  Result<Units> units_of(const Row& row);
  // Reads the digest of its content from the journal.
  Result<base::Digest> digest_of(const Row& row);
  // Lists the units by SSCC, for a viewer or for operators (everybody).
  void list_units(const Row& row, const Units& units, exchange::ParticipantId viewer,
                  bool is_there);
  void show(const Row& row, const Units& units, exchange::ParticipantId viewer, bool is_there);
  // Removes the references of a document whose content is removed.
  void forget_references(Row& row);

  // Adds the entries that have one value for each frame.
  Done finish();

  // The changes of the queues in memory, applied after the batch is written.
  std::span<const QueueChange> queue_changes() const { return queue_changes_; }

 private:
  void list_references(const Row& row, exchange::ParticipantId viewer, bool is_there);
  Result<CountsValue*> counts(const QueueName& of);
  // Updates the summaries once per frame, with each row's state at the end of the frame.
  Done sum_up();
  // Records the viewers that the frame shows the row to, and the ones that it hides it from.
  void make_known(const Counted* before, const Row& row);

  FrameEntries& frame_;
  std::vector<QueueChange> queue_changes_;
  std::unordered_map<exchange::TransactionId, Row> rows_;
  std::unordered_map<exchange::TransactionId, Counted> before_;  // the frame; none of a new row
  std::map<QueueName, CountsValue> counts_;  // after the last frame and this one
  std::set<QueueName> changed_counts_;
  Summaries summaries_;
  HourCounts hour_counts_;
};

}  // namespace tradepost::store::embedded
