#include "store/embedded/index/hour_counts.hpp"

#include <algorithm>
#include <tuple>

#include "store/embedded/format/keys.hpp"
#include "store/embedded/format/value_codec.hpp"

namespace tradepost::store::embedded {
namespace {

using exchange::ParticipantId;
using exchange::Status;
using exchange::Transaction;

constexpr std::size_t hours_kept_max = 50'000;

auto name_of(const HourCell& cell) {
  return std::tuple(cell.kind, cell.direction, cell.status);
}

}  // namespace

Counted Counted::of(const Row& row) {
  return {.status = exchange::status_of(row.known.state),
          .was_delivered = row.known.was_delivered(),
          .is_removed = row.is_removed,
          .viewers = row.known.viewers};
}

bool Counted::is_viewer(ParticipantId participant) const {
  return std::ranges::find(viewers, participant) != viewers.end();
}

bool Counted::is_seen(const Transaction& row, ParticipantId viewer) const {
  if (is_removed) return false;
  if (viewer == ParticipantId()) return true;
  return is_viewer(viewer) && (was_delivered || row.is_senders(viewer));
}

std::string HourCounts::key_of(const Name& name) {
  return key<layouts::statistics>(name.viewer, name.flow, name.hour);
}

void HourCounts::begin() {
  changed_.clear();
  changed_viewers_.clear();
  if (known_.size() > hours_kept_max) known_.clear();
}

Done HourCounts::count(const Counted* before, const Row& row, ReadContext& context) {
  const Counted now = Counted::of(row);
  std::vector<ParticipantId> viewers = now.viewers;
  viewers.emplace_back();
  if (before != nullptr) {
    for (const ParticipantId viewer : before->viewers) {
      if (!row.known.is_viewer(viewer)) viewers.push_back(viewer);
    }
  }
  for (const ParticipantId viewer : viewers) {
    const bool was_seen = before != nullptr && before->is_seen(row.known, viewer);
    const bool is_now = now.is_seen(row.known, viewer);
    if (was_seen || is_now)
      changed_viewers_.insert(exchange::ChangeViewer::of(viewer, row.known.flow));
    if (was_seen && is_now && before->status == now.status) continue;
    if (was_seen) TRY(add(row.known, viewer, before->status, -1, context));
    if (is_now) TRY(add(row.known, viewer, now.status, 1, context));
  }
  return {};
}

Done HourCounts::add(const Transaction& row, ParticipantId viewer, Status status, std::int64_t by,
                     ReadContext& context) {
  const Name name{.viewer = viewer, .flow = row.flow, .hour = keys::hour_of(row.created)};
  auto known = known_.find(name);
  if (known == known_.end()) {
    TRY_ASSIGN(const auto found, records_.value<HourValue>(key_of(name), context));
    known = known_.emplace(name, found.value_or(HourValue())).first;
  }
  changed_.insert(name);
  const bool is_sent = viewer == ParticipantId() || row.is_senders(viewer);
  const HourCell cell{
      .kind = row.kind,
      .direction = is_sent ? exchange::Direction::sent : exchange::Direction::received,
      .status = status,
      .count = 0};
  auto& cells = known->second.cells;
  auto at = std::ranges::lower_bound(cells, name_of(cell), {}, name_of);
  if (at == cells.end() || name_of(*at) != name_of(cell)) at = cells.insert(at, cell);
  at->count += static_cast<std::uint64_t>(by);
  if (at->count == 0) cells.erase(at);
  return {};
}

void HourCounts::finish(Batch& batch) {
  for (const Name& name : changed_) {
    const auto key = key_of(name);
    const HourValue& value = known_.at(name);
    if (value.cells.empty()) {
      batch.remove(key);
    } else {
      batch.put(key, encoded(value));
    }
  }
}

}  // namespace tradepost::store::embedded
