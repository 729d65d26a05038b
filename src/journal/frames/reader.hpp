#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/ground/result.hpp"
#include "journal/frames/format.hpp"
#include "journal/frames/published.hpp"
#include "journal/frames/segment.hpp"
#include "journal/frames/tail.hpp"

namespace tradepost::journal {

// The bytes of its views live as long as the owner does. A caller that needs them longer than a
// slice of work (10 ms) copies them: the owner may be a megabyte of the tail.
struct Record {
  RecordView view;
  std::shared_ptr<const void> owner;
};

struct Frame {
  FrameHeader header;
  std::vector<RecordView> records;
  Place place;
  Place next;  // where the frame after it begins, once there is one
  std::shared_ptr<const void> owner;
};

enum class Patience : std::uint8_t {
  waits,
  in_memory_only,  // for a loop that serves others: rather not than wait for the disk
};

// The bytes of a file that were read last, for a caller of several records that lie close together:
// it reads them at once.
struct Stretch {
  Place place;
  std::string_view bytes;
  std::shared_ptr<const void> owner;
};

struct ReadOptions {
  Patience patience = Patience::waits;
  std::size_t bytes_guess = page_bytes;    // of the first read; a good guess saves a second one
  std::size_t copy_max = ~std::size_t{0};  // from a file, for a caller that does not wait
  Stretch* stretch = nullptr;              // looked at before, and replaced by what is read
};

struct Lookup {
  enum class Outcome : std::uint8_t {
    found,
    elsewhere,   // the place is not this record's: a hint that was too old
    would_wait,  // only where nobody wanted to
  };
  Outcome outcome = Outcome::elsewhere;
  Record record;                 // of a found one
  std::size_t bytes_copied = 0;  // from a file
};

// Checked reads, from any thread: from the tail without a copy, else from the disk. Nothing is
// given whose checksum and sequence were not right, and nothing that is not synced.
class Reader {
 public:
  // All must outlive this.
  Reader(const Identity& identity, std::uint32_t first_segment, SegmentFiles& files,
         const Tail& tail, const Published& published)
      : seeds_(identity),
        first_segment_(first_segment),
        files_(files),
        tail_(tail),
        published_(published) {}

  // An error (damaged) if the bytes at the place are no record.
  Result<Lookup> read(Place place, Sequence sequence, const ReadOptions& options) const;
  // A hint to the disk, for a whole page of records before the first of them is read.
  void will_need(Place place, std::size_t bytes) const;

  // The frame at a place where one begins; nothing at the end of what is synced.
  Result<std::optional<Frame>> frame_at(Place place) const;
  Place begin() const { return {first_segment_, page_bytes}; }
  Place end() const { return published_.end(); }
  // Where the frame begins that holds this record, or the end for one that is still to come. Out of
  // range: an error.
  Result<Place> find(Sequence sequence) const;

 private:
  Result<Lookup> read_from_disk(Place place, Sequence sequence, const ReadOptions& options) const;
  Result<std::optional<FrameHeader>> header_at(Place place) const;

  const Seeds seeds_;
  const std::uint32_t first_segment_;
  SegmentFiles& files_;
  const Tail& tail_;
  const Published& published_;
};

}  // namespace tradepost::journal
