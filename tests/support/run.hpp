#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>

// The run of a suite: its seed, its extent and its speed, as ./test sets them in the environment
// (tests/runner/options.sh). Tests read the environment only here.
namespace tradepost::run {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
// True if a sanitizer is part of this suite: it runs several times slower and keeps freed memory.
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

// Returns the value of a variable, or nullptr if it is not set.
inline const char* variable(const char* name) {
  return std::getenv(name);
}

inline std::uint64_t number(const char* name, std::uint64_t otherwise) {
  const char* const text = variable(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// Returns true for a sanitizer's binary, which takes several times as long. A suite without a
// sanitizer may run it, too.
inline bool binary_is_slow() {
  return is_sanitized || variable("TRADEPOST_BIN_IS_SLOW") != nullptr;
}

// Returns true in ./test --long.
inline bool is_long() {
  return variable("TRADEPOST_LONG") != nullptr;
}

// Returns the duration of one test in a long run.
inline std::uint64_t minutes(std::uint64_t otherwise) {
  return number("TRADEPOST_MINUTES", otherwise);
}

// Returns true in ./test --refresh: tests write the golden files instead of comparing.
inline bool writes_goldens() {
  return variable("TRADEPOST_REFRESH_GOLDENS") != nullptr;
}

// Returns the seed of all tests of this process: that of ./test --seed, or a random one. It is
// printed, so that the run can be repeated.
inline std::uint64_t seed() {
  static const std::uint64_t chosen = [] {
    const std::uint64_t seed = number("TRADEPOST_SEED", std::random_device{}());
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    std::fflush(stdout);  // before a process is forked or killed
    return seed;
  }();
  return chosen;
}

}  // namespace tradepost::run
