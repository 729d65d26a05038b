#include "base/crypto/random.hpp"

#include <sys/random.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/ground/check.hpp"

namespace tradepost::base {
namespace {

void fill_from_kernel(std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t got = getrandom(bytes.data(), bytes.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    CHECK(got > 0);
    bytes = bytes.subspan(static_cast<std::size_t>(got));
  }
}

}  // namespace

std::uint64_t Random::next_uint64() {
  std::uint64_t value = 0;
  fill(std::as_writable_bytes(std::span(&value, 1)));
  return value;
}

void SystemRandom::fill(std::span<std::byte> bytes) {
  if (bytes.size() > block_.size()) return fill_from_kernel(bytes);
  if (bytes.size() > block_.size() - used_) {
    fill_from_kernel(block_);
    used_ = 0;
  }
  const auto given = std::span(block_).subspan(used_, bytes.size());
  std::ranges::copy(given, bytes.begin());
  explicit_bzero(given.data(), given.size());
  used_ += bytes.size();
}

void SeededRandom::fill(std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    std::uint64_t word = engine_();
    const std::size_t count = std::min(bytes.size(), sizeof word);
    for (std::size_t i = 0; i < count; ++i, word >>= 8)
      bytes[i] = static_cast<std::byte>(word & 0xFF);
    bytes = bytes.subspan(count);
  }
}

}  // namespace tradepost::base
