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

// The end of the journal.
struct Position {
  Place place;        // of the next frame
  Sequence next = 1;  // of the next record
  Digest chain;       // after the last frame
  bool operator==(const Position&) const = default;
};

// The state of the bytes before the writer's place.
enum class LastFrame : std::uint8_t {
  none,      // the segment has no frame: it must be opened
  unproven,  // a frame of records that no later frame proves
  proven,
};

struct Appended {
  Sequence first = 0;
  std::vector<Place> places;  // of the records, in their order
};

// Writes batches, in one thread: a batch is a frame, and a frame is one write and one sync. When a
// call returns without an error, its bytes are on the disk and readable.
//
// After an error the bytes after the last frame are unknown, so the error is final: every later
// call returns `stopped`, and the process should end. The next start finds the whole frame, or cuts
// it. disk_full is the exception: it leaves the journal unchanged.
class Writer {
 public:
  // The references must outlive this.
  Writer(const Identity& identity, const Options& options, PreparedSpace& prepared, Tail& tail,
         Published& published, const Position& end, LastFrame last);

  // Appends at least one record, and at most frame_bytes_max. A CHECK enforces this: the caller
  // measures its batch with frame_bytes().
  Result<Appended> append(std::span<const NewRecord> records, SteadyTime now);

  // Returns the time by which a later frame should prove the last one if no append does so, or
  // nullopt if it is proven.
  std::optional<SteadyTime> proof_due() const { return proof_due_; }
  // Writes the proving frame if it is due.
  Done prove(SteadyTime now);

  // Ends the journal cleanly. Only the next start can write after it.
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
