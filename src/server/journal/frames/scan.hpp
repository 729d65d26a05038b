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
  std::vector<RecordView> records;  // valid until the next call of look
};

struct Written {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// Reads one segment from its first frame, in large pieces. Not thread-safe.
class Scanner {
 public:
  // `file` and `codec` must outlive this.
  static Result<Scanner> over(File& file, std::uint32_t segment, FrameCodec& codec);

  // Reads the frame at a page of the segment. The sight is `blank` also after the file's end.
  Result<SeenFrame> look(std::uint32_t offset);
  // Returns the first whole frame at or after this page, or nullopt.
  Result<std::optional<SeenFrame>> next_whole(std::uint32_t offset);
  // Returns the range from the first to the last byte that is not zero, at or after this page. It
  // is empty, at `offset`, if all are zero.
  Result<Written> written_behind(std::uint32_t offset);

  std::uint32_t last_offset() const { return last_; }  // of the frame that next_whole found

 private:
  static constexpr std::size_t window_bytes = 1u << 20;

  Scanner(File& file, std::uint32_t segment, FrameCodec& codec, std::uint64_t bytes)
      : file_(&file), codec_(&codec), segment_(segment), file_bytes_(bytes) {}

  // Returns `bytes` from `offset`, or fewer at the end of the file.
  Result<std::string_view> view(std::uint64_t offset, std::size_t bytes);

  File* file_;
  FrameCodec* codec_;
  std::uint32_t segment_;
  std::uint64_t file_bytes_;
  std::string window_;
  std::uint64_t window_begin_ = 0;
  std::uint32_t last_ = 0;
};

// Checks that frames follow one another: no gap in the sequence, an unbroken chain, an opening
// frame first in each segment, no frame after a closing one.
class Continuity {
 public:
  explicit Continuity(FrameCodec& codec) : codec_(&codec) {}

  // Sets the state before the first frame. Without it, the first frame is trusted.
  void expect(Sequence next, const Digest& chain);
  // The journal begins with the next frame, which has the first sequence: 1, or a later one if the
  // journal continues another store. The chain begins with zeros.
  void expect_begin();
  void begin_segment() { last_kind_.reset(); }
  // Returns the reason why this frame cannot follow, or nullopt. In both cases the frame becomes
  // the last one.
  std::optional<std::string_view> follow(const SeenFrame& frame);
  // Skips an unreadable piece in the middle of a segment: the next frame is trusted.
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

// The end of a segment's whole frames.
struct SegmentEnd {
  std::uint32_t offset = 0;         // after the last whole frame
  std::uint32_t last_frame = 0;     // where that frame begins; offset if there is none
  std::uint32_t written_until = 0;  // offset, or the end of the bytes after it that are not a frame
};

// Reads a segment to its end, following `continuity`. Fails with damaged if a later frame proves
// that the broken bytes were on the disk, or if frames do not follow one another; with too_new for
// a frame of a newer version.
Result<SegmentEnd> read_segment(Scanner& scanner, std::uint32_t segment, Continuity& continuity);

}  // namespace tradepost::journal
