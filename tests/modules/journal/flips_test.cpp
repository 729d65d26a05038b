// Flips each single bit. In a sealed journal the damage is found and reported with its place; in an
// unsealed one it is found, or the last frame is cut; and no flipped byte is ever served.

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "faulty_disk/simulated_disk.hpp"
#include "journal/journal.hpp"
#include "journal/recovery/verify.hpp"
#include "tests/support/run.hpp"

namespace tradepost::journal {
namespace {

using testing::SimulatedDisk;

constexpr Options tiny{.first_segment_bytes = 28 << 10,
                       .segment_bytes = 28 << 10,
                       .frame_bytes_max = 8 << 10,
                       .tail_bytes = 16 << 10,
                       .slab_bytes = 8 << 10,
                       .fill_ahead_bytes = 4 << 10,
                       .fill_step_bytes = 4 << 10,
                       .space_bytes_min = 64 << 10,
                       .idle_proof_after = std::chrono::milliseconds(25),
                       .reserve_bytes_max = 1 << 20,
                       .reserve_divisor = 50,
                       .ballast_bytes = 0};
constexpr Start start{.identity = {{5}}, .proven = std::nullopt};

// A prime, so that every bit of a byte has its turn.
constexpr std::size_t stride_usual = run::is_sanitized ? 61 : 7;

using Heads = std::vector<std::string>;
using Files = std::map<std::string, std::string>;

enum class End : std::uint8_t { sealed, unsealed };

// Returns the files of two segments: one closed, one with two frames and perhaps a seal.
Files journal_files(End end) {
  SimulatedDisk disk(1);
  auto journal = *Journal::open(disk, tiny, start);
  for (int i = 0; i < 5; ++i) {
    const std::string head = "head " + std::to_string(i);
    const std::string body(i == 1 ? 5000 : 100, static_cast<char>('a' + i));
    const NewRecord record{.kind = 1,
                           .version = 1,
                           .head = head,
                           .body = KeptBody{.bytes = body, .proof = prove({}, base::sha256(body))}};
    EXPECT_TRUE(journal->writer().append({&record, 1}, {}));
  }
  while (*journal->prepare() == Work::more) continue;
  if (end == End::sealed) {
    EXPECT_TRUE(journal->writer().seal());
  }
  Files files;
  const auto names = disk.names();
  for (const auto& name : *names) files[name] = disk.durable_bytes(name);
  return files;
}

SimulatedDisk disk_of(const Files& files) {
  SimulatedDisk disk(2);
  for (const auto& [name, bytes] : files) disk.put(name, bytes);
  return disk;
}

// Returns the records that a journal serves after its start, or nullopt if the start fails or a
// read finds damage.
std::optional<Heads> served(SimulatedDisk& disk, std::optional<Cut>& cut) {
  const auto journal = Journal::open(disk, tiny, start);
  if (!journal) {
    EXPECT_EQ(journal.error().code(), base::ErrorCode::damaged);
    return std::nullopt;
  }
  cut = (*journal)->opened().cut;
  Heads heads;
  const auto& reader = (*journal)->reader();
  for (Place place = reader.begin();;) {
    const auto frame = reader.frame_at(place);
    if (!frame) return std::nullopt;
    if (!*frame) return heads;
    for (const auto& record : (*frame)->records) heads.emplace_back(record.head);
    place = (*frame)->next;
  }
}

struct Flip {
  std::string file;
  std::size_t bit = 0;
};

Files flipped(Files files, const Flip& flip) {
  auto& byte = files[flip.file][flip.bit / 8];
  byte = static_cast<char>(byte ^ (1 << (flip.bit % 8)));
  return files;
}

std::vector<Flip> every_flip(const Files& files) {
  const std::size_t stride = run::is_long() ? 1 : stride_usual;
  std::vector<Flip> flips;
  for (const auto& [name, bytes] : files) {
    if (!segment_number(name)) continue;
    for (std::size_t bit = 0; bit < bytes.size() * 8; bit += stride) flips.push_back({name, bit});
  }
  return flips;
}

// Returns true if the place is the frame or page of the flip; it may begin before the flipped byte,
// and not after it.
bool names_the_place(Place place, const Flip& flip) {
  return place.segment == segment_number(flip.file) && place.offset <= flip.bit / 8 &&
         flip.bit / 8 < place.offset + 2 * page_bytes;
}

// Returns true if the cut part ends with the flipped byte, or is the frame that has it.
bool names_the_place(const Cut& cut, const Flip& flip) {
  const auto byte = flip.bit / 8;
  const bool is_its_end = cut.place.offset <= byte && byte + 1 == cut.place.offset + cut.bytes;
  return names_the_place(cut.place, flip) ||
         (cut.place.segment == segment_number(flip.file) && is_its_end);
}

TEST(JournalFlips, any_flip_of_a_sealed_journal_is_reported_with_its_place) {
  const auto files = journal_files(End::sealed);
  Spectator spectator;
  for (const auto& flip : every_flip(files)) {
    auto disk = disk_of(flipped(files, flip));
    const auto verdict = verify(disk, {}, spectator);
    ASSERT_TRUE(verdict) << flip.file << " bit " << flip.bit;
    const bool found = !verdict->defects.empty();
    ASSERT_TRUE(found || verdict->torn) << flip.file << " bit " << flip.bit;
    const bool is_named = found ? names_the_place(verdict->defects.front().place, flip)
                                : names_the_place(*verdict->torn, flip);
    ASSERT_TRUE(is_named) << flip.file << " bit " << flip.bit;
  }
}

TEST(JournalFlips, any_flip_of_an_unsealed_journal_is_found_or_cut_and_never_served) {
  const auto files = journal_files(End::unsealed);
  const Heads all = {"head 0", "head 1", "head 2", "head 3", "head 4"};
  const Heads but_last(all.begin(), all.end() - 1);
  for (const auto& flip : every_flip(files)) {
    auto disk = disk_of(flipped(files, flip));
    std::optional<Cut> cut;
    const auto heads = served(disk, cut);
    if (!heads) continue;
    ASSERT_TRUE(*heads == all || *heads == but_last) << flip.file << " bit " << flip.bit;
    ASSERT_TRUE(cut.has_value()) << flip.file << " bit " << flip.bit;
    ASSERT_TRUE(names_the_place(*cut, flip)) << flip.file << " bit " << flip.bit;
  }
}

TEST(JournalFlips, without_a_flip_all_is_served_and_nothing_is_reported) {
  for (const auto end : {End::sealed, End::unsealed}) {
    auto disk = disk_of(journal_files(end));
    Spectator spectator;
    const auto verdict = verify(disk, {}, spectator);
    ASSERT_TRUE(verdict);
    EXPECT_TRUE(verdict->defects.empty());
    EXPECT_FALSE(verdict->torn);
    EXPECT_EQ(verdict->ended, end == End::sealed ? Ended::sealed : Ended::unsealed);
    std::optional<Cut> cut;
    EXPECT_EQ(served(disk, cut)->size(), 5u);
    EXPECT_FALSE(cut);
  }
}

}  // namespace
}  // namespace tradepost::journal
