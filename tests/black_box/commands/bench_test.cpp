#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <future>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "app/bench/bench_latencies.hpp"
#include "base/ground/check.hpp"
#include "commands/trading.hpp"

namespace tradepost::commands_tests {

using served::Desk;
using served::Ended;
using served::lines_of;

namespace {

using app::Latencies;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

TEST(BenchLatencies, nothing_added_is_nothing) {
  const Latencies none;
  EXPECT_EQ(none.within(9'900), nanoseconds(0));
  EXPECT_EQ(none.longest(), nanoseconds(0));
}

TEST(BenchLatencies, shares_are_right_to_a_sixty_fourth) {
  std::vector<std::int64_t> times;
  std::mt19937_64 random(11);
  for (int i = 0; i < 50'000; ++i) {
    times.push_back(static_cast<std::int64_t>(random() >> (random() % 63 + 1)));
  }
  Latencies latencies;
  for (const auto time : times) latencies.add(nanoseconds(time));
  std::ranges::sort(times);
  for (const std::uint32_t share : {1u, 5'000u, 9'000u, 9'900u, 9'990u, 10'000u}) {
    const std::size_t place = (times.size() * share + 9'999) / 10'000 - 1;
    const auto right = static_cast<double>(times[place]);
    const auto given = static_cast<double>(latencies.within(share).count());
    EXPECT_GE(given, right) << share;
    EXPECT_LE(given, right * (1 + 1.0 / 64) + 1) << share;
  }
  EXPECT_EQ(latencies.longest(), nanoseconds(times.back()));
}

TEST(BenchLatencies, parts_together_are_the_whole) {
  Latencies odd;
  Latencies even;
  Latencies whole;
  for (int i = 1; i <= 1'000; ++i) {
    (i % 2 == 0 ? even : odd).add(milliseconds(i));
    whole.add(milliseconds(i));
  }
  odd.add(even);
  EXPECT_EQ(odd.count(), 1'000u);
  for (std::uint32_t share = 0; share <= 10'000; share += 100) {
    EXPECT_EQ(odd.within(share), whole.within(share)) << share;
  }
}

// An operator's desk, and an exchange that only this test uses.
struct Place {
  explicit Place(std::vector<std::string> flags = {}) : exchange(std::move(flags)) {
    operators.set("TRADEPOST_URL", exchange.url());
    operators.set("TRADEPOST_OPERATOR_TOKEN", std::string(operator_token));
  }
  std::vector<std::string> all(const std::string& words) const {
    const Ended listed = operators.tradepost(words);
    EXPECT_EQ(listed.exit_code, 0) << listed.err;
    return lines_of(listed.out);
  }

  ServedExchange exchange;
  Desk operators;
};

// The load of one test: `times` calls of `words`, one after another.
struct Load {
  const char* test;
  const char* words;
  int times = 1;
  std::vector<std::string> flags = {};
};

// A paced run takes 200 ms for each refusal. Its rate is three times the rate that the exchange
// allows: it is refused as surely as a rate of ten times, and ends much sooner.
const std::vector<Load> loads = {
    {.test = "short_run_measures_each_way_and_leaves_nothing_to_do",
     .words = "bench --connections 4 --seconds 1 --json"},
    {.test = "second_run_uses_the_participants_of_the_first",
     .words = "bench --connections 2 --seconds 1 --rate 50",
     .times = 2},
    {.test = "refusals_are_counted_and_the_answer_is_no",
     .words = "bench --connections 2 --seconds 1 --rate 60 --json",
     .flags = {"--requests-per-second", "20", "--requests-burst", "20"}},
};

// Runs a load in a separate thread, concurrently with other tests: a run has at least eight
// measurements of a second, and is often idle.
class BenchRun {
 public:
  explicit BenchRun(const Load& load) : place_(load.flags) {
    ended_ = std::async(std::launch::async, [this, &load] {
      std::vector<Ended> ended;
      for (int i = 0; i < load.times; ++i) {
        ended.push_back(place_.operators.tradepost(load.words));
      }
      return ended;
    });
  }
  // Returns the results. May be called once.
  std::vector<Ended> wait() { return ended_.get(); }
  const Place& place() const { return place_; }

 private:
  Place place_;
  std::future<std::vector<Ended>> ended_;
};

std::map<std::string, std::unique_ptr<BenchRun>> runs;

// Starts the runs of all selected tests before the first test of the suite.
class BenchRuns : public testing::Environment {
 public:
  void SetUp() override {
    const auto& all = *testing::UnitTest::GetInstance();
    for (int i = 0; i < all.total_test_suite_count(); ++i) {
      const testing::TestSuite& suite = *all.GetTestSuite(i);
      if (suite.name() != std::string("Bench")) continue;
      for (int j = 0; j < suite.total_test_count(); ++j) begin(*suite.GetTestInfo(j));
    }
  }
  void TearDown() override { runs.clear(); }

 private:
  static void begin(const testing::TestInfo& test) {
    if (!test.should_run()) return;
    for (const Load& load : loads) {
      if (load.test == std::string(test.name())) runs[load.test] = std::make_unique<BenchRun>(load);
    }
  }
};
const auto* const environment = testing::AddGlobalTestEnvironment(new BenchRuns);

BenchRun& run_of_this_test() {
  const auto found = runs.find(testing::UnitTest::GetInstance()->current_test_info()->name());
  CHECK(found != runs.end());
  return *found->second;
}

TEST(Bench, short_run_measures_each_way_and_leaves_nothing_to_do) {
  BenchRun& load = run_of_this_test();
  const Ended run = load.wait().at(0);
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
  const auto lines = lines_of(run.out);
  const std::vector<std::string> expected = {"send", "page of 25", "report", "send to poll"};
  ASSERT_EQ(lines.size(), expected.size()) << run.out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(json_at(lines[i], "what"), expected[i]);
    for (const std::string way : {"possible", "paced"}) {
      EXPECT_GT(std::stol(json_at(lines[i], way + ".good")), 0) << lines[i];
      EXPECT_EQ(json_at(lines[i], way + ".lost"), "0") << lines[i];
      const long median = std::stol(json_at(lines[i], way + ".p50Us"));
      EXPECT_GT(median, 0) << lines[i];
      EXPECT_GE(std::stol(json_at(lines[i], way + ".p99Us")), median) << lines[i];
      EXPECT_GE(std::stol(json_at(lines[i], way + ".longestUs")),
                std::stol(json_at(lines[i], way + ".p999Us")))
          << lines[i];
    }
  }
  for (const std::string& queue : load.place().all("queues --json")) {
    EXPECT_EQ(json_at(queue, "flow"), "TEST");
    EXPECT_EQ(json_at(queue, "pending"), "0") << queue;
  }
  const auto tokens = load.place().all("token list --json");
  EXPECT_EQ(tokens.size(), 4u);
  for (const std::string& token : tokens) {
    EXPECT_EQ(json_at(token, "flow"), "TEST");
    EXPECT_NE(json_at(token, "revokedAt"), "null") << token;
  }
}

TEST(Bench, second_run_uses_the_participants_of_the_first) {
  BenchRun& load = run_of_this_test();
  const auto both = load.wait();
  ASSERT_EQ(both.size(), 2u);
  for (const Ended& ended : both) {
    EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
    EXPECT_TRUE(has(ended.out, "send to poll")) << ended.out;
    EXPECT_TRUE(has(ended.out, "  50  ")) << ended.out;
  }
  const auto participants = load.place().all("participant list --json");
  ASSERT_EQ(participants.size(), 2u);
  for (const std::string& one : participants) {
    EXPECT_TRUE(json_at(one, "name").starts_with("tradepost bench 1 ")) << one;
  }
  for (const std::string& one : load.place().all("relationship list --json")) {
    EXPECT_EQ(json_at(one, "flows.0"), "TEST") << one;
    EXPECT_EQ(json_at(one, "flows.1"), "absent") << one;
  }
}

TEST(Bench, refusals_are_counted_and_the_answer_is_no) {
  const Ended run = run_of_this_test().wait().at(0);
  EXPECT_NE(run.exit_code, 0);
  const auto lines = lines_of(run.out);
  ASSERT_FALSE(lines.empty()) << run.err;
  EXPECT_GT(std::stol(json_at(lines[0], "paced.refused")), 0) << lines[0];
}

TEST(Bench, wrong_token_is_reported_before_anything_is_created) {
  Place place;
  place.operators.set("TRADEPOST_OPERATOR_TOKEN", "nobody");
  const Ended run = place.operators.tradepost("bench --quick");
  EXPECT_EQ(run.exit_code, 3) << run.out << run.err;
  EXPECT_EQ(run.out, "");
}

TEST(Bench, words_that_contradict_each_other_are_refused) {
  const Place place;
  EXPECT_EQ(place.operators.tradepost("bench --quick --seconds 5").exit_code, 2);
  EXPECT_EQ(place.operators.tradepost("bench --connections 1").exit_code, 2);
}

}  // namespace
}  // namespace tradepost::commands_tests
