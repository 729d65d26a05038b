#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "exchange/port/changes.hpp"
#include "exchange/port/store_reads.hpp"
#include "store/embedded/index/records.hpp"

namespace tradepost::store::embedded {

// The fields of a row that decide in which counts it is included, and that may change.
struct Counted {
  exchange::Status status{};
  bool was_delivered = false;
  bool is_removed = false;
  std::vector<exchange::ParticipantId> viewers;

  static Counted of(const Row& row);
  bool is_viewer(exchange::ParticipantId participant) const;
  // Returns the result of Viewer::sees() for a row with these fields. The empty viewer sees every
  // row.
  bool is_seen(const exchange::Transaction& row, exchange::ParticipantId viewer) const;
};

// Counts the transactions that each viewer sees, and all of them, by their hour of creation. Stores
// the counts frame by frame, and keeps recent counts in memory. For one thread.
class HourCounts {
 public:
  explicit HourCounts(const Records& records) : records_(records) {}

  void begin();
  // `before` is nullptr for a new row.
  Done count(const Counted* before, const Row& row, ReadContext& context);
  void finish(Batch& batch);
  // Returns the viewers that have seen a row of the frame, before or after it.
  const std::set<exchange::ChangeViewer>& changed_viewers() const { return changed_viewers_; }

 private:
  // The empty viewer has the counts of all transactions, each counted once, for operators.
  struct Name {
    exchange::ParticipantId viewer;
    exchange::Flow flow{};
    std::int64_t hour = 0;

    auto operator<=>(const Name&) const = default;
  };
  static std::string key_of(const Name& name);
  Done add(const exchange::Transaction& row, exchange::ParticipantId viewer,
           exchange::Status status, std::int64_t by, ReadContext& context);

  const Records& records_;
  std::map<Name, HourValue> known_;
  std::set<Name> changed_;  // by the frame
  std::set<exchange::ChangeViewer> changed_viewers_;
};

}  // namespace tradepost::store::embedded
