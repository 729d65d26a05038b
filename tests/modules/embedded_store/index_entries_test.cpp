// The cost of a command in index entries (storage 3.2). An entry costs 1.5 to 2.5 microseconds, so
// these counts determine the rate of the store.

#include <gtest/gtest.h>

#include <algorithm>

#include "embedded_store/kept_effects.hpp"

namespace tradepost::store::embedded::testing::index_entries_test {
namespace {

using exchange::Effect;
using exchange::Verdict;

constexpr std::uint64_t supplier = 1;
constexpr std::uint64_t buyer = 2;
constexpr exchange::Instant noon = base::instant_of(1'700'000'000'000);

// The entries of a batch itself, and of each command in it, computed from batches of one and of two
// commands.
struct Cost {
  std::size_t a_batch = 0;
  std::size_t a_command = 0;
};

class IndexEntries : public ::testing::Test {
 protected:
  static Effect a_send(std::uint64_t id) {
    return sent({.id = id,
                 .from = supplier,
                 .to = buyer,
                 .created = noon,
                 .number = "Re-" + std::to_string(id),
                 .kind = {},
                 .state = exchange::State::pending});
  }
  static Effect a_report(std::uint64_t id, Verdict verdict = Verdict::success) {
    return reported(id, buyer, verdict, noon);
  }
  static Effect a_case(std::uint64_t id) {
    exchange::CaseSet set;
    exchange::Case& value = set.value;
    value.id = exchange::CaseId(transaction(1'000 + id).uuid());
    value.revision = 1;
    value.changed = noon;
    value.opened = noon;
    value.flow = exchange::Flow::live;
    value.owners = {participant(supplier), participant(buyer)};
    value.origin = exchange::CaseOrigin::failure;
    value.transaction = transaction(id);
    return set;
  }
  void add_endpoint(std::uint64_t of) {
    exchange::Endpoint endpoint;
    endpoint.id = exchange::EndpointId(transaction(2'000 + of).uuid());
    endpoint.revision = 1;
    endpoint.participant = participant(of);
    kept_.keep({exchange::DirectorySet{.entry = endpoint, .at = noon, .by = {}}});
  }
  void send(std::uint64_t first, std::uint64_t last) {
    std::vector<Effect> effects;
    for (auto id = first; id <= last; ++id) effects.push_back(a_send(id));
    kept_.keep(effects);
  }
  // Sends documents and their first reports, because the first success and the first failure of a
  // block's thousand rows change its summary.
  void send_what_is_reported() {
    send(1, 5);
    kept_.keep({a_report(4), a_report(5, Verdict::failure)});
  }
  Cost cost_of(const std::vector<Effect>& one, const std::vector<Effect>& another,
               const std::vector<Effect>& third) {
    const std::size_t alone = kept_.keep(one);
    std::vector<Effect> both = another;
    both.insert(both.end(), third.begin(), third.end());
    const std::size_t together = kept_.keep(both);
    return {.a_batch = 2 * alone - together, .a_command = together - alone};
  }

  KeptEffects kept_;
};

// The entries are d q c, 2 i, 2 v, 2 n; and in each batch a F Q, 3 S, 3 T.
TEST_F(IndexEntries, a_numbered_send_with_two_viewers_is_9) {
  const Cost cost = cost_of({a_send(1)}, {a_send(2)}, {a_send(3)});
  EXPECT_EQ(cost.a_command, 9U);
  EXPECT_EQ(cost.a_batch, 9U);
}

// An endpoint adds f.
TEST_F(IndexEntries, a_numbered_send_to_who_has_an_endpoint_is_10) {
  add_endpoint(buyer);
  const Cost cost = cost_of({a_send(1)}, {a_send(2)}, {a_send(3)});
  EXPECT_EQ(cost.a_command, 10U);
  EXPECT_EQ(cost.a_batch, 9U);
}

// Each unit with an SSCC adds 3 s: one for each viewer, and one for the whole network.
TEST_F(IndexEntries, a_unit_with_an_sscc_is_1_more_for_each_viewer_and_1_for_operators) {
  const auto notice = [](std::uint64_t id) {
    Effect effect = a_send(id);
    exchange::Transaction& row = std::get<exchange::Sent>(effect).transaction;
    row.kind = exchange::Kind::shipping_notice;
    for (std::uint32_t i = 0; i < 3; ++i) {
      row.units.push_back({.index = i,
                           .inside = 100 * i,
                           .numbering = exchange::UnitNumbering::own,
                           .number = 39'521'001'000'000'000 + 10 * id + i,
                           .range = {}});
    }
    row.units.push_back({.index = 3, .inside = 900, .range = {}});
    return effect;
  };
  const Cost cost = cost_of({notice(1)}, {notice(2)}, {notice(3)});
  EXPECT_EQ(cost.a_command, 9U + 3 * 3);
  EXPECT_EQ(cost.a_batch, 9U);
  EXPECT_EQ(everything_in(kept_.index()), everything_in(*kept_.made_again()));
}

TEST_F(IndexEntries, removed_document_is_found_by_no_sscc) {
  Effect notice = a_send(1);
  exchange::Transaction& row = std::get<exchange::Sent>(notice).transaction;
  row.kind = exchange::Kind::shipping_notice;
  row.units.push_back(
      {.numbering = exchange::UnitNumbering::own, .number = 39'521'001'000'000'000, .range = {}});
  kept_.keep({notice});
  const auto found_by_sscc = [&] {
    const auto all = everything_in(kept_.index());
    return std::ranges::count_if(all, [](const auto& entry) { return entry.first.front() == 's'; });
  };
  EXPECT_EQ(found_by_sscc(), 3);
  kept_.keep({a_report(1)});
  kept_.keep({exchange::Removed{.id = transaction(1), .at = noon, .what = exchange::Removal::row}});
  EXPECT_EQ(found_by_sscc(), 0);
  EXPECT_EQ(everything_in(kept_.index()), everything_in(*kept_.made_again()));
}

TEST_F(IndexEntries, failed_document_that_retention_removed_is_counted_no_more) {
  const auto counts = [&] {
    std::string all;
    for (const auto& [key, value] : everything_in(kept_.index())) {
      if (key.front() == 'Q') all += value;
    }
    return all;
  };
  kept_.keep({a_send(1), a_send(2)});
  kept_.keep({a_report(1)});
  kept_.keep({a_report(2, Verdict::failure)});
  const std::string one = counts();
  kept_.keep({exchange::Removed{.id = transaction(1), .at = noon, .what = exchange::Removal::row}});
  EXPECT_EQ(counts(), one);
  kept_.keep({exchange::Removed{.id = transaction(2), .at = noon, .what = exchange::Removal::row}});
  const std::string none = counts();
  EXPECT_NE(none, one);
  kept_.keep({a_send(3)});
  kept_.keep({a_report(3)});
  EXPECT_EQ(counts(), none);
  EXPECT_EQ(everything_in(kept_.index()), everything_in(*kept_.made_again()));
}

// A batch adds b for each range.
TEST_F(IndexEntries, a_send_that_takes_numbers_is_9_and_a_range_1_a_batch) {
  const auto taken = [](std::uint64_t next) {
    return exchange::NumbersTaken{.range = exchange::RangeId(transaction(4'000).uuid()),
                                  .first = 39'521'001'000'000'000,
                                  .next = 39'521'001'000'000'000 + next,
                                  .at = noon};
  };
  const Cost cost = cost_of({taken(3), a_send(1)}, {taken(5), a_send(2)}, {taken(9), a_send(3)});
  EXPECT_EQ(cost.a_command, 9U);
  EXPECT_EQ(cost.a_batch, 10U);
  EXPECT_EQ(everything_in(kept_.index()), everything_in(*kept_.made_again()));
}

// The entries are d, e and a removed q; and in each batch a Q, 3 T.
TEST_F(IndexEntries, a_report_is_3) {
  send_what_is_reported();
  const Cost cost = cost_of({a_report(1)}, {a_report(2)}, {a_report(3)});
  EXPECT_EQ(cost.a_command, 3U);
  EXPECT_EQ(cost.a_batch, 5U);
}

// An endpoint adds f.
TEST_F(IndexEntries, a_report_on_what_who_has_an_endpoint_sent_is_4) {
  add_endpoint(supplier);
  send_what_is_reported();
  const Cost cost = cost_of({a_report(1)}, {a_report(2)}, {a_report(3)});
  EXPECT_EQ(cost.a_command, 4U);
  EXPECT_EQ(cost.a_batch, 5U);
}

// The case adds its x, its i for two owners, and its y for both and for operators.
TEST_F(IndexEntries, a_report_of_failure_is_9_with_its_case) {
  send_what_is_reported();
  const Cost cost = cost_of({a_report(1, Verdict::failure), a_case(1)},
                            {a_report(2, Verdict::failure), a_case(2)},
                            {a_report(3, Verdict::failure), a_case(3)});
  EXPECT_EQ(cost.a_command, 9U);
  EXPECT_EQ(cost.a_batch, 5U);
}

// The report adds the sender's f, and the case adds f for both owners.
TEST_F(IndexEntries, a_report_of_failure_among_those_who_have_endpoints_is_12) {
  add_endpoint(supplier);
  add_endpoint(buyer);
  send_what_is_reported();
  const Cost cost = cost_of({a_report(1, Verdict::failure), a_case(1)},
                            {a_report(2, Verdict::failure), a_case(2)},
                            {a_report(3, Verdict::failure), a_case(3)});
  EXPECT_EQ(cost.a_command, 12U);
  EXPECT_EQ(cost.a_batch, 5U);
}

TEST_F(IndexEntries, events_taken_by_all_endpoints_are_in_no_feed) {
  add_endpoint(buyer);
  exchange::Endpoint other;
  other.id = exchange::EndpointId(transaction(3'000).uuid());
  other.revision = 1;
  other.participant = participant(buyer);
  kept_.keep({exchange::DirectorySet{.entry = other, .at = noon, .by = {}}});
  send(1, 5);
  const auto in_feeds = [&] {
    const auto all = everything_in(kept_.index());
    return std::ranges::count_if(all, [](const auto& entry) { return entry.first.front() == 'f'; });
  };
  EXPECT_EQ(in_feeds(), 5);
  const auto taken_by = [](exchange::EndpointId endpoint) {
    return exchange::EndpointProgress{.endpoint = endpoint, .position = 1'000};
  };
  kept_.keep({taken_by(exchange::EndpointId(transaction(2'000 + buyer).uuid()))});
  EXPECT_EQ(in_feeds(), 5);
  kept_.keep({taken_by(other.id)});
  EXPECT_EQ(in_feeds(), 0);
  EXPECT_EQ(everything_in(kept_.index()), everything_in(*kept_.made_again()));
}

TEST_F(IndexEntries, rebuilt_index_has_the_same_entries) {
  add_endpoint(supplier);
  send(1, 20);
  kept_.keep({a_report(1), a_report(2, Verdict::failure), a_case(2)});
  send(21, 40);
  kept_.keep({a_report(21), a_report(4)});
  const auto again = kept_.made_again();
  EXPECT_EQ(everything_in(kept_.index()), everything_in(*again));
}

}  // namespace
}  // namespace tradepost::store::embedded::testing::index_entries_test
