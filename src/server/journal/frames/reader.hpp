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

// The owner keeps the view's bytes alive. A caller that needs them for longer than a slice of work
// (10 ms) copies them, because the owner may be a megabyte of the tail.
struct Record {
  RecordView view;
  std::shared_ptr<const void> owner;
};

struct Frame {
  FrameHeader header;
  std::vector<RecordView> records;
  Place place;
  Place next;  // the place of the next frame, which may not exist yet
  std::shared_ptr<const void> owner;
};

enum class Patience : std::uint8_t {
  waits,
  in_memory_only,  // for a loop that serves others: fails if it would have to wait for the disk
};

// The most recently read bytes of a file. A caller of several adjacent records reads them at once.
struct Stretch {
  Place place;
  std::string_view bytes;
  std::shared_ptr<const void> owner;
};

struct ReadOptions {
  Patience patience = Patience::waits;
  std::size_t bytes_guess = page_bytes;    // of the first read; a good guess saves a second one
  std::size_t copy_max = ~std::size_t{0};  // from a file, for a caller that does not wait
  Stretch* stretch = nullptr;              // tried first, and replaced by the bytes that are read
};

struct Lookup {
  enum class Outcome : std::uint8_t {
    found,
    elsewhere,   // another record is at the place: the hint was out of date
    would_wait,  // only with Patience::in_memory_only
  };
  Outcome outcome = Outcome::elsewhere;
  Record record;                 // of a found one
  std::size_t bytes_copied = 0;  // from a file
};

// Verified reads, from the tail without a copy or from the disk. Returns only synced records whose
// checksum and sequence are right. Thread-safe.
class Reader {
 public:
  // The references must outlive this.
  Reader(const Identity& identity, std::uint32_t first_segment, SegmentFiles& files,
         const Tail& tail, const Published& published)
      : seeds_(identity),
        first_segment_(first_segment),
        files_(files),
        tail_(tail),
        published_(published) {}

  // Fails with damaged if the bytes at the place are not a record.
  Result<Lookup> read(Place place, Sequence sequence, const ReadOptions& options) const;
  // Announces a page of records to the disk before the first of them is read.
  void will_need(Place place, std::size_t bytes) const;

  // Returns the frame that begins at the place, or nullopt at the end of the synced bytes.
  Result<std::optional<Frame>> frame_at(Place place) const;
  Place begin() const { return {first_segment_, page_bytes}; }
  Place end() const { return published_.end(); }
  // Returns the place of the frame with this record, or the end if the record is not written yet.
  // Fails if the record is older than the journal.
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
