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

// From the time at which a document should have been sent to the answer that brings it to its
// waiting recipient: the two sides of each pair on a connection of their own.
class RoundTrips {
 public:
  // The senders and the recipients of the pairs; equally many. They outlive this.
  using Clients = std::span<const std::unique_ptr<BenchClient>>;
  RoundTrips(Clients senders, Clients takers, std::size_t bytes);

  // Without a rate a pair's next document follows when the one before was taken.
  Measured run(const Pace& pace);

 private:
  // One pair's document on its way.
  struct Pair {
    std::mutex mutex;
    std::condition_variable changed;
    // guarded by mutex
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
