// An id of another participant must look like an id that never existed, also in time: both cost the
// same reads. They are counted here, with all data in memory and with none.

#include <gtest/gtest.h>
#include <rocksdb/perf_context.h>
#include <rocksdb/perf_level.h>

#include <algorithm>
#include <functional>

#include "embedded_store/kept_effects.hpp"
#include "store/embedded/facts/facts.hpp"

namespace tradepost::store::embedded::testing::existence_test {
namespace {

using exchange::Effect;
using exchange::State;

constexpr exchange::Instant noon = base::instant_of(1'700'000'000'000);
constexpr std::uint64_t sender = 1;
constexpr std::uint64_t recipient = 2;
constexpr std::uint64_t stranger = 3;  // it also trades with the recipient

// Even ids are sent; odd ids were never used.
constexpr std::uint64_t sent_count = 4'000;
constexpr std::uint64_t other_id(std::uint64_t nth) {
  return 2 * (100 + 90 * nth);
}
constexpr std::uint64_t unused_id(std::uint64_t nth) {
  return other_id(nth) + 1;
}

exchange::CaseId case_of(std::uint64_t id) {
  return exchange::CaseId(transaction(1'000'000 + id).uuid());
}

exchange::Viewer viewer(std::uint64_t of) {
  return {.participant = participant(of), .flow = exchange::Flow::live};
}

// The reads of one query.
struct Work {
  std::uint64_t value_bytes = 0;  // in the index
  std::uint64_t blocks = 0;       // in its files
  std::uint64_t cached_blocks = 0;
  std::size_t record_bytes = 0;  // in the journal

  auto operator<=>(const Work&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Work& work) {
  return out << work.value_bytes << " bytes of values, " << work.blocks << " blocks, "
             << work.cached_blocks << " of memory, " << work.record_bytes << " bytes of records";
}

using Ask =
    std::function<void(const KeptEffects::Cold& index, std::uint64_t id, ReadContext& context)>;

Work work_of(const Ask& ask, const KeptEffects::Cold& index, std::uint64_t id) {
  ReadContext context;
  rocksdb::SetPerfLevel(rocksdb::PerfLevel::kEnableCount);
  rocksdb::PerfContext& counts = *rocksdb::get_perf_context();
  counts.Reset();
  ask(index, id, context);
  const Work work{.value_bytes = counts.get_read_bytes + counts.iter_read_bytes,
                  .blocks = counts.block_read_count,
                  .cached_blocks = counts.block_cache_hit_count,
                  .record_bytes = context.bytes_copied};
  rocksdb::SetPerfLevel(rocksdb::PerfLevel::kDisable);
  return work;
}

class Existence : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    kept_ = std::make_unique<KeptEffects>();
    std::vector<Effect> effects;
    for (std::uint64_t nth = 1; nth <= sent_count; ++nth) {
      const bool is_strangers = nth % 3 == 0;
      const std::uint64_t id = 2 * nth;
      effects.emplace_back(sent({.id = id,
                                 .from = is_strangers ? stranger : sender,
                                 .to = recipient,
                                 .created = noon + std::chrono::milliseconds(nth),
                                 .number = "Re-" + std::to_string(nth),
                                 .kind = {},
                                 .state = State::pending}));
      exchange::CaseSet set;
      set.value.id = case_of(id);
      set.value.revision = 1;
      set.value.changed = noon;
      set.value.opened = noon;
      set.value.flow = exchange::Flow::live;
      set.value.owners = {participant(is_strangers ? stranger : sender)};
      set.value.origin = exchange::CaseOrigin::posted;
      effects.emplace_back(std::move(set));
      if (nth % 500 != 0) continue;
      kept_->keep(effects);
      effects.clear();
    }
  }
  static void TearDownTestSuite() { kept_.reset(); }

  // Returns the median of several queries: a filter reports by chance one absent key in a hundred
  // as present.
  static Work usual(const Ask& ask, std::uint64_t (*id_of)(std::uint64_t), std::size_t times) {
    constexpr std::uint64_t some = 9;
    std::vector<Work> all;
    for (std::uint64_t nth = 0; nth < some; ++nth) {
      const auto index = kept_->cold();
      for (std::size_t before = 1; before < times; ++before) work_of(ask, *index, id_of(nth));
      all.push_back(work_of(ask, *index, id_of(nth)));
    }
    std::ranges::sort(all);
    return all[some / 2];
  }
  // Compares with an empty memory, and again with a full one.
  static void expect_alike(const Ask& ask) {
    for (const std::size_t times : {1u, 2u}) {
      const Work foreign = usual(ask, other_id, times);
      EXPECT_EQ(foreign, usual(ask, unused_id, times)) << "asked " << times << " times";
      // A search for many ids ends at a key of the viewer, which has no value.
      EXPECT_LE(foreign.value_bytes, sizeof("i") + 2 * sizeof(base::Uuid));
      EXPECT_EQ(foreign.record_bytes, 0U);
    }
  }

  static Ask find_as(std::uint64_t who) {
    return [who](const KeptEffects::Cold& index, std::uint64_t id, ReadContext& context) {
      const exchange::FindQuery query{
          .id = transaction(id), .viewer = viewer(who), .content = exchange::WithContent::yes};
      const auto found = index.views.find(query, context);
      ASSERT_TRUE(found.has_value());
      const bool is_there = id % 2 == 0 && id <= 2 * sent_count;
      EXPECT_EQ(found->has_value(), is_there && who != stranger);
    };
  }

  static inline std::unique_ptr<KeptEffects> kept_;
};

// None of these ids belongs to the stranger.
static_assert(100 % 3 != 0 && 90 % 3 == 0);

TEST_F(Existence, id_of_others_costs_the_reads_of_one_that_never_was) {
  expect_alike(find_as(stranger));
}

TEST_F(Existence, ones_own_id_is_read_so_reads_are_counted) {
  EXPECT_GT(usual(find_as(recipient), other_id, 1).value_bytes, 100U);
  EXPECT_GT(usual(find_as(recipient), other_id, 1).blocks,
            usual(find_as(recipient), unused_id, 1).blocks);
}

TEST_F(Existence, case_of_others_costs_the_reads_of_one_that_never_was) {
  expect_alike([](const KeptEffects::Cold& index, std::uint64_t id, ReadContext& context) {
    const auto found = index.views.find_case(case_of(id), viewer(stranger), context);
    ASSERT_TRUE(found.has_value());
    EXPECT_FALSE(found->has_value());
  });
}

TEST_F(Existence, change_of_a_case_of_others_costs_the_reads_of_one_that_never_was) {
  expect_alike([](const KeptEffects::Cold& index, std::uint64_t id, ReadContext& context) {
    ReadSet read_set;
    Queues queues(*index.index);
    FactReader reader(index.records, queues, noon, context, read_set);
    exchange::CaseChange change;
    change.id = case_of(id);
    change.by = exchange::Actor::of(participant(stranger));
    change.flow = exchange::Flow::live;
    const auto facts = reader.facts_for(change);
    ASSERT_TRUE(facts.has_value());
    EXPECT_EQ(facts->current, nullptr);
    EXPECT_EQ(read_set, ReadSet{fact_key_of(change.id.uuid())});
  });
}

// The bound also holds for a thousand ids at once, where small differences add up.
TEST_F(Existence, report_on_others_costs_the_reads_of_a_report_on_what_never_was) {
  for (const std::size_t count : {1u, 1'000u}) {
    expect_alike([count](const KeptEffects::Cold& index, std::uint64_t id, ReadContext& context) {
      ReadSet read_set;
      Queues queues(*index.index);
      FactReader reader(index.records, queues, noon, context, read_set);
      exchange::ReportCommand command;
      command.recipient = participant(stranger);
      command.flow = exchange::Flow::live;
      command.items.resize(count);
      for (auto& item : command.items) item.id = transaction(id);
      const auto facts = reader.facts_for(command);
      ASSERT_TRUE(facts.has_value());
      ASSERT_EQ(facts->items.size(), count);
      EXPECT_EQ(facts->items.back().row, nullptr);
    });
  }
}

// A held document does not exist for its recipient until its delivery.
TEST(ExistenceOfTheHeld, id_is_known_to_the_recipient_from_its_delivery_on) {
  KeptEffects kept;
  kept.keep({sent({.id = 2,
                   .from = sender,
                   .to = recipient,
                   .created = noon,
                   .number = "1",
                   .kind = {},
                   .state = State::held})});
  const auto finds = [&](std::uint64_t who) {
    ReadContext context;
    const auto found =
        kept.views().find({.id = transaction(2), .viewer = viewer(who), .content = {}}, context);
    return found.value().has_value();
  };
  const auto known_to = [&] {
    const auto all = everything_in(kept.index());
    return std::ranges::count_if(all, [](const auto& entry) { return entry.first.front() == 'i'; });
  };
  EXPECT_TRUE(finds(sender));
  EXPECT_FALSE(finds(recipient));
  EXPECT_EQ(known_to(), 1);
  kept.keep({exchange::Released{.id = transaction(2), .at = noon, .relationship_revision = 1}});
  EXPECT_TRUE(finds(recipient));
  EXPECT_EQ(known_to(), 2);
  kept.keep({reported(2, recipient, exchange::Verdict::success, noon)});
  kept.keep({exchange::Removed{.id = transaction(2), .at = noon, .what = exchange::Removal::row}});
  EXPECT_FALSE(finds(sender));
  EXPECT_EQ(known_to(), 0);
  EXPECT_EQ(everything_in(kept.index()), everything_in(*kept.made_again()));
}

}  // namespace
}  // namespace tradepost::store::embedded::testing::existence_test
