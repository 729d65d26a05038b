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
  std::size_t command = 0;  // its number
  std::string about;        // what was asked
  std::string expected;
  std::string got;
};

struct RunOptions {
  std::size_t commands = 1000;
  std::size_t look_every = 50;  // commands between two looks at all that can be seen
};

struct RunResult {
  std::size_t commands = 0;
  std::optional<Difference> difference;
  std::vector<Numbered> done;  // up to the difference
};

// One life of a network: random commands, each answer and now and then all that participants see
// held against the oracle, up to the first difference.
RunResult run(const MakeStore& make, std::uint64_t seed, RunOptions options);

// The same for a list of commands; all that is seen is compared at its end alone.
std::optional<Difference> replay(const MakeStore& make, std::uint64_t seed,
                                 const std::vector<Numbered>& commands);

// A list as short as can be found in reasonable time that still brings a difference.
std::vector<Numbered> shrink(const MakeStore& make, std::uint64_t seed,
                             std::vector<Numbered> commands);

// The seed, the shortest commands in sentences, and the difference that they bring.
std::string story(const MakeStore& make, std::uint64_t seed, const RunResult& result);

}  // namespace tradepost::conformance
