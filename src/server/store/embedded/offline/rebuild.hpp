#pragma once

#include <cstdint>
#include <vector>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "exchange/model/directory_entries.hpp"
#include "exchange/model/effects.hpp"
#include "store/embedded/folder/data_folder.hpp"

namespace tradepost::store::embedded {

// Builds a new index from the whole journal in a separate folder, and replaces the old one at the
// end; an error leaves the old one unchanged. The journal's end is cut and synced as at a start.
// Fails with damaged if a record is unreadable or invalid.
struct Rebuilt {
  journal::Sequence sequence = 0;
  std::uint64_t epoch = 0;
};
Result<Rebuilt> rebuild_index(const DataFolder& data, const OnProgress& on_progress);

// The numbers of a range that a new life skips, because they may have been used in records that the
// journal has lost.
struct Jump {
  exchange::RangeId range;
  std::uint64_t first = 0;  // an SSCC without its check digit
  std::uint32_t count = 0;
};
// The limit of a jump. It also skips at most a tenth of the range's unused numbers.
inline constexpr std::uint32_t jump_max = 1'000'000;

struct NewLife {
  std::uint64_t epoch = 0;
  journal::Sequence sequence = 0;
  std::vector<Jump> jumps;
  std::uint64_t erased = 0;  // documents, erased again
};
// Facts about earlier lives that the journal may lack.
struct LivesBefore {
  std::uint64_t epoch = 0;               // the largest one
  std::vector<exchange::Erased> erased;  // documents, in the journal or not
};
struct World {
  const base::Clock& clock;
  base::Random& random;
};
// Rebuilds the index and begins a new life at the journal's end: an epoch that is larger than all
// earlier ones by a random step, a jump in every range of numbers, and repeated erasures of
// documents that are present. For a journal that lacks records of its network, because it was
// restored or cut.
Result<NewLife> begin_new_life(const DataFolder& data, const LivesBefore& before,
                               const World& world, const OnProgress& on_progress);

}  // namespace tradepost::store::embedded
