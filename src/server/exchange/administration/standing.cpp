#include "exchange/administration/standing.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "exchange/administration/partners.hpp"

namespace tradepost::exchange {
namespace {

Answering<QueueState> queue_of(Desk& desk, ParticipantId participant, Flow flow,
                               Deadline deadline) {
  const QueuesQuery query{.participant = participant, .after = {}, .count_max = {}};
  CO_TRY_ASSIGN(const std::vector<QueueState> states, co_await desk.store.queues(query, deadline));
  const auto found = std::ranges::find(states, flow, &QueueState::flow);
  if (found != states.end()) co_return *found;
  QueueState empty;
  empty.participant = participant;
  empty.flow = flow;
  co_return empty;
}

// Returns the open case for an overdue recipient: today's, or yesterday's if today's does not exist
// yet.
Answering<CasePtr> overdue_case(Desk& desk, Caller caller, ParticipantId recipient,
                                Deadline deadline) {
  const Instant now = desk.clock.now();
  for (const int ago : {0, 1}) {
    const CaseId id =
        overdue_case_id(caller.participant, recipient, caller.flow, now - std::chrono::days(ago));
    CO_TRY_ASSIGN(const std::optional<FoundCase> found,
                  co_await desk.store.find_case(id, caller.viewer(), deadline));
    if (found && found->value->status == CaseStatus::open) co_return found->value;
  }
  co_return CasePtr();
}

}  // namespace

bool is_overdue(const QueueState& queue, Instant now, const Rules& rules) {
  return queue.flow == Flow::live && queue.oldest && !is_recent(queue.oldest, now, rules) &&
         !is_recent(queue.last_poll, now, rules);
}

Answering<NetworkStanding> standing(Desk& desk, OperatorId /*by*/, Deadline deadline) {
  CO_TRY_ASSIGN(std::vector<QueueState> queues, co_await desk.store.queues({}, deadline));
  const Instant now = desk.clock.now();
  NetworkStanding answer;
  answer.flows = {FlowStanding{.flow = Flow::live}, FlowStanding{.flow = Flow::test}};
  for (const QueueState& queue : queues) {
    FlowStanding& flow = answer.flows[queue.flow == Flow::live ? 0 : 1];
    flow.pending += queue.pending;
    flow.failed += queue.failed;
    flow.held += queue.held;
    if (is_overdue(queue, now, desk.rules)) ++flow.overdue;
  }
  std::erase_if(queues, [](const QueueState& queue) { return !queue.oldest; });
  const auto shown = std::min(queues.size(), standing_listed_max);
  std::ranges::partial_sort(queues, queues.begin() + static_cast<std::ptrdiff_t>(shown), {},
                            [](const QueueState& queue) { return *queue.oldest; });
  queues.resize(shown);
  const DirectoryPtr directory = desk.directory.current();
  for (const QueueState& queue : queues) {
    answer.longest_waiting.push_back(
        {.queue = {.participant = named(*directory, queue.participant), .state = queue},
         .is_overdue = is_overdue(queue, now, desk.rules)});
  }
  co_return answer;
}

Answering<OwnStanding> standing(Desk& desk, Caller caller, Deadline deadline) {
  OwnStanding answer;
  CO_TRY_ASSIGN(answer.queue, co_await queue_of(desk, caller.participant, caller.flow, deadline));
  CO_TRY_ASSIGN(const std::vector<Partner> all, co_await partners(desk, caller, deadline));
  for (const Partner& partner : all) {
    answer.held_incoming += partner.held_incoming.count;
    answer.held_outgoing += partner.held_outgoing.count;
    if (!partner.outgoing || answer.overdue.size() == standing_listed_max) continue;
    const ParticipantId recipient = *partner.partner.id;
    CO_TRY_ASSIGN(const QueueState queue,
                  co_await queue_of(desk, recipient, caller.flow, deadline));
    if (!is_overdue(queue, desk.clock.now(), desk.rules)) continue;
    CO_TRY_ASSIGN(const CasePtr found, co_await overdue_case(desk, caller, recipient, deadline));
    if (!found) continue;
    answer.overdue.push_back(
        {.partner = partner.partner, .case_id = found->id, .count = found->count});
  }
  co_return answer;
}

}  // namespace tradepost::exchange
