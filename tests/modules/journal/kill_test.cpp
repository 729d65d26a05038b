// Kills a process again and again with -9 while it writes as fast as it can: every acknowledged
// record exists once and in order, and nothing else except, perhaps, the one batch without an
// answer.

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>

#include "base/ground/check.hpp"
#include "journal/disk/posix_folder.hpp"
#include "journal/journal.hpp"
#include "journal/preparer.hpp"
#include "journal/recovery/verify.hpp"
#include "process/process.hpp"
#include "tests/support/run.hpp"

namespace tradepost::journal {
namespace {

constexpr Options options{.first_segment_bytes = 1 << 20,
                          .segment_bytes = 4 << 20,
                          .frame_bytes_max = 256 << 10,
                          .tail_bytes = 2 << 20,
                          .slab_bytes = 256 << 10,
                          .fill_ahead_bytes = 1 << 20,
                          .fill_step_bytes = 128 << 10,
                          .space_bytes_min = 64 << 10,
                          .idle_proof_after = std::chrono::milliseconds(25),
                          .reserve_bytes_max = 1 << 20,
                          .reserve_divisor = 50,
                          .ballast_bytes = 1 << 20};

// Both processes compute the content of record n.
std::string head_of(Sequence sequence) {
  return "record " + std::to_string(sequence);
}
std::string body_of(Sequence sequence) {
  return std::string(1 + sequence * 7919 % 6000, static_cast<char>('a' + sequence % 26));
}
std::size_t batch_from(Sequence sequence) {
  return 1 + sequence * 31 % 20;
}

// The writer's process: writes the number of acknowledged records to the pipe. Never returns.
[[noreturn]] void write_until_killed(Folder& folder, int pipe) {
  auto opened = Journal::open(folder, options, Start{});
  CHECK(opened.has_value());
  Journal& journal = **opened;
  const Preparer preparer(journal, [](const auto&) { std::abort(); });
  for (Sequence next = journal.opened().end.next;;) {
    const auto count = batch_from(next);
    std::vector<std::string> texts;
    for (Sequence i = next; i < next + count; ++i) {
      texts.push_back(head_of(i));
      texts.push_back(body_of(i));
    }
    std::vector<NewRecord> records;
    for (std::size_t i = 0; i < texts.size(); i += 2) {
      const auto& body = texts[i + 1];
      records.push_back({.kind = 1,
                         .version = 1,
                         .head = texts[i],
                         .body = KeptBody{.bytes = body, .proof = prove({}, base::sha256(body))}});
    }
    CHECK(journal.writer().append(records, std::chrono::steady_clock::now()).has_value());
    next += count;
    const Sequence kept = next - 1;
    CHECK(::write(pipe, &kept, sizeof kept) == sizeof kept);
  }
}

// The time of a kill: a number of messages from the writer, and a delay after the last of them.
struct Moment {
  std::uint64_t words = 1;
  std::chrono::microseconds later{};
};

class Killing : public ::testing::Test {
 protected:
  Killing() {
    std::string pattern = std::filesystem::temp_directory_path() / "tradepost-XXXXXX";
    path_ = ::mkdtemp(pattern.data());
    folder_ = *open_posix_folder(path_.string(), Missing::refuse);
  }
  ~Killing() override { std::filesystem::remove_all(path_); }

  // Returns the last acknowledged record.
  Sequence write_and_kill(const Moment& moment) {
    process::Process writer(
        [this](process::Process::Pipes pipes) { write_until_killed(*folder_, pipes.output); });
    Sequence kept = 0;
    for (std::uint64_t i = 0; i < moment.words; ++i) kept = read_word(writer.output(), kept);
    writer.kill_after(moment.later);
    for (Sequence more = read_word(writer.output(), 0); more != 0;
         more = read_word(writer.output(), 0))
      kept = more;
    return kept;
  }

  static Sequence read_word(int pipe, Sequence otherwise) {
    Sequence word = 0;
    return ::read(pipe, &word, sizeof word) == sizeof word ? word : otherwise;
  }

  // Reads the records after `known`, and checks that they are the expected ones. Returns the last
  // one.
  Sequence read_from(Sequence known) {
    auto opened = Journal::open(*folder_, options, Start{});
    EXPECT_TRUE(opened) << opened.error().detail().str();
    if (!opened) return 0;
    const auto& reader = (*opened)->reader();
    Place place = *reader.find(known);
    Sequence last = known - 1;
    while (true) {
      const auto frame = reader.frame_at(place);
      EXPECT_TRUE(frame) << frame.error().detail().str();
      if (!frame || !*frame) return last;
      for (const auto& record : (*frame)->records) {
        if (record.sequence < known) continue;
        EXPECT_EQ(record.sequence, ++last);
        EXPECT_EQ(record.head, head_of(record.sequence));
        EXPECT_EQ(std::get<KeptBody>(record.body).bytes, body_of(record.sequence));
      }
      place = (*frame)->next;
    }
  }

  std::filesystem::path path_;
  std::unique_ptr<Folder> folder_;
};

// Covers contract 4.10.
TEST_F(Killing, a_killed_writer_leaves_all_that_was_acknowledged) {
  const int rounds = run::is_long() ? 500 : 50;
  std::mt19937_64 random(run::seed());
  Sequence known = 1;
  for (int round = 0; round < rounds; ++round) {
    const Moment moment{.words = 1 + random() % 40,
                        .later = std::chrono::microseconds(random() % 5000)};
    const auto kept = write_and_kill(moment);
    const auto found = read_from(known);
    ASSERT_FALSE(HasFailure()) << "round " << round;
    ASSERT_GE(found, kept) << "lost, round " << round;
    ASSERT_LE(found, kept + batch_from(kept + 1)) << "more than was written, round " << round;
    known = found + 1;
  }
  Spectator spectator;
  const auto verdict = verify(*folder_, {}, spectator);
  ASSERT_TRUE(verdict);
  EXPECT_TRUE(verdict->defects.empty());
  EXPECT_EQ(verdict->records, known - 1);
  std::printf("%llu records\n", static_cast<unsigned long long>(verdict->records));
}

}  // namespace
}  // namespace tradepost::journal
