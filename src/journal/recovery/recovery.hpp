#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "journal/disk/file.hpp"
#include "journal/disk/options.hpp"
#include "journal/writing/prepared_space.hpp"
#include "journal/writing/writer.hpp"

namespace tradepost::journal {

// Up to here the journal was on the disk once.
struct Proven {
  Place place;
  std::string_view by;  // the source of the proof, for the operator
};

struct Start {
  Identity identity;  // drawn at random; for a journal that is made now
  // Of its first record; in a journal that goes on from another store, behind all numbers of that.
  Sequence first_sequence = 1;
  std::optional<Proven> proven;
};

// The bytes after the last whole frame, which were cut off: the frame that was being written when
// the process or the power failed. It was not acknowledged to anyone.
struct Cut {
  Place place;
  std::uint64_t bytes = 0;
};

enum class Ended : std::uint8_t { never_used, sealed, unsealed };

struct Recovered {
  Identity identity;
  std::uint32_t first_segment = 1;
  PreparedSpace::Segment active;
  PreparedSpace::Segment next;
  LastFrame last = LastFrame::none;
  Position end;
  std::optional<Cut> cut;
  Ended ended = Ended::never_used;
};

// Finds the end of the journal, cuts the torn tail, and syncs everything, in this order and before
// any byte is read: what the page cache shows after a crash may never have reached the disk, and
// would be lost in a power failure.
//
// damaged: bytes that were on the disk once, as a later frame or `start` proves, are not there.
// too_new.
Result<Recovered> recover(Folder& folder, const Options& options, const Start& start);

}  // namespace tradepost::journal
