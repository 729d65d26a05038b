#include "serving_load/plan.hpp"

#include <cstdio>
#include <cstdlib>
#include <random>

namespace tradepost::serving_load {

std::uint64_t seed_of_environment() {
  const char* const text = std::getenv("TRADEPOST_SEED");
  const std::uint64_t seed =
      text != nullptr ? std::strtoull(text, nullptr, 10) : std::random_device{}();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  std::fflush(stdout);
  return seed;
}

bool is_long() {
  return std::getenv("TRADEPOST_LONG") != nullptr;
}

std::size_t minutes_of_environment(std::size_t otherwise) {
  const char* const text = std::getenv("TRADEPOST_MINUTES");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

}  // namespace tradepost::serving_load
