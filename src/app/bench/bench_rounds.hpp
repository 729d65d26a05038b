#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "app/bench/bench_load.hpp"

namespace tradepost::app {

// Measures the time from the planned start of a send to the answer that delivers the document to
// its waiting recipient. The two sides of a pair use separate connections.
class RoundTrips {
 public:
  // Senders and recipients of the pairs, in equal numbers. They must outlive this object.
  using Clients = std::span<const std::unique_ptr<BenchClient>>;
  RoundTrips(Clients senders, Clients takers, std::size_t bytes);

  // Without a rate, a pair sends its next document after the previous one was received.
  Measured run(const Pace& pace);

 private:
  // Progress of one pair.
  struct Pair {
    std::mutex mutex;
    std::condition_variable changed;
    // Guarded by mutex.
    std::uint64_t sent = 0;
    std::uint64_t taken = 0;
    Latencies latencies;
    bool is_over = false;
  };
  Trial send(std::size_t pair, BenchTime intended, const Pace& pace);
  void take_until_over(std::size_t pair);

  const Clients senders_;
  const Clients takers_;
  const std::size_t bytes_;
  std::vector<std::unique_ptr<Pair>> pairs_;
};

}  // namespace tradepost::app
