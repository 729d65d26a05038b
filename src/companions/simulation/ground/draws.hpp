#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace tradepost::simulation {

// Repeatable random numbers: the same seed and the same words give the same draws on every machine.
//
//   state = FNV-1a, 64 bits, of the seed's 8 bytes (lowest first), then each word and a zero byte
//   next  = SplitMix64: state += 0x9e3779b97f4a7c15, mixed by two multiplications
//
// The words name the purpose of the draws, such as a partner and the number of an order. So a draw
// does not depend on earlier draws, and a restart gives the same draws.
class Draws {
 public:
  Draws(std::uint64_t seed, std::initializer_list<std::string_view> words);

  std::uint64_t next();
  // Both ends are possible. Requires first <= last.
  std::uint32_t between(std::uint32_t first, std::uint32_t last);
  bool happens(std::uint32_t percent);

 private:
  std::uint64_t state_;
};

}  // namespace tradepost::simulation
