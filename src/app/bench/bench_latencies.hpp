#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace tradepost::app {

// A histogram of times: exact below 64 ns, and with a resolution of a sixty-fourth of each time
// above that. Its size does not grow with the number of times.
class Latencies {
 public:
  void add(std::chrono::nanoseconds time);
  void add(const Latencies& others);

  std::uint64_t count() const { return count_; }
  // Returns a quantile, in ten-thousandths: 5'000 is the median, 9'990 is p99.9. Returns 0 if no
  // time was added.
  std::chrono::nanoseconds within(std::uint32_t of_ten_thousand) const;
  std::chrono::nanoseconds longest() const { return longest_; }

 private:
  static constexpr unsigned step_bits = 6;
  static constexpr std::size_t steps = std::size_t{1} << step_bits;  // for each power of two
  static constexpr std::size_t places = (64 - step_bits + 1) * steps;
  static std::size_t place_of(std::uint64_t time);
  static std::uint64_t last_of(std::size_t place);

  std::array<std::uint64_t, places> counts_{};
  std::uint64_t count_ = 0;
  std::chrono::nanoseconds longest_{0};
};

}  // namespace tradepost::app
