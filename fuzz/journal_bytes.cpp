// Opens and reads arbitrary bytes as a journal. The first byte selects the use of the others:
// unchanged, or with corrected checksums, so that the later checks are reached too.
//
// For any input, nothing is read out of bounds. A journal that can be opened can be read, or names
// the place where it can't. Records that are appended to it exist after the next start.
#include <xxhash.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

#include "base/ground/check.hpp"
#include "faulty_disk/simulated_disk.hpp"
#include "journal/journal.hpp"
#include "journal/recovery/verify.hpp"

namespace {

namespace journal = tradepost::journal;
using journal::frame_header_bytes;
using journal::Identity;
using journal::Journal;
using journal::Lookup;
using journal::NewRecord;
using journal::Options;
using journal::page_bytes;
using journal::Place;
using journal::Reader;
using journal::record_header_bytes;
using journal::Seeds;
using journal::Spectator;
using tradepost::journal::testing::SimulatedDisk;

constexpr Identity identity{{7, 7, 7}};
constexpr Options tiny{.first_segment_bytes = 64 << 10,
                       .segment_bytes = 64 << 10,
                       .frame_bytes_max = 16 << 10,
                       .tail_bytes = 16 << 10,
                       .slab_bytes = 8 << 10,
                       .fill_ahead_bytes = 8 << 10,
                       .fill_step_bytes = 4 << 10,
                       .space_bytes_min = 64 << 10,
                       .idle_proof_after = std::chrono::milliseconds(25),
                       .reserve_bytes_max = 1 << 20,
                       .reserve_divisor = 50,
                       .ballast_bytes = 0};

template <typename Integer>
Integer get(const std::string& bytes, std::size_t at) {
  Integer value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

void put_checksum(std::string& bytes, std::size_t at, std::string_view of, std::uint64_t seed) {
  const std::uint64_t sum = XXH3_64bits(of.data(), of.size()) ^ seed;
  std::memcpy(bytes.data() + at, &sum, sizeof sum);
}

// Corrects the checksums of the frame at `at` as far as its lengths permit. Returns the position of
// the next frame.
std::size_t reseal_frame(std::string& segment, std::size_t at, std::uint32_t number) {
  const Seeds seeds(identity);
  const auto seed_at = [&](std::size_t offset) {
    return seeds.at({number, static_cast<std::uint32_t>(offset)});
  };
  const auto length = get<std::uint32_t>(segment, at + 16);
  const auto count = get<std::uint32_t>(segment, at + 20);
  const auto end = std::min<std::size_t>(segment.size(), at + frame_header_bytes + length);
  std::string sums;
  std::size_t record = at + frame_header_bytes;
  for (std::uint32_t i = 0; i < count && record + record_header_bytes <= end; ++i) {
    const auto bytes = journal::claimed_record_bytes(std::string_view(segment).substr(record));
    if (bytes > end - record) break;
    put_checksum(segment, record, std::string_view(segment).substr(record + 8, bytes - 8),
                 seed_at(record));
    sums += segment.substr(record, 8);
    record += bytes;
  }
  put_checksum(segment, at + 40, sums, seed_at(at));
  std::memset(segment.data() + at + 8, 0, 8);
  const auto header = segment.substr(at, frame_header_bytes);
  put_checksum(segment, at + 8, header, seed_at(at));
  const std::size_t frame = frame_header_bytes + std::size_t{length};
  return at + (frame + page_bytes - 1) / page_bytes * page_bytes;
}

std::string resealed(std::string segment, std::uint32_t number) {
  std::size_t at = page_bytes;
  while (at + frame_header_bytes <= segment.size()) at = reseal_frame(segment, at, number);
  return segment;
}

std::string header_page(std::uint32_t number) {
  return journal::encode_segment_header(
      {.identity = identity, .number = number, .capacity_bytes = tiny.segment_bytes});
}

void read_all(const Reader& reader) {
  journal::Stretch stretch;
  for (Place place = reader.begin();;) {
    const auto frame = reader.frame_at(place);
    if (!frame || !*frame) return;
    Place at{place.segment, place.offset + static_cast<std::uint32_t>(frame_header_bytes)};
    for (const auto& record : (*frame)->records) {
      static_cast<void>(reader.find(record.sequence));
      const auto found = reader.read(at, record.sequence, {.stretch = &stretch});
      CHECK(found.has_value() && found->outcome == Lookup::Outcome::found);
      at.offset += static_cast<std::uint32_t>(record.stored_bytes);
    }
    place = (*frame)->next;
  }
}

void append_and_start_again(SimulatedDisk& disk, std::unique_ptr<Journal> opened) {
  const NewRecord record{.kind = 1, .version = 1, .head = "fuzzed", .body = {}};
  const auto appended = opened->writer().append({&record, 1}, {});
  CHECK(appended.has_value());
  opened.reset();
  const auto again = Journal::open(disk, tiny, {});
  if (!again) std::fprintf(stderr, "%s\n", again.error().detail().str().c_str());
  CHECK(again.has_value());
  CHECK(!(*again)->opened().cut);
  const auto found = (*again)->reader().read(appended->places[0], appended->first, {});
  CHECK(found.has_value() && found->outcome == Lookup::Outcome::found);
  CHECK(found->record.view.head == "fuzzed");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1 || size > (50u << 10)) return 0;
  const auto mode = data[0];
  const std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  SimulatedDisk disk(mode);
  if (mode % 4 == 0) {
    disk.put(journal::segment_name(1), bytes);
  } else {
    // Makes one segment, or two with half of the bytes in the last one.
    const auto split = mode % 4 == 3 ? bytes.size() / 2 / page_bytes * page_bytes : bytes.size();
    auto first = header_page(1) + bytes.substr(0, split);
    auto second = header_page(2) + bytes.substr(split);
    if (mode % 4 != 1) {
      first = resealed(std::move(first), 1);
      second = resealed(std::move(second), 2);
    }
    disk.put(journal::segment_name(1), first);
    disk.put(journal::segment_name(2), second);
  }
  Spectator spectator;
  static_cast<void>(journal::verify(disk, {}, spectator));
  auto opened = Journal::open(disk, tiny, {});
  if (!opened) return 0;
  read_all((*opened)->reader());
  // Skips sequences near the end of 64 bits, which no journal reaches.
  if ((*opened)->opened().end.next < (std::uint64_t{1} << 62)) {
    append_and_start_again(disk, std::move(*opened));
  }
  return 0;
}
