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

// The format of the bytes. docs/internals/journal.md has the grammar and a worked example.
//
// Only this file interprets bytes of the disk, and it checks them first. It compares every length
// with the available bytes before it uses the length, and returns bytes only after it has verified
// their checksum.
namespace tradepost::journal {

using base::Digest;

inline constexpr std::size_t page_bytes = 4096;  // headers of segments, and where frames begin
inline constexpr std::size_t frame_header_bytes = 128;
inline constexpr std::size_t record_header_bytes = 32;
inline constexpr std::uint16_t frame_version = 1;
inline constexpr std::uint32_t segment_version = 1;

// The random identifier of the journal, from its creation. It seeds every checksum, so bytes of
// another journal or place, or a payload that imitates a frame, are never valid.
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
  blank,  // only zeros: never written
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

// The contribution of a body to the chain: H(salt, digest). The thread with the body computes it
// before it queues the command: SHA-256 of contents would cost the writer 40 % of its rate.
struct Proof {
  Salt salt{};
  Digest digest;  // SHA-256 of the body
  Digest commitment;
};
Proof prove(const Salt& salt, const Digest& digest);

// A body to be written may have two parts, so that a document need not be copied after its header.
// A body that was read has one part: `front` is empty.
struct KeptBody {
  std::string_view front = {};
  std::string_view bytes;
  Proof proof;  // of both

  std::size_t size() const { return front.size() + bytes.size(); }
};
// Content, salt and digest are deleted. The length and the commitment still prove the record.
struct ErasedBody {
  std::uint32_t bytes = 0;
  Digest commitment;
};
using Body = std::variant<std::monostate, KeptBody, ErasedBody>;

// A record to be written. The journal knows about the payload only that the head is permanent and
// the body can be erased.
struct NewRecord {
  std::uint16_t kind = 0;
  std::uint8_t version = 0;
  std::string_view head;
  Body body;
};

// A record that was read. Its views are valid as long as the bytes that contain it. The proof of a
// kept body has no commitment, because that costs a SHA-256: see commitment_of.
struct RecordView {
  Sequence sequence = 0;
  std::uint16_t kind = 0;
  std::uint8_t version = 0;
  std::string_view head;
  Body body;
  std::size_t stored_bytes = 0;  // up to the next record
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
  Sequence first_sequence = 0;  // of a frame without records: the next frame's
  Place synced_through;         // all before it was synced when this frame was written
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

// Returns the size in a record's header, unchecked. The caller compares it with the available
// bytes.
std::uint64_t claimed_record_bytes(std::string_view header);

// Reads the record at the start of `bytes`. Returns nullopt if it is incomplete or not of this
// place.
std::optional<RecordView> see_record(std::string_view bytes, const Seeds& seeds, Place place);

// `bytes` has at least frame_header_bytes.
FrameSight see_frame_header(std::string_view bytes, const Seeds& seeds, Place place);

// `bytes` is the whole frame, with the length in its header. Returns nullopt if a record, the
// checksum or the padding is wrong.
std::optional<std::vector<RecordView>> see_records(const FrameHeader& header,
                                                   std::string_view bytes, const Seeds& seeds,
                                                   Place place);

// Writes frames and computes chains. Not thread-safe, because it reuses its buffers.
class FrameCodec {
 public:
  explicit FrameCodec(const Identity& identity) : seeds_(identity) {}

  // Writes the frame at the start of `into`, which has frame_bytes(records). Completes the header:
  // length, count, payload checksum and chain, which holds the previous value before the call.
  // Returns each record's offset in the frame.
  std::vector<std::uint32_t> write(std::span<char> into, FrameHeader& header,
                                   std::span<const NewRecord> records, Place place);

  // Returns the chain's value after these records.
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
  std::string chained_;                   // input of the next chain value
  std::vector<std::uint64_t> checksums_;  // of a frame's records, in their order
};

}  // namespace tradepost::journal
