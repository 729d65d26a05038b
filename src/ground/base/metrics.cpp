#include "base/metrics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/ground/check.hpp"
#include "base/text/text.hpp"

namespace tradepost::base {
namespace {

bool is_metric_word(std::string_view word) {
  const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || is_ascii_digit(c) || c == '_'; };
  return !word.empty() && !is_ascii_digit(word.front()) && std::ranges::all_of(word, fits);
}

// Escapes a text for the exposition format: backslash and line feed, and in the value of a label
// also the quote.
std::string escaped(std::string_view text, bool in_quotes) {
  std::string result;
  for (const char c : text) {
    if (c == '\n') {
      result += "\\n";
      continue;
    }
    if (c == '\\' || (c == '"' && in_quotes)) result += '\\';
    result += c;
  }
  return result;
}

std::string labels_text(const Metrics::Labels& labels) {
  std::string text;
  for (const auto& [key, value] : labels) {
    CHECK(is_metric_word(key) && key != "le");
    if (!text.empty()) text += ',';
    text += fmt::format("{}=\"{}\"", key, escaped(value, true));
  }
  return text;
}

std::string shown(std::uint64_t value, Metrics::Unit unit) {
  if (unit == Metrics::Unit::as_observed) return std::to_string(value);
  std::string text = fmt::format("{}.{:06}", value / 1'000'000, value % 1'000'000);
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text;
}

}  // namespace

MetricSlots::MetricSlots(std::size_t count) : lines_(count / slots_a_line + 1) {}

void MetricSlots::set(Gauge gauge, std::int64_t value) {
  at(gauge.slot).store(static_cast<std::uint64_t>(value), std::memory_order_relaxed);
}

void MetricSlots::observe(const Histogram& histogram, std::uint64_t value) {
  const auto bounds = histogram.bounds;
  const auto bucket =
      static_cast<std::uint32_t>(std::ranges::lower_bound(bounds, value) - bounds.begin());
  change(histogram.first_slot + bucket, 1);
  change(histogram.first_slot + static_cast<std::uint32_t>(bounds.size()) + 1, value);
}

Counter Metrics::counter(Definition definition) {
  CHECK(definition.name.ends_with("_total"));
  const Family& family = define(std::move(definition), Kind::counter, Unit::as_observed, {});
  return {family.series.back().first_slot};
}

Gauge Metrics::gauge(Definition definition) {
  const Family& family = define(std::move(definition), Kind::gauge, Unit::as_observed, {});
  return {family.series.back().first_slot};
}

Histogram Metrics::histogram(Definition definition, std::vector<std::uint64_t> ascending_bounds,
                             Unit unit) {
  CHECK(!ascending_bounds.empty());
  CHECK(std::ranges::is_sorted(ascending_bounds, std::ranges::less_equal()));
  const Family& family =
      define(std::move(definition), Kind::histogram, unit, std::move(ascending_bounds));
  return {family.series.back().first_slot, family.bounds};
}

// Returns the family, whose last series is the new one.
Metrics::Family& Metrics::define(Definition definition, Kind kind, Unit unit,
                                 std::vector<std::uint64_t> bounds) {
  const std::lock_guard lock(mutex_);
  CHECK(threads_.empty());
  CHECK(is_metric_word(definition.name));
  auto family = std::ranges::find(families_, definition.name, &Family::name);
  if (family == families_.end()) {
    families_.push_back({definition.name, definition.help, kind, unit, std::move(bounds), {}});
    family = std::prev(families_.end());
  } else {
    CHECK(family->help == definition.help && family->kind == kind && family->unit == unit &&
          family->bounds == bounds);
  }
  std::string labels = labels_text(definition.labels);
  CHECK(std::ranges::find(family->series, labels, &Series::labels) == family->series.end());
  family->series.push_back({std::move(labels), slot_count_});
  slot_count_ +=
      kind == Kind::histogram ? static_cast<std::uint32_t>(family->bounds.size()) + 2 : 1;
  return *family;
}

MetricSlots& Metrics::slots() {
  const std::lock_guard lock(mutex_);
  threads_.push_back(std::make_unique<MetricSlots>(slot_count_));
  return *threads_.back();
}

std::string Metrics::exposition() const {
  constexpr std::string_view kinds[] = {"counter", "gauge", "histogram"};
  const std::lock_guard lock(mutex_);
  std::string text;
  for (const Family& family : families_) {
    bool is_headed = false;
    for (const Series& series : family.series) {
      if (!is_shown(family, series)) continue;
      if (!std::exchange(is_headed, true)) {
        append_family(text, family.name, family.help, kinds[static_cast<std::size_t>(family.kind)]);
      }
      append_series(text, family, series);
    }
  }
  return text;
}

bool Metrics::is_shown(const Family& family, const Series& series) const {
  if (series.labels.empty() || family.kind == Kind::gauge) return true;
  if (family.kind == Kind::counter) return sum(series.first_slot) != 0;
  for (std::uint32_t bucket = 0; bucket <= family.bounds.size(); ++bucket) {
    if (sum(series.first_slot + bucket) != 0) return true;
  }
  return false;
}

std::uint64_t Metrics::sum(std::uint32_t slot) const {
  std::uint64_t total = 0;
  for (const auto& thread : threads_) total += thread->at(slot).load(std::memory_order_relaxed);
  return total;
}

void Metrics::append_series(std::string& text, const Family& family, const Series& series) const {
  if (family.kind == Kind::histogram) return append_histogram(text, family, series);
  const std::uint64_t value = sum(series.first_slot);
  const std::string shown_value = family.kind == Kind::gauge
                                      ? std::to_string(static_cast<std::int64_t>(value))
                                      : std::to_string(value);
  const std::string labels = series.labels.empty() ? "" : "{" + series.labels + "}";
  text += fmt::format("{}{} {}\n", family.name, labels, shown_value);
}

// The count is the value of the last bucket and has no slot, so that the two never disagree.
void Metrics::append_histogram(std::string& text, const Family& family,
                               const Series& series) const {
  const std::string before_bound = series.labels.empty() ? "" : series.labels + ",";
  const std::string labels = series.labels.empty() ? "" : "{" + series.labels + "}";
  std::uint64_t so_far = 0;
  std::uint32_t slot = series.first_slot;
  for (const std::uint64_t bound : family.bounds) {
    so_far += sum(slot++);
    text += fmt::format("{}_bucket{{{}le=\"{}\"}} {}\n", family.name, before_bound,
                        shown(bound, family.unit), so_far);
  }
  so_far += sum(slot++);
  text += fmt::format("{}_bucket{{{}le=\"+Inf\"}} {}\n", family.name, before_bound, so_far);
  text += fmt::format("{}_sum{} {}\n", family.name, labels, shown(sum(slot), family.unit));
  text += fmt::format("{}_count{} {}\n", family.name, labels, so_far);
}

void append_family(std::string& text, std::string_view name, std::string_view help,
                   std::string_view kind) {
  fmt::format_to(std::back_inserter(text), "# HELP {0} {1}\n# TYPE {0} {2}\n", name,
                 escaped(help, false), kind);
}

void append_gauge(std::string& text, std::string_view name, std::string_view help, double value) {
  append_family(text, name, help, "gauge");
  fmt::format_to(std::back_inserter(text), "{} {}\n", name, value);
}

void append_time(std::string& text, std::string_view name, std::string_view help, Instant time) {
  append_gauge(text, name, help, static_cast<double>(epoch_ms(time)) / 1'000);
}

void append_counter(std::string& text, std::string_view name, std::string_view help,
                    std::uint64_t value) {
  append_family(text, name, help, "counter");
  fmt::format_to(std::back_inserter(text), "{} {}\n", name, value);
}

}  // namespace tradepost::base
