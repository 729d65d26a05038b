#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "api/request/route.hpp"
#include "base/metrics.hpp"
#include "http/message/service.hpp"

namespace tradepost::api {

// The counters of requests and the metrics of other modules (docs/reference/metrics.md lists each).
// Outlives the loops that count.
class Meters {
 public:
  // Appends whole lines of the text. Called at each read.
  using Lines = std::function<void(std::string& text)>;

  explicit Meters(std::span<const Route> table);
  Meters(Meters&&) = delete;

  // The counters of one loop.
  class Counting {
   public:
    // `route` is a row of the table; nullopt: no such route.
    void count(std::optional<std::size_t> route, const http::Answered& outcome);

   private:
    friend class Meters;
    Counting(const Meters& meters, base::MetricSlots& slots) : meters_(meters), slots_(slots) {}
    const Meters& meters_;
    base::MetricSlots& slots_;
  };
  // Returns nullopt if these meters count another table.
  std::optional<Counting> counting(std::span<const Route> table);

  // Called before the first text().
  void add_lines(Lines lines) { lines_.push_back(std::move(lines)); }
  // Returns all metrics in the text format of Prometheus.
  std::string text() const;

 private:
  static constexpr std::size_t classes = 5;  // of statuses, by their first digit
  struct OfRoute {
    std::vector<base::Counter> answers;  // by class
    base::Histogram seconds;
  };
  OfRoute define(std::string_view method, std::string_view path);

  const std::span<const Route> table_;
  base::Metrics metrics_;
  std::vector<OfRoute> routes_;  // in the order of the table, and one more for unknown routes
  base::Counter sent_bytes_;
  base::Counter broken_off_;
  std::vector<Lines> lines_;
};

}  // namespace tradepost::api
