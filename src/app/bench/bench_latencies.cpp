#include "app/bench/bench_latencies.hpp"

#include <algorithm>
#include <bit>

namespace tradepost::app {

using std::chrono::nanoseconds;

std::size_t Latencies::place_of(std::uint64_t time) {
  if (time < steps) return time;
  const auto power = static_cast<unsigned>(std::bit_width(time)) - 1;  // step_bits or more
  const unsigned shift = power - step_bits;
  return (shift + 1) * steps + ((time >> shift) & (steps - 1));
}

std::uint64_t Latencies::last_of(std::size_t place) {
  if (place < steps) return place;
  const std::size_t shift = place / steps - 1;
  const std::uint64_t first = (steps + place % steps) << shift;
  return first + ((std::uint64_t{1} << shift) - 1);
}

void Latencies::add(nanoseconds time) {
  const auto value = static_cast<std::uint64_t>(std::max<std::int64_t>(time.count(), 0));
  ++counts_[place_of(value)];
  ++count_;
  longest_ = std::max(longest_, time);
}

void Latencies::add(const Latencies& others) {
  for (std::size_t i = 0; i < places; ++i) counts_[i] += others.counts_[i];
  count_ += others.count_;
  longest_ = std::max(longest_, others.longest_);
}

nanoseconds Latencies::within(std::uint32_t of_ten_thousand) const {
  constexpr std::uint64_t whole = 10'000;
  const std::uint64_t wanted = (count_ * of_ten_thousand + whole - 1) / whole;
  std::uint64_t passed = 0;
  for (std::size_t i = 0; i < places; ++i) {
    passed += counts_[i];
    if (passed >= wanted && passed > 0) {
      return std::min(nanoseconds(static_cast<std::int64_t>(last_of(i))), longest_);
    }
  }
  return nanoseconds(0);
}

}  // namespace tradepost::app
