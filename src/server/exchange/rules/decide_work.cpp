#include <algorithm>

#include "exchange/rules/decide.hpp"
#include "exchange/rules/decide_parts.hpp"

namespace tradepost::exchange {
namespace {

// Moves the document to the new owner of the identifier, as if it had been sent there. The old
// owner no longer sees it, unless it is also on the sender's side.
Moved taken_over(const Intent& intent, const Transaction& row, Instant now) {
  auto viewers = row.viewers;
  if (!row.is_senders(intent.from)) std::erase(viewers, intent.from);
  viewers.push_back(*intent.to);
  return {.id = row.id,
          .at = now,
          .from = intent.from,
          .to = *intent.to,
          .viewers = without_repeats(std::move(viewers)),
          .intent = intent.id};
}

void fail_at_closing(const Intent& intent, const Transaction& row, Instant now,
                     std::vector<Effect>& effects) {
  const std::string reason = "The recipient has left the network.";
  Report report{.verdict = Verdict::failure,
                .reason = reason,
                .type = ErrorType::internal,
                .context = {},
                .at = now,
                .by = intent.by};
  effects.emplace_back(Reported{.id = row.id,
                                .report = std::move(report),
                                .effect = ReportEffect::done,
                                .state_after = State::failed,
                                .cause = ReportCause::closing});
  effects.emplace_back(
      CaseSet{Case{.id = CaseId(derived_id("closing", {intent.id.uuid(), row.id.uuid()})),
                   .revision = 1,
                   .changed = now,
                   .changed_by = intent.by,
                   .opened = now,
                   .flow = row.flow,
                   .owners = senders_of(row),
                   .turn = Turn::sender,
                   .type = ErrorType::internal,
                   .origin = CaseOrigin::closing,
                   .transaction = row.id,
                   .kind = row.kind,
                   .reason = reason,
                   .context = {},
                   .transaction_identifier = row.number}});
}

constexpr std::chrono::days webhook_patience{3};
constexpr std::chrono::minutes webhook_pause_max{60};

// Returns 1 s, 2 s, 4 s … up to 48 min, plus up to a quarter, so that endpoints that failed
// together do not retry together. The same failure has the same pause, because a decision uses no
// random numbers.
std::chrono::milliseconds pause_after(const EndpointProgress& progress) {
  using std::chrono::milliseconds;
  constexpr std::chrono::milliseconds first{1'000};
  constexpr std::chrono::milliseconds longest = webhook_pause_max * 4 / 5;
  constexpr std::uint32_t doublings_max = 12;
  const auto doublings = std::min(progress.failures, doublings_max);
  const milliseconds pause = std::min(longest, first * (1 << doublings));
  const base::Uuid drawn =
      derived_id("webhook pause", {progress.endpoint.uuid()}, progress.failures);
  return pause + pause * drawn.bytes[0] / (4 * 255);
}

DirectorySet closed(const Participant& participant, const Intent& intent, Instant now) {
  Participant next = participant;
  ++next.revision;
  next.state = ParticipantState::closed;
  return {.entry = std::move(next), .at = now, .by = intent.by};
}

}  // namespace

Decision<Stepped> decide(const IntentWork&, const IntentFacts& facts) {
  if (!facts.intent) return {Stepped{}, {}};
  const Intent& intent = *facts.intent;
  Decision<Stepped> decision;
  for (const auto& [row, open_case] : facts.items) {
    if (intent.type == IntentType::take) {
      decision.effects.emplace_back(taken_over(intent, *row, facts.now));
    } else {
      fail_at_closing(intent, *row, facts.now, decision.effects);
    }
    ++decision.answer.count;
  }
  decision.answer.more = facts.more;
  if (!facts.more && facts.participant && intent.type == IntentType::close) {
    decision.effects.emplace_back(closed(*facts.participant, intent, facts.now));
  }
  decision.effects.emplace_back(
      IntentStepped{.id = intent.id, .steps = facts.steps + 1, .done = !facts.more});
  return decision;
}

Decision<Stepped> decide(const OverdueWork& work, const OverdueFacts& facts) {
  Decision<Stepped> decision;
  if (work.flow != Flow::live) return decision;
  if (is_recent(facts.last_poll, facts.now, work.rules)) return decision;
  for (const auto& [oldest, count, case_of_today] : facts.senders) {
    const bool is_waiting = oldest->state == State::pending;
    if (case_of_today || !is_waiting || !oldest->parties.principal.participant) continue;
    const ParticipantId sender = *oldest->parties.principal.participant;
    const std::string explanation =
        "The recipient has not collected its documents for several days.";
    decision.effects.emplace_back(Noted{.id = oldest->id,
                                        .at = facts.now,
                                        .type = EventType::overdue,
                                        .by = Actor::network(),
                                        .detail = explanation});
    decision.effects.emplace_back(
        CaseSet{Case{.id = overdue_case_id(sender, work.recipient, work.flow, facts.now),
                     .revision = 1,
                     .changed = facts.now,
                     .changed_by = Actor::network(),
                     .opened = facts.now,
                     .flow = work.flow,
                     .owners = senders_of(*oldest),
                     .turn = Turn::recipient,
                     .type = ErrorType::internal,
                     .origin = CaseOrigin::overdue,
                     .transaction = oldest->id,
                     .kind = oldest->kind,
                     .count = static_cast<std::uint32_t>(count),
                     .reason = explanation,
                     .context = {},
                     .transaction_identifier = oldest->number}});
    ++decision.answer.count;
  }
  return decision;
}

Decision<Stepped> decide(const RetentionWork& work, const RetentionFacts& facts) {
  Decision<Stepped> decision;
  for (const TransactionPtr& row : facts.items) {
    if (row->state == State::pending || row->state == State::held) continue;
    decision.effects.emplace_back(Removed{.id = row->id, .at = facts.now, .what = work.what});
    ++decision.answer.count;
  }
  decision.answer.more = facts.more;
  if (facts.more) decision.answer.more_after = facts.last;
  return decision;
}

Decision<bool> decide(const Delivered& outcome, const DeliveryFacts& facts) {
  if (!facts.progress || facts.progress->fence != outcome.fence) return {false, {}};
  EndpointProgress next = *facts.progress;
  if (outcome.outcome == Delivered::Outcome::taken) {
    next.position = outcome.position;
    next.failures = 0;
    next.next_attempt = facts.now;
  } else {
    if (outcome.taken_before > next.position) {
      next.position = outcome.taken_before;
      next.failures = 0;
    }
    const bool begins = next.failures == 0 || base::is_far_ahead(next.failing_since, facts.now);
    if (begins) next.failing_since = facts.now;
    next.next_attempt = facts.now + pause_after(next);
    ++next.failures;
    if (facts.now - next.failing_since >= webhook_patience) next.state = EndpointState::given_up;
  }
  Decision<bool> decision{.answer = true, .effects = {}};
  decision.effects.emplace_back(next);
  return decision;
}

bool is_due(const EndpointProgress& progress, Instant now) {
  return progress.next_attempt <= now ||
         base::is_far_ahead(progress.next_attempt, now + webhook_pause_max);
}

bool is_recent(const std::optional<Instant>& at, Instant now, const Rules& rules) {
  return at && *at >= now - rules.overdue && !base::is_far_ahead(*at, now);
}

CaseId overdue_case_id(ParticipantId sender, ParticipantId recipient, Flow flow, Instant now) {
  const auto day = std::chrono::floor<std::chrono::days>(now).time_since_epoch().count();
  return CaseId(derived_id(flow == Flow::live ? "overdue live" : "overdue test",
                           {sender.uuid(), recipient.uuid()}, day));
}

}  // namespace tradepost::exchange
