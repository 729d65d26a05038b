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

#include "base/clock.hpp"

// Metrics for Prometheus. All are defined at start; then each thread gets separate slots and counts
// there without a lock or a shared cache line. The reader adds them up.
//
// Invariants: 1. After the first slots() no metric is defined. 2. Only one thread writes a slot, so
// that adding is a load and a store. 3. A reading may be late by moments, but no count is ever
// lost.
namespace tradepost::base {

struct Counter {
  std::uint32_t slot;
};

struct Gauge {
  std::uint32_t slot;
};

// A histogram has a slot for each bound, one for values above the last, and one for the sum.
struct Histogram {
  std::uint32_t first_slot;
  std::span<const std::uint64_t> bounds;  // Metrics owns them
};

// The slots of one thread. Metrics owns them.
class MetricSlots {
 public:
  explicit MetricSlots(std::size_t count);

  void add(Counter counter, std::uint64_t count = 1) { change(counter.slot, count); }
  // Sets this thread's part of a gauge, which shows the sum over all threads.
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
  // The definition of one series. The series of a family have the same name and help, and different
  // labels. Names and the keys of labels are literals of this program, and are CHECKed.
  struct Definition {
    std::string name;  // the unit last: tradepost_request_seconds, tradepost_sent_bytes_total
    std::string help;
    Labels labels = {};
  };
  enum class Unit : std::uint8_t {
    as_observed,   // shown without conversion
    microseconds,  // observed in microseconds, shown in seconds
  };

  Counter counter(Definition definition);
  Gauge gauge(Definition definition);
  Histogram histogram(Definition definition, std::vector<std::uint64_t> ascending_bounds,
                      Unit unit);

  // Returns new slots for the calling thread, which calls this once, at its start. The slots live
  // as long as this object.
  MetricSlots& slots();
  // Returns the text of Prometheus, format 0.0.4. Any thread may call it. Counters and histograms
  // with labels appear only after they have counted something, because most combinations never
  // occur.
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

  // The next members are guarded by mutex_. The families neither move nor change after the first
  // slots().
  std::deque<Family> families_;
  std::uint32_t slot_count_ = 0;
  std::vector<std::unique_ptr<MetricSlots>> threads_;
};

// These append the same format for values without slots, which are computed for each request.
// append_family appends the header of a family, whose `kind` is counter, gauge or histogram; the
// others append a whole family of one series without labels.
void append_family(std::string& text, std::string_view name, std::string_view help,
                   std::string_view kind);
void append_gauge(std::string& text, std::string_view name, std::string_view help, double value);
// A gauge in seconds since the epoch.
void append_time(std::string& text, std::string_view name, std::string_view help, Instant time);
void append_counter(std::string& text, std::string_view name, std::string_view help,
                    std::uint64_t value);

}  // namespace tradepost::base
