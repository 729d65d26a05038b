#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/ground/result.hpp"
#include "journal/disk/options.hpp"
#include "journal/frames/format.hpp"
#include "journal/frames/published.hpp"
#include "journal/frames/tail.hpp"
#include "journal/writing/prepared_space.hpp"

namespace tradepost::journal {

// Where the journal ends.
struct Position {
  Place place;        // of the next frame
  Sequence next = 1;  // of the next record
  Digest chain;       // after the last frame
  bool operator==(const Position&) const = default;
};

// What comes before the writer's place.
enum class LastFrame : std::uint8_t {
  none,      // nothing in this segment: it is still to be opened
  unproven,  // records that no later frame proves
  proven,
};

struct Appended {
  Sequence first = 0;
  std::vector<Place> places;  // of the records, in their order
};

// One thread writes: a batch is a frame, a frame is one write and one sync. When a call returns
// without an error, what it wrote is on the disk and can be read.
//
// After an error, the bytes on the disk after the last frame are unknown, so the error is
// final: every later call answers `stopped`, and the process should end. The next start finds the
// frame whole, or cuts it. One is not final: after disk_full the journal is as it was before the
// call.
class Writer {
 public:
  // All must outlive this.
  Writer(const Identity& identity, const Options& options, PreparedSpace& prepared, Tail& tail,
         Published& published, const Position& end, LastFrame last);

  // At least one record, and at most frame_bytes_max of them (a CHECK: the caller gathers by
  // frame_bytes()).
  Result<Appended> append(std::span<const NewRecord> records, SteadyTime now);

  // When the last frame should be proven by a later one, if nothing is appended before; nothing
  // where it is proven.
  std::optional<SteadyTime> proof_due() const { return proof_due_; }
  // Writes that frame, once it is due.
  Done prove(SteadyTime now);

  // A clean shutdown. Nothing can be written after it until the next start.
  Done seal();

  const Position& end() const { return end_; }

 private:
  bool runs() const { return state_ == State::running && !prepared_.failed(); }
  Done open_segment();
  Done make_room(std::size_t bytes);
  Result<std::vector<std::uint32_t>> write(FrameKind kind, std::span<const NewRecord> records);
  Done write_and_sync(std::string_view frame);
  Done write_empty(FrameKind kind);
  Done unless_failed(Done done);
  void meet(const base::Error& error);

  const Options options_;
  PreparedSpace& prepared_;
  Tail& tail_;
  Published& published_;
  FrameCodec codec_;
  Position end_;
  bool segment_is_open_;
  std::optional<SteadyTime> proof_due_;
  enum class State : std::uint8_t { running, sealed, failed } state_ = State::running;
};

}  // namespace tradepost::journal
