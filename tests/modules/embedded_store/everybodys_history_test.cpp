// History of the whole network for operators: every filter finds the same as a full read, and rare
// or absent values need no full read.

#include <gtest/gtest.h>
#include <rocksdb/perf_context.h>
#include <rocksdb/perf_level.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "embedded_store/happenings.hpp"
#include "embedded_store/kept_effects.hpp"
#include "exchange/port/history_filter.hpp"
#include "tests/support/run.hpp"

namespace tradepost::store::embedded::testing::everybodys_history_test {
namespace {

using exchange::Effect;
using exchange::Flow;
using exchange::HistoryFilter;
using exchange::Kind;
using exchange::Status;
using exchange::TransactionPtr;

constexpr exchange::Instant noon = base::instant_of(1'700'000'000'000);

exchange::HistoryQuery query_of(const HistoryFilter& filter, std::uint32_t count_max = 25) {
  return {.viewer = {},
          .filter = filter,
          .before = {},
          .count_max = count_max,
          .content = exchange::WithContent::no,
          .bytes_max = 0};
}

HistoryFilter some_filter(Happenings& random, const std::vector<TransactionPtr>& all) {
  HistoryFilter filter;
  const auto moment = [&] { return noon + std::chrono::milliseconds(random.one_of(12'000'000)); };
  if (random.one_of(3) == 0) filter.kind = Kind{static_cast<std::uint8_t>(random.one_of(7))};
  if (random.one_of(3) == 0) filter.status = static_cast<Status>(1 + random.one_of(4));
  if (random.one_of(4) == 0) filter.direction = exchange::Direction::received;
  if (random.one_of(4) == 0) filter.partner = participant(1 + random.one_of(8));
  if (random.one_of(4) == 0) filter.flow = static_cast<Flow>(1 + random.one_of(2));
  if (random.one_of(4) == 0) filter.number = all[random.one_of(all.size())]->number;
  if (random.one_of(4) == 0) filter.created_from = moment();
  if (random.one_of(4) == 0) filter.created_before = moment();
  return filter;
}

// Puts every third document into the other flow.
std::vector<Effect> in_both_flows(std::vector<Effect> effects) {
  for (Effect& effect : effects) {
    auto* const record = std::get_if<exchange::Sent>(&effect);
    if (record == nullptr) continue;
    if (record->transaction.id.uuid().bytes.back() % 3 == 0) record->transaction.flow = Flow::test;
  }
  return effects;
}

TEST(EverybodysHistory, every_filter_finds_what_reading_everything_finds) {
  KeptEffects kept;
  Happenings happenings(3);
  for (int i = 0; i < 40; ++i) {
    kept.keep(in_both_flows(happenings.frame(1 + happenings.one_of(150))));
  }
  const auto all = whole_history(kept.views(), query_of({}));
  ASSERT_GT(all.size(), 1'100U);
  const auto is_newer = [](const TransactionPtr& a, const TransactionPtr& b) {
    return std::pair(a->created, a->id) > std::pair(b->created, b->id);
  };
  EXPECT_TRUE(std::ranges::is_sorted(all, is_newer));
  const int filters = run::is_long() ? 400 : 10;
  std::size_t found = 0;
  for (int i = 0; i < filters; ++i) {
    const HistoryFilter filter = some_filter(happenings, all);
    std::vector<TransactionPtr> expected = all;
    std::erase_if(expected, [&](const TransactionPtr& row) {
      return !exchange::matches(*row, exchange::Viewer(), filter);
    });
    for (const std::uint32_t count_max : {1u, 7u, 100u}) {
      if (expected.size() > 50 * count_max) continue;
      const auto answer = whole_history(kept.views(), query_of(filter, count_max));
      ASSERT_EQ(answer.size(), expected.size()) << "filter " << i << ", " << count_max << " a page";
      for (std::size_t k = 0; k < answer.size(); ++k) ASSERT_EQ(answer[k]->id, expected[k]->id);
    }
    found += expected.size();
  }
  EXPECT_GT(found, 0U);
}

Effect notice_with(std::uint64_t sscc, Flow flow, SentWords words) {
  words.created = noon + std::chrono::milliseconds(words.id);
  words.kind = Kind::shipping_notice;
  exchange::Sent record = sent(words);
  record.transaction.flow = flow;
  record.transaction.units.push_back(
      {.numbering = exchange::UnitNumbering::own, .number = sscc, .range = {}});
  return record;
}

std::vector<exchange::TransactionId> ids_of(const std::vector<TransactionPtr>& rows) {
  std::vector<exchange::TransactionId> ids;
  for (const TransactionPtr& row : rows) ids.push_back(row->id);
  return ids;
}

TEST(EverybodysHistory, sscc_finds_its_documents_of_both_flows_as_long_as_they_are_kept) {
  using Ids = std::vector<exchange::TransactionId>;
  constexpr std::uint64_t sscc = 39'521'001'000'000'000;
  KeptEffects kept;
  kept.keep({notice_with(sscc, Flow::live, {.id = 1, .from = 1, .to = 2, .number = "A-1"}),
             notice_with(sscc + 1, Flow::live, {.id = 2, .from = 1, .to = 2, .number = "A-2"})});
  kept.keep({notice_with(sscc, Flow::test, {.id = 3, .from = 3, .to = 4, .number = "C-1"}),
             notice_with(
                 sscc, Flow::live,
                 {.id = 4, .from = 5, .to = 2, .number = "E-1", .state = exchange::State::held})});
  const auto found = [&](const HistoryFilter& more) {
    HistoryFilter filter = more;
    filter.sscc = sscc;
    return ids_of(whole_history(kept.views(), query_of(filter, 2)));
  };
  EXPECT_EQ(found({}), (Ids{transaction(4), transaction(3), transaction(1)}));
  HistoryFilter more;
  more.partner = participant(2);
  EXPECT_EQ(found(more), (Ids{transaction(4), transaction(1)}));
  more.flow = Flow::test;
  EXPECT_EQ(found(more), Ids());
  more.partner.reset();
  EXPECT_EQ(found(more), (Ids{transaction(3)}));
  more.kind = Kind::order;
  EXPECT_EQ(found(more), Ids());

  kept.keep({exchange::Moved{.id = transaction(3),
                             .at = noon,
                             .from = participant(4),
                             .to = participant(6),
                             .viewers = {participant(3), participant(6)},
                             .intent = {}}});
  EXPECT_EQ(found({}), (Ids{transaction(4), transaction(3), transaction(1)}));
  kept.keep({reported(1, 2, exchange::Verdict::success, noon)});
  kept.keep({exchange::Removed{.id = transaction(1), .at = noon, .what = exchange::Removal::row}});
  EXPECT_EQ(found({}), (Ids{transaction(4), transaction(3)}));
  EXPECT_EQ(everything_in(kept.index()), everything_in(*kept.made_again()));
}

// The bytes of the index that this thread has read.
struct Reads {
  std::uint64_t walked_bytes = 0;
  std::uint64_t row_bytes = 0;
};

constexpr std::uint64_t rows = 60'000;
constexpr std::uint64_t rare = 31'007;
constexpr std::uint64_t block_bytes = 4'300;  // of a summary with a thousand numbers
constexpr std::uint64_t blocks = rows / 1'024 + 1;

class LongHistoryOfAll : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    kept_ = long_history({.begins = noon, .rows = rows, .rare = rare, .frame = 50});
  }
  static void TearDownTestSuite() { kept_.reset(); }

  static Reads reads_for(const HistoryFilter& filter, std::size_t expected) {
    rocksdb::SetPerfLevel(rocksdb::PerfLevel::kEnableCount);
    rocksdb::PerfContext& counts = *rocksdb::get_perf_context();
    counts.Reset();
    ReadContext context;
    const auto page = kept_->views().history(query_of(filter), context);
    const Reads reads{.walked_bytes = counts.iter_read_bytes, .row_bytes = counts.get_read_bytes};
    rocksdb::SetPerfLevel(rocksdb::PerfLevel::kDisable);
    EXPECT_TRUE(page.has_value());
    if (page) {
      EXPECT_EQ(page->items.size(), expected);
      EXPECT_FALSE(page->more);
    }
    return reads;
  }

  static inline std::unique_ptr<KeptEffects> kept_;
};

TEST_F(LongHistoryOfAll, filter_that_finds_nothing_walks_the_summaries_alone) {
  std::vector<HistoryFilter> nowhere(6);
  nowhere[0].status = Status::dropped;
  nowhere[1].kind = Kind{4};
  nowhere[2].number = "Re-0";
  nowhere[3].flow = Flow::test;
  nowhere[4].partner = participant(9);
  nowhere[5].status = Status::dropped;
  nowhere[5].number = "Re-31007";
  for (const HistoryFilter& filter : nowhere) {
    const Reads reads = reads_for(filter, 0);
    EXPECT_LE(reads.walked_bytes, (blocks + 1) * block_bytes);
    EXPECT_EQ(reads.row_bytes, 0U);
  }
}

// Its block has the rows of twenty frames and of two half frames.
TEST_F(LongHistoryOfAll, rare_one_is_found_by_reading_its_block_and_the_summaries) {
  std::vector<HistoryFilter> rarely(4);
  rarely[0].status = Status::failed;
  rarely[1].kind = Kind{5};
  rarely[2].number = "re-31007";
  rarely[3].partner = participant(3);
  for (const HistoryFilter& filter : rarely) {
    const Reads reads = reads_for(filter, 1);
    EXPECT_LE(reads.walked_bytes + reads.row_bytes, (blocks + 1) * block_bytes + 1'150 * 500);
  }
}

TEST_F(LongHistoryOfAll, page_far_back_costs_no_walk_from_the_newest_one) {
  exchange::HistoryQuery query = query_of({});
  query.before = {.created = noon + std::chrono::milliseconds(10 * 1'000),
                  .id = transaction(1'000)};
  rocksdb::SetPerfLevel(rocksdb::PerfLevel::kEnableCount);
  rocksdb::get_perf_context()->Reset();
  ReadContext context;
  const auto page = kept_->views().history(query, context);
  const auto walked = rocksdb::get_perf_context()->iter_read_bytes;
  rocksdb::SetPerfLevel(rocksdb::PerfLevel::kDisable);
  ASSERT_TRUE(page.has_value());
  ASSERT_EQ(page->items.size(), 25U);
  EXPECT_EQ(page->items.front().row->id, transaction(999));
  EXPECT_EQ(page->items.back().row->id, transaction(975));
  EXPECT_LE(walked, 4 * block_bytes + 200 * 500);
}

}  // namespace
}  // namespace tradepost::store::embedded::testing::everybodys_history_test
