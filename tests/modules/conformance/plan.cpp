#include "conformance/plan.hpp"

#include <fmt/format.h>

#include <array>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "conformance/run.hpp"
#include "tests/support/run.hpp"

namespace tradepost::conformance {
namespace {

constexpr std::size_t slowness = run::is_sanitized ? 5 : 1;

}  // namespace

Plan plan_of_environment() {
  constexpr std::size_t commands_usual = 50'000;
  constexpr std::size_t commands_long = 10'000'000;
  Plan plan;
  plan.seed = run::seed();
  plan.commands = commands_usual / slowness;
  if (run::is_long()) {
    plan.commands = commands_long;
    plan.time_max = std::chrono::minutes(run::minutes(60));
    plan.poll_interval = 200;
  }
  return plan;
}

std::string Tally::sentence() const {
  return fmt::format("seed {}: {} runs, {} commands in {} ms", seed, runs, commands, took.count());
}

Tally run_plan(const MakeStore& make, const Plan& plan) {
  // Short runs find defects of the first commands, long runs find defects that need much history.
  constexpr std::array<std::size_t, 5> lengths = {200, 500, 1000, 1000, 2500};
  const auto began = std::chrono::steady_clock::now();
  std::mutex mutex;
  // Guarded by mutex.
  Tally tally{.seed = plan.seed, .story = {}};
  std::size_t begun = 0;
  std::size_t commands_begun = 0;
  std::optional<std::pair<std::uint64_t, RunResult>> found;

  const auto live = [&] {
    while (true) {
      std::size_t number = 0;
      std::size_t length = 0;
      {
        const std::lock_guard lock(mutex);
        const bool is_late = std::chrono::steady_clock::now() - began >= plan.time_max;
        if (found || is_late || commands_begun >= plan.commands) return;
        number = begun++;
        length = lengths[number % lengths.size()];
        commands_begun += length;
      }
      const std::uint64_t seed = plan.seed + number;
      RunResult result = run(make, seed, {.commands = length, .poll_interval = plan.poll_interval});
      const std::lock_guard lock(mutex);
      ++tally.runs;
      tally.commands += result.commands;
      if (result.difference && !found) found.emplace(seed, std::move(result));
    }
  };
  {
    std::vector<std::jthread> lives;
    for (unsigned i = 0; i < plan.at_once; ++i) lives.emplace_back(live);
  }
  if (found) tally.story = story(make, found->first, found->second);
  tally.took = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now() - began);
  return tally;
}

}  // namespace tradepost::conformance
