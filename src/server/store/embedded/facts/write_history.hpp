#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "store/embedded/facts/read_set.hpp"

namespace tradepost::store::embedded {

// The last batch that wrote each key, by which facts are known to be stale (embedded-store 1.2).
// Used by the committer's thread only.
class WriteHistory {
 public:
  // Beyond `keys_max`, the history becomes a mark: facts from before it are stale.
  explicit WriteHistory(std::size_t keys_max = std::size_t{1} << 18) : keys_max_(keys_max) {}

  // Returns true if a batch after `as_of` may have changed facts with this read set, or if they
  // have not been read.
  bool makes_stale(std::optional<std::uint64_t> as_of, const ReadSet& read_set) const;

  void note(const WriteSet& writes, std::uint64_t batch);
  // The write set of this batch is incomplete: facts from before it are stale, whatever they read.
  void note_all(std::uint64_t batch) { floor_ = batch; }
  // The batch is stored. Forgets the keys if they are too many.
  void was_stored(std::uint64_t batch);
  // No batch after `last` exists any more. Facts from before it are stale.
  void forget_after(std::uint64_t last);

 private:
  const std::size_t keys_max_;
  std::unordered_map<FactKey, std::uint64_t> last_writes_;
  std::uint64_t floor_ = 0;
};

}  // namespace tradepost::store::embedded
