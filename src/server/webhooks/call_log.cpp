#include "webhooks/call_log.hpp"

#include <algorithm>
#include <memory>

namespace tradepost::webhooks {

using exchange::CallOutcome;
using exchange::EndpointId;
using exchange::MadeCall;
using exchange::WebhookCall;

std::size_t CallLog::Rules::memory_of(const MadeCall& call) {
  constexpr std::size_t bookkeeping_bytes = 192;  // of the log and of the allocator for one call
  return bookkeeping_bytes + sizeof(WebhookCall) + call->why_not.capacity();
}

MadeCall CallLog::add(EndpointId endpoint, WebhookCall call) {
  const MadeCall before = items_.last_where(
      endpoint, [&](const MadeCall& known) { return known->event == call.event; });
  call.attempt = before ? before->attempt + 1 : 1;
  MadeCall made = std::make_shared<const WebhookCall>(std::move(call));
  items_.add(endpoint, made);
  if (keep_) keep_(endpoint, *made);
  return made;
}

void CallLog::restore(EndpointId endpoint, MadeCall call) {
  items_.add(endpoint, std::move(call));
}

std::vector<MadeCall> CallLog::calls(EndpointId endpoint, const exchange::CallsWanted& wanted) {
  std::vector<MadeCall> found = items_.newest(endpoint);
  std::erase_if(found, [&](const MadeCall& call) {
    const CallOutcome outcome = Rules::sort_of(call);
    return (wanted.outcome && *wanted.outcome != outcome) ||
           (wanted.event && *wanted.event != call->event) ||
           (wanted.before && *wanted.before <= call->id);
  });
  if (found.size() > wanted.count_max) found.resize(wanted.count_max);
  return found;
}

std::vector<std::pair<EndpointId, MadeCall>> CallLog::all() const {
  auto all = items_.all();
  std::ranges::sort(all, {}, [](const auto& one) { return one.second->id; });
  return all;
}

}  // namespace tradepost::webhooks
