#include "journal/frames/scan.hpp"

#include <algorithm>
#include <cstring>

#include "journal/disk/refusal.hpp"

namespace tradepost::journal {
namespace {

// Uses memcmp, which compares 32 bytes at a time: each start reads megabytes of zeros.
bool is_blank(std::string_view bytes) {
  if (bytes.empty()) return true;
  return bytes.front() == 0 && std::memcmp(bytes.data(), bytes.data() + 1, bytes.size() - 1) == 0;
}

}  // namespace

Result<Scanner> Scanner::over(File& file, std::uint32_t segment, FrameCodec& codec) {
  TRY_ASSIGN(const auto bytes, file.size());
  // Offsets have 32 bits; bytes after that belong to no frame.
  return Scanner(file, segment, codec, std::min<std::uint64_t>(bytes, UINT32_MAX - page_bytes));
}

Result<std::string_view> Scanner::view(std::uint64_t offset, std::size_t bytes) {
  if (offset >= file_bytes_) return std::string_view{};
  bytes = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, file_bytes_ - offset));
  if (offset < window_begin_ || offset + bytes > window_begin_ + window_.size()) {
    const auto wanted =
        std::min<std::uint64_t>(std::max(bytes, window_bytes), file_bytes_ - offset);
    window_.resize(static_cast<std::size_t>(wanted));
    window_begin_ = offset;
    // The disk loads the next pieces while this one is checked.
    file_->will_need(offset + wanted, 4 * window_bytes);
    TRY_ASSIGN(const auto count, file_->read_at(offset, window_));
    window_.resize(count);
  }
  return std::string_view(window_).substr(static_cast<std::size_t>(offset - window_begin_), bytes);
}

Result<SeenFrame> Scanner::look(std::uint32_t offset) {
  SeenFrame seen;
  TRY_ASSIGN(auto bytes, view(offset, frame_header_bytes));
  if (bytes.size() < frame_header_bytes) {
    seen.sight = is_blank(bytes) ? Sight::blank : Sight::broken;
    return seen;
  }
  const Place place{segment_, offset};
  const auto [sight, header] = see_frame_header(bytes, codec_->seeds(), place);
  seen.sight = sight;
  if (sight != Sight::whole) return seen;
  seen.header = header;
  TRY_ASSIGN(bytes, view(offset, header.frame_bytes()));
  auto records = see_records(header, bytes, codec_->seeds(), place);
  if (!records) {
    seen.sight = Sight::broken;
    return seen;
  }
  seen.records = std::move(*records);
  return seen;
}

Result<std::optional<SeenFrame>> Scanner::next_whole(std::uint32_t offset) {
  for (std::uint64_t at = offset; at < file_bytes_; at += page_bytes) {
    TRY_ASSIGN(auto seen, look(static_cast<std::uint32_t>(at)));
    if (seen.sight != Sight::whole) continue;
    last_ = static_cast<std::uint32_t>(at);
    return seen;
  }
  return std::nullopt;
}

Result<Written> Scanner::written_behind(std::uint32_t offset) {
  Written written{.begin = offset, .end = offset};
  for (std::uint64_t at = offset; at < file_bytes_; at += page_bytes) {
    TRY_ASSIGN(const auto page, view(at, page_bytes));
    if (is_blank(page)) continue;
    if (written.end == offset) {
      written.begin = static_cast<std::uint32_t>(at + page.find_first_not_of('\0'));
    }
    written.end = static_cast<std::uint32_t>(at + page.find_last_not_of('\0') + 1);
  }
  return written;
}

void Continuity::expect(Sequence next, const Digest& chain) {
  known_ = true;
  next_ = next;
  chain_ = chain;
}

void Continuity::expect_begin() {
  expect(1, Digest{});
  begins_ = true;
}

void Continuity::pass_over_gap() {
  known_ = false;
  begins_ = false;
  last_kind_ = FrameKind::idle;
}

std::optional<std::string_view> Continuity::wrong_in(const SeenFrame& frame) {
  const auto& header = frame.header;
  if (last_kind_ == FrameKind::close) return "a frame after the one that closes the segment";
  if ((header.kind == FrameKind::open) != !last_kind_.has_value()) {
    return "the segment's first frame is not where it should be";
  }
  if ((header.kind == FrameKind::records) != (header.count > 0)) {
    return "the frame's kind does not match its count";
  }
  if (begins_ && header.first_sequence == 0) return "the sequence does not begin with a record";
  if (known_ && !begins_ && header.first_sequence != next_) return "the sequence has a gap";
  if (known_ && codec_->chain(chain_, header, frame.records) != header.chain) {
    return "the chain is broken: this frame or an earlier one was changed";
  }
  return std::nullopt;
}

std::optional<std::string_view> Continuity::follow(const SeenFrame& frame) {
  const auto wrong = wrong_in(frame);
  begins_ = false;
  expect(frame.header.next_sequence(), frame.header.chain);
  last_kind_ = frame.header.kind;
  return wrong;
}

Result<SegmentEnd> read_segment(Scanner& scanner, std::uint32_t segment, Continuity& continuity) {
  continuity.begin_segment();
  std::uint32_t offset = page_bytes;
  std::uint32_t last_frame = offset;
  while (true) {
    const Place place{segment, offset};
    TRY_ASSIGN(const auto seen, scanner.look(offset));
    if (seen.sight == Sight::too_new) {
      return base::refuse(too_new(place, "the frame has an unknown version"));
    }
    if (seen.sight != Sight::whole) break;
    if (const auto reason = continuity.follow(seen)) return base::refuse(damaged(place, *reason));
    last_frame = offset;
    offset += static_cast<std::uint32_t>(seen.header.frame_bytes());
  }
  const Place end{segment, offset};
  std::uint32_t behind = offset + page_bytes;
  TRY_ASSIGN(auto later, scanner.next_whole(behind));
  while (later) {
    if (later->header.synced_through > end) {
      return base::refuse(
          damaged(end, "the frame is damaged, and a later frame proves that it was on the disk"));
    }
    behind = scanner.last_offset() + page_bytes;
    TRY_ASSIGN(later, scanner.next_whole(behind));
  }
  TRY_ASSIGN(const auto written, scanner.written_behind(offset));
  return SegmentEnd{.offset = offset, .last_frame = last_frame, .written_until = written.end};
}

}  // namespace tradepost::journal
