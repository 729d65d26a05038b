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

// Of a row, what decides where it counts and may change.
struct Counted {
  exchange::Status status{};
  bool was_delivered = false;
  bool is_removed = false;
  std::vector<exchange::ParticipantId> viewers;

  static Counted of(const Row& row);
  bool is_viewer(exchange::ParticipantId participant) const;
  // As Viewer::sees() says it of the row when it was so; nobody sees all.
  bool is_seen(const exchange::Transaction& row, exchange::ParticipantId viewer) const;
};

// Counts what each viewer sees, and what there is at all, by the hour in which it was made. Keeps
// the counts frame by frame; those of the last ones stay in memory. One thread.
class HourCounts {
 public:
  explicit HourCounts(const Records& records) : records_(records) {}

  void begin();
  // `before`: nullptr where the row is new.
  Done count(const Counted* before, const Row& row, ReadContext& context);
  void finish(Batch& batch);
  // Who has seen a row of the frame, before it or after.
  const std::set<exchange::ChangeViewer>& told() const { return told_; }

 private:
  // Nobody: all there is, once each, for operators.
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
  std::set<exchange::ChangeViewer> told_;
};

}  // namespace tradepost::store::embedded
