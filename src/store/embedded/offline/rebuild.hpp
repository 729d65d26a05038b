#pragma once

#include <cstdint>
#include <vector>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "exchange/model/directory_entries.hpp"
#include "exchange/model/effects.hpp"
#include "store/embedded/folder/data_folder.hpp"

namespace tradepost::store::embedded {

// Makes a new index from the whole journal, beside the old one, and replaces that when it is
// complete. If it cannot be made, the old one stays. The journal's end is cut and synced as at a
// start. damaged: a record cannot be read or is not valid.
struct Rebuilt {
  journal::Sequence sequence = 0;
  std::uint64_t epoch = 0;
};
Result<Rebuilt> rebuild_index(const DataFolder& data, const Tell& tell);

// The numbers that a range passes over, because some of them may have been given in a life that the
// journal does not know of.
struct Jump {
  exchange::RangeId range;
  std::uint64_t first = 0;  // an SSCC without its check digit
  std::uint32_t count = 0;
};
// At most so many, and at most a tenth of what the range has left.
inline constexpr std::uint32_t jump_max = 1'000'000;

struct NewLife {
  std::uint64_t epoch = 0;
  journal::Sequence sequence = 0;
  std::vector<Jump> jumps;
  std::uint64_t erased = 0;  // documents, once more
};
// What is known of lives that are not complete in the journal.
struct LivesBefore {
  std::uint64_t epoch = 0;               // the largest
  std::vector<exchange::Erased> erased;  // documents, whether the journal has them or not
};
struct World {
  const base::Clock& clock;
  base::Random& random;
};
// The same, and the first records of a new life at the journal's end: an epoch that is larger than
// any before it by a random step, a jump of every range of numbers, and the erasures of what is
// there again. For a journal that does not hold all that its network has seen: restored, or cut.
Result<NewLife> begin_new_life(const DataFolder& data, const LivesBefore& before,
                               const World& world, const Tell& tell);

}  // namespace tradepost::store::embedded
