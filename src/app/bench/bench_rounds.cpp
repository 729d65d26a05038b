#include "app/bench/bench_rounds.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/ground/check.hpp"

namespace tradepost::app {
namespace {

// A document that has not arrived by then is lost.
constexpr std::chrono::seconds patience{10};

}  // namespace

RoundTrips::RoundTrips(Clients senders, Clients takers, std::size_t bytes)
    : senders_(senders), takers_(takers), bytes_(bytes) {
  CHECK(senders.size() == takers.size());
}

Measured RoundTrips::run(const Pace& pace) {
  pairs_.clear();
  for (std::size_t i = 0; i < senders_.size(); ++i) pairs_.push_back(std::make_unique<Pair>());
  std::vector<std::thread> takers;
  for (std::size_t i = 0; i < takers_.size(); ++i) {
    takers.emplace_back([this, i] { take_until_over(i); });
  }
  Measured measured = drive(senders_.size(), pace, [&](std::size_t pair, BenchTime intended) {
    return send(pair, intended, pace);
  });
  measured.latencies = Latencies();
  for (const auto& pair : pairs_) {
    std::unique_lock lock(pair->mutex);
    pair->changed.wait_for(lock, patience, [&] { return pair->taken >= pair->sent; });
    pair->is_over = true;
    const std::uint64_t missing = pair->sent - std::min(pair->taken, pair->sent);
    measured.lost += missing;
    measured.good -= std::min(missing, measured.good);
  }
  for (std::thread& taker : takers) taker.join();
  for (const auto& pair : pairs_) measured.latencies.add(pair->latencies);
  return measured;
}

Trial RoundTrips::send(std::size_t at, BenchTime intended, const Pace& pace) {
  Pair& pair = *pairs_[at];
  Trial sent = senders_[at]->send_dated(bytes_, intended);
  if (sent.became != Trial::Became::good) return sent;
  std::unique_lock lock(pair.mutex);
  ++pair.sent;
  if (pace.requests_per_second > 0) return sent;
  pair.changed.wait_for(lock, patience, [&] { return pair.taken >= pair.sent; });
  return sent;
}

void RoundTrips::take_until_over(std::size_t at) {
  Pair& pair = *pairs_[at];
  for (;;) {
    {
      const std::lock_guard lock(pair.mutex);
      if (pair.is_over) return;
    }
    const Trial taken = takers_[at]->take([&](BenchTime intended, BenchTime came) {
      const std::lock_guard lock(pair.mutex);
      ++pair.taken;
      pair.latencies.add(came - intended);
      pair.changed.notify_all();
    });
    if (taken.became == Trial::Became::good) continue;
    std::unique_lock lock(pair.mutex);
    pair.changed.wait_for(lock, std::chrono::milliseconds(10), [&] { return pair.is_over; });
  }
}

}  // namespace tradepost::app
