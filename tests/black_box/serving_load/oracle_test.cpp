// Sends random commands over HTTP. Compares each answer, and at intervals all that participants
// see, with the oracle of the conformance suite, which implements the contract independently of the
// product.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "conformance/oracle.hpp"
#include "conformance/walks.hpp"
#include "conformance/words.hpp"
#include "conformance/workload.hpp"
#include "serving_load/http_driver.hpp"
#include "tests/support/run.hpp"

namespace tradepost::serving_load {

namespace {

using conformance::Caller;
using conformance::Command;
using conformance::Flow;
using conformance::Member;
using conformance::Place;

constexpr conformance::Milliseconds time_ms = 1'772'000'000'000;
constexpr std::size_t poll_interval = 100;

// One exchange and the oracle, which get the same commands. An empty result means equal answers.
class Life {
 public:
  Life(const std::string& word, std::uint64_t seed)
      : seed_(seed), random_(seed), workload_(seed), oracle_(time_ms), driver_(word, time_ms) {}

  std::string live(std::size_t commands) {
    for (Command& command : workload_.world()) {
      if (auto wrong = give(std::move(command)); !wrong.empty()) return wrong;
    }
    while (given_ < commands) {
      auto command = over_http(workload_.next(oracle_));
      if (!command || !oracle_.makes_sense(*command)) continue;
      ++given_;
      if (auto wrong = give(*std::move(command)); !wrong.empty()) return wrong;
      if (given_ % poll_interval != 0 && given_ != commands) continue;
      if (auto wrong = look(); !wrong.empty()) return story(wrong);
    }
    return "";
  }

  std::size_t given() const { return given_; }

 private:
  std::string give(Command command) {
    std::optional<Command> asked = over_http(std::move(command));
    if (!asked) return "";
    done_.push_back({.number = done_.size(), .command = *std::move(asked)});
    const conformance::Numbered& numbered = done_.back();
    const conformance::Answer expected = oracle_.apply(numbered);
    const std::string got = driver_.apply(numbered, expected, oracle_);
    if (got != expected.words) return story(difference("its answer", expected.words, got));
    if (testing::Test::HasFailure()) return story("see above");
    walks_.look(oracle_);
    if (const auto* const page = std::get_if<conformance::PullPage>(&numbered.command)) {
      const std::string wrong = walks_.page(*page, got, oracle_);
      if (!wrong.empty()) return story(wrong);
    }
    return "";
  }

  std::string look() {
    for (Member member = 0; member < oracle_.network().members.size(); ++member) {
      if (oracle_.network().members[member].closed) continue;
      for (const Flow flow : {Flow::live, Flow::test}) {
        if (auto wrong = look({.member = member, .flow = flow}); !wrong.empty()) return wrong;
      }
    }
    for (Place place = 0; place < oracle_.network().cases.size(); ++place) {
      if (below(4) != 0) continue;
      const std::string got = driver_.case_line(oracle_, place);
      const std::string expected = case_line(oracle_.network().cases[place]);
      if (!got.empty() && got != expected) {
        return difference(fmt::format("case {}", place), expected, got);
      }
    }
    return testing::Test::HasFailure() ? "see above" : "";
  }

  std::string look(Caller caller) {
    const std::string of = fmt::format(" of {}{}", oracle_.network().members[caller.member].name,
                                       caller.flow == Flow::test ? " (TEST)" : "");
    if (auto wrong = lines("pending" + of, oracle_.pending(caller), driver_.pending(caller));
        !wrong.empty()) {
      return wrong;
    }
    if (auto wrong =
            lines("all transactions" + of, oracle_.history(caller), driver_.history(caller));
        !wrong.empty()) {
      return wrong;
    }
    return look_at_some(caller, of);
  }

  // Reads random transactions: the events of visible ones, and 404 for others.
  std::string look_at_some(Caller caller, const std::string& of) {
    const std::size_t count = oracle_.network().transactions.size();
    if (count == 0) return "";
    const std::vector<std::string> all = oracle_.events(caller);
    constexpr int samples = 3;
    for (int i = 0; i < samples; ++i) {
      const Place place = below(count);
      const std::string name = fmt::format("T{}: ", place);
      const auto expected = std::ranges::find_if(
          all, [&](const std::string& line) { return line.starts_with(name); });
      const int status = expected == all.end() ? 404 : 200;
      const int found = driver_.find(caller, place);
      if (found != status) {
        return difference(name + "as a page" + of, std::to_string(status), std::to_string(found));
      }
      if (expected == all.end()) continue;
      const std::string got = driver_.events(caller, place);
      if (got != *expected) return difference("events" + of, *expected, got);
    }
    return "";
  }

  static std::string case_line(const conformance::KnownCase& known) {
    return words_of(conformance::CaseWords{.origin = known.origin,
                                           .transaction = known.transaction,
                                           .is_open = known.is_open,
                                           .resolved_by = known.resolved_by,
                                           .type = known.type,
                                           .reason = known.origin == "failure" ? known.reason : "",
                                           .count = known.count,
                                           .comments = known.comments});
  }

  static std::string difference(const std::string& about, const std::string& expected,
                                const std::string& got) {
    return fmt::format("{}\n  expected: {}\n  got:      {}\n", about, expected, got);
  }

  static std::string lines(const std::string& about, const std::vector<std::string>& expected,
                           const std::vector<std::string>& got) {
    if (expected == got) return "";
    for (std::size_t i = 0; i < std::max(expected.size(), got.size()); ++i) {
      const std::string of_oracle = i < expected.size() ? expected[i] : "nothing more";
      const std::string of_exchange = i < got.size() ? got[i] : "nothing more";
      if (of_oracle == of_exchange) continue;
      return difference(fmt::format("{}, line {}", about, i), of_oracle, of_exchange);
    }
    return "";
  }

  std::string story(const std::string& wrong) const {
    constexpr std::size_t printed_max = 40;
    std::vector<std::string> names;
    for (const conformance::KnownMember& member : oracle_.network().members) {
      names.push_back(member.name);
    }
    std::string text = fmt::format("TRADEPOST_SEED={}, {} commands\n", seed_, done_.size());
    for (std::size_t i = done_.size() - std::min(done_.size(), printed_max); i < done_.size();
         ++i) {
      text += fmt::format("  {:4}  {}\n", i, sentence(done_[i].command, names));
    }
    return text + wrong;
  }

  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }

  const std::uint64_t seed_;
  std::mt19937_64 random_;
  conformance::Workload workload_;
  conformance::Oracle oracle_;
  HttpDriver driver_;
  conformance::WalkWatch walks_;
  std::vector<conformance::Numbered> done_;
  std::size_t given_ = 0;
};

// Short lives find faults of new networks, and long lives find faults of old ones.
void live_many_lives(const std::string& word) {
  constexpr std::array<std::size_t, 3> lengths = {200, 500, 900};
  constexpr std::array<std::size_t, 3> lengths_with_sanitizer = {60, 120, 200};
  const std::uint64_t seed = run::seed();
  const auto began = std::chrono::steady_clock::now();
  const auto enough = began + std::chrono::minutes(run::is_long() ? run::minutes(10) : 0);
  std::size_t commands = 0;
  std::size_t lives = 0;
  while (lives < lengths.size() || std::chrono::steady_clock::now() < enough) {
    const std::size_t which = lives % lengths.size();
    Life life(word, seed + lives++);
    const std::string wrong =
        life.live(run::binary_is_slow() ? lengths_with_sanitizer[which] : lengths[which]);
    commands += life.given();
    ASSERT_TRUE(wrong.empty()) << wrong;
  }
  const auto took = std::chrono::steady_clock::now() - began;
  std::printf(
      "%zu lives, %zu commands in %lld ms\n", lives, commands,
      static_cast<long long>(std::chrono::duration_cast<std::chrono::milliseconds>(took).count()));
}

TEST(Oracle, predicts_what_the_exchange_answers_over_http) {
  live_many_lives("platform");
}

TEST(Oracle, predicts_the_same_if_the_names_have_another_word) {
  live_many_lives("procuros");
}

}  // namespace
}  // namespace tradepost::serving_load
