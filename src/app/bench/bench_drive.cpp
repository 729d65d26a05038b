#include "app/bench/bench_drive.hpp"

#include <poll.h>

#include <algorithm>
#include <atomic>
#include <ctime>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace tradepost::app {
namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;
using Became = Trial::Became;

// Start times of requests. next() returns nullopt if the time is over.
class Schedule {
 public:
  Schedule(const Pace& pace, BenchTime begin) : pace_(pace), begin_(begin) {}

  std::optional<BenchTime> next() {
    if (pace_.requests_per_second == 0) {
      const BenchTime now = steady_clock::now();
      return now - begin_ < pace_.time ? std::optional(now) : std::nullopt;
    }
    const std::uint64_t number = next_.fetch_add(1, std::memory_order_relaxed);
    const auto behind = std::chrono::seconds(number / pace_.requests_per_second) +
                        nanoseconds(std::chrono::seconds(1)) *
                            static_cast<std::int64_t>(number % pace_.requests_per_second) /
                            static_cast<std::int64_t>(pace_.requests_per_second);
    return behind < pace_.time ? std::optional(begin_ + behind) : std::nullopt;
  }

 private:
  const Pace pace_;
  const BenchTime begin_;
  std::atomic<std::uint64_t> next_ = 0;
};

// Counts one outcome. The latency of a good one is the time since its planned start.
void count(const Trial& trial, BenchTime intended, Measured& measured) {
  switch (trial.became) {
    case Became::good:
      ++measured.good;
      measured.latencies.add(steady_clock::now() - intended);
      break;
    case Became::refused:
      ++measured.refused;
      break;
    case Became::lost:
      ++measured.lost;
      break;
    case Became::nothing_to_do:
      break;
  }
}

}  // namespace

void wait_until(BenchTime time) {
  const auto rest = std::chrono::duration_cast<nanoseconds>(time - steady_clock::now()).count();
  if (rest <= 0) return;
  constexpr std::int64_t second_ns = 1'000'000'000;
  const timespec pause{.tv_sec = rest / second_ns, .tv_nsec = rest % second_ns};
  ::ppoll(nullptr, 0, &pause, nullptr);
}

void Measured::add(const Measured& other) {
  good += other.good;
  refused += other.refused;
  lost += other.lost;
  took = std::max(took, other.took);
  latencies.add(other.latencies);
}

double Measured::per_second() const {
  const double seconds = std::chrono::duration<double>(took).count();
  return seconds > 0 ? static_cast<double>(good) / seconds : 0;
}

Measured drive(std::size_t connections, const Pace& pace, const TrialOf& trial) {
  std::vector<std::unique_ptr<Measured>> parts;
  for (std::size_t i = 0; i < connections; ++i) parts.push_back(std::make_unique<Measured>());
  const BenchTime begin = steady_clock::now();
  Schedule schedule(pace, begin);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < connections; ++i) {
    threads.emplace_back([&, i] {
      Measured& mine = *parts[i];
      while (const auto intended = schedule.next()) {
        wait_until(*intended);
        const Trial done = trial(i, *intended);
        if (done.became == Became::nothing_to_do) break;
        count(done, *intended, mine);
        // A refused or failed request must not be repeated a million times a second.
        if (done.became != Became::good)
          wait_until(steady_clock::now() + std::chrono::milliseconds(10));
      }
      mine.took = steady_clock::now() - begin;
    });
  }
  for (std::thread& thread : threads) thread.join();
  Measured all;
  for (const auto& part : parts) all.add(*part);
  return all;
}

}  // namespace tradepost::app
