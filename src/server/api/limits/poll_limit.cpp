#include "api/limits/poll_limit.hpp"

#include "base/ground/limits.hpp"

namespace tradepost::api {

std::optional<PollPlace> PollLimit::take_place(exchange::TokenId token) {
  const std::lock_guard lock(mutex_);
  std::size_t& waiting = waiting_[token];
  if (waiting >= base::limits::polls_per_token_max) return std::nullopt;
  ++waiting;
  return PollPlace(*this, token);
}

void PollLimit::give_back(exchange::TokenId token) {
  const std::lock_guard lock(mutex_);
  const auto found = waiting_.find(token);
  if (--found->second == 0) waiting_.erase(found);
}

}  // namespace tradepost::api
