#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/crypto/sha256.hpp"
#include "journal/disk/place.hpp"

// The meaning of the bytes. The grammar and a worked example: docs/internals/journal.md.
//
// This file alone reads the disk's bytes, and checks them before use: a length is compared with the
// bytes that are there before anything is taken by it, and no byte is returned whose checksum was
// not verified.
namespace tradepost::journal {

using base::Digest;

inline constexpr std::size_t page_bytes = 4096;  // headers of segments, and where frames begin
inline constexpr std::size_t frame_header_bytes = 128;
inline constexpr std::size_t record_header_bytes = 32;
inline constexpr std::uint16_t frame_version = 1;
inline constexpr std::uint32_t segment_version = 1;

// The journal's name, drawn at random when it is made. It seeds every checksum: bytes of another
// journal, of another place, or of a payload that imitates a frame, are never valid.
struct Identity {
  std::array<std::uint8_t, 16> bytes{};
  bool operator==(const Identity&) const = default;
};

class Seeds {
 public:
  explicit Seeds(const Identity& identity) : identity_(identity) {}
  std::uint64_t at(Place place) const;

 private:
  Identity identity_;
};

struct SegmentHeader {
  Identity identity;
  std::uint32_t number = 0;
  std::uint64_t capacity_bytes = 0;
};

enum class Sight : std::uint8_t {
  whole,
  blank,  // nothing but zeros: nobody wrote here yet
  broken,
  too_new,
};

struct SegmentSight {
  Sight sight = Sight::broken;
  SegmentHeader header;
};

std::string encode_segment_header(const SegmentHeader& header);  // page_bytes
SegmentSight see_segment_header(std::string_view page);

using Salt = std::array<std::uint8_t, 16>;

// A body's value in the chain: H(salt, digest). Made by the thread that has the body, before it
// queues, for SHA-256 over contents would cost the writer 40 % of its rate.
struct Proof {
  Salt salt{};
  Digest digest;  // SHA-256 of the body
  Digest commitment;
};
Proof prove(const Salt& salt, const Digest& digest);

// A body may be in two pieces when it is written, so that a document need not be copied to follow
// its header. A body that was read is one piece: `front` is empty.
struct KeptBody {
  std::string_view front = {};
  std::string_view bytes;
  Proof proof;  // of both

  std::size_t size() const { return front.size() + bytes.size(); }
};
// Content, salt and digest are gone; the length and the commitment go on proving.
struct ErasedBody {
  std::uint32_t bytes = 0;
  Digest commitment;
};
using Body = std::variant<std::monostate, KeptBody, ErasedBody>;

// A record to be written. The journal knows of the payload only that the head stays and the body
// may be erased.
struct NewRecord {
  std::uint16_t kind = 0;
  std::uint8_t version = 0;
  std::string_view head;
  Body body;
};

// A record that was read; the views live as long as the bytes they were read from. Of a kept body,
// the proof's commitment is not filled: it costs a SHA-256, see commitment_of.
struct RecordView {
  Sequence sequence = 0;
  std::uint16_t kind = 0;
  std::uint8_t version = 0;
  std::string_view head;
  Body body;
  std::size_t stored_bytes = 0;  // to the next record
};
Digest commitment_of(const RecordView& record);

enum class FrameKind : std::uint8_t {
  records = 1,
  idle = 2,   // proves the frame before it
  seal = 3,   // a clean shutdown; the next start continues after it
  open = 4,   // first of a segment
  close = 5,  // last of a segment
};

struct FrameHeader {
  FrameKind kind = FrameKind::idle;
  std::uint32_t length = 0;  // bytes of the records, without the padding of the frame
  std::uint32_t count = 0;
  Sequence first_sequence = 0;  // of a frame without records: the next one's
  Place synced_through;         // all before this place was on the disk when the frame was written
  std::uint64_t payload_checksum = 0;
  Digest chain;  // after this frame

  std::size_t frame_bytes() const;
  Sequence next_sequence() const { return first_sequence + count; }
};

struct FrameSight {
  Sight sight = Sight::broken;
  FrameHeader header;
};

std::size_t record_bytes(const NewRecord& record);
std::size_t frame_bytes(std::span<const NewRecord> records);

// The size of the record as its header claims it: to be compared with the bytes that are there.
std::uint64_t claimed_record_bytes(std::string_view header);

// One record by its place, at the start of `bytes`. Nothing where it isn't whole and of this place.
std::optional<RecordView> see_record(std::string_view bytes, const Seeds& seeds, Place place);

// `bytes`: at least frame_header_bytes.
FrameSight see_frame_header(std::string_view bytes, const Seeds& seeds, Place place);

// `bytes`: the whole frame, as its header says. Nothing where a record, the sum or the padding is
// not right.
std::optional<std::vector<RecordView>> see_records(const FrameHeader& header,
                                                   std::string_view bytes, const Seeds& seeds,
                                                   Place place);

// Writes frames and computes chains. Not for two threads at once: it reuses its buffers.
class FrameCodec {
 public:
  explicit FrameCodec(const Identity& identity) : seeds_(identity) {}

  // Writes the frame at the start of `into` (frame_bytes(records) of it) and completes the header:
  // length, count, payload checksum, and the chain, which holds the last value before. Returns the
  // offset of each record in it.
  std::vector<std::uint32_t> write(std::span<char> into, FrameHeader& header,
                                   std::span<const NewRecord> records, Place place);

  // The chain's value after these records.
  Digest chain(const Digest& last, const FrameHeader& header, std::span<const RecordView> records);

  const Seeds& seeds() const { return seeds_; }

 private:
  std::uint64_t put_checksums(std::span<char> frame, std::span<const std::uint32_t> offsets,
                              Place place);
  void begin_chain(const Digest& last, Sequence first, std::uint32_t count);
  void chain_record(std::uint16_t kind, std::uint8_t version, std::string_view head,
                    const Body& body, const Digest& commitment);

  Seeds seeds_;
  base::Sha256 hash_;
  std::string chained_;                   // what the next value is the hash of
  std::vector<std::uint64_t> checksums_;  // of a frame's records, in their order
};

}  // namespace tradepost::journal
