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

// The counters of requests, and those that others add (docs/reference/metrics.md lists each).
// Outlives the loops that count.
class Meters {
 public:
  // Values that are read each time: whole lines of the text.
  using Lines = std::function<void(std::string& text)>;

  explicit Meters(std::span<const Route> table);
  Meters(Meters&&) = delete;

  // One loop's.
  class Counting {
   public:
    // `route`: its place in the table; none: nothing is there.
    void count(std::optional<std::size_t> route, const http::Answered& told);

   private:
    friend class Meters;
    Counting(const Meters& meters, base::MetricSlots& slots) : meters_(meters), slots_(slots) {}
    const Meters& meters_;
    base::MetricSlots& slots_;
  };
  // Nothing where these are not the routes that are counted.
  std::optional<Counting> counting(std::span<const Route> table);

  // Before the first text().
  void add_lines(Lines lines) { lines_.push_back(std::move(lines)); }
  // As Prometheus reads it.
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
  std::vector<OfRoute> routes_;  // as the table, and one more for unknown routes
  base::Counter sent_bytes_;
  base::Counter broken_off_;
  std::vector<Lines> lines_;
};

}  // namespace tradepost::api
