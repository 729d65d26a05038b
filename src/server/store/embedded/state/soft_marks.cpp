#include "store/embedded/state/soft_marks.hpp"

#include <algorithm>

namespace tradepost::store::embedded {
namespace {

QueueName name_of(const exchange::Seen& seen) {
  return {.participant = seen.participant, .flow = seen.flow};
}

void merge(exchange::Seen& into, const exchange::Seen& seen) {
  into.participant = seen.participant;
  into.flow = seen.flow;
  if (seen.last_poll) {
    into.last_poll =
        into.last_poll ? base::instant_behind(*into.last_poll, *seen.last_poll) : *seen.last_poll;
  }
  into.listed_up_to = std::max(into.listed_up_to, seen.listed_up_to);
  for (const auto& [token, at] : seen.tokens) {
    const auto known = std::ranges::find(into.tokens, token,
                                         &std::pair<exchange::TokenId, exchange::Instant>::first);
    if (known == into.tokens.end()) {
      into.tokens.emplace_back(token, at);
    } else {
      known->second = base::instant_behind(known->second, at);
    }
  }
}

}  // namespace

SoftMarks::SoftMarks(const std::vector<exchange::Seen>& stored) {
  for (const exchange::Seen& seen : stored) merge(marks_[name_of(seen)].seen, seen);
}

void SoftMarks::mark(const exchange::Seen& seen) {
  const std::lock_guard lock(mutex_);
  Mark& mark = marks_[name_of(seen)];
  merge(mark.seen, seen);
  mark.is_new = true;
}

std::optional<exchange::Instant> SoftMarks::last_poll(const QueueName& of) const {
  const std::lock_guard lock(mutex_);
  const auto at = marks_.find(of);
  return at == marks_.end() ? std::nullopt : at->second.seen.last_poll;
}

std::vector<QueueName> SoftMarks::polled(const std::optional<QueueName>& after,
                                         std::uint64_t count_max) const {
  const std::lock_guard lock(mutex_);
  std::vector<QueueName> names;
  auto at = after ? marks_.upper_bound(*after) : marks_.begin();
  for (; at != marks_.end() && names.size() < count_max; ++at) {
    if (at->second.seen.last_poll) names.push_back(at->first);
  }
  return names;
}

std::vector<exchange::Seen> SoftMarks::take_due(base::SteadyTime now) {
  const std::lock_guard lock(mutex_);
  std::vector<exchange::Seen> due;
  for (auto& [name, mark] : marks_) {
    if (!mark.is_new || (mark.kept_at && now - *mark.kept_at < kept_every)) continue;
    mark.is_new = false;
    mark.kept_at = now;
    due.push_back(mark.seen);
  }
  return due;
}

}  // namespace tradepost::store::embedded
