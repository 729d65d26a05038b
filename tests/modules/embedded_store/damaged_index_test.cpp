// Tests with a damaged index: the store rebuilds it from the journal, at the start or when it reads
// the damage, and then serves everything.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "embedded_store/trading.hpp"
#include "exchange/trade/send.hpp"
#include "polling.hpp"
#include "scratch_store/scratch_store.hpp"
#include "scratch_store/store_on_files.hpp"
#include "tests/support/run.hpp"

namespace tradepost::store::embedded::testing {
namespace {

namespace fs = std::filesystem;
using exchange::TransactionId;

constexpr std::chrono::seconds patience{20};

constexpr int slowness = run::is_sanitized ? 3 : 1;

constexpr int few = 25;
constexpr int more_than_a_start_leaves_in_the_cache = 150;

class DamagedIndex : public ::testing::Test {
 protected:
  // Several lives give the index several files.
  void live_whole(int sent_in_a_life) {
    fs::create_directory(whole());
    constexpr int lives = 6;
    for (int life = 0; life < lives; ++life) {
      open(whole());
      Town town(store(), clock_);
      EXPECT_TRUE(found(town));
      for (int i = 0; i < sent_in_a_life; ++i) send(town);
      place_.reset();
    }
    EXPECT_GT(files_of(whole()).size(), 4U);
  }

  std::string whole() const { return scratch_.path() + "/whole"; }
  std::string damaged() const { return scratch_.path() + "/damaged"; }

  void open(const std::string& path) {
    has_failed_ = false;
    auto options = small_options();
    options.index.cache_bytes = 1u << 20;
    auto opened = StoreOnFiles::open(path, clock_, options,
                                     [this](const base::Error&) { has_failed_ = true; });
    ASSERT_TRUE(opened) << opened.error().text().str() << " " << opened.error().detail().str();
    place_ = *std::move(opened);
  }
  EmbeddedStore& store() { return place_->store(); }

  void send(Town& town) {
    Seat seat(town);
    const std::string number = std::to_string(++sent_);
    const auto answer = seat.run(exchange::send(
        seat.desk(), request_of(town, {"send", number, number, "BUYER", "-"}), seat.deadline()));
    ASSERT_TRUE(answer) << answer.error().detail().str();
    ids_.push_back(std::get<exchange::Accepted>(*answer).id);
  }

  static std::vector<fs::path> files_of(const std::string& path) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(index_path(path))) {
      std::error_code gone;
      if (entry.file_size(gone) > 0 && !gone) files.push_back(entry.path());
    }
    std::ranges::sort(files);
    return files;
  }

  static std::vector<fs::path> tables_of(const std::string& path) {
    auto files = files_of(path);
    std::erase_if(files, [](const fs::path& file) { return file.extension() != ".sst"; });
    return files;
  }

  fs::path fresh_copy_of(const fs::path& file) {
    fs::remove_all(damaged());
    fs::copy(whole(), damaged(), fs::copy_options::recursive);
    return fs::path(index_path(damaged())) / file.filename();
  }

  // Returns the first difference from the sent documents, or the first error; empty if there is
  // none.
  std::string first_fault() {
    Town town(store(), clock_);
    Seat seat(town);
    if (!found(town)) return "the directory";
    std::size_t pending = 0;
    exchange::PendingQuery query{.recipient = *town.find("BUYER"),
                                 .flow = exchange::Flow::live,
                                 .kinds = {},
                                 .after = 0,
                                 .count_max = 40,
                                 .bytes_max = 8u << 20};
    for (bool more = true; more;) {
      const auto page = seat.run(store().pending(query, seat.deadline()));
      if (!page) return page.error().detail().str();
      if (page->items.empty() && page->more) return "an empty page";
      pending += page->items.size();
      if (!page->items.empty()) query.after = page->items.back().row->position;
      more = page->more;
    }
    if (pending != ids_.size()) return std::to_string(pending) + " are pending";
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      const auto row = seat.run(store().find(
          {.id = ids_[i], .viewer = {}, .content = exchange::WithContent::yes}, seat.deadline()));
      if (!row) return row.error().detail().str();
      const std::string number = std::to_string(i + 1);
      if (!*row || (*row)->row->number != number) return "number " + number;
    }
    exchange::HistoryQuery history{
        .viewer = {.participant = town.find("SUPPLIER"), .flow = exchange::Flow::live},
        .filter = {},
        .before = {},
        .count_max = 1'000,
        .content = exchange::WithContent::no,
        .bytes_max = 8u << 20};
    const auto rows = seat.run(store().history(history, seat.deadline()));
    if (!rows) return rows.error().detail().str();
    if (rows->items.size() != ids_.size()) return "history";
    return "";
  }

  bool is_reported() const {
    return is_soon([this] { return has_failed_.load(); }, patience);
  }

  struct Tally {
    int mended_at_start = 0;
    int met_later = 0;
    int harmless = 0;
  };
  // Runs one life on the damaged copy, and a second one if the first finds the damage.
  void live(Tally& tally) {
    open(damaged());
    if (HasFatalFailure()) return;
    const std::string fault = first_fault();
    const bool is_met = !fault.empty() || store().index_damage();
    if (store().mended()) {
      ++tally.mended_at_start;
    } else if (is_met) {
      ++tally.met_later;
    } else {
      ++tally.harmless;
    }
    if (is_met) {
      EXPECT_TRUE(store().index_damage()) << fault;
      EXPECT_TRUE(is_reported()) << fault;
      place_.reset();
      open(damaged());
      if (HasFatalFailure()) return;
      EXPECT_TRUE(store().mended()) << fault;
      EXPECT_EQ(first_fault(), "");
    }
    Town town(store(), clock_);
    EXPECT_TRUE(found(town)) << "it takes what is new";
    place_.reset();
  }

  const base::SystemClock clock_;
  const ScratchFolder scratch_;
  std::atomic<bool> has_failed_ = false;
  std::unique_ptr<StoreOnFiles> place_;
  std::vector<TransactionId> ids_;
  int sent_ = 0;
};

void flip(const fs::path& path, std::uint64_t offset, int bit) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekg(static_cast<std::streamoff>(offset));
  const int byte = file.get();
  file.seekp(static_cast<std::streamoff>(offset));
  file.put(static_cast<char>(byte ^ (1 << bit)));
}

// Flips bits all over a file. A file that a compaction has removed stays absent.
void flip_many(const fs::path& path) {
  constexpr std::uint64_t places = 101;
  std::error_code gone;
  const std::uint64_t bytes = fs::file_size(path, gone);
  for (std::uint64_t i = 1; i < places && !gone; ++i) flip(path, bytes * i / places, 3);
}

TEST_F(DamagedIndex, a_bit_flipped_at_any_place_is_mended_and_every_document_served) {
  live_whole(few);
  const int flips = run::is_long() ? 2'000 : 100 / slowness;
  std::mt19937_64 random(run::seed());
  const auto files = files_of(whole());
  Tally tally;
  for (int i = 0; i < flips && !HasFailure(); ++i) {
    const fs::path& file = files[random() % files.size()];
    const auto bytes = fs::file_size(file);
    // The ends of files are the most delicate parts, and the beginnings the largest.
    const auto span = random() % 2 == 0 ? bytes : std::min<std::uint64_t>(bytes, 1'000);
    const std::uint64_t offset = bytes - 1 - random() % span;
    const int bit = static_cast<int>(random() % 8);
    SCOPED_TRACE(file.filename().string() + ", byte " + std::to_string(offset) + " of " +
                 std::to_string(bytes) + ", bit " + std::to_string(bit));
    flip(fresh_copy_of(file), offset, bit);
    live(tally);
  }
  std::printf("%d flips: %d mended at the start, %d later, %d without consequence\n", flips,
              tally.mended_at_start, tally.met_later, tally.harmless);
  EXPECT_GT(tally.mended_at_start, 0);
  EXPECT_TRUE(flips < 1'000 || tally.met_later > 0) << "one in fifty";
}

// Returns the end of the table's properties, which RocksDB parses unchecked
// (tests/modules/rocksdb).
std::uint64_t properties_end_of(const fs::path& table) {
  constexpr std::uint64_t footer_bytes = 53;
  constexpr std::uint64_t checksum_bytes = 5;
  std::ifstream file(table, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(fs::file_size(table) - footer_bytes + 1));
  std::uint64_t next_block = 0;
  for (int shift = 0;; shift += 7) {
    const auto byte = static_cast<std::uint64_t>(file.get());
    next_block |= (byte & 0x7F) << shift;
    if (byte < 0x80) return next_block - checksum_bytes - 1;
  }
}

TEST_F(DamagedIndex, a_bit_that_would_end_the_process_is_mended_at_the_start) {
  live_whole(few);
  Tally tally;
  const auto tables = tables_of(whole());
  ASSERT_FALSE(tables.empty());
  for (const fs::path& table : tables) {
    SCOPED_TRACE(table.filename().string());
    flip(fresh_copy_of(table), properties_end_of(table), 7);
    live(tally);
    if (HasFailure()) return;
  }
  EXPECT_EQ(tally.mended_at_start, static_cast<int>(tables.size()));
}

TEST_F(DamagedIndex, a_file_that_is_missing_cut_or_empty_is_mended_at_the_start) {
  live_whole(few);
  Tally tally;
  for (const fs::path& file : files_of(whole())) {
    SCOPED_TRACE(file.filename().string());
    fs::remove(fresh_copy_of(file));
    live(tally);
    const fs::path cut = fresh_copy_of(file);
    fs::resize_file(cut, fs::file_size(cut) / 2);
    live(tally);
    fs::resize_file(fresh_copy_of(file), 0);
    live(tally);
    if (HasFailure()) return;
  }
  EXPECT_EQ(tally.met_later, 0);
}

TEST(IndexMadeAnew, knows_the_instant_of_a_change_of_the_directory) {
  const exchange::Instant noon = base::instant_of(1'772'000'000'000);
  base::ManualClock clock(noon);
  ScratchStore scratch(clock);
  change_directory_alone(scratch.store());
  clock.advance(-std::chrono::minutes(19));
  scratch.close();
  fs::remove_all(scratch.folder().index_path());
  scratch.open();
  EXPECT_EQ(scratch.store().about_now(), noon);
}

TEST_F(DamagedIndex, damage_met_by_a_read_is_unavailable_and_known_to_the_next_start) {
  live_whole(more_than_a_start_leaves_in_the_cache);
  int unavailable = 0;
  // Repeats the attempt if a compaction has replaced a damaged table before a read of it.
  while (unavailable == 0) {
    place_.reset();
    fs::remove_all(damaged());
    fs::copy(whole(), damaged(), fs::copy_options::recursive);
    open(damaged());
    // The damage comes under the open store, so no start finds it.
    const auto flipped = tables_of(damaged());
    for (const fs::path& table : flipped) flip_many(table);
    Town town(store(), clock_);
    Seat seat(town);
    for (const TransactionId id : ids_) {
      const auto row = seat.run(store().find({.id = id, .viewer = {}}, seat.deadline()));
      if (row) continue;
      EXPECT_EQ(row.error().code(), base::ErrorCode::unavailable);
      ++unavailable;
    }
    if (tables_of(damaged()) == flipped) break;
  }
  ASSERT_GT(unavailable, 0);
  EXPECT_TRUE(is_reported());
  place_.reset();
  // The file remains even if the start would not find the damage.
  EXPECT_TRUE(fs::exists(fs::path(index_path(damaged())) / "DAMAGED"));
  open(damaged());
  EXPECT_TRUE(store().mended());
  EXPECT_EQ(first_fault(), "");
}

}  // namespace
}  // namespace tradepost::store::embedded::testing
