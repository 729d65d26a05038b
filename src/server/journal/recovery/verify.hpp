#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "journal/disk/file.hpp"
#include "journal/disk/place.hpp"
#include "journal/frames/format.hpp"
#include "journal/frames/scan.hpp"
#include "journal/recovery/recovery.hpp"

namespace tradepost::journal {

struct Defect {
  Place place;
  std::string what;
};

// Receives the contents of a journal, in order. Views are valid until the call returns.
class Spectator {
 public:
  virtual ~Spectator() = default;
  virtual void segment(const SegmentHeader&) {}
  virtual void frame(Place, const SeenFrame&) {}
  virtual void defect(const Defect&) {}
};

struct Verdict {
  Identity identity;
  std::uint32_t first_segment = 0;
  std::uint32_t last_segment = 0;
  std::uint64_t frames = 0;
  std::uint64_t records = 0;
  std::uint64_t erased = 0;  // records of the count above whose body was erased
  Sequence first = 0;        // the first record that is or should be in the journal
  Position end;
  Ended ended = Ended::never_used;
  std::vector<Defect> defects;       // damage, at most defects_max of it
  std::optional<Cut> torn;           // bytes after the end that the next start will cut
  std::optional<Place> anchor_seen;  // the frame after which the chain had the anchor's value
};
inline constexpr std::size_t defects_max = 1000;

struct Question {
  std::optional<Digest> anchor;  // a chain value that was kept elsewhere
};

// Reads everything and changes nothing: headers, checksums, sequence, chain, the digest of every
// body, the zeros after the end. A writer may run at the same time; the end is then the writer's
// position. Fails only if no verdict is possible: not_found (no journal), too_new, or an error of
// the system.
Result<Verdict> verify(Folder& folder, const Question& question, Spectator& spectator);

}  // namespace tradepost::journal
