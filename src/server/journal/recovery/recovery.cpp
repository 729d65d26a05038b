#include "journal/recovery/recovery.hpp"

#include <fmt/core.h>

#include <string>
#include <utility>
#include <vector>

#include "journal/disk/refusal.hpp"
#include "journal/frames/scan.hpp"
#include "journal/frames/segment.hpp"

namespace tradepost::journal {
namespace {

struct Segment {
  std::uint32_t number = 0;
  SegmentHeader header;
  std::shared_ptr<File> file;
};

class Recovery {
 public:
  Recovery(Folder& folder, const Options& options, const Start& start)
      : folder_(folder), options_(options), start_(start) {}

  Result<Recovered> run();

 private:
  Done remove_temporaries();
  Done open_segments();
  Done make_first();
  Done find_end();
  Result<bool> is_opened(const Segment& segment);
  Done end_in(std::size_t index);
  Done end_before_first_frame();
  Done cut(std::size_t index, std::uint32_t offset, std::uint32_t written_until);
  Done cut_blank_segments();
  Done write_again(const Segment& segment, std::uint32_t begin, std::uint32_t end);
  Done sync();
  Result<PreparedSpace::Segment> prepared(std::size_t index);

  Folder& folder_;
  const Options& options_;
  const Start& start_;
  std::vector<Segment> segments_;
  std::optional<FrameCodec> codec_;
  std::size_t active_ = 0;  // in segments_
  Recovered found_;
};

Done Recovery::remove_temporaries() {
  TRY_ASSIGN(const auto names, folder_.names());
  for (const auto& name : names) {
    if (is_temporary(name)) TRY(folder_.remove(name));
  }
  return {};
}

Done Recovery::make_first() {
  const SegmentHeader header{
      .identity = start_.identity, .number = 1, .capacity_bytes = options_.first_segment_bytes};
  TRY_ASSIGN(auto file, make_segment(folder_, header));
  segments_.push_back({.number = 1, .header = header, .file = std::move(file)});
  return {};
}

Done Recovery::open_segments() {
  TRY_ASSIGN(const auto numbers, list_segments(folder_));
  for (const auto number : numbers) {
    // Older segments are opened and checked when they are read.
    if (numbers.back() - number > 2) continue;
    TRY_ASSIGN(std::shared_ptr<File> file, folder_.open(segment_name(number), OpenAs::read_write));
    TRY_ASSIGN(const auto header, read_segment_header(*file, number));
    if (!segments_.empty() && header.identity != segments_.front().header.identity) {
      return base::refuse(damaged({number, 0}, "the segment belongs to another journal"));
    }
    segments_.push_back({.number = number, .header = header, .file = std::move(file)});
  }
  if (numbers.empty()) TRY(make_first());
  found_.first_segment = numbers.empty() ? 1 : numbers.front();
  found_.identity = segments_.front().header.identity;
  codec_.emplace(found_.identity);
  return {};
}

Result<bool> Recovery::is_opened(const Segment& segment) {
  TRY_ASSIGN(auto scanner, Scanner::over(*segment.file, segment.number, *codec_));
  TRY_ASSIGN(const auto first, scanner.next_whole(page_bytes));
  // If the first frame is not whole but a later one is, end_in reports damage.
  return first.has_value();
}

Done Recovery::cut(std::size_t index, std::uint32_t offset, std::uint32_t written_until) {
  if (written_until == offset) return {};
  const auto& segment = segments_[index];
  TRY(segment.file->truncate(offset));
  // Reports the first cut if a frame and an opening are both torn.
  if (!found_.cut)
    found_.cut = {.place = {segment.number, offset}, .bytes = written_until - offset};
  return {};
}

// Nothing proves that the last frame is on the disk. If its sync failed, the kernel may have marked
// its pages clean although they never reached the disk, and then another sync does nothing. So the
// frame is written once more before the sync.
Done Recovery::write_again(const Segment& segment, std::uint32_t begin, std::uint32_t end) {
  std::string bytes(end - begin, '\0');
  TRY_ASSIGN(const auto count, segment.file->read_at(begin, bytes));
  if (count != bytes.size()) {
    return base::refuse(
        damaged({segment.number, begin}, "the frame was read once, and can't be read again"));
  }
  return segment.file->write_at(begin, bytes);
}

Done Recovery::end_in(std::size_t index) {
  const auto& segment = segments_[index];
  TRY_ASSIGN(auto scanner, Scanner::over(*segment.file, segment.number, *codec_));
  Continuity continuity(*codec_);
  if (segment.number == 1) continuity.expect_begin();
  TRY_ASSIGN(const auto end, read_segment(scanner, segment.number, continuity));
  if (!continuity.last_kind()) {
    return base::refuse(damaged({segment.number, page_bytes},
                                "the segment's first frame is missing, and others are there"));
  }
  TRY(cut(index, end.offset, end.written_until));
  TRY(write_again(segment, end.last_frame, end.offset));
  found_.end = {.place = {segment.number, end.offset},
                .next = continuity.next_sequence(),
                .chain = continuity.chain()};
  found_.last =
      continuity.last_kind() == FrameKind::records ? LastFrame::unproven : LastFrame::proven;
  found_.ended = continuity.last_kind() == FrameKind::seal ? Ended::sealed : Ended::unsealed;
  active_ = index;
  if (continuity.last_kind() != FrameKind::close) return {};
  if (index + 1 == segments_.size()) {
    return base::refuse(damaged({segment.number + 1, 0}, segment_is_missing));
  }
  active_ = index + 1;
  found_.end.place = {segment.number + 1, page_bytes};
  found_.last = LastFrame::none;
  return {};
}

// The journal was created and never written to.
Done Recovery::end_before_first_frame() {
  if (segments_.front().number != 1) {
    return base::refuse(
        damaged({segments_.front().number, page_bytes}, "the first frame is missing"));
  }
  found_.end = {.place = {1, page_bytes}, .next = start_.first_sequence, .chain = {}};
  active_ = 0;
  return {};
}

// Cuts segments without a whole frame: prepared ones, or one whose opening frame is torn.
Done Recovery::cut_blank_segments() {
  for (std::size_t i = active_; i < segments_.size(); ++i) {
    if (i == active_ && found_.last != LastFrame::none) continue;
    TRY_ASSIGN(auto scanner, Scanner::over(*segments_[i].file, segments_[i].number, *codec_));
    TRY_ASSIGN(const auto written, scanner.written_behind(page_bytes));
    TRY(cut(i, page_bytes, written.end));
  }
  return {};
}

Done Recovery::find_end() {
  std::size_t opened = segments_.size();
  while (opened > 0) {
    TRY_ASSIGN(const bool found, is_opened(segments_[opened - 1]));
    if (found) break;
    --opened;
  }
  if (opened == 0) {
    TRY(end_before_first_frame());
  } else {
    TRY(end_in(opened - 1));
  }
  TRY(cut_blank_segments());
  if (start_.proven && found_.end.place < start_.proven->place) {
    return base::refuse(
        damaged(found_.end.place,
                fmt::format("the journal ends here, and {} says that more of it was on the disk",
                            start_.proven->by)));
  }
  return {};
}

Done Recovery::sync() {
  for (const auto& segment : segments_) TRY(segment.file->sync());
  return folder_.sync();
}

Result<PreparedSpace::Segment> Recovery::prepared(std::size_t index) {
  const auto& segment = segments_[index];
  TRY_ASSIGN(const auto bytes, segment.file->size());
  return PreparedSpace::Segment{
      .header = segment.header, .file = segment.file, .filled_bytes = bytes};
}

Result<Recovered> Recovery::run() {
  TRY(remove_temporaries());
  TRY(open_segments());
  TRY(find_end());
  TRY(sync());
  TRY_ASSIGN(found_.active, prepared(active_));
  if (active_ + 1 < segments_.size()) {
    TRY_ASSIGN(found_.next, prepared(active_ + 1));
  }
  return std::move(found_);
}

}  // namespace

Result<Recovered> recover(Folder& folder, const Options& options, const Start& start) {
  return Recovery(folder, options, start).run();
}

}  // namespace tradepost::journal
