#include "simulation/ground/draws.hpp"

#include "base/ground/check.hpp"

namespace tradepost::simulation {
namespace {

constexpr std::uint64_t fnv_start = 0xcbf29ce484222325;
constexpr std::uint64_t fnv_prime = 0x100000001b3;

std::uint64_t hashed(std::uint64_t hash, unsigned char byte) {
  return (hash ^ byte) * fnv_prime;
}

}  // namespace

Draws::Draws(std::uint64_t seed, std::initializer_list<std::string_view> words)
    : state_(fnv_start) {
  for (int i = 0; i < 8; ++i) state_ = hashed(state_, static_cast<unsigned char>(seed >> (8 * i)));
  for (const std::string_view word : words) {
    for (const char c : word) state_ = hashed(state_, static_cast<unsigned char>(c));
    state_ = hashed(state_, 0);
  }
}

std::uint64_t Draws::next() {
  state_ += 0x9e3779b97f4a7c15;
  std::uint64_t mixed = state_;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  return mixed ^ (mixed >> 31);
}

std::uint32_t Draws::between(std::uint32_t first, std::uint32_t last) {
  CHECK(first <= last);
  const std::uint64_t count = std::uint64_t{last} - first + 1;
  return static_cast<std::uint32_t>(first + ((next() >> 32) * count >> 32));
}

bool Draws::happens(std::uint32_t percent) {
  return between(1, 100) <= percent;
}

}  // namespace tradepost::simulation
