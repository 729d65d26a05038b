#include "http/connection/connections.hpp"

#include <algorithm>
#include <utility>

#include "base/ground/limits.hpp"

namespace tradepost::http {
namespace {

// Checking a client takes a system call, and thousands may wait for an answer. So each check covers
// one of this many groups, and each client is checked about once a second.
constexpr std::size_t rounds_of_looks = 10;

}  // namespace

void Connections::add(ConnectionWatch& watch) {
  watch.index_ = open_.size();
  open_.push_back(&watch);
  if (!next_check_) {
    next_check_ = loop_.post_at(loop_.now() + base::limits::deadline_check_every,
                                [this] { check_deadlines(); });
  }
}

void Connections::remove(ConnectionWatch& watch) {
  open_[watch.index_] = open_.back();
  open_[watch.index_]->index_ = watch.index_;
  open_.pop_back();
  end_if_none_is_left();
}

// Checking all connections a few times a second is cheaper than one timer each, which every request
// would set and cancel. An ended wait resumes in a separate job, so the list does not change here.
void Connections::check_deadlines() {
  next_check_.reset();
  if (open_.empty()) return;
  const base::SteadyTime now = loop_.now();
  round_ = (round_ + 1) % rounds_of_looks;
  for (ConnectionWatch* watch : open_) {
    if (watch->waits_ && is_over(*watch, now)) watch->end();
    const bool is_its_round = watch->index_ % rounds_of_looks == round_;
    if (watch->client_left_ && is_its_round && watch->socket_.has_hung_up()) {
      std::exchange(watch->client_left_, nullptr)();
    }
  }
  next_check_ =
      loop_.post_at(now + base::limits::deadline_check_every, [this] { check_deadlines(); });
}

bool Connections::is_over(const ConnectionWatch& watch, base::SteadyTime now) const {
  const bool is_for_rest = watch.waits_for_ == WaitsFor::rest_of_request;
  return std::min(watch.deadline_, is_for_rest ? rest_end_ : drain_end_) <= now;
}

void ConnectionWatch::end() {
  ended_ = true;
  socket_.cancel();
}

void Connections::stop(const Timeouts& timeouts, base::Job when_none_is_left) {
  stopping_ = true;
  rest_end_ = loop_.now() + timeouts.rest_at_stop;
  drain_end_ = loop_.now() + timeouts.drain;
  when_none_is_left_ = std::move(when_none_is_left);
  for (ConnectionWatch* watch : open_) {
    if (watch->waits_ && watch->waits_for_ == WaitsFor::next_request) watch->socket_.cancel();
  }
  end_if_none_is_left();
}

void Connections::end_if_none_is_left() {
  if (!stopping_ || !open_.empty() || !when_none_is_left_) return;
  if (next_check_) loop_.cancel(*std::exchange(next_check_, std::nullopt));
  std::exchange(when_none_is_left_, nullptr)();
}

}  // namespace tradepost::http
