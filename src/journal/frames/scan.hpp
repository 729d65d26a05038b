#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "journal/disk/file.hpp"
#include "journal/disk/place.hpp"
#include "journal/frames/format.hpp"

namespace tradepost::journal {

struct SeenFrame {
  Sight sight = Sight::broken;
  FrameHeader header;               // of a whole one
  std::vector<RecordView> records;  // they live until the next look
};

struct Written {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// One segment from its first frame on, read in large pieces. Not for two threads at once.
class Scanner {
 public:
  // `file` and `codec` must outlive this.
  static Result<Scanner> over(File& file, std::uint32_t segment, FrameCodec& codec);

  // The frame at a page of the segment. `blank` also after the file's end.
  Result<SeenFrame> look(std::uint32_t offset);
  // The first whole frame at this page or after it; nothing if there is none.
  Result<std::optional<SeenFrame>> next_whole(std::uint32_t offset);
  // From the first to the last byte other than zero, at or after this page; empty at `offset` if
  // all are zero.
  Result<Written> written_behind(std::uint32_t offset);

  std::uint32_t last_offset() const { return last_; }  // of the frame that next_whole found

 private:
  static constexpr std::size_t window_bytes = 1u << 20;

  Scanner(File& file, std::uint32_t segment, FrameCodec& codec, std::uint64_t bytes)
      : file_(&file), codec_(&codec), segment_(segment), file_bytes_(bytes) {}

  // Up to `bytes` from `offset`; fewer only at the end of the file.
  Result<std::string_view> view(std::uint64_t offset, std::size_t bytes);

  File* file_;
  FrameCodec* codec_;
  std::uint32_t segment_;
  std::uint64_t file_bytes_;
  std::string window_;
  std::uint64_t window_begin_ = 0;
  std::uint32_t last_ = 0;
};

// Whether frames follow one another: sequence without a gap, chain without a break, the first of a
// segment one that opens it, nothing after one that closes it.
class Continuity {
 public:
  explicit Continuity(FrameCodec& codec) : codec_(&codec) {}

  // What came before, where it is known; otherwise the first frame is believed.
  void expect(Sequence next, const Digest& chain);
  // The journal begins with the next frame, which says with which sequence: 1, or a later one where
  // it goes on from another store. The chain begins with zeros.
  void expect_begin();
  void begin_segment() { last_kind_.reset(); }
  // The reason why this frame can't follow; nothing where it does. It is the last one then, in both
  // cases.
  std::optional<std::string_view> follow(const SeenFrame& frame);
  // A piece in the middle of a segment could not be read: the next frame is believed.
  void pass_over_gap();

  Sequence next_sequence() const { return next_; }
  const Digest& chain() const { return chain_; }
  std::optional<FrameKind> last_kind() const { return last_kind_; }

 private:
  std::optional<std::string_view> wrong_in(const SeenFrame& frame);

  FrameCodec* codec_;
  bool known_ = false;
  bool begins_ = false;
  Sequence next_ = 1;
  Digest chain_;
  std::optional<FrameKind> last_kind_;
};

// How far a segment is whole.
struct SegmentEnd {
  std::uint32_t offset = 0;         // after the last whole frame
  std::uint32_t last_frame = 0;     // where that one begins; offset, where there is none
  std::uint32_t written_until = 0;  // offset, or the end of the bytes after it that are no frame
};

// Reads a segment to its end, following `continuity`. An error where a later frame says that the
// broken bytes were on the disk once (damaged), where the frames don't follow one another
// (damaged), and for a too_new one.
Result<SegmentEnd> read_segment(Scanner& scanner, std::uint32_t segment, Continuity& continuity);

}  // namespace tradepost::journal
