#include <algorithm>

#include "base/ground/limits.hpp"
#include "exchange/rules/decide.hpp"
#include "exchange/rules/decide_parts.hpp"

namespace tradepost::exchange {
namespace {

namespace limits = base::limits;
using Answer = Decision<CaseOpeningAnswer>;

Case made_of(const Rejected& rejected, std::string number, Actor by, Instant now) {
  const Finding* const first = rejected.faults.empty() ? nullptr : &rejected.faults.front();
  return {.id = rejected.id,
          .revision = 1,
          .changed = now,
          .changed_by = by,
          .opened = now,
          .flow = rejected.flow,
          .owners = {rejected.sender},
          .turn = Turn::sender,
          .type = ErrorType::data,
          .origin = CaseOrigin::rejection,
          .transaction = {},
          .kind = rejected.kind,
          .reason = first == nullptr ? std::string() : first->message,
          .context = {},
          .transaction_identifier = cut(std::move(number), limits::context_length_max).text};
}

Answer open(const OpenRejection& command, const CaseOpeningFacts& facts) {
  const Actor by = Actor::of(command.rejected.sender, command.person);
  if (facts.same_payload) {
    Case again = *facts.same_payload;
    ++again.revision;
    ++again.count;
    again.changed = facts.now;
    again.changed_by = by;
    Answer decision{.answer = CaseOpened{.id = again.id, .count = again.count}, .effects = {}};
    decision.effects.emplace_back(CaseSet{std::move(again)});
    return decision;
  }
  Answer decision{.answer = CaseOpened{.id = command.rejected.id}, .effects = {}};
  Rejected rejected = command.rejected;
  rejected.at = facts.now;
  std::uint64_t bytes = facts.rejection_bytes + rejected.bytes();
  for (const auto& oldest : facts.oldest) {
    if (bytes <= limits::rejections_bytes_max) break;
    bytes -= std::min(bytes, oldest.bytes);
    decision.effects.emplace_back(RejectedGone{.id = oldest.id, .at = facts.now});
  }
  decision.effects.emplace_back(CaseSet{made_of(rejected, command.number, by, facts.now)});
  decision.effects.emplace_back(std::move(rejected));
  return decision;
}

Answer open(const OpenPosted& command, const CaseOpeningFacts& facts) {
  const auto again = [](const KeyAnswer& first) {
    return CaseOpened{.id = CaseId(first.made), .given = Given::again};
  };
  if (auto answer = check_key<CaseOpeningAnswer>(command, facts, again)) {
    return {*std::move(answer), {}};
  }
  Case posted{.id = command.id,
              .revision = 1,
              .changed = facts.now,
              .changed_by = Actor::of(command.reporter, command.person),
              .opened = facts.now,
              .flow = command.flow,
              .owners = {command.reporter},
              .turn = command.type == ErrorType::data ? Turn::sender : Turn::recipient,
              .type = command.type,
              .origin = CaseOrigin::posted,
              .transaction = {},
              .kind = command.kind,
              .reason = cut(command.reason, limits::reason_length_max).text,
              .context = command.context,
              .transaction_identifier =
                  cut(command.transaction_identifier, limits::context_length_max).text};
  cut(posted.context);
  Answer decision{.answer = CaseOpened{.id = posted.id}, .effects = {}};
  decision.effects.emplace_back(CaseSet{std::move(posted)});
  if (command.key) {
    decision.effects.emplace_back(
        KeyUsed{.use = *command.key,
                .at = facts.now,
                .answer = {.outcome = KeyOutcome::case_opened, .made = command.id.uuid()}});
  }
  return decision;
}

bool may_change(const CaseChange& change, const Case& current) {
  const auto participant = change.by.participant();
  if (!participant) return true;
  return current.flow == change.flow && current.is_owner(*participant);
}

// Returns the turn after a comment: the other side's.
Turn after_comment(const CaseChange& change, const Case& current) {
  if (!change.by.participant() || current.owners.size() < 2) return current.turn;
  // The last owner of a failure's case is the recipient (decide_report).
  const bool is_recipient = change.by.is(current.owners.back());
  return is_recipient ? Turn::sender : Turn::recipient;
}

}  // namespace

Decision<CaseOpeningAnswer> decide(const CaseOpening& command, const CaseOpeningFacts& facts) {
  if (facts.applied) {
    return {CaseOpened{.id = facts.applied->id, .count = facts.applied->count}, {}};
  }
  return std::visit([&](const auto& opening) { return open(opening, facts); }, command);
}

Decision<CaseChangeAnswer> decide(const CaseChange& change, const CaseChangeFacts& facts) {
  if (!facts.current || !may_change(change, *facts.current)) return {Unknown{}, {}};
  const Case& current = *facts.current;
  if (change.revision && *change.revision != current.revision) {
    return {RevisionConflict{current.revision}, {}};
  }
  if (change.comment && facts.comments >= limits::case_comments_max) return {CommentsFull{}, {}};
  Case next = current;
  ++next.revision;
  next.changed = facts.now;
  next.changed_by = change.by;
  if (change.comment) next.turn = after_comment(change, current);
  if (change.status && *change.status != current.status) {
    next.status = *change.status;
    next.resolved_by = next.status == CaseStatus::resolved ? ResolvedBy::person : ResolvedBy::none;
  }
  if (change.turn) next.turn = *change.turn;
  Decision<CaseChangeAnswer> decision{.answer = Changed{next.revision}, .effects = {}};
  decision.effects.emplace_back(CaseSet{std::move(next)});
  if (change.comment) {
    decision.effects.emplace_back(
        CaseCommented{.id = current.id,
                      .number = facts.comments + 1,
                      .at = facts.now,
                      .by = change.by,
                      .text = cut(*change.comment, limits::reason_length_max).text});
  }
  return decision;
}

}  // namespace tradepost::exchange
