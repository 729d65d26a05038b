#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "app/bench/bench_latencies.hpp"

// Load over many connections, each with a thread of its own, and what it took.
namespace tradepost::app {

using BenchTime = std::chrono::steady_clock::time_point;

// What became of one request.
struct Trial {
  enum class Became : std::uint8_t { good, refused, lost, nothing_to_do } became = Became::good;
};

// How requests follow each other. Without a rate each connection sends the next request after each
// answer: that shows the throughput. With a rate, requests start at fixed times, each on the next
// free connection. Latency then counts from the planned start: that shows the wait of clients that
// are independent of each other.
struct Pace {
  std::chrono::milliseconds time{};
  std::uint64_t requests_per_second = 0;  // 0: as many as possible
};

struct Measured {
  std::uint64_t good = 0;
  std::uint64_t refused = 0;
  std::uint64_t lost = 0;  // without an answer
  std::chrono::nanoseconds took{};
  Latencies latencies;

  void add(const Measured& other);
  double per_second() const;
};

// `trial` of connection 0, 1, …, each on its own thread, until the time is over. It is given the
// moment at which it should have begun.
using TrialOf = std::function<Trial(std::size_t connection, BenchTime intended)>;
Measured drive(std::size_t connections, const Pace& pace, const TrialOf& trial);

// Until then; at once where that has passed.
void wait_until(BenchTime time);

}  // namespace tradepost::app
