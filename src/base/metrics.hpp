#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Numbers for Prometheus. All are defined at start; then each thread gets its own slots and counts
// there without a lock or a shared cache line. The reader sums them up.
//
// Invariants: 1. after the first slots() nothing is defined any more. 2. a slot is written by one
// thread only, so that adding is a load and a store. 3. a reading may be late by moments, but no
// count is ever lost.
namespace tradepost::base {

struct Counter {
  std::uint32_t slot;
};

struct Gauge {
  std::uint32_t slot;
};

// A slot for each bound, one for values above the last, and the sum.
struct Histogram {
  std::uint32_t first_slot;
  std::span<const std::uint64_t> bounds;  // Metrics owns them
};

// One thread's. Metrics owns it.
class MetricSlots {
 public:
  explicit MetricSlots(std::size_t count);

  void add(Counter counter, std::uint64_t count = 1) { change(counter.slot, count); }
  // A gauge shows the sum of what all threads set.
  void set(Gauge gauge, std::int64_t value);
  void change(Gauge gauge, std::int64_t by) { change(gauge.slot, static_cast<std::uint64_t>(by)); }
  void observe(const Histogram& histogram, std::uint64_t value);

 private:
  friend class Metrics;
  static constexpr std::size_t slots_a_line = 8;
  struct alignas(64) Line {
    std::array<std::atomic<std::uint64_t>, slots_a_line> slots{};
  };

  std::atomic<std::uint64_t>& at(std::uint32_t slot) {
    return lines_[slot / slots_a_line].slots[slot % slots_a_line];
  }
  void change(std::uint32_t slot, std::uint64_t by) {
    auto& value = at(slot);
    value.store(value.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
  }

  std::vector<Line> lines_;
};

class Metrics {
 public:
  using Labels = std::vector<std::pair<std::string, std::string>>;
  // One of a family: the same name and help with other labels. Names and keys of labels are our
  // own, and CHECKed.
  struct Definition {
    std::string name;  // the unit last: tradepost_request_seconds, tradepost_sent_bytes_total
    std::string help;
    Labels labels = {};
  };
  enum class Unit : std::uint8_t {
    as_observed,   // shown as it is
    microseconds,  // observed in microseconds, shown in seconds
  };

  Counter counter(Definition definition);
  Gauge gauge(Definition definition);
  Histogram histogram(Definition definition, std::vector<std::uint64_t> ascending_bounds,
                      Unit unit);

  // For the calling thread to keep; from any thread, at its start. They live as long as this.
  MetricSlots& slots();
  // The text format of Prometheus 0.0.4. From any thread. Of counters and histograms with labels
  // those that have counted something: most combinations never come.
  std::string exposition() const;

 private:
  enum class Kind : std::uint8_t { counter, gauge, histogram };
  struct Series {
    std::string labels;  // key="value",key="value"
    std::uint32_t first_slot;
  };
  struct Family {
    std::string name;
    std::string help;
    Kind kind;
    Unit unit;
    std::vector<std::uint64_t> bounds;
    std::vector<Series> series;
  };

  Family& define(Definition definition, Kind kind, Unit unit, std::vector<std::uint64_t> bounds);
  std::uint64_t sum(std::uint32_t slot) const;
  bool is_shown(const Family& family, const Series& series) const;
  void append_series(std::string& text, const Family& family, const Series& series) const;
  void append_histogram(std::string& text, const Family& family, const Series& series) const;

  mutable std::mutex mutex_;

  // guarded by mutex_; the families stay where they are and as they are after the first slots()
  std::deque<Family> families_;
  std::uint32_t slot_count_ = 0;
  std::vector<std::unique_ptr<MetricSlots>> threads_;
};

// The same text, of numbers that are read when they are asked for: the lines before the series of a
// family, `kind` is counter, gauge or histogram; and a family of one series without labels.
void append_family(std::string& text, std::string_view name, std::string_view help,
                   std::string_view kind);
void append_gauge(std::string& text, std::string_view name, std::string_view help, double value);
void append_counter(std::string& text, std::string_view name, std::string_view help,
                    std::uint64_t value);

}  // namespace tradepost::base
