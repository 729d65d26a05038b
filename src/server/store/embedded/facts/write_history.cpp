#include "store/embedded/facts/write_history.hpp"

#include <algorithm>

namespace tradepost::store::embedded {

bool WriteHistory::makes_stale(std::optional<std::uint64_t> as_of, const ReadSet& read_set) const {
  if (!as_of || *as_of < floor_) return true;
  return std::ranges::any_of(read_set, [&](FactKey key) {
    const auto at = last_writes_.find(key);
    return at != last_writes_.end() && at->second > *as_of;
  });
}

void WriteHistory::note(const WriteSet& writes, std::uint64_t batch) {
  for (const FactKey key : writes) last_writes_[key] = batch;
}

void WriteHistory::was_stored(std::uint64_t batch) {
  if (last_writes_.size() > keys_max_) forget_after(batch);
}

void WriteHistory::forget_after(std::uint64_t last) {
  last_writes_.clear();
  floor_ = last;
}

}  // namespace tradepost::store::embedded
