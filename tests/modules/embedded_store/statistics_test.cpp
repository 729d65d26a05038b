// Counts of a viewer's history, kept by the hour, equal the counts of its rows.

#include <gtest/gtest.h>

#include <map>

#include "embedded_store/happenings.hpp"
#include "embedded_store/kept_effects.hpp"
#include "store/embedded/format/keys.hpp"

namespace tradepost::store::embedded::testing {
namespace {

using exchange::Instant;
using exchange::StatisticsCount;
using exchange::StatisticsQuery;
using exchange::StatisticsSpan;
using exchange::StatisticsStep;
using exchange::Viewer;

constexpr StatisticsSpan always{.from = base::instant_of(0), .before = Instant::max()};

std::vector<StatisticsCount> statistics(const KeptEffects& kept, const StatisticsQuery& query) {
  ReadContext context;
  auto counts = kept.views().statistics(query, context);
  CHECK(counts.has_value());
  return *std::move(counts);
}

// Counts row by row.
std::vector<StatisticsCount> of_history(const KeptEffects& kept, const StatisticsQuery& query) {
  const Viewer& viewer = query.viewer;
  const auto rows = whole_history(kept.views(), {.viewer = viewer,
                                                 .filter = {},
                                                 .before = {},
                                                 .count_max = 500,
                                                 .content = exchange::WithContent::no,
                                                 .bytes_max = 0});
  std::map<StatisticsCount, std::uint64_t> counts;
  for (const auto& row : rows) {
    const Instant hour = std::chrono::floor<std::chrono::hours>(row->created);
    const Instant day = std::chrono::floor<std::chrono::days>(row->created);
    if (hour < query.span.from || hour >= query.span.before) continue;
    const bool is_sent = !viewer.participant || row->is_senders(*viewer.participant);
    ++counts[{.begins = query.step == StatisticsStep::hour ? hour : day,
              .kind = row->kind,
              .direction = is_sent ? exchange::Direction::sent : exchange::Direction::received,
              .status = exchange::status_of(row->state),
              .count = 0}];
  }
  std::vector<StatisticsCount> answer;
  for (const auto& [of, count] : counts) answer.emplace_back(of).count = count;
  return answer;
}

TEST(Statistics, are_counts_of_what_each_viewer_sees) {
  KeptEffects kept;
  Happenings happenings(3, std::chrono::minutes(10));
  for (int i = 0; i < 100; ++i) kept.keep(happenings.frame(1 + happenings.one_of(100)));
  std::vector<Viewer> viewers = {Viewer{.participant = {}, .flow = exchange::Flow::live}};
  for (std::uint64_t n = 1; n <= 6; ++n) {
    viewers.push_back({.participant = participant(n), .flow = exchange::Flow::live});
  }
  const Instant noon = std::chrono::ceil<std::chrono::days>(Happenings::begin);
  std::size_t counts = 0;
  for (const Viewer& viewer : viewers) {
    for (const auto step : {StatisticsStep::hour, StatisticsStep::day}) {
      for (const StatisticsSpan& span :
           {always, StatisticsSpan{.from = noon, .before = noon + std::chrono::days(2)},
            StatisticsSpan{.from = noon + std::chrono::minutes(90),
                           .before = noon + std::chrono::minutes(270)}}) {
        const StatisticsQuery query{.viewer = viewer, .span = span, .step = step};
        const auto answer = statistics(kept, query);
        EXPECT_EQ(answer, of_history(kept, query));
        counts += answer.size();
      }
    }
  }
  EXPECT_GT(counts, 1'000U);
}

TEST(Statistics, of_another_flow_are_empty) {
  KeptEffects kept;
  Happenings happenings(4);
  kept.keep(happenings.frame(100));
  for (const auto& viewer :
       {std::optional(participant(1)), std::optional<decltype(participant(1))>()}) {
    EXPECT_TRUE(statistics(kept, {.viewer = {.participant = viewer, .flow = exchange::Flow::test},
                                  .span = always,
                                  .step = StatisticsStep::hour})
                    .empty());
  }
}

TEST(Statistics, memory_of_the_indexer_changes_no_count) {
  KeptEffects kept;
  Happenings happenings(5, std::chrono::minutes(10));
  for (int i = 0; i < 60; ++i) kept.keep(happenings.frame(1 + happenings.one_of(60)));
  EXPECT_TRUE(everything_in(kept.index()) == everything_in(*kept.made_again()));
}

TEST(Statistics, an_hour_whose_rows_are_gone_leaves_nothing) {
  KeptEffects kept;
  kept.keep({sent({.id = 1,
                   .from = 1,
                   .to = 2,
                   .created = Happenings::begin,
                   .number = "1",
                   .kind = {},
                   .state = exchange::State::pending})});
  kept.keep({reported(1, 2, exchange::Verdict::success, Happenings::begin)});
  kept.keep({exchange::Removed{
      .id = transaction(1), .at = Happenings::begin, .what = exchange::Removal::row}});
  for (const auto& [key, value] : everything_in(kept.index())) EXPECT_NE(key.front(), 'T');
}

}  // namespace
}  // namespace tradepost::store::embedded::testing
