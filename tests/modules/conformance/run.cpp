#include "conformance/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "conformance/driver.hpp"
#include "conformance/oracle.hpp"
#include "conformance/walks.hpp"
#include "conformance/workload.hpp"

namespace tradepost::conformance {
namespace {

constexpr std::int64_t start_ms = 1'772'000'000'000;  // in February 2026

// A store and the oracle, given the same commands.
class Pair {
 public:
  Pair(const MakeStore& make, std::uint64_t seed)
      : oracle_(start_ms), driver_(make, start_ms, seed) {}

  const Oracle& oracle() const { return oracle_; }

  std::optional<Difference> apply(const Numbered& numbered) {
    const Answer expected = oracle_.apply(numbered);
    const std::string got = driver_.apply(numbered, expected, oracle_);
    if (got != expected.words) {
      return Difference{.command = numbered.number,
                        .about = "its answer",
                        .expected = expected.words,
                        .got = got};
    }
    oracle_.learn_ids(driver_.transaction_ids(), driver_.last_range_id());
    walks_.look(oracle_);
    if (const auto* const page = std::get_if<PullPage>(&numbered.command)) {
      if (std::string wrong = walks_.page(*page, got, oracle_); !wrong.empty()) {
        return Difference{.command = numbered.number,
                          .about = "its walk",
                          .expected = "everything once",
                          .got = std::move(wrong)};
      }
    }
    return std::nullopt;
  }

  // Compares all views of every participant.
  std::optional<Difference> look(std::size_t number) {
    for (Member member = 0; member < oracle_.network().members.size(); ++member) {
      if (oracle_.network().members[member].closed) continue;
      for (const Flow flow : {Flow::live, Flow::test}) {
        if (auto difference = look(number, {.member = member, .flow = flow})) return difference;
      }
    }
    return std::nullopt;
  }

 private:
  using Lines = std::vector<std::string>;

  std::optional<Difference> look(std::size_t number, Caller caller) {
    const struct {
      const char* name;
      Lines (Oracle::*expected)(Caller) const;
      Lines (Driver::*got)(Caller);
    } views[] = {
        {"pending", &Oracle::pending, &Driver::pending},
        {"queue", &Oracle::queue, &Driver::queue},
        {"all transactions", &Oracle::history, &Driver::history},
        {"cases", &Oracle::cases, &Driver::cases},
        {"events", &Oracle::events, &Driver::events},
        {"originals", &Oracle::originals, &Driver::originals},
        {"partners", &Oracle::partners, &Driver::partners},
        {"statistics", &Oracle::statistics, &Driver::statistics},
        {"numbers", &Oracle::numbers, &Driver::numbers},
    };
    for (const auto& view : views) {
      const Lines expected = (oracle_.*view.expected)(caller);
      const Lines got = (driver_.*view.got)(caller);
      if (expected == got) continue;
      return Difference{.command = number,
                        .about = fmt::format("{} of {}{}", view.name,
                                             oracle_.network().members[caller.member].name,
                                             caller.flow == Flow::test ? " (TEST)" : ""),
                        .expected = only_in(expected, got),
                        .got = only_in(got, expected)};
    }
    return std::nullopt;
  }

  // Returns the lines that `others` does not have, or all if only the order differs.
  static std::string only_in(const Lines& lines, const Lines& others) {
    std::string text;
    for (const std::string& line : lines) {
      if (std::ranges::find(others, line) == others.end()) text += "\n    " + line;
    }
    if (!text.empty()) return text;
    if (lines.size() != others.size()) return "\n    (nothing that the other has not)";
    for (const std::string& line : lines) text += "\n    " + line;
    return text;
  }

  Oracle oracle_;
  Driver driver_;
  WalkWatch walks_;
};

}  // namespace

RunResult run(const MakeStore& make, std::uint64_t seed, RunOptions options) {
  Pair pair(make, seed);
  Workload workload(seed);
  RunResult result;
  const auto give = [&](Command command) {
    result.done.push_back({.number = result.done.size(), .command = std::move(command)});
    result.difference = pair.apply(result.done.back());
    return !result.difference;
  };
  for (Command& command : workload.world()) {
    if (!give(std::move(command))) return result;
  }
  while (result.commands < options.commands) {
    Command command = workload.next(pair.oracle());
    // A closed participant sends no request; another one does.
    if (!pair.oracle().makes_sense(command)) continue;
    ++result.commands;
    if (!give(std::move(command))) return result;
    const bool is_last = result.commands == options.commands;
    if (is_last || result.commands % options.poll_interval == 0) {
      result.difference = pair.look(result.done.back().number);
      if (result.difference) return result;
    }
  }
  return result;
}

std::optional<Difference> replay(const MakeStore& make, std::uint64_t seed,
                                 const std::vector<Numbered>& commands) {
  Pair pair(make, seed);
  for (const Numbered& numbered : commands) {
    if (!pair.oracle().makes_sense(numbered.command)) continue;
    if (auto difference = pair.apply(numbered)) return difference;
  }
  return commands.empty() ? std::nullopt : pair.look(commands.back().number);
}

std::vector<Numbered> shrink(const MakeStore& make, std::uint64_t seed,
                             std::vector<Numbered> commands) {
  constexpr std::size_t tries_max = 4000;
  std::size_t tries = 0;
  for (std::size_t piece = commands.size() / 2; piece > 0; piece /= 2) {
    bool is_shorter = true;
    while (is_shorter && tries < tries_max) {
      is_shorter = false;
      for (std::size_t end = commands.size(); end > 0 && tries < tries_max;) {
        const std::size_t begin = end > piece ? end - piece : 0;
        std::vector<Numbered> fewer(commands.begin(),
                                    commands.begin() + static_cast<std::ptrdiff_t>(begin));
        fewer.insert(fewer.end(), commands.begin() + static_cast<std::ptrdiff_t>(end),
                     commands.end());
        end = begin;
        ++tries;
        if (!replay(make, seed, fewer)) continue;
        commands = std::move(fewer);
        is_shorter = true;
      }
      if (piece > 1) break;
    }
  }
  return commands;
}

std::string story(const MakeStore& make, std::uint64_t seed, const RunResult& result) {
  const std::vector<Numbered> commands = shrink(make, seed, result.done);
  std::vector<std::string> names;
  std::string text = fmt::format("seed {}, {} commands, shrunk to {}:\n", seed, result.done.size(),
                                 commands.size());
  for (const Numbered& numbered : commands) {
    if (const auto* const added = std::get_if<AddMember>(&numbered.command)) {
      names.push_back(added->name);
    }
    text += fmt::format("  {:4}  {}\n", numbered.number, sentence(numbered.command, names));
  }
  auto difference = replay(make, seed, commands);
  // A comparison during the run may have found a difference that the end no longer shows.
  if (!difference) difference = result.difference;
  text += fmt::format("{} of command {}\n  expected: {}\n  got:      {}\n", difference->about,
                      difference->command, difference->expected, difference->got);
  return text;
}

}  // namespace tradepost::conformance
