#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "store/embedded/entries/case_entries.hpp"
#include "store/embedded/entries/feed_entries.hpp"
#include "store/embedded/entries/frame_entries.hpp"
#include "store/embedded/entries/network_entries.hpp"
#include "store/embedded/entries/row_entries.hpp"

namespace tradepost::store::embedded {

// Makes index entries from records, frame by frame, with the same code for a commit and for a
// replay at the start. Entries have absolute values, not increments, so applying a frame twice has
// the same effect as once. For one thread.
class Indexer {
 public:
  // Both must outlive this. `committed` is at the record of the index; apply() advances it.
  Indexer(const Records& records, CommittedState& committed)
      : frame_{.records = records, .committed = committed} {}
  Indexer(const Indexer&) = delete;
  Indexer& operator=(const Indexer&) = delete;

  void begin();
  // Reads the rows of many effects together, because single reads cost more than three times as
  // much.
  Done read_ahead(std::span<const exchange::Effect> effects);
  // Applies a record. Records come in the order of the journal.
  Done apply(const Payload& payload, journal::Sequence sequence, journal::Place place);
  // Returns all entries of the frame, which the caller writes in one batch.
  Result<Batch*> finish(const Applied& applied);

  // The changes of the queues in memory, applied after the batch is written.
  std::span<const QueueChange> queue_changes() const { return rows_.queue_changes(); }
  // The feeds with new entries after the batch is written.
  std::span<const QueueName> fed() const { return feed_.fed(); }
  // The viewers that see changed documents or cases after the batch is written.
  const std::set<exchange::ChangeViewer>& changed() const { return frame_.changed; }
  std::optional<std::uint64_t> epoch() const { return epoch_; }

 private:
  // Each part applies the effects that concern its entries alone.
  template <typename Effect>
  Done keep_any(const Effect& effect, At at);

  Done keep(const exchange::Sent& effect, At at);
  Done keep(const exchange::OriginalKept& effect, At at);
  Done keep(const exchange::Superseded& effect, At at);
  Done keep(const exchange::Released& effect, At at);
  Done keep(const exchange::Reported& effect, At at);
  Done keep(const exchange::Discarded& effect, At at);
  Done keep(const exchange::Moved& effect, At at);
  Done keep(const exchange::Noted& effect, At at);
  Done keep(const exchange::Removed& effect, At at);
  Done keep(const exchange::Erased& effect, At at);
  Done keep(const exchange::CaseSet& effect, At at);
  Done keep(const exchange::ActCarried& effect, At at);
  Done keep(const Warned& warned, At at);
  Done keep(const CarriedWords& words, At at);

  // Sets the row to its state in the store from which it was migrated.
  Done put_carried(const exchange::Sent& effect, Row& row, const Units& units);
  void put_event(exchange::TransactionId id, At at);
  void put_act(const exchange::Effect& effect, At at);

  FrameEntries frame_;
  RowEntries rows_{frame_};
  CaseEntries cases_{frame_};
  FeedEntries feed_{frame_};
  NetworkEntries network_{frame_};
  std::optional<std::uint64_t> epoch_;
  journal::Sequence first_ = 0;             // of the frame
  std::vector<exchange::Instant> created_;  // of the frame's documents; almost no duplicates
};

}  // namespace tradepost::store::embedded
