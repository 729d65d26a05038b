#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "app/bench_latencies.hpp"
#include "commands/trading.hpp"

namespace tradepost::commands_tests {
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

// An operator's desk before an exchange that nobody else uses.
class Bench : public testing::Test {
 protected:
  void begin(std::vector<std::string> flags = {}) {
    exchange_.emplace(std::move(flags));
    operators_.set("TRADEPOST_URL", exchange_->url());
    operators_.set("TRADEPOST_OPERATOR_TOKEN", std::string(operator_token));
  }
  std::vector<std::string> all(const std::string& words) const {
    const Ended listed = operators_.tradepost(words);
    EXPECT_EQ(listed.exit_code, 0) << listed.err;
    return lines_of(listed.out);
  }

  std::optional<ServedExchange> exchange_;
  Desk operators_;
};

TEST_F(Bench, short_run_measures_each_way_and_leaves_nothing_to_do) {
  begin();
  const Ended run = operators_.tradepost("bench --connections 4 --seconds 1 --json");
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
  for (const std::string& queue : all("queues --json")) {
    EXPECT_EQ(json_at(queue, "flow"), "TEST");
    EXPECT_EQ(json_at(queue, "pending"), "0") << queue;
  }
  const auto tokens = all("token list --json");
  EXPECT_EQ(tokens.size(), 4u);
  for (const std::string& token : tokens) {
    EXPECT_EQ(json_at(token, "flow"), "TEST");
    EXPECT_NE(json_at(token, "revokedAt"), "null") << token;
  }
}

TEST_F(Bench, second_run_uses_the_participants_of_the_first) {
  begin();
  for (int run = 0; run < 2; ++run) {
    const Ended ended = operators_.tradepost("bench --connections 2 --seconds 1 --rate 50");
    EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
    EXPECT_TRUE(has(ended.out, "send to poll")) << ended.out;
    EXPECT_TRUE(has(ended.out, "  50  ")) << ended.out;
  }
  const auto participants = all("participant list --json");
  ASSERT_EQ(participants.size(), 2u);
  for (const std::string& one : participants) {
    EXPECT_TRUE(json_at(one, "name").starts_with("tradepost bench 1 ")) << one;
  }
  for (const std::string& one : all("relationship list --json")) {
    EXPECT_EQ(json_at(one, "flows.0"), "TEST") << one;
    EXPECT_EQ(json_at(one, "flows.1"), "absent") << one;
  }
}

TEST_F(Bench, what_the_exchange_refuses_is_counted_and_the_answer_is_no) {
  // Few enough that the rate is refused, and enough that what else the run asks for does not wait.
  begin({"--requests-per-second", "200", "--requests-burst", "20"});
  const Ended run = operators_.tradepost("bench --connections 2 --seconds 1 --rate 1500 --json");
  EXPECT_NE(run.exit_code, 0);
  const auto lines = lines_of(run.out);
  ASSERT_FALSE(lines.empty()) << run.err;
  EXPECT_GT(std::stol(json_at(lines[0], "paced.refused")), 0) << lines[0];
}

TEST_F(Bench, wrong_token_is_told_before_anything_is_made) {
  begin();
  operators_.set("TRADEPOST_OPERATOR_TOKEN", "nobody");
  const Ended run = operators_.tradepost("bench --quick");
  EXPECT_EQ(run.exit_code, 3) << run.out << run.err;
  EXPECT_EQ(run.out, "");
}

TEST_F(Bench, words_that_contradict_each_other_are_refused) {
  begin();
  EXPECT_EQ(operators_.tradepost("bench --quick --seconds 5").exit_code, 2);
  EXPECT_EQ(operators_.tradepost("bench --connections 1").exit_code, 2);
}

}  // namespace
}  // namespace tradepost::commands_tests
