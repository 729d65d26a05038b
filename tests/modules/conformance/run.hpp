#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/command.hpp"
#include "conformance/store_under_test.hpp"

namespace tradepost::conformance {

// A difference between the answers of a store and of the oracle.
struct Difference {
  std::size_t command = 0;  // number of the command
  std::string about;        // subject of the comparison
  std::string expected;
  std::string got;
};

struct RunOptions {
  std::size_t commands = 1000;
  std::size_t poll_interval = 50;  // number of commands between two comparisons of all views
};

struct RunResult {
  std::size_t commands = 0;
  std::optional<Difference> difference;
  std::vector<Numbered> done;  // up to the difference
};

// Runs random commands against a store and the oracle, and compares each answer, and now and then
// all views. Ends at the first difference.
RunResult run(const MakeStore& make, std::uint64_t seed, RunOptions options);

// Runs a list of commands; compares all views only at its end.
std::optional<Difference> replay(const MakeStore& make, std::uint64_t seed,
                                 const std::vector<Numbered>& commands);

// Returns a list that is as short as possible in reasonable time, and still causes a difference.
std::vector<Numbered> shrink(const MakeStore& make, std::uint64_t seed,
                             std::vector<Numbered> commands);

// Returns the seed, the shortest commands as sentences, and the difference that they cause.
std::string story(const MakeStore& make, std::uint64_t seed, const RunResult& result);

}  // namespace tradepost::conformance
