#include "journal/journal.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "journal/disk/posix_folder.hpp"
#include "journal/preparer.hpp"
#include "journal/recovery/verify.hpp"

namespace tradepost::journal {
namespace {

constexpr Options small{.first_segment_bytes = 128 << 10,
                        .segment_bytes = 256 << 10,
                        .frame_bytes_max = 100 << 10,
                        .tail_bytes = 256 << 10,
                        .slab_bytes = 64 << 10,
                        .fill_ahead_bytes = 64 << 10,
                        .fill_step_bytes = 16 << 10,
                        .space_bytes_min = 64 << 10,
                        .idle_proof_after = std::chrono::milliseconds(25),
                        .reserve_bytes_max = 1 << 20,
                        .reserve_divisor = 50,
                        .ballast_bytes = 0};
constexpr Start start{.identity = {{9, 9, 9}}, .proven = std::nullopt};
constexpr SteadyTime noon{};

class JournalTest : public ::testing::Test {
 protected:
  JournalTest() {
    std::string pattern = std::filesystem::temp_directory_path() / "tradepost-XXXXXX";
    path_ = ::mkdtemp(pattern.data());
    folder_ = *open_posix_folder(path_.string(), Missing::refuse);
  }
  ~JournalTest() override {
    journal_.reset();
    std::filesystem::remove_all(path_);
  }

  void open(Sequence first = 1) {
    journal_.reset();
    Start of_first = start;
    of_first.first_sequence = first;
    auto opened = Journal::open(*folder_, small, of_first);
    ASSERT_TRUE(opened) << opened.error().detail().str();
    journal_ = std::move(*opened);
  }

  Appended append(const std::string& head, const std::string& body = "") {
    NewRecord record{.kind = 1, .version = 1, .head = head, .body = {}};
    if (!body.empty()) {
      record.body = KeptBody{.bytes = body, .proof = prove({}, base::sha256(body))};
    }
    auto appended = journal_->writer().append({&record, 1}, noon);
    EXPECT_TRUE(appended);
    return *std::move(appended);
  }

  std::string head_at(Place place, Sequence sequence) {
    const auto lookup = journal_->reader().read(place, sequence, {});
    if (!lookup || lookup->outcome != Lookup::Outcome::found) return "not found";
    return std::string(lookup->record.view.head);
  }

  std::size_t frames() {
    std::size_t count = 0;
    for (Place place = journal_->reader().begin();; ++count) {
      const auto frame = journal_->reader().frame_at(place);
      if (!frame || !*frame) return count;
      place = (*frame)->next;
    }
  }

  std::filesystem::path path_;
  std::unique_ptr<Folder> folder_;
  std::unique_ptr<Journal> journal_;
};

TEST_F(JournalTest, a_record_is_read_from_memory_and_after_a_start_from_the_disk) {
  open();
  const auto appended = append("head", std::string(9'000, 'b'));
  EXPECT_EQ(appended.first, 1u);
  EXPECT_EQ(head_at(appended.places[0], 1), "head");
  open();
  EXPECT_EQ(journal_->opened().end.next, 2u);
  EXPECT_EQ(head_at(appended.places[0], 1), "head");
  EXPECT_EQ(append("later").first, 2u);
}

TEST_F(JournalTest, records_that_lie_close_together_are_read_at_once) {
  open();
  std::vector<Place> places;
  for (int i = 0; i < 4; ++i) places.push_back(append("r" + std::to_string(i)).places[0]);
  open();
  Stretch stretch;
  const ReadOptions options{.bytes_guess = 32 << 10, .stretch = &stretch};
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto lookup = journal_->reader().read(places[i], i + 1, options);
    ASSERT_TRUE(lookup);
    EXPECT_EQ(lookup->record.view.head, "r" + std::to_string(i));
    EXPECT_EQ(lookup->bytes_copied > 0, i == 0);
  }
  // A record that the stretch has only in part is read from the file.
  stretch.bytes = stretch.bytes.substr(0, places[2].offset - places[0].offset + 8);
  const auto lookup = journal_->reader().read(places[2], 3, options);
  ASSERT_TRUE(lookup);
  EXPECT_EQ(lookup->record.view.head, "r2");
  EXPECT_GT(lookup->bytes_copied, 0u);
}

TEST_F(JournalTest, a_place_that_is_another_records_is_elsewhere) {
  open();
  const auto appended = append("head");
  const auto& reader = journal_->reader();
  EXPECT_EQ(reader.read(appended.places[0], 2, {})->outcome, Lookup::Outcome::elsewhere);
  EXPECT_EQ(reader.read({7, 4096}, 1, {})->outcome, Lookup::Outcome::elsewhere);
  EXPECT_EQ(reader.read(reader.end(), 2, {})->outcome, Lookup::Outcome::elsewhere);
}

TEST_F(JournalTest, a_place_without_a_record_is_an_error) {
  open();
  const auto appended = append("head");
  const Place wrong{appended.places[0].segment, appended.places[0].offset + 8};
  const auto lookup = journal_->reader().read(wrong, 1, {});
  ASSERT_FALSE(lookup);
  EXPECT_EQ(lookup.error().code(), base::ErrorCode::damaged);
}

TEST_F(JournalTest, frames_go_over_segments_without_a_gap) {
  open();
  std::vector<Place> places;
  for (int i = 0; i < 40; ++i)
    places.push_back(append("r" + std::to_string(i), std::string(20'000, 'b')).places[0]);
  EXPECT_GT(places.back().segment, 3u);
  open();
  for (std::size_t i = 0; i < places.size(); ++i) {
    EXPECT_EQ(head_at(places[i], i + 1), "r" + std::to_string(i));
    const auto found = journal_->reader().find(i + 1);
    ASSERT_TRUE(found);
    EXPECT_EQ((*journal_->reader().frame_at(*found))->header.first_sequence, i + 1);
  }
  EXPECT_EQ(*journal_->reader().find(places.size() + 1), journal_->reader().end());
}

TEST_F(JournalTest, moved_journal_begins_with_the_given_sequence) {
  open(5'000);
  std::vector<Place> places;
  for (int i = 0; i < 20; ++i) {
    places.push_back(append("r" + std::to_string(i), std::string(20'000, 'b')).places[0]);
  }
  EXPECT_GT(places.back().segment, 1u);
  journal_.reset();
  Spectator spectator;
  const auto verdict = verify(*folder_, {}, spectator);
  ASSERT_TRUE(verdict);
  EXPECT_TRUE(verdict->defects.empty());
  EXPECT_EQ(verdict->first, 5'000u);
  open();  // the first frame has the sequence; open() passes none
  EXPECT_EQ(journal_->opened().end.next, 5'020u);
  for (std::size_t i = 0; i < places.size(); ++i) {
    EXPECT_EQ(head_at(places[i], 5'000 + i), "r" + std::to_string(i));
  }
  EXPECT_FALSE(journal_->reader().find(4'999));
}

TEST_F(JournalTest, a_frame_is_proven_when_it_is_due_and_not_before) {
  open();
  EXPECT_FALSE(journal_->writer().proof_due());
  append("head");
  const auto due = journal_->writer().proof_due();
  ASSERT_TRUE(due);
  EXPECT_LE(*due, noon + std::chrono::milliseconds(50));
  const auto before = frames();
  ASSERT_TRUE(journal_->writer().prove(*due - std::chrono::milliseconds(1)));
  EXPECT_EQ(frames(), before);
  ASSERT_TRUE(journal_->writer().prove(*due));
  EXPECT_EQ(frames(), before + 1);
  EXPECT_FALSE(journal_->writer().proof_due());
}

TEST_F(JournalTest, an_unproven_frame_is_due_at_the_next_start) {
  open();
  append("head");
  open();
  ASSERT_TRUE(journal_->writer().proof_due());
  EXPECT_LE(*journal_->writer().proof_due(), noon);
}

TEST_F(JournalTest, a_seal_ends_the_writing_until_the_next_start) {
  open();
  append("head");
  ASSERT_TRUE(journal_->writer().seal());
  const NewRecord late{.kind = 1, .version = 1, .head = "late", .body = {}};
  EXPECT_FALSE(journal_->writer().append({&late, 1}, noon));
  open();
  EXPECT_EQ(journal_->opened().ended, Ended::sealed);
  EXPECT_FALSE(journal_->opened().cut);
  append("behind the seal");
  open();
  EXPECT_EQ(journal_->opened().ended, Ended::unsealed);
  EXPECT_EQ(journal_->opened().end.next, 3u);
}

TEST_F(JournalTest, a_second_writer_is_refused) {
  open();
  const auto second = Journal::open(*folder_, small, start);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code(), base::ErrorCode::in_use);
}

TEST_F(JournalTest, an_index_that_knows_more_stops_the_start) {
  open();
  append("head");
  const Place end = journal_->reader().end();
  journal_.reset();
  const auto open_with = [&](Place proven) {
    return Journal::open(*folder_, small,
                         {.identity = {}, .proven = Proven{.place = proven, .by = "the index"}});
  };
  EXPECT_TRUE(open_with(end));
  const auto opened = open_with({end.segment, end.offset + 4096});
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code(), base::ErrorCode::damaged);
  EXPECT_TRUE(opened.error().detail().str().contains("the index says that more")) << "who knows";
}

TEST_F(JournalTest, readers_and_the_preparer_run_while_the_writer_writes) {
  open();
  std::atomic<bool> running = true;
  std::thread reading([&] {
    while (running) frames();
  });
  {
    const Preparer preparer(*journal_, [](const auto& error) { FAIL() << error.detail().str(); });
    for (int i = 0; i < 200; ++i) append("head", std::string(1'000, 'b'));
  }
  running = false;
  reading.join();
  journal_.reset();
  Spectator spectator;
  const auto verdict = verify(*folder_, {}, spectator);
  ASSERT_TRUE(verdict);
  EXPECT_TRUE(verdict->defects.empty());
  EXPECT_EQ(verdict->records, 200u);
}

TEST_F(JournalTest, a_chain_value_kept_elsewhere_is_found_again) {
  open();
  append("first");
  const auto kept = journal_->writer().end().chain;
  append("second");
  journal_.reset();
  Spectator spectator;
  EXPECT_TRUE(verify(*folder_, {.anchor = kept}, spectator)->anchor_seen);
  EXPECT_FALSE(verify(*folder_, {.anchor = base::sha256("other")}, spectator)->anchor_seen);
}

TEST_F(JournalTest, a_missing_segment_stops_the_start) {
  open();
  for (int i = 0; i < 40; ++i) append("head", std::string(20'000, 'b'));
  journal_.reset();
  std::filesystem::remove(path_ / segment_name(2));
  const auto opened = Journal::open(*folder_, small, start);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code(), base::ErrorCode::damaged);
  Spectator spectator;
  const auto verdict = verify(*folder_, {}, spectator);
  ASSERT_TRUE(verdict);
  ASSERT_FALSE(verdict->defects.empty());
  EXPECT_EQ(verdict->defects.front().place, (Place{2, 0}));
}

TEST_F(JournalTest, a_folder_without_a_segment_has_no_journal_to_verify) {
  Spectator spectator;
  const auto verdict = verify(*folder_, {}, spectator);
  ASSERT_FALSE(verdict);
  EXPECT_EQ(verdict.error().code(), base::ErrorCode::not_found);
}

}  // namespace
}  // namespace tradepost::journal
