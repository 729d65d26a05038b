#include "journal/recovery/verify.hpp"

#include <fmt/core.h>

#include <memory>
#include <utility>

#include "journal/disk/refusal.hpp"
#include "journal/frames/segment.hpp"

namespace tradepost::journal {
namespace {

class Verification {
 public:
  Verification(Folder& folder, const Question& question, Spectator& spectator)
      : folder_(folder), question_(question), spectator_(spectator) {}

  Result<Verdict> run();

 private:
  struct Segment {
    std::uint32_t number = 0;
    std::unique_ptr<File> file;
  };

  Done open_segments();
  Done find_last_opened();
  Done read(const Segment& segment);
  Done read_frames(Scanner& scanner, std::uint32_t segment, std::uint32_t& offset);
  Done read_rest(Scanner& scanner, std::uint32_t segment, std::uint32_t offset);
  void look_at(Place place, const SeenFrame& frame);
  void look_at_bodies(Place place, const SeenFrame& frame);
  void find(Place place, std::string what);

  Folder& folder_;
  const Question& question_;
  Spectator& spectator_;
  std::vector<Segment> segments_;
  std::optional<FrameCodec> codec_;
  std::optional<Continuity> continuity_;
  std::uint32_t last_opened_ = 0;  // the last segment with a whole frame
  Verdict verdict_;
};

void Verification::find(Place place, std::string what) {
  const Defect defect{.place = place, .what = std::move(what)};
  spectator_.defect(defect);
  if (verdict_.defects.size() < defects_max) verdict_.defects.push_back(defect);
}

// Reports and skips a segment with a wrong header: its contents cannot be checked without the
// journal's identity, but every other segment has the identity too.
Done Verification::open_segments() {
  TRY_ASSIGN(const auto names, folder_.names());
  std::uint32_t last = 0;
  for (const auto& name : names) {
    const auto number = segment_number(name);
    if (!number) continue;
    for (std::uint32_t gone = last + 1; last > 0 && gone < *number; ++gone) {
      find({gone, 0}, std::string(segment_is_missing));
    }
    last = *number;
    TRY_ASSIGN(auto file, folder_.open(name, OpenAs::read_only));
    const auto header = read_segment_header(*file, *number);
    if (!header && header.error().code() == base::ErrorCode::too_new) {
      return base::refuse(header.error());
    }
    if (!header) {
      find({*number, 0}, "the segment's header is incomplete");
    } else if (codec_ && header->identity != verdict_.identity) {
      find({*number, 0}, "the segment belongs to another journal");
    } else {
      verdict_.identity = header->identity;
      if (!codec_) codec_.emplace(header->identity);
      segments_.push_back({.number = *number, .file = std::move(file)});
    }
  }
  if (last == 0) return base::refuse(no_journal());
  return {};
}

Done Verification::find_last_opened() {
  for (auto segment = segments_.rbegin(); segment != segments_.rend(); ++segment) {
    TRY_ASSIGN(auto scanner, Scanner::over(*segment->file, segment->number, *codec_));
    TRY_ASSIGN(const auto found, scanner.next_whole(page_bytes));
    if (!found) continue;
    last_opened_ = segment->number;
    return {};
  }
  return {};
}

void Verification::look_at_bodies(Place place, const SeenFrame& frame) {
  for (const auto& record : frame.records) {
    if (const auto* kept = std::get_if<KeptBody>(&record.body)) {
      if (base::sha256(kept->bytes) != kept->proof.digest) {
        find(place,
             fmt::format("the body of record {} does not match its digest", record.sequence));
      }
    } else if (std::holds_alternative<ErasedBody>(record.body)) {
      ++verdict_.erased;
    }
  }
}

void Verification::look_at(Place place, const SeenFrame& frame) {
  if (const auto reason = continuity_->follow(frame)) find(place, std::string(*reason));
  if (verdict_.frames == 0) verdict_.first = frame.header.first_sequence;
  if (frame.header.chain == question_.anchor && !verdict_.anchor_seen) verdict_.anchor_seen = place;
  ++verdict_.frames;
  verdict_.records += frame.records.size();
  look_at_bodies(place, frame);
  spectator_.frame(place, frame);
}

Done Verification::read_frames(Scanner& scanner, std::uint32_t segment, std::uint32_t& offset) {
  while (true) {
    TRY_ASSIGN(auto seen, scanner.look(offset));
    const Place place{segment, offset};
    if (seen.sight == Sight::too_new) {
      return base::refuse(too_new(place, "the frame has an unknown version"));
    }
    if (seen.sight != Sight::whole) {
      TRY_ASSIGN(auto later, scanner.next_whole(offset));
      if (!later) return {};
      offset = scanner.last_offset();
      find(place,
           fmt::format("the frame is damaged: the next complete frame is at byte {}", offset));
      continuity_->pass_over_gap();
      seen = std::move(*later);
    }
    look_at({segment, offset}, seen);
    offset += static_cast<std::uint32_t>(seen.header.frame_bytes());
  }
}

Done Verification::read_rest(Scanner& scanner, std::uint32_t segment, std::uint32_t offset) {
  const Place end{segment, offset};
  const bool closed = continuity_->last_kind() == FrameKind::close;
  if (segment < last_opened_ && !closed) {
    find(end, "frames are missing: the segment is not closed, and there is a later one");
  }
  TRY_ASSIGN(const auto written, scanner.written_behind(offset));
  if (written.end == offset) return {};
  if (segment >= last_opened_ && !closed) {
    if (!verdict_.torn) verdict_.torn = {.place = end, .bytes = written.end - offset};
  } else {
    find({segment, written.begin}, "the bytes are not a frame");
  }
  return {};
}

Done Verification::read(const Segment& segment) {
  TRY_ASSIGN(const auto header, read_segment_header(*segment.file, segment.number));
  spectator_.segment(header);
  TRY_ASSIGN(auto scanner, Scanner::over(*segment.file, segment.number, *codec_));
  continuity_->begin_segment();
  std::uint32_t offset = page_bytes;
  TRY(read_frames(scanner, segment.number, offset));
  TRY(read_rest(scanner, segment.number, offset));
  if (segment.number == last_opened_) {
    verdict_.end = {.place = {segment.number, offset},
                    .next = continuity_->next_sequence(),
                    .chain = continuity_->chain()};
    const bool sealed = continuity_->last_kind() == FrameKind::seal;
    verdict_.ended = sealed ? Ended::sealed : Ended::unsealed;
  }
  return {};
}

Result<Verdict> Verification::run() {
  TRY(open_segments());
  if (segments_.empty()) return std::move(verdict_);
  TRY(find_last_opened());
  verdict_.first_segment = segments_.front().number;
  verdict_.last_segment = segments_.back().number;
  continuity_.emplace(*codec_);
  if (verdict_.first_segment == 1) continuity_->expect_begin();
  for (const auto& segment : segments_) TRY(read(segment));
  return std::move(verdict_);
}

}  // namespace

Result<Verdict> verify(Folder& folder, const Question& question, Spectator& spectator) {
  return Verification(folder, question, spectator).run();
}

}  // namespace tradepost::journal
