#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "app/bench/bench_latencies.hpp"

// Measured load over many connections, with a thread for each.
namespace tradepost::app {

using BenchTime = std::chrono::steady_clock::time_point;

// Outcome of one request.
struct Trial {
  enum class Became : std::uint8_t { good, refused, lost, nothing_to_do } became = Became::good;
};

// Timing of requests. Without a rate, each connection sends its next request after an answer, which
// measures throughput. With a rate, requests start at fixed times, each on the next free
// connection. Latency then counts from the planned start, so it includes the wait of clients that
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

// Called for connections 0, 1 and so on, each on its own thread, until the time is over. `intended`
// is the planned start.
using TrialOf = std::function<Trial(std::size_t connection, BenchTime intended)>;
Measured drive(std::size_t connections, const Pace& pace, const TrialOf& trial);

// Returns at once if the time has passed.
void wait_until(BenchTime time);

}  // namespace tradepost::app
