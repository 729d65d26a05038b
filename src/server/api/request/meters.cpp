#include "api/request/meters.hpp"

#include <algorithm>
#include <array>
#include <chrono>

namespace tradepost::api {
namespace {

using Labels = base::Metrics::Labels;

std::vector<std::uint64_t> microsecond_bounds() {
  return {100, 250, 500, 1'000, 2'500, 5'000, 10'000, 25'000, 100'000, 1'000'000, 10'000'000};
}

}  // namespace

Meters::Meters(std::span<const Route> table)
    : table_(table),
      sent_bytes_(metrics_.counter({.name = "tradepost_answer_bytes_total",
                                    .help = "Bytes of answer bodies that were sent."})),
      broken_off_(
          metrics_.counter({.name = "tradepost_answers_broken_off_total",
                            .help = "Answers whose client disconnected or read too slowly."})) {
  for (const Route& route : table) routes_.push_back(define(route.method, route.path));
  routes_.push_back(define("any", "nowhere"));
}

Meters::OfRoute Meters::define(std::string_view method, std::string_view path) {
  constexpr std::array<std::string_view, classes> names{"1xx", "2xx", "3xx", "4xx", "5xx"};
  const Labels labels{{"method", std::string(method)}, {"path", std::string(path)}};
  OfRoute of;
  for (const std::string_view name : names) {
    Labels with_status = labels;
    with_status.emplace_back("status", name);
    of.answers.push_back(metrics_.counter({.name = "tradepost_requests_total",
                                           .help = "Answers, by route and status.",
                                           .labels = std::move(with_status)}));
  }
  of.seconds = metrics_.histogram({.name = "tradepost_request_seconds",
                                   .help = "Time from the first byte of a request to the last byte "
                                           "of its answer, including the wait of a long poll.",
                                   .labels = labels},
                                  microsecond_bounds(), base::Metrics::Unit::microseconds);
  return of;
}

std::optional<Meters::Counting> Meters::counting(std::span<const Route> table) {
  if (table.data() != table_.data()) return std::nullopt;
  return Counting(*this, metrics_.slots());
}

void Meters::Counting::count(std::optional<std::size_t> route, const http::Answered& outcome) {
  const OfRoute& of = meters_.routes_[route.value_or(meters_.routes_.size() - 1)];
  const auto status_class =
      static_cast<std::size_t>(std::clamp(outcome.response.status / 100, 1, 5));
  slots_.add(of.answers[status_class - 1]);
  slots_.observe(
      of.seconds,
      static_cast<std::uint64_t>(
          std::chrono::duration_cast<std::chrono::microseconds>(outcome.duration).count()));
  slots_.add(meters_.sent_bytes_, outcome.body_bytes);
  if (outcome.delivery == http::Answered::Delivery::broken_off) slots_.add(meters_.broken_off_);
}

std::string Meters::text() const {
  std::string text = metrics_.exposition();
  for (const Lines& lines : lines_) lines(text);
  return text;
}

}  // namespace tradepost::api
