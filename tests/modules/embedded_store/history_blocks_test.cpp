// Summaries of a history's blocks (storage 3.4): with them every filter finds the same as a full
// read, and a rare value needs few reads.

#include <gtest/gtest.h>
#include <rocksdb/perf_context.h>
#include <rocksdb/perf_level.h>

#include <algorithm>

#include "embedded_store/happenings.hpp"
#include "embedded_store/kept_effects.hpp"
#include "store/embedded/format/key.hpp"
#include "store/embedded/index/summaries.hpp"
#include "tests/support/run.hpp"

namespace tradepost::store::embedded::testing::history_blocks_test {
namespace {

using exchange::Direction;
using exchange::Effect;
using exchange::HistoryFilter;
using exchange::Kind;
using exchange::ParticipantId;
using exchange::State;
using exchange::Status;
using exchange::Transaction;
using exchange::TransactionPtr;
using exchange::Verdict;

constexpr exchange::Instant noon = base::instant_of(1'700'000'000'000);

exchange::HistoryQuery query_of(ParticipantId viewer, const HistoryFilter& filter) {
  return {.viewer = {.participant = viewer, .flow = exchange::Flow::live},
          .filter = filter,
          .before = {},
          .count_max = 25,
          .content = exchange::WithContent::no,
          .bytes_max = 0};
}

exchange::HistoryPage page_of(const Views& views, const exchange::HistoryQuery& query) {
  ReadContext context;
  auto page = views.history(query, context);
  CHECK(page.has_value());
  return *std::move(page);
}

bool is_wanted(const Transaction& row, ParticipantId viewer, const HistoryFilter& filter) {
  const bool is_sent = row.parties.principal.participant == viewer;
  const bool is_partner = !filter.partner || row.parties.principal.participant == filter.partner ||
                          row.recipient == *filter.partner ||
                          row.parties.commercial.participant == filter.partner;
  return is_partner && (!filter.kind || row.kind == *filter.kind) &&
         (!filter.status || exchange::status_of(row.state) == *filter.status) &&
         (!filter.held || (row.state == State::held) == *filter.held) &&
         (!filter.direction || is_sent == (*filter.direction == Direction::sent)) &&
         (!filter.number_prefix || row.number.starts_with(*filter.number_prefix)) &&
         (!filter.created_from || row.created >= *filter.created_from) &&
         (!filter.created_before || row.created < *filter.created_before);
}

HistoryFilter some_filter(Happenings& random) {
  HistoryFilter filter;
  const auto moment = [&] { return noon + std::chrono::milliseconds(random.one_of(12'000'000)); };
  if (random.one_of(2) == 0) filter.kind = Kind{static_cast<std::uint8_t>(random.one_of(7))};
  if (random.one_of(2) == 0) filter.status = static_cast<Status>(1 + random.one_of(4));
  if (random.one_of(3) == 0) filter.direction = static_cast<Direction>(1 + random.one_of(2));
  if (random.one_of(3) == 0) filter.partner = participant(1 + random.one_of(8));
  // Filters all numbers, a tenth or a hundredth of them; numbers are random.
  if (random.one_of(3) == 0) {
    filter.number_prefix = std::to_string(100 + random.one_of(900)).substr(0, random.one_of(3));
  }
  if (random.one_of(4) == 0) filter.held = random.one_of(2) == 0;
  if (random.one_of(4) == 0) filter.created_from = moment();
  if (random.one_of(4) == 0) filter.created_before = moment();
  return filter;
}

TEST(HistoryBlocks, every_filter_finds_what_reading_everything_finds) {
  KeptEffects kept;
  Happenings happenings(1);
  for (int i = 0; i < 150; ++i) kept.keep(happenings.frame(1 + happenings.one_of(150)));
  const int filters = run::is_long() ? 40 : 15;
  std::size_t found = 0;
  for (std::uint64_t n = 1; n <= 6; ++n) {
    const ParticipantId viewer = participant(n);
    const auto all = whole_history(kept.views(), query_of(viewer, {}));
    for (int i = 0; i < filters; ++i) {
      const HistoryFilter filter = some_filter(happenings);
      std::vector<TransactionPtr> expected = all;
      std::erase_if(expected,
                    [&](const TransactionPtr& row) { return !is_wanted(*row, viewer, filter); });
      const auto answer = whole_history(kept.views(), query_of(viewer, filter));
      ASSERT_EQ(answer.size(), expected.size()) << "viewer " << n << ", filter " << i;
      for (std::size_t k = 0; k < answer.size(); ++k) ASSERT_EQ(answer[k]->id, expected[k]->id);
      found += answer.size();
    }
  }
  EXPECT_GT(found, 1'000U);
}

TEST(HistoryBlocks, memory_of_the_indexer_changes_no_entry) {
  KeptEffects kept;
  Happenings happenings(2);
  for (int i = 0; i < 60; ++i) kept.keep(happenings.frame(1 + happenings.one_of(150)));
  EXPECT_TRUE(everything_in(kept.index()) == everything_in(*kept.made_again()));
}

// The bytes of the index that this thread has read.
struct Reads {
  std::uint64_t walked_bytes = 0;
  std::uint64_t row_bytes = 0;
};
template <typename Work>
Reads reads_of(Work work) {
  rocksdb::SetPerfLevel(rocksdb::PerfLevel::kEnableCount);
  rocksdb::get_perf_context()->Reset();
  work();
  const Reads reads{.walked_bytes = rocksdb::get_perf_context()->iter_read_bytes,
                    .row_bytes = rocksdb::get_perf_context()->multiget_read_bytes};
  rocksdb::SetPerfLevel(rocksdb::PerfLevel::kDisable);
  return reads;
}

constexpr std::uint64_t rows = 100'000;
constexpr std::uint64_t rare = 31'007;  // of another kind and another sender

class LongHistory : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    kept_ = long_history({.begins = noon, .rows = rows, .rare = rare, .frame = 1'000});
  }
  static void TearDownTestSuite() { kept_.reset(); }

  static Reads reads_for(const HistoryFilter& filter, std::size_t expected) {
    return reads_of([&] {
      const auto page = page_of(kept_->views(), query_of(participant(2), filter));
      EXPECT_EQ(page.items.size(), expected);
      EXPECT_FALSE(page.more);
    });
  }

  static inline std::unique_ptr<KeptEffects> kept_;
};

// A row of the history is 50 bytes in a walk; there are 98 blocks.
void expect_few(const Reads& reads) {
  EXPECT_LE(reads.walked_bytes, 98 * 100 + 1'025 * 60);
  EXPECT_LE(reads.row_bytes, 1'025 * 400);
}

TEST_F(LongHistory, a_rare_kind_is_found_by_reading_its_block_and_the_summaries) {
  HistoryFilter filter;
  filter.kind = Kind{5};
  expect_few(reads_for(filter, 1));
}

TEST_F(LongHistory, a_rare_partner_is_found_by_reading_its_block_and_the_summaries) {
  HistoryFilter filter;
  filter.partner = participant(3);
  expect_few(reads_for(filter, 1));
}

TEST_F(LongHistory, a_rare_status_is_found_by_reading_its_block_and_the_summaries) {
  HistoryFilter filter;
  filter.status = Status::failed;
  expect_few(reads_for(filter, 1));
}

TEST_F(LongHistory, absent_value_costs_the_summaries_only) {
  HistoryFilter filter;
  filter.status = Status::dropped;
  const Reads nowhere = reads_for(filter, 0);
  EXPECT_LE(nowhere.walked_bytes, 98U * 100);
  EXPECT_EQ(nowhere.row_bytes, 0U);
  filter.status = {};
  filter.direction = Direction::sent;
  EXPECT_LE(reads_for(filter, 0).walked_bytes, 98U * 100);
}

TEST_F(LongHistory, held_documents_cost_only_themselves) {
  HistoryFilter filter;
  filter.held = true;
  const Reads reads = reads_for(filter, 0);
  EXPECT_LE(reads.walked_bytes, 100U);
  EXPECT_EQ(reads.row_bytes, 0U);
}

TEST_F(LongHistory, a_page_without_a_filter_costs_its_rows) {
  const Reads reads = reads_of(
      [] { EXPECT_EQ(page_of(kept_->views(), query_of(participant(2), {})).items.size(), 25U); });
  EXPECT_LE(reads.walked_bytes, 27U * 60);
  EXPECT_LE(reads.row_bytes, 27U * 400);
}

TEST_F(LongHistory, a_number_is_found_by_how_it_begins) {
  HistoryFilter filter;
  filter.number_prefix = "RE-3100";
  const Reads reads = reads_for(filter, 11);  // itself, and the ten after it
  EXPECT_LE(reads.walked_bytes, 12U * 80);
  filter.number_prefix = "re-31007";
  filter.status = Status::failed;
  reads_for(filter, 1);
  filter.status = Status::success;
  reads_for(filter, 0);
  filter = {};
  filter.number_prefix = "31007";
  reads_for(filter, 0);
}

TEST_F(LongHistory, how_all_numbers_begin_finds_the_newest_first) {
  auto query = query_of(participant(2), {});
  for (const std::string_view prefix : {"re-", "re-9", ""}) {
    query.filter.number_prefix = prefix;
    query.before = {};
    for (std::uint64_t newest = prefix == "re-9" ? 99'999 : rows; newest > rows - 60;
         newest -= 25) {
      const auto page = page_of(kept_->views(), query);
      ASSERT_EQ(page.items.size(), 25U);
      EXPECT_TRUE(page.more);
      for (std::size_t i = 0; i < 25; ++i) {
        ASSERT_EQ(page.items[i].row->id, transaction(newest - i)) << prefix;
      }
      query.before = {.created = page.items.back().row->created, .id = page.items.back().row->id};
    }
  }
}

TEST_F(LongHistory, has_a_block_for_each_1024_rows) {
  ReadContext context;
  auto walk =
      kept_->index().walk(key<layouts::summary>(participant(2), exchange::Flow::live), {}, context);
  std::vector<std::uint32_t> counts;
  while (walk.next()) {
    const auto value = decoded<SummaryValue>(walk.value(), "summaries");
    ASSERT_TRUE(value.has_value());
    counts.push_back(value->rows);
  }
  ASSERT_EQ(counts.size(), (rows + rows_of_block - 1) / rows_of_block);
  EXPECT_EQ(counts.front(), rows % rows_of_block);
  EXPECT_TRUE(std::all_of(counts.begin() + 1, counts.end(),
                          [](std::uint32_t count) { return count == rows_of_block; }));
}

// This test is the last one, because it adds to the history.
TEST_F(LongHistory, an_indexer_that_has_forgotten_finds_the_blocks_of_long_ago) {
  kept_->forget_what_is_in_memory();
  kept_->keep(
      {reported(10, 2, Verdict::success, noon), reported(2'000, 2, Verdict::success, noon)});
  HistoryFilter filter;
  filter.status = Status::success;
  EXPECT_LE(reads_for(filter, 2).row_bytes, 2 * 1'025U * 400);

  kept_->forget_what_is_in_memory();
  // These rows come after a full block, and before the next block's rows.
  std::vector<Effect> effects;
  for (std::uint64_t id = rows + 1; id <= rows + 3; ++id) {
    effects.emplace_back(sent({.id = id,
                               .from = 1,
                               .to = 2,
                               .created = noon + std::chrono::milliseconds(10 * 5'120 + 5),
                               .number = "late",
                               .kind = Kind{4},
                               .state = State::pending}));
  }
  kept_->keep(effects);
  filter = {};
  filter.kind = Kind{4};
  EXPECT_LE(reads_for(filter, 3).row_bytes, 3 * 400U);
}

}  // namespace
}  // namespace tradepost::store::embedded::testing::history_blocks_test
