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

// Evidence that the journal was on the disk up to this place.
struct Proven {
  Place place;
  std::string_view by;  // the source of the proof, for the operator
};

struct Start {
  Identity identity;  // drawn at random; for a new journal
  // The first record's number. A journal that continues another store uses a number above all of
  // that store.
  Sequence first_sequence = 1;
  std::optional<Proven> proven;
};

// The bytes after the last whole frame, which recovery cut off. They belong to the frame that was
// being written when the process or the power failed, and were never acknowledged.
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

// Finds the end of the journal, cuts the torn tail and syncs everything, in this order and before
// any byte is read. After a crash the page cache may show bytes that never reached the disk, and a
// power failure would lose them.
//
// Fails with damaged if bytes are missing that were on the disk once, as a later frame or `start`
// proves, and with too_new.
Result<Recovered> recover(Folder& folder, const Options& options, const Start& start);

}  // namespace tradepost::journal
