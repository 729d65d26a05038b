#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>

namespace tradepost::base {

// The source of randomness. Only one thread at a time may use an object.
class Random {
 public:
  virtual ~Random() = default;
  virtual void fill(std::span<std::byte> bytes) = 0;
  std::uint64_t next_uint64();
};

// The kernel's random numbers (getrandom), for ids, tokens and salts. They are read in blocks,
// because a system call costs more than an id; used bytes are wiped here. A kernel without
// randomness fails a CHECK.
class SystemRandom final : public Random {
 public:
  void fill(std::span<std::byte> bytes) override;

 private:
  std::array<std::byte, 256> block_{};
  std::size_t used_ = block_.size();
};

// Gives the same bytes for the same seed on every machine. Only for tests and simulation.
class SeededRandom final : public Random {
 public:
  explicit SeededRandom(std::uint64_t seed) : engine_(seed) {}
  void fill(std::span<std::byte> bytes) override;

 private:
  std::mt19937_64 engine_;
};

}  // namespace tradepost::base
