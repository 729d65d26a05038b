#include "request_log/request_log.hpp"

#include <functional>
#include <utility>

namespace tradepost::request_log {

using Sort = RequestLog::Sort;

Sort sort_of(const LoggedRequest& request) {
  constexpr int too_many_requests = 429;
  if (request.status == too_many_requests) return Sort::other;
  if (request.status >= 400) return Sort::refused;
  return request.method == "GET" || request.method == "HEAD" ? Sort::other : Sort::change;
}

Sort RequestLog::Rules::sort_of(const Logged& request) {
  return request_log::sort_of(*request);
}

std::size_t RequestLog::HashOf::operator()(const Owner& owner) const {
  return std::hash<exchange::ParticipantId>()(owner.participant) +
         static_cast<std::size_t>(owner.flow == exchange::Flow::live);
}

void RequestLog::add(const Owner& owner, Logged request) {
  if (keep_refused_ && request_log::sort_of(*request) == Sort::refused)
    keep_refused_(owner, *request);
  items_.add(owner, std::move(request));
}

}  // namespace tradepost::request_log
