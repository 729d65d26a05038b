#include "journal/writing/writer.hpp"

#include <utility>

#include "base/ground/check.hpp"
#include "journal/disk/refusal.hpp"

namespace tradepost::journal {

Writer::Writer(const Identity& identity, const Options& options, PreparedSpace& prepared,
               Tail& tail, Published& published, const Position& end, LastFrame last)
    : options_(options),
      prepared_(prepared),
      tail_(tail),
      published_(published),
      codec_(identity),
      end_(end),
      segment_is_open_(last != LastFrame::none) {
  // Any segment has space for a frame and for the frames that open and close it.
  CHECK(options.frame_bytes_max + 3 * page_bytes <= options.segment_bytes);
  CHECK(options.frame_bytes_max + 3 * page_bytes <= options.first_segment_bytes);
  CHECK(options.segment_bytes <= base::limits::segment_bytes);
  if (last == LastFrame::unproven) proof_due_ = SteadyTime::min();
}

Result<Appended> Writer::append(std::span<const NewRecord> records, SteadyTime now) {
  if (!runs()) return base::refuse(stopped());
  const std::size_t bytes = frame_bytes(records);
  CHECK(!records.empty() && bytes <= options_.frame_bytes_max);
  TRY(unless_failed(make_room(bytes)));
  const Position before = end_;
  auto offsets = write(FrameKind::records, records);
  if (!offsets) {
    meet(offsets.error());
    return base::refuse(std::move(offsets).error());
  }
  proof_due_ = now + options_.idle_proof_after;
  Appended appended{.first = before.next, .places = {}};
  appended.places.reserve(offsets->size());
  for (const auto offset : *offsets) {
    appended.places.push_back({before.place.segment, before.place.offset + offset});
  }
  return appended;
}

Done Writer::prove(SteadyTime now) {
  if (!runs()) return base::refuse(stopped());
  if (!proof_due_ || now < *proof_due_) return {};
  Done proven = unless_failed(write_empty(FrameKind::idle));
  if (!proven) proof_due_ = now + options_.idle_proof_after;
  return proven;
}

Done Writer::seal() {
  if (!runs()) return base::refuse(stopped());
  TRY(unless_failed(write_empty(FrameKind::seal)));
  state_ = State::sealed;
  return {};
}

Done Writer::unless_failed(Done done) {
  if (!done) meet(done.error());
  return done;
}

void Writer::meet(const base::Error& error) {
  if (error.code() != base::ErrorCode::disk_full) state_ = State::failed;
}

// The opening frame repeats the last values of the previous segment, so that a segment can be read
// alone.
Done Writer::open_segment() {
  TRY(write(FrameKind::open, {}));
  segment_is_open_ = true;
  return {};
}

// The next segment exists before this one is closed, so a closed segment always has a successor.
Done Writer::make_room(std::size_t bytes) {
  if (!segment_is_open_) TRY(open_segment());
  if (end_.place.offset + bytes + page_bytes <= prepared_.capacity_bytes()) return {};
  TRY(prepared_.ensure_next());
  TRY(write(FrameKind::close, {}));
  prepared_.advance();
  end_.place = {prepared_.number(), page_bytes};
  segment_is_open_ = false;
  return open_segment();
}

Done Writer::write_empty(FrameKind kind) {
  TRY(make_room(page_bytes));
  TRY(write(kind, {}));
  proof_due_.reset();
  return {};
}

Done Writer::write_and_sync(std::string_view frame) {
  prepared_.begin_write();
  auto done = prepared_.active().write_at(end_.place.offset, frame);
  if (done) done = prepared_.active().sync();
  prepared_.end_write();
  return done;
}

Result<std::vector<std::uint32_t>> Writer::write(FrameKind kind,
                                                 std::span<const NewRecord> records) {
  const std::size_t bytes = frame_bytes(records);
  FrameHeader header{.kind = kind,
                     .length = 0,
                     .count = 0,
                     .first_sequence = end_.next,
                     .synced_through = end_.place,
                     .payload_checksum = 0,
                     .chain = end_.chain};
  const auto room = tail_.room(end_.place, bytes);
  auto offsets = codec_.write(room, header, records, end_.place);
  prepared_.claim(end_.place.offset + bytes);
  if (const Done written = write_and_sync({room.data(), bytes}); !written) {
    const bool is_full = written.error().code() == base::ErrorCode::disk_full;
    if (is_full && !prepared_.undo_claim(end_.place.offset)) state_ = State::failed;
    return base::refuse(written.error());
  }
  tail_.publish(bytes);
  end_ = {.place = {end_.place.segment, end_.place.offset + static_cast<std::uint32_t>(bytes)},
          .next = header.next_sequence(),
          .chain = header.chain};
  published_.publish(end_.place);
  prepared_.call_for_work();
  return offsets;
}

}  // namespace tradepost::journal
