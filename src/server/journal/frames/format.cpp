#include "journal/frames/format.hpp"

#include <xxhash.h>
#if defined(__x86_64__)
// The library contains AVX2 and AVX-512 code and selects it at run time; the plain names are SSE2.
#include <xxh_x86dispatch.h>
#endif

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstring>

#include "base/ground/check.hpp"
#include "base/ground/limits.hpp"

namespace tradepost::journal {
namespace {

constexpr std::string_view segment_magic = "TPJRNSEG";
constexpr std::uint32_t frame_magic = 0x52465054;  // "TPFR"
constexpr std::size_t segment_checksum_at = page_bytes - 8;
constexpr std::size_t proof_bytes = sizeof(Salt) + sizeof(Digest);
constexpr std::uint8_t flag_body = 1;
constexpr std::uint8_t flag_erased = 2;

static_assert(base::limits::frame_bytes_max < (std::uint64_t{1} << 32));
static_assert(base::limits::segment_bytes < (std::uint64_t{1} << 32), "offsets are 32 bits");

// XXH3 itself does not receive the place's seed, because it would derive a secret from the seed for
// each record: a tenth of the cost of a frame.
std::uint64_t checksum(std::string_view bytes, std::uint64_t seed) {
  return XXH3_64bits(bytes.data(), bytes.size()) ^ seed;
}

template <std::unsigned_integral Integer>
Integer little_endian(Integer value) {
  if constexpr (std::endian::native == std::endian::big) return std::byteswap(value);
  return value;
}

template <std::unsigned_integral Integer>
void put(char* at, Integer value) {
  value = little_endian(value);
  std::memcpy(at, &value, sizeof value);
}

template <std::unsigned_integral Integer>
Integer get(std::string_view bytes, std::size_t at) {
  Integer value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return little_endian(value);
}

template <typename Bytes>
void put_bytes(char* at, const Bytes& bytes) {
  if (bytes.empty()) return;  // an empty view may have a null pointer
  std::memcpy(at, bytes.data(), bytes.size());
}

template <std::size_t Size>
std::array<std::uint8_t, Size> get_bytes(std::string_view bytes, std::size_t at) {
  std::array<std::uint8_t, Size> value;
  std::memcpy(value.data(), bytes.data() + at, Size);
  return value;
}

template <std::size_t Size>
std::string_view as_text(const std::array<std::uint8_t, Size>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), Size};
}

bool all_zero(std::string_view bytes) {
  if (bytes.empty()) return true;
  return bytes.front() == 0 && std::memcmp(bytes.data(), bytes.data() + 1, bytes.size() - 1) == 0;
}

constexpr std::uint64_t rounded_up(std::uint64_t bytes, std::uint64_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

std::uint64_t stored_body_bytes(std::uint8_t flags, std::uint32_t body_bytes) {
  if ((flags & flag_body) == 0) return 0;
  return proof_bytes + ((flags & flag_erased) != 0 ? 0 : std::uint64_t{body_bytes});
}

std::uint8_t flags_of(const Body& body) {
  if (std::holds_alternative<std::monostate>(body)) return 0;
  return std::holds_alternative<ErasedBody>(body) ? flag_body | flag_erased : flag_body;
}

std::uint32_t body_bytes_of(const Body& body) {
  if (const auto* kept = std::get_if<KeptBody>(&body)) {
    return static_cast<std::uint32_t>(kept->size());
  }
  const auto* erased = std::get_if<ErasedBody>(&body);
  return erased == nullptr ? 0 : erased->bytes;
}

const Digest& commitment_of(const Body& body) {
  static constexpr Digest none{};
  if (const auto* kept = std::get_if<KeptBody>(&body)) return kept->proof.commitment;
  const auto* erased = std::get_if<ErasedBody>(&body);
  return erased == nullptr ? none : erased->commitment;
}

// Writes all of a record except its checksum.
void put_record(char* at, const NewRecord& record, Sequence sequence, std::size_t bytes) {
  const std::uint8_t flags = flags_of(record.body);
  put(at + 8, sequence);
  put(at + 16, record.kind);
  put(at + 18, record.version);
  put(at + 19, flags);
  put(at + 20, static_cast<std::uint32_t>(record.head.size()));
  put(at + 24, body_bytes_of(record.body));
  put(at + 28, std::uint32_t{0});
  put_bytes(at + record_header_bytes, record.head);
  std::size_t end = record_header_bytes + record.head.size();
  if (const auto* kept = std::get_if<KeptBody>(&record.body)) {
    put_bytes(at + end, kept->proof.salt);
    put_bytes(at + end + sizeof(Salt), kept->proof.digest.bytes);
    put_bytes(at + end + proof_bytes, kept->front);
    put_bytes(at + end + proof_bytes + kept->front.size(), kept->bytes);
    end += proof_bytes + kept->size();
  } else if (const auto* erased = std::get_if<ErasedBody>(&record.body)) {
    std::memset(at + end, 0, sizeof(Salt));
    put_bytes(at + end + sizeof(Salt), erased->commitment.bytes);
    end += proof_bytes;
  }
  std::memset(at + end, 0, bytes - end);
}

std::uint64_t header_checksum(std::string_view header, std::uint64_t seed) {
  std::array<char, frame_header_bytes> copy;
  std::memcpy(copy.data(), header.data(), copy.size());
  std::memset(copy.data() + 8, 0, 8);  // the place of the checksum itself
  return checksum({copy.data(), copy.size()}, seed);
}

void put_frame_header(char* at, const FrameHeader& header, std::uint64_t seed) {
  std::memset(at, 0, frame_header_bytes);
  put(at, frame_magic);
  put(at + 4, frame_version);
  put(at + 6, static_cast<std::uint8_t>(header.kind));
  put(at + 16, header.length);
  put(at + 20, header.count);
  put(at + 24, header.first_sequence);
  put(at + 32, header.synced_through.packed());
  put(at + 40, header.payload_checksum);
  put_bytes(at + 48, header.chain.bytes);
  put(at + 8, header_checksum({at, frame_header_bytes}, seed));
}

std::uint64_t sum_of(const std::vector<std::uint64_t>& checksums, std::uint64_t seed) {
  std::string bytes(checksums.size() * 8, '\0');
  for (std::size_t i = 0; i < checksums.size(); ++i) put(bytes.data() + i * 8, checksums[i]);
  return checksum(bytes, seed);
}

}  // namespace

std::uint64_t Seeds::at(Place place) const {
  const auto bytes = as_text(identity_.bytes);
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), place.packed());
}

std::string encode_segment_header(const SegmentHeader& header) {
  std::string page(page_bytes, '\0');
  put_bytes(page.data(), segment_magic);
  put(page.data() + 8, segment_version);
  put(page.data() + 12, header.number);
  put_bytes(page.data() + 16, header.identity.bytes);
  put(page.data() + 32, header.capacity_bytes);
  put(page.data() + segment_checksum_at,
      checksum(std::string_view(page).substr(0, segment_checksum_at), 0));
  return page;
}

SegmentSight see_segment_header(std::string_view page) {
  if (page.size() < page_bytes) return {.sight = Sight::broken, .header = {}};
  page = page.substr(0, page_bytes);
  if (all_zero(page)) return {.sight = Sight::blank, .header = {}};
  const auto sum = get<std::uint64_t>(page, segment_checksum_at);
  if (!page.starts_with(segment_magic) || sum != checksum(page.substr(0, segment_checksum_at), 0)) {
    return {.sight = Sight::broken, .header = {}};
  }
  if (get<std::uint32_t>(page, 8) != segment_version) {
    return {.sight = Sight::too_new, .header = {}};
  }
  // A segment has at least its header and a frame, and its offsets have 32 bits.
  const auto capacity = get<std::uint64_t>(page, 32);
  if (capacity < 2 * page_bytes || capacity > UINT32_MAX - page_bytes) {
    return {.sight = Sight::broken, .header = {}};
  }
  return {.sight = Sight::whole,
          .header = {.identity = {get_bytes<16>(page, 16)},
                     .number = get<std::uint32_t>(page, 12),
                     .capacity_bytes = capacity}};
}

Proof prove(const Salt& salt, const Digest& digest) {
  std::array<char, proof_bytes> bytes;
  put_bytes(bytes.data(), salt);
  put_bytes(bytes.data() + sizeof(Salt), digest.bytes);
  return {.salt = salt, .digest = digest, .commitment = base::sha256({bytes.data(), bytes.size()})};
}

Digest commitment_of(const RecordView& record) {
  if (const auto* kept = std::get_if<KeptBody>(&record.body)) {
    return prove(kept->proof.salt, kept->proof.digest).commitment;
  }
  return commitment_of(record.body);
}

std::size_t FrameHeader::frame_bytes() const {
  return rounded_up(frame_header_bytes + std::uint64_t{length}, page_bytes);
}

std::size_t record_bytes(const NewRecord& record) {
  const auto bytes = record_header_bytes + record.head.size() +
                     stored_body_bytes(flags_of(record.body), body_bytes_of(record.body));
  return rounded_up(bytes, 8);
}

std::size_t frame_bytes(std::span<const NewRecord> records) {
  std::size_t bytes = frame_header_bytes;
  for (const auto& record : records) bytes += record_bytes(record);
  return rounded_up(bytes, page_bytes);
}

std::uint64_t claimed_record_bytes(std::string_view header) {
  const auto bytes =
      record_header_bytes + std::uint64_t{get<std::uint32_t>(header, 20)} +
      stored_body_bytes(get<std::uint8_t>(header, 19), get<std::uint32_t>(header, 24));
  return rounded_up(bytes, 8);
}

std::optional<RecordView> see_record(std::string_view bytes, const Seeds& seeds, Place place) {
  if (bytes.size() < record_header_bytes) return std::nullopt;
  const auto claimed = claimed_record_bytes(bytes);
  if (claimed > bytes.size()) return std::nullopt;
  bytes = bytes.substr(0, claimed);
  if (get<std::uint64_t>(bytes, 0) != checksum(bytes.substr(8), seeds.at(place))) {
    return std::nullopt;
  }
  const auto flags = get<std::uint8_t>(bytes, 19);
  if ((flags & ~(flag_body | flag_erased)) != 0 || flags == flag_erased) return std::nullopt;
  const std::size_t head_bytes = get<std::uint32_t>(bytes, 20);
  const auto body_bytes = get<std::uint32_t>(bytes, 24);
  RecordView record{.sequence = get<std::uint64_t>(bytes, 8),
                    .kind = get<std::uint16_t>(bytes, 16),
                    .version = get<std::uint8_t>(bytes, 18),
                    .head = bytes.substr(record_header_bytes, head_bytes),
                    .body = {},
                    .stored_bytes = bytes.size()};
  const std::size_t proof_at = record_header_bytes + head_bytes;
  if ((flags & flag_erased) != 0) {
    record.body = ErasedBody{.bytes = body_bytes,
                             .commitment = {get_bytes<32>(bytes, proof_at + sizeof(Salt))}};
  } else if ((flags & flag_body) != 0) {
    record.body = KeptBody{.bytes = bytes.substr(proof_at + proof_bytes, body_bytes),
                           .proof = {.salt = get_bytes<16>(bytes, proof_at),
                                     .digest = {get_bytes<32>(bytes, proof_at + sizeof(Salt))},
                                     .commitment = {}}};
  }
  return record;
}

FrameSight see_frame_header(std::string_view bytes, const Seeds& seeds, Place place) {
  CHECK(bytes.size() >= frame_header_bytes);
  bytes = bytes.substr(0, frame_header_bytes);
  if (all_zero(bytes)) return {.sight = Sight::blank, .header = {}};
  const FrameSight broken;
  if (get<std::uint32_t>(bytes, 0) != frame_magic) return broken;
  if (get<std::uint64_t>(bytes, 8) != header_checksum(bytes, seeds.at(place))) return broken;
  const auto kind = get<std::uint8_t>(bytes, 6);
  const auto last_kind = static_cast<std::uint8_t>(FrameKind::close);
  if (get<std::uint16_t>(bytes, 4) != frame_version || kind == 0 || kind > last_kind) {
    return {.sight = Sight::too_new, .header = {}};
  }
  const FrameHeader header{.kind = static_cast<FrameKind>(kind),
                           .length = get<std::uint32_t>(bytes, 16),
                           .count = get<std::uint32_t>(bytes, 20),
                           .first_sequence = get<std::uint64_t>(bytes, 24),
                           .synced_through = Place::unpacked(get<std::uint64_t>(bytes, 32)),
                           .payload_checksum = get<std::uint64_t>(bytes, 40),
                           .chain = {get_bytes<32>(bytes, 48)}};
  if (header.frame_bytes() > base::limits::frame_bytes_max) return broken;
  if (header.count > header.length / record_header_bytes) return broken;
  return {.sight = Sight::whole, .header = header};
}

std::optional<std::vector<RecordView>> see_records(const FrameHeader& header,
                                                   std::string_view bytes, const Seeds& seeds,
                                                   Place place) {
  if (bytes.size() < header.frame_bytes()) return std::nullopt;
  const std::size_t end = frame_header_bytes + header.length;
  std::vector<RecordView> records;
  records.reserve(header.count);
  std::vector<std::uint64_t> checksums;
  checksums.reserve(header.count);
  std::size_t at = frame_header_bytes;
  while (records.size() < header.count) {
    const Place own{place.segment, place.offset + static_cast<std::uint32_t>(at)};
    auto record = see_record(bytes.substr(at, end - at), seeds, own);
    if (!record || record->sequence != header.first_sequence + records.size()) return std::nullopt;
    checksums.push_back(get<std::uint64_t>(bytes, at));
    at += record->stored_bytes;
    records.push_back(std::move(*record));
  }
  if (at != end || !all_zero(bytes.substr(end, header.frame_bytes() - end))) return std::nullopt;
  if (sum_of(checksums, seeds.at(place)) != header.payload_checksum) return std::nullopt;
  return records;
}

void FrameCodec::begin_chain(const Digest& last, Sequence first, std::uint32_t count) {
  chained_.assign(as_text(last.bytes));
  chained_.resize(44);
  put(chained_.data() + 32, first);
  put(chained_.data() + 40, count);
}

// The chain includes the body's original length and excludes the erased flag, so both states of a
// body prove the same value.
void FrameCodec::chain_record(std::uint16_t kind, std::uint8_t version, std::string_view head,
                              const Body& body, const Digest& commitment) {
  std::array<char, 12> fixed;
  const bool has_body = !std::holds_alternative<std::monostate>(body);
  put(fixed.data(), kind);
  put(fixed.data() + 2, version);
  put(fixed.data() + 3, has_body ? flag_body : std::uint8_t{0});
  put(fixed.data() + 4, static_cast<std::uint32_t>(head.size()));
  put(fixed.data() + 8, body_bytes_of(body));
  chained_.append(fixed.data(), fixed.size()).append(head);
  if (has_body) chained_.append(as_text(commitment.bytes));
}

std::vector<std::uint32_t> FrameCodec::write(std::span<char> into, FrameHeader& header,
                                             std::span<const NewRecord> records, Place place) {
  std::vector<std::uint32_t> offsets;
  offsets.reserve(records.size());
  begin_chain(header.chain, header.first_sequence, static_cast<std::uint32_t>(records.size()));
  std::size_t end = frame_header_bytes;
  for (const auto& record : records) {
    const std::size_t bytes = record_bytes(record);
    CHECK(end + bytes <= into.size());
    put_record(into.data() + end, record, header.first_sequence + offsets.size(), bytes);
    chain_record(record.kind, record.version, record.head, record.body, commitment_of(record.body));
    offsets.push_back(static_cast<std::uint32_t>(end));
    end += bytes;
  }
  header.length = static_cast<std::uint32_t>(end - frame_header_bytes);
  header.count = static_cast<std::uint32_t>(records.size());
  header.payload_checksum = put_checksums(into.first(end), offsets, place);
  if (!records.empty()) header.chain = hash_.update(chained_).finish();
  CHECK(header.frame_bytes() <= into.size());
  std::memset(into.data() + end, 0, header.frame_bytes() - end);
  put_frame_header(into.data(), header, seeds_.at(place));
  return offsets;
}

// Runs after all records are written: recently written bytes are slow to read until they have left
// the processor's store buffers.
std::uint64_t FrameCodec::put_checksums(std::span<char> frame,
                                        std::span<const std::uint32_t> offsets, Place place) {
  checksums_.clear();
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    const std::size_t end = i + 1 < offsets.size() ? offsets[i + 1] : frame.size();
    char* const at = frame.data() + offsets[i];
    const Place own{place.segment, place.offset + offsets[i]};
    checksums_.push_back(checksum({at + 8, end - offsets[i] - 8}, seeds_.at(own)));
    put(at, checksums_.back());
  }
  return sum_of(checksums_, seeds_.at(place));
}

Digest FrameCodec::chain(const Digest& last, const FrameHeader& header,
                         std::span<const RecordView> records) {
  if (records.empty()) return last;
  begin_chain(last, header.first_sequence, header.count);
  for (const auto& record : records) {
    chain_record(record.kind, record.version, record.head, record.body,
                 journal::commitment_of(record));
  }
  return hash_.update(chained_).finish();
}

}  // namespace tradepost::journal
