#include "exchange/rules/decide.hpp"
#include "exchange/rules/decide_parts.hpp"

namespace tradepost::exchange {
namespace {

using Answer = Decision<MoveAnswer>;

bool may_requeue(const Requeue& command, const Transaction& row) {
  const auto caller = command.by.participant();
  if (!caller) return true;
  if (row.flow != command.flow) return false;
  return row.is_senders(*caller) || (row.recipient == *caller && row.was_delivered());
}

Sent once_more(const Requeue& command, const RequeueFacts& facts) {
  Sent sent{.transaction = *facts.row, .content = facts.content};
  Transaction& row = sent.transaction;
  row.id = command.new_id;
  row.created = facts.now;
  row.origin.cause = SendCause::requeued;
  row.origin.requeued = facts.row->id;
  row.links.replaces = facts.row->id;
  row.links.delivered_replaces = facts.row->was_delivered() ? std::optional(facts.row->id)
                                                            : facts.row->links.delivered_replaces;
  // The copy keeps starts_versions. If the chain is closed, the requeue has no chain: otherwise it
  // would precede, or join, another chain of the same number.
  const bool is_closed = facts.row->created < facts.now - command.rules.chain_open;
  row.has_chain = facts.row->has_chain && !is_closed;
  row.state = command.delivery == Delivery::at_once ? State::pending : State::held;
  row.position = 0;
  row.links.replaced_by.reset();
  row.links.delivered_replaced_by.reset();
  row.feedback.report.reset();
  row.feedback.case_id.reset();
  return sent;
}

// Ends the case of the requeued transaction. If that was never delivered, also ends the delivered
// version before it, and its case. A case that the recipient sees never mentions a held document.
void end_older(const Requeue& command, const RequeueFacts& facts, std::vector<Effect>& effects) {
  const bool is_delivered = command.delivery == Delivery::at_once;
  const bool was_delivered = facts.row->was_delivered();
  if (facts.open_case && (is_delivered || !was_delivered)) {
    effects.emplace_back(resolved(*facts.open_case, ResolvedBy::requeue, command.by, facts.now));
  }
  if (was_delivered || !is_delivered || !facts.delivered_before) return;
  const VersionFact& before = *facts.delivered_before;
  if (before.state == State::pending) {
    effects.emplace_back(Superseded{.id = before.id, .by = command.new_id, .at = facts.now});
  }
  if (before.open_case) {
    effects.emplace_back(
        resolved(*before.open_case, ResolvedBy::newer_version, Actor::network(), facts.now));
  }
}

}  // namespace

Requeued requeued_again(const KeyAnswer& first) {
  const bool is_held = first.outcome == KeyOutcome::held;
  return {.id = TransactionId(first.made),
          .delivery = is_held ? Delivery::when_released : Delivery::at_once,
          .given = Given::again};
}

Decision<MoveAnswer> decide(const Requeue& command, const RequeueFacts& facts) {
  if (facts.applied) {
    const bool is_held = facts.applied->state == State::held;
    return {Requeued{.id = facts.applied->id,
                     .delivery = is_held ? Delivery::when_released : Delivery::at_once},
            {}};
  }
  if (auto answer = check_key<MoveAnswer>(command, facts, requeued_again)) {
    return {*std::move(answer), {}};
  }
  if (!facts.row || !may_requeue(command, *facts.row)) return {Unknown{}, {}};
  const Transaction& old = *facts.row;
  if (old.links.replaced_by || (old.state != State::failed && old.state != State::discarded)) {
    return {WrongState{}, {}};
  }
  if (facts.content.view.empty()) return {ContentGone{}, {}};
  if (!same_route(command.seen, facts.route)) return {DirectoryStale{}, {}};
  const bool is_held = command.delivery == Delivery::when_released;
  if (is_held && is_held_full(facts.held, facts.content, facts.original)) return {HeldFull{}, {}};
  if (!is_held && is_behind_held(facts.held, facts.standing.get())) return {BehindHeld{}, {}};

  Answer decision{.answer = Requeued{.id = command.new_id, .delivery = command.delivery},
                  .effects = {}};
  Sent again = once_more(command, facts);
  if (command.makes_relationship)
    decision.effects.emplace_back(requested_by(again.transaction, facts.now));
  decision.effects.emplace_back(std::move(again));
  if (facts.original) {
    decision.effects.emplace_back(OriginalKept{.id = command.new_id, .original = *facts.original});
  }
  if (command.by.type != Actor::Type::participant) {
    decision.effects.emplace_back(Noted{.id = old.id,
                                        .at = facts.now,
                                        .type = EventType::requeued,
                                        .by = command.by,
                                        .detail = command.new_id.to_string()});
  }
  end_older(command, facts, decision.effects);
  if (command.key) {
    const auto outcome = is_held ? KeyOutcome::held : KeyOutcome::accepted;
    decision.effects.emplace_back(
        KeyUsed{.use = *command.key,
                .at = facts.now,
                .answer = {.outcome = outcome, .made = command.new_id.uuid()}});
  }
  return decision;
}

Decision<MoveAnswer> decide(const Discard& command, const DiscardFacts& facts) {
  if (!facts.row) return {Unknown{}, {}};
  const Transaction& row = *facts.row;
  if (row.state == State::discarded && row.feedback.case_id == command.new_case)
    return {DiscardDone{}, {}};
  if (row.state != State::pending && row.state != State::held) return {WrongState{}, {}};
  Answer decision{.answer = DiscardDone{}, .effects = {}};
  decision.effects.emplace_back(
      Discarded{.id = row.id, .at = facts.now, .by = command.by, .reason = command.reason});
  decision.effects.emplace_back(CaseSet{Case{.id = command.new_case,
                                             .revision = 1,
                                             .changed = facts.now,
                                             .changed_by = command.by,
                                             .opened = facts.now,
                                             .flow = row.flow,
                                             .owners = senders_of(row),
                                             .turn = Turn::sender,
                                             .type = ErrorType::internal,
                                             .origin = CaseOrigin::discard,
                                             .transaction = row.id,
                                             .kind = row.kind,
                                             .reason = command.reason,
                                             .context = {},
                                             .transaction_identifier = row.number}});
  return decision;
}

Decision<MoveAnswer> decide(const Release&, const ReleaseFacts& facts) {
  ReleaseDone done;
  auto effects = release(facts, done.count);
  if (facts.more) done.more_after = facts.held.back().row->id;
  return {done, std::move(effects)};
}

}  // namespace tradepost::exchange
