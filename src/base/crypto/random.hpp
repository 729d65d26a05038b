#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>

namespace tradepost::base {

// Where randomness comes from. One object belongs to one thread at a time.
class Random {
 public:
  virtual ~Random() = default;
  virtual void fill(std::span<std::byte> bytes) = 0;
  std::uint64_t next_uint64();
};

// The kernel's (getrandom): for ids, tokens, salts. Read in blocks, for a system call costs more
// than an id; used bytes are wiped here. A kernel without randomness is a CHECK.
class SystemRandom final : public Random {
 public:
  void fill(std::span<std::byte> bytes) override;

 private:
  std::array<std::byte, 256> block_{};
  std::size_t used_ = block_.size();
};

// The same bytes for the same seed, on every machine: for tests and simulation only.
class SeededRandom final : public Random {
 public:
  explicit SeededRandom(std::uint64_t seed) : engine_(seed) {}
  void fill(std::span<std::byte> bytes) override;

 private:
  std::mt19937_64 engine_;
};

}  // namespace tradepost::base
