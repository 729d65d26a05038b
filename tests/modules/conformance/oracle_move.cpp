// Holding and release, requeue, discard, cases: contract 5.3, 5.6 to 5.8, 8.4.

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "conformance/oracle.hpp"

namespace tradepost::conformance {

// A delivered version supersedes pending and held ones; a held version only held ones (contract
// 5.6).
void Oracle::drop_older(Place place) {
  const bool is_held = network_.transactions[place].held;
  for (auto older = network_.transactions[place].replaces; older;
       older = network_.transactions[*older].replaces) {
    KnownTransaction& known = network_.transactions[*older];
    if (known.status != Status::pending) continue;
    if (is_held && !known.held) continue;
    known.status = Status::dropped;
    known.held = false;
    known.events.emplace_back("superseded");
  }
}

void Oracle::deliver(Place place) {
  KnownTransaction& delivered = network_.transactions[place];
  delivered.held = false;
  delivered.events.emplace_back("delivered");
  delivered.arrival = ++network_.last_arrival;
  drop_older(place);
}

// A new version resolves the case of the version that it replaces. When it is delivered, it also
// resolves the case of the delivered version before it (contract 5.7, 8.4). A held version resolves
// no case of a delivered one, because the recipient must not learn of it (contract 5.6).
void Oracle::settle_older_cases(Place place, When when) {
  const bool is_held = network_.transactions[place].held;
  auto older = network_.transactions[place].replaces;
  if (when == When::sent && older && !network_.transactions[*older].was_delivered()) {
    resolve_case_of(*older, place);
  }
  while (older && !network_.transactions[*older].was_delivered()) {
    older = network_.transactions[*older].replaces;
  }
  if (older && !is_held) resolve_case_of(*older, place);
}

void Oracle::resolve_case_of(Place older, Place newer) {
  const auto case_place = network_.transactions[older].case_place;
  const KnownTransaction& by = network_.transactions[newer];
  const bool is_once_more = by.is_requeue && by.replaces == older;
  if (case_place) resolve(*case_place, is_once_more ? "requeue" : "newer version");
}

Place Oracle::open_case(KnownCase value) {
  network_.cases.push_back(std::move(value));
  return network_.cases.size() - 1;
}

void Oracle::resolve(Place case_place, std::string_view resolved_by) {
  KnownCase& known = network_.cases[case_place];
  if (!known.is_open) return;
  known.is_open = false;
  known.resolved_by = resolved_by;
}

// Returns true if the relationship is not blocked and includes this kind (contract 5.5).
bool Oracle::takes(Member from, Member to, const std::string& kind) const {
  const KnownRelationship* const known = relationship(from, to);
  if (!known) return true;
  return known->standing != Standing::blocked &&
         (known->kinds.empty() || std::ranges::find(known->kinds, kind) != known->kinds.end());
}

// Releases both flows, each in the order of sending (contract 5.5, 5.6).
void Oracle::release(Member from, Member to) {
  const KnownRelationship* const known = relationship(from, to);
  for (Place place = 0; place < network_.transactions.size(); ++place) {
    const KnownTransaction& held = network_.transactions[place];
    if (!held.held || held.principal.member != from || held.recipient != to) continue;
    const bool is_taken = !known || known->kinds.empty() ||
                          std::ranges::find(known->kinds, held.letter.kind) != known->kinds.end();
    if (!is_taken) continue;
    keep();
    deliver(place);
    settle_older_cases(place, When::released);
  }
}

// Requeues a transaction (contract 5.7).
Answer Oracle::apply_one(std::size_t number, const Requeue& command) {
  const Place place = *transaction_of(command.transaction);
  const KnownTransaction older = network_.transactions[place];
  const Caller caller = command.caller;
  const std::string which = fmt::format("T{}", place);
  if (caller.member != no_member) {
    if (auto answer = answer_by_key(caller.member, caller.flow, "requeue", command.key, which)) {
      return *answer;
    }
    if (!sees(caller.member, caller.flow, older)) {
      return {.words = "unknown", .made_transactions = {}, .made_cases = {}};
    }
  }
  const Member from = older.principal.member;
  if (!is_open_member(older.recipient)) {
    return {.words = "wrong state", .made_transactions = {}, .made_cases = {}};
  }
  if (from != older.recipient && !takes(from, older.recipient, older.letter.kind)) {
    return {.words = "blocked", .made_transactions = {}, .made_cases = {}};
  }
  // A viewer that is only the commercial recipient may not requeue.
  const bool is_recipients = older.recipient == caller.member && older.was_delivered();
  if (caller.member != no_member && !older.is_senders(caller.member) && !is_recipients) {
    return {.words = "unknown", .made_transactions = {}, .made_cases = {}};
  }
  const bool may_go = older.status == Status::failed || older.discarded;
  if (older.replaced_by || !may_go) {
    return {.words = "wrong state", .made_transactions = {}, .made_cases = {}};
  }

  KnownTransaction again = older;
  again.made = {number, 0};
  again.id.clear();
  again.status = Status::pending;
  again.discarded = false;
  again.arrival = 0;
  again.replaces = place;
  again.is_requeue = true;
  // The new transaction neither joins nor precedes another chain of its number; in doubt there are
  // two chains (contract 5.2).
  if (is_closed(older)) again.chain = 0;
  again.replaced_by.reset();
  again.report.reset();
  again.case_place.reset();
  again.events.clear();
  again.held = must_be_held(from, older.recipient);
  if (again.held && is_held_full(from, older.recipient, older.flow)) {
    return {.words = "held full", .made_transactions = {}, .made_cases = {}};
  }
  if (again.held) relationship_for_change(from, older.recipient);
  network_.transactions[place].events.emplace_back("requeued");
  const Place made = keep_transaction(std::move(again));
  const std::string words =
      fmt::format("{} T{}", network_.transactions[made].held ? "requeued, held" : "requeued", made);
  if (caller.member != no_member) {
    keep_key(caller.member, caller.flow, "requeue", command.key, which, words);
  }
  return {.words = words, .made_transactions = {made}, .made_cases = {}};
}

// Discards a transaction (contract 5.8).
Answer Oracle::apply_one(std::size_t number, const Discard& command) {
  const Place place = *transaction_of(command.transaction);
  KnownTransaction& known = network_.transactions[place];
  if (known.status != Status::pending) {
    return {.words = "wrong state", .made_transactions = {}, .made_cases = {}};
  }
  keep();
  known.status = Status::dropped;
  known.held = false;
  known.discarded = true;
  known.events.emplace_back("discarded");
  KnownCase opened{.made = {number, 0},
                   .origin = "discard",
                   .owners = {known.principal.member},
                   .flow = known.flow,
                   .transaction = place,
                   .resolved_by = "nobody",
                   .type = ErrorType::internal,
                   .reason = command.reason,
                   .rejected = {}};
  if (known.agent != no_member) opened.owners.push_back(known.agent);
  const Place case_place = open_case(std::move(opened));
  network_.transactions[place].case_place = case_place;
  return {.words = "discarded", .made_transactions = {}, .made_cases = {case_place}};
}

// Handles POST /v2/errors, a report by the caller (contract 8.4).
Answer Oracle::apply_one(std::size_t number, const PostError& command) {
  const std::string payload =
      command.reason + (command.type == ErrorType::data ? " DATA" : " INTERNAL");
  const Caller caller = command.caller;
  if (auto answer = answer_by_key(caller.member, caller.flow, "errors", command.key, payload)) {
    return *answer;
  }
  keep();
  const Place place = open_case({.made = {number, 0},
                                 .origin = "posted",
                                 .owners = {caller.member},
                                 .flow = caller.flow,
                                 .transaction = {},
                                 .resolved_by = "nobody",
                                 .type = command.type,
                                 .reason = command.reason,
                                 .rejected = {}});
  const std::string words = fmt::format("opened C{}", place);
  keep_key(caller.member, caller.flow, "errors", command.key, payload, words);
  return {.words = words, .made_transactions = {}, .made_cases = {place}};
}

Answer Oracle::apply_one(std::size_t /*number*/, const ChangeCase& command) {
  KnownCase& known = network_.cases[*case_of(command.made)];
  const Caller caller = command.caller;
  const bool is_owner = std::ranges::find(known.owners, caller.member) != known.owners.end();
  if (caller.member != no_member && (!is_owner || known.flow != caller.flow)) {
    return {.words = "unknown", .made_transactions = {}, .made_cases = {}};
  }
  keep();
  if (!command.comment.empty()) ++known.comments;
  if (command.then == ChangeCase::Then::resolve && known.is_open) {
    known.is_open = false;
    known.resolved_by = "person";
  }
  if (command.then == ChangeCase::Then::reopen && !known.is_open) {
    known.is_open = true;
    known.resolved_by = "nobody";
  }
  return {.words = "changed", .made_transactions = {}, .made_cases = {}};
}

}  // namespace tradepost::conformance
