#include "journal/frames/reader.hpp"

#include <algorithm>
#include <new>
#include <span>
#include <string_view>
#include <utility>

#include "base/ground/check.hpp"
#include "base/ground/limits.hpp"
#include "journal/disk/refusal.hpp"

namespace tradepost::journal {
namespace {

using Outcome = Lookup::Outcome;

// Bytes that were read from the disk, with their owner.
struct Bytes {
  std::shared_ptr<char[]> owner;
  std::size_t size = 0;

  std::string_view view() const { return {owner.get(), size}; }
};

Result<std::shared_ptr<char[]>> room_for(std::size_t bytes) {
  try {
    return std::make_shared_for_overwrite<char[]>(bytes);
  } catch (const std::bad_alloc&) {
    return base::refuse(out_of_memory());
  }
}

// Returns nullopt if the caller's patience forbids a necessary wait for the disk.
Result<std::optional<Bytes>> read_bytes(File& file, Place place, std::size_t bytes,
                                        Patience patience) {
  Bytes read;
  TRY_ASSIGN(read.owner, room_for(bytes));
  const std::span<char> buffer{read.owner.get(), bytes};
  if (patience == Patience::waits) {
    TRY_ASSIGN(read.size, file.read_at(place.offset, buffer));
    return read;
  }
  TRY_ASSIGN(const auto count, file.read_cached(place.offset, buffer));
  if (!count) return std::nullopt;
  read.size = *count;
  return read;
}

Lookup confirmed(RecordView view, Sequence sequence, std::shared_ptr<const void> owner) {
  if (view.sequence != sequence) return {.outcome = Outcome::elsewhere, .record = {}};
  return {.outcome = Outcome::found,
          .record = {.view = std::move(view), .owner = std::move(owner)}};
}

// Returns the stretch's bytes from the place on.
std::string_view bytes_from(const Stretch& stretch, Place place) {
  if (place.segment != stretch.place.segment || place.offset < stretch.place.offset) return {};
  const std::size_t skipped = place.offset - stretch.place.offset;
  return stretch.bytes.substr(std::min(skipped, stretch.bytes.size()));
}

base::Error no_record(Place place) {
  return damaged(place, "there is no complete record");
}

base::Error no_frame(Place place) {
  return damaged(place, "there is no complete frame");
}

}  // namespace

Result<Lookup> Reader::read(Place place, Sequence sequence, const ReadOptions& options) const {
  const Lookup elsewhere{.outcome = Outcome::elsewhere, .record = {}};
  if (place >= published_.end() || place.segment < first_segment_ || place.offset % 8 != 0) {
    return elsewhere;
  }
  if (auto found = tail_.find(place)) {
    auto view = see_record(found->bytes, seeds_, place);
    if (!view) return base::refuse(no_record(place));
    return confirmed(std::move(*view), sequence, std::move(found->owner));
  }
  if (options.stretch != nullptr) {
    const Stretch& stretch = *options.stretch;
    if (auto view = see_record(bytes_from(stretch, place), seeds_, place)) {
      return confirmed(std::move(*view), sequence, stretch.owner);
    }
  }
  return read_from_disk(place, sequence, options);
}

Result<Lookup> Reader::read_from_disk(Place place, Sequence sequence,
                                      const ReadOptions& options) const {
  TRY_ASSIGN(const auto file, files_.file(place.segment));
  std::size_t wanted =
      std::clamp<std::size_t>(options.bytes_guess, page_bytes, base::limits::frame_bytes_max);
  std::size_t copied = 0;
  // At most two reads: one with the guessed size, one with the size in the header.
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (options.patience == Patience::in_memory_only && copied + wanted > options.copy_max) {
      return Lookup{.outcome = Outcome::would_wait, .record = {}};
    }
    TRY_ASSIGN(auto bytes, read_bytes(*file, place, wanted, options.patience));
    if (!bytes) return Lookup{.outcome = Outcome::would_wait, .record = {}};
    copied += bytes->size;
    if (auto view = see_record(bytes->view(), seeds_, place)) {
      if (options.stretch != nullptr) *options.stretch = {place, bytes->view(), bytes->owner};
      Lookup found = confirmed(std::move(*view), sequence, std::move(bytes->owner));
      found.bytes_copied = copied;
      return found;
    }
    if (bytes->size < record_header_bytes) break;
    const auto claimed = claimed_record_bytes(bytes->view());
    if (claimed <= wanted || claimed > base::limits::frame_bytes_max) break;
    wanted = static_cast<std::size_t>(claimed);
  }
  return base::refuse(no_record(place));
}

void Reader::will_need(Place place, std::size_t bytes) const {
  if (place >= published_.end() || tail_.find(place)) return;
  if (const auto file = files_.file(place.segment)) (*file)->will_need(place.offset, bytes);
}

Result<std::optional<FrameHeader>> Reader::header_at(Place place) const {
  if (place >= published_.end()) return std::nullopt;
  FrameSight seen;
  if (const auto found = tail_.find(place)) {
    seen = see_frame_header(found->bytes, seeds_, place);
  } else {
    TRY_ASSIGN(const auto file, files_.file(place.segment));
    TRY_ASSIGN(const auto bytes, read_bytes(*file, place, frame_header_bytes, Patience::waits));
    CHECK(bytes.has_value());
    if (bytes->size == frame_header_bytes) seen = see_frame_header(bytes->view(), seeds_, place);
  }
  if (seen.sight == Sight::too_new) {
    return base::refuse(too_new(place, "the frame has an unknown version"));
  }
  if (seen.sight != Sight::whole) return base::refuse(no_frame(place));
  return seen.header;
}

Result<std::optional<Frame>> Reader::frame_at(Place place) const {
  TRY_ASSIGN(const auto header, header_at(place));
  if (!header) return std::nullopt;
  Frame frame{
      .header = *header,
      .records = {},
      .place = place,
      .next = {place.segment, place.offset + static_cast<std::uint32_t>(header->frame_bytes())},
      .owner = nullptr};
  if (header->kind == FrameKind::close) frame.next = {place.segment + 1, page_bytes};
  std::string_view bytes;
  if (auto found = tail_.find(place)) {
    bytes = found->bytes;
    frame.owner = std::move(found->owner);
  } else {
    TRY_ASSIGN(const auto file, files_.file(place.segment));
    TRY_ASSIGN(auto read, read_bytes(*file, place, header->frame_bytes(), Patience::waits));
    CHECK(read.has_value());
    bytes = read->view();
    frame.owner = std::move(read->owner);
  }
  auto records = see_records(*header, bytes, seeds_, place);
  if (!records) return base::refuse(no_frame(place));
  frame.records = std::move(*records);
  return frame;
}

Result<Place> Reader::find(Sequence sequence) const {
  // Each segment's first frame has its first sequence: the record is in the last segment that
  // begins at or before the wanted sequence.
  std::uint32_t low = first_segment_;
  std::uint32_t high = published_.end().segment;
  while (low < high) {
    const auto middle = low + (high - low + 1) / 2;
    TRY_ASSIGN(const auto opening, header_at({middle, page_bytes}));
    if (opening && opening->first_sequence <= sequence) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  Place place{low, page_bytes};
  while (true) {
    TRY_ASSIGN(const auto header, header_at(place));
    if (!header) return place;
    if (sequence < header->first_sequence) {
      return base::refuse(damaged(place, "the record was dropped or never existed"));
    }
    if (sequence < header->next_sequence()) return place;
    if (header->kind == FrameKind::close) {
      place = {place.segment + 1, page_bytes};
    } else {
      place.offset += static_cast<std::uint32_t>(header->frame_bytes());
    }
  }
}

}  // namespace tradepost::journal
