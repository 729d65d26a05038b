#include "exchange/waiting/waiting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "exchange/administration/number_ranges.hpp"
#include "exchange/rules/case_turn.hpp"
#include "exchange/trade/releasing.hpp"
#include "exchange/webhooks/webhook_events.hpp"

namespace tradepost::exchange {
namespace {

constexpr std::uint32_t cases_at_once = 100;

bool is_of_failed_document(CaseOrigin origin) {
  switch (origin) {
    case CaseOrigin::failure:
    case CaseOrigin::rejection:
    case CaseOrigin::discard:
    case CaseOrigin::closing:
      return true;
    case CaseOrigin::posted:
    case CaseOrigin::overdue:
      return false;
  }
  return false;
}

// Collects the work that waits for one participant in one flow.
class WorkOfParticipant {
 public:
  WorkOfParticipant(ParticipantId participant, Flow flow)
      : participant_(participant), flow_(flow) {}

  Waiting& add(Subject about) {
    return all_.emplace_back(Waiting{.about = about, .participant = participant_, .flow = flow_});
  }

  void add_case(const CasePtr& open) {
    const bool is_recipient = is_recipient_of_failure(*open, participant_);
    if (!is_recipient && is_of_failed_document(open->origin))
      add_case(open, Subject::document_failed, open->opened);
    if (!has_turn(*open, {.participant = participant_, .flow = flow_})) return;
    const bool is_own_change = open->changed_by.is(participant_);
    add_case(open, Subject::case_waits, is_own_change ? open->opened : open->changed);
  }

  void add_partners(const Directory& directory) {
    for (const Relationship* const one : directory.relationships_of(participant_)) {
      const bool waits = one->to == participant_ && has(one->flows, flow_) &&
                         one->status == RelationshipStatus::requested &&
                         directory.mode() == NetworkMode::approved;
      if (waits) add(Subject::partner_waits).partner = one->from;
    }
  }

  void add_queue(const QueueState& queue, Instant created_before) {
    if (queue.flow != flow_ || !queue.oldest || *queue.oldest >= created_before) return;
    Waiting& waiting = add(Subject::documents_unread);
    waiting.since = queue.oldest;
    waiting.count = queue.pending;
  }

  void add_webhooks(const std::vector<EndpointShown>& endpoints) {
    for (const EndpointShown& one : endpoints) {
      if (one.state != EndpointState::given_up) continue;
      Waiting& waiting = add(Subject::webhook_given_up);
      waiting.name = one.endpoint.id.to_string();
      waiting.since = one.progress.failing_since;
    }
  }

  std::vector<Waiting> take() { return std::move(all_); }

 private:
  void add_case(const CasePtr& open, Subject about, Instant since) {
    Waiting& waiting = add(about);
    waiting.name = open->id.to_string();
    waiting.since = since;
    waiting.concerned = open;
    const auto other = std::ranges::find_if(
        open->owners, [&](ParticipantId owner) { return owner != participant_; });
    if (other != open->owners.end()) waiting.partner = *other;
  }

  ParticipantId participant_;
  Flow flow_;
  std::vector<Waiting> all_;
};

Answering<std::vector<CasePtr>> open_cases(Desk& desk, Viewer viewer, Deadline deadline) {
  std::vector<CasePtr> all;
  CaseQuery query{.viewer = viewer,
                  .status = CaseStatus::open,
                  .before = std::nullopt,
                  .count_max = cases_at_once};
  bool more = true;
  while (more && all.size() < cases_considered_max) {
    CO_TRY_ASSIGN(CasePage page, co_await desk.store.cases(query, deadline));
    more = page.more;
    if (!page.cases.empty())
      query.before = CasePlace{.opened = page.cases.back()->opened, .id = page.cases.back()->id};
    std::ranges::move(page.cases, std::back_inserter(all));
  }
  co_return std::move(all);
}

std::vector<Endpoint> endpoints_in(const Directory& directory, ParticipantId participant,
                                   Flow flow) {
  std::vector<Endpoint> all;
  for (const Endpoint* const one : directory.endpoints_of(participant)) {
    if (one->flow == flow && one->state != EndpointState::removed) all.push_back(*one);
  }
  return all;
}

Answering<std::vector<Waiting>> numbers_waiting(Desk& desk, WaitingQuery query, Deadline deadline) {
  CO_TRY_ASSIGN(const std::vector<RunningOut> ranges, co_await running_out(desk, deadline));
  std::vector<Waiting> all;
  for (const RunningOut& one : ranges) {
    const bool is_asked =
        one.owner == query.participant && (!query.participant || one.flow == query.flow);
    if (!is_asked) continue;
    all.push_back({.about = Subject::numbers_run_out,
                   .participant = one.owner,
                   .flow = one.flow,
                   .count = one.left});
  }
  co_return std::move(all);
}

}  // namespace

std::string keys_of_node(std::string_view node) {
  return fmt::format("node {} ", node);
}

std::string key_of(const Waiting& waiting) {
  const auto subject = std::to_underlying(waiting.about);
  if (waiting.about >= Subject::little_space)
    return fmt::format("{}{}", keys_of_node(waiting.name), subject);
  return fmt::format("{} {} {} {} {}", subject,
                     waiting.participant ? waiting.participant->to_string() : "-",
                     std::to_underlying(waiting.flow),
                     waiting.partner ? waiting.partner->to_string() : "-", waiting.name);
}

Answering<std::vector<Waiting>> waiting(Desk& desk, WaitingQuery query, Deadline deadline) {
  CO_TRY_ASSIGN(std::vector<Waiting> numbers, co_await numbers_waiting(desk, query, deadline));
  if (!query.participant) co_return std::move(numbers);

  const DirectoryPtr directory = desk.directory.current();
  WorkOfParticipant work(*query.participant, query.flow);
  const Viewer viewer{.participant = query.participant, .flow = query.flow};
  CO_TRY_ASSIGN(const std::vector<CasePtr> cases, co_await open_cases(desk, viewer, deadline));
  for (const CasePtr& open : cases) work.add_case(open);
  work.add_partners(*directory);
  const QueuesQuery own_queues{.participant = query.participant, .after = {}, .count_max = {}};
  CO_TRY_ASSIGN(const std::vector<QueueState> queues,
                co_await desk.store.queues(own_queues, deadline));
  for (const QueueState& queue : queues) work.add_queue(queue, desk.clock.now() - query.unread_for);
  auto endpoints = endpoints_in(*directory, *query.participant, query.flow);
  if (!endpoints.empty()) {
    CO_TRY_ASSIGN(const std::vector<EndpointShown> shown,
                  co_await endpoints_shown(desk, std::move(endpoints), deadline));
    work.add_webhooks(shown);
  }
  std::vector<Waiting> all = work.take();
  std::ranges::move(numbers, std::back_inserter(all));
  co_return std::move(all);
}

}  // namespace tradepost::exchange
