#pragma once

#include <cstdint>
#include <vector>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "exchange/model/directory_entries.hpp"
#include "exchange/model/effects.hpp"
#include "store/embedded/folder/data_folder.hpp"

namespace tradepost::store::embedded {

// Makes the index anew of the whole journal, beside the one that is there, and puts it in its place
// when it is whole: what can't be made leaves the old one standing. The journal's end is cut and
// synced as at a start. damaged: a record can't be read, or makes no sense.
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
// What is known of lives that the journal does not hold whole.
struct LivesBefore {
  std::uint64_t epoch = 0;               // the largest
  std::vector<exchange::Erased> erased;  // documents, whether the journal has them or not
};
struct World {
  const base::Clock& clock;
  base::Random& random;
};
// The same, and the first records of a new life behind all that there is: an epoch larger than any
// before it, by chance how much; a jump of every range of numbers; and what was erased before and
// is there again. For a journal that does not hold all that its network has seen: restored, or cut.
Result<NewLife> begin_new_life(const DataFolder& data, const LivesBefore& before,
                               const World& world, const Tell& tell);

}  // namespace tradepost::store::embedded
