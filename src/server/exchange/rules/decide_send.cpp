#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "exchange/model/findings.hpp"
#include "exchange/rules/decide.hpp"
#include "exchange/rules/decide_parts.hpp"
#include "exchange/rules/numbering.hpp"

namespace tradepost::exchange {
namespace {

using Answer = Decision<SendAnswer>;

SendAnswer answer_of(const Transaction& row) {
  if (row.state == State::held) return HeldBack{.id = row.id, .warnings = row.warnings};
  return Accepted{.id = row.id, .warnings = row.warnings};
}

Answer refuse(Finding fault) {
  return {Refused{.faults = {std::move(fault)}, .fault_count = 1, .case_id = {}}, {}};
}

// Returns the versions that a submission is compared with. A pause as long as a chain stays open
// closes the versions before it permanently, even if more documents with the number follow.
std::span<const VersionFact> comparable_versions(const Submission& submission,
                                                 std::span<const VersionFact> all, Instant now) {
  if (submission.transaction.has_chain) {
    Instant next = now;
    const auto end = std::ranges::find_if(all, [&](const VersionFact& fact) {
      return fact.created < std::exchange(next, fact.created) - submission.rules.chain_open;
    });
    return {all.begin(), end};
  }
  const auto oldest = now - submission.rules.duplicate_without_number;
  const auto end =
      std::ranges::find_if(all, [&](const VersionFact& fact) { return fact.created < oldest; });
  return {all.begin(), end};
}

// Returns the version that this document would replace. A document that starts_versions keeps the
// number in use, but keeps no chain open, because it is not a version of it.
const VersionFact* latest_of(const Submission& submission, std::span<const VersionFact> versions,
                             Instant now) {
  if (!submission.transaction.has_chain) return nullptr;
  const bool by_number = submission.chaining == Chaining::by_number;
  const auto at = std::ranges::find_if(versions, [&](const VersionFact& fact) {
    return by_number ? !fact.starts_versions : fact.version.has_value();
  });
  const bool is_there = at != versions.end() && at->created >= now - submission.rules.chain_open;
  return is_there ? &*at : nullptr;
}

bool is_replaced(const VersionFact& fact, std::span<const VersionFact> versions) {
  return std::ranges::find(versions, std::optional(fact.id), &VersionFact::replaces) !=
         versions.end();
}

// Finds the duplicate (contract 4.8): the newest, if several documents are equal.
const VersionFact* duplicate_of(const Submission& submission, std::span<const VersionFact> versions,
                                const VersionFact* latest) {
  const Transaction& sent = submission.transaction;
  for (const VersionFact& fact : versions) {
    if (fact.digest != sent.content.digest || fact.recipient != sent.recipient) continue;
    if (!sent.has_chain) {
      if (is_alive(fact.state)) return &fact;
      continue;
    }
    if (!is_replaced(fact, versions)) return is_alive(fact.state) ? &fact : nullptr;
    if (submission.key) return nullptr;  // a new key makes it a new version
    if (is_alive(fact.state) || (latest != nullptr && is_alive(latest->state))) return &fact;
  }
  return nullptr;
}

const VersionFact* find(std::span<const VersionFact> versions,
                        const std::optional<TransactionId>& id) {
  if (!id) return nullptr;
  const auto at = std::ranges::find(versions, *id, &VersionFact::id);
  return at == versions.end() ? nullptr : &*at;
}

// Returns false if the version equals the latest one's, or is missing although the kind requires
// one: such a document links nothing. Returns false also if a document without a version followed
// the latest one with a version, because a link would fork the chain.
bool is_new_version(const Submission& submission, const VersionFact* latest,
                    std::span<const VersionFact> versions) {
  if (latest == nullptr) return false;
  if (submission.chaining == Chaining::by_number) return true;
  const auto& version = submission.transaction.version;
  const bool is_higher = version && latest->version && *version > *latest->version;
  return is_higher && !is_replaced(*latest, versions);
}

// Removes the older version from its queue and resolves its case.
void supersede(const VersionFact& older, const Sent& sent, std::vector<Effect>& effects) {
  const Transaction& newer = sent.transaction;
  const bool is_delivered = newer.state == State::pending;
  if (older.state == State::held || (is_delivered && older.state == State::pending)) {
    effects.emplace_back(Superseded{.id = older.id, .by = newer.id, .at = newer.created});
  }
  // A case that the recipient sees must not mention a version that is held from it.
  if (older.open_case && (is_delivered || !older.delivered)) {
    effects.emplace_back(
        resolved(*older.open_case, ResolvedBy::newer_version, Actor::network(), newer.created));
  }
}

// Returns true for a document that its new recipient has in another version already (contract
// 9.14). The moved one is not the latest then, whichever was sent first.
bool is_there_already(const Submission& submission, const VersionFact* latest) {
  const Transaction& sent = submission.transaction;
  return is_moved(sent) && latest != nullptr && submission.chaining == Chaining::by_number &&
         latest->id != sent.origin.requeued;
}

Sent made_of(const Submission& submission, const SubmitFacts& facts, const VersionFact* latest) {
  Sent sent{.transaction = submission.transaction,
            .content = submission.content,
            .references = submission.references};
  Transaction& row = sent.transaction;
  row.created = facts.now;
  row.position = 0;
  row.state = submission.delivery == Delivery::at_once ? State::pending : State::held;
  row.content.bytes = submission.content.view.size();
  const bool is_version = is_new_version(submission, latest, facts.versions);
  if (is_moved(row)) {
    // The new recipient never had the other transaction, and must not see a link to it.
    row.links.replaces = row.origin.requeued;
    return sent;
  }
  row.starts_versions =
      row.has_chain && submission.chaining == Chaining::explicit_version && !is_version;
  if (latest != nullptr && row.version && row.version == latest->version) {
    row.warnings.add({findings::same_version(row.kind)});
  }
  if (!is_version) return sent;
  row.links.replaces = latest->id;
  row.links.delivered_replaces =
      latest->delivered ? std::optional(latest->id) : latest->delivered_replaces;
  return sent;
}

}  // namespace

const VersionFact* version_before(const Submission& submission,
                                  std::span<const VersionFact> versions, Instant now) {
  const auto compared = comparable_versions(submission, versions, now);
  const VersionFact* const latest = latest_of(submission, compared, now);
  return is_new_version(submission, latest, versions) ? latest : nullptr;
}

SendAnswer sent_again(const KeyAnswer& first) {
  const TransactionId id(first.made);
  if (first.outcome == KeyOutcome::held) {
    return HeldBack{.id = id, .warnings = {}, .given = Given::again};
  }
  return Accepted{.id = id, .warnings = {}, .given = Given::again};
}

Decision<SendAnswer> decide(const Submission& submission, const SubmitFacts& facts) {
  const Transaction& asked = submission.transaction;
  if (facts.applied) return {answer_of(*facts.applied), {}};
  if (auto answer = check_key<SendAnswer>(submission, facts, sent_again)) {
    return {*std::move(answer), {}};
  }
  if (!same_route(submission.seen, facts.route)) return {DirectoryStale{}, {}};

  const auto versions = comparable_versions(submission, facts.versions, facts.now);
  const VersionFact* const latest = latest_of(submission, versions, facts.now);
  if (const VersionFact* const first = duplicate_of(submission, versions, latest)) {
    return {Duplicate{first->id}, {}};
  }
  if (is_there_already(submission, latest)) return {Duplicate{latest->id}, {}};
  if (latest != nullptr && asked.version && latest->version && *asked.version < *latest->version) {
    return refuse(findings::lower_version(asked.kind, *latest->version));
  }
  const bool is_held = submission.delivery == Delivery::when_released;
  if (is_held && is_held_full(facts.held, submission.content, submission.original)) {
    return refuse(findings::held_full(asked.kind));
  }
  if (!is_held && is_behind_held(facts.held, facts.standing.get())) return {BehindHeld{}, {}};

  Sent sent = made_of(submission, facts, latest);
  std::vector<NumbersTaken> taken;
  if (!is_moved(asked)) taken = number_units(sent.transaction, facts);
  const Transaction& row = sent.transaction;
  Answer decision{.answer = answer_of(row), .effects = {}};
  if (submission.purpose == Purpose::validate_only) return decision;
  decision.effects.reserve(4);
  if (submission.makes_relationship) decision.effects.emplace_back(requested_by(row, facts.now));
  std::ranges::move(taken, std::back_inserter(decision.effects));
  std::vector<Effect> ended;
  if (row.links.replaces && latest != nullptr) {
    supersede(*latest, sent, ended);
    if (!latest->delivered) {
      const VersionFact* const delivered = find(facts.versions, row.links.delivered_replaces);
      if (delivered != nullptr) supersede(*delivered, sent, ended);
    }
  }
  if (submission.key) {
    const auto outcome = is_held ? KeyOutcome::held : KeyOutcome::accepted;
    ended.emplace_back(KeyUsed{.use = *submission.key,
                               .at = facts.now,
                               .answer = {.outcome = outcome, .made = row.id.uuid()}});
  }
  const TransactionId id = row.id;
  decision.effects.emplace_back(std::move(sent));
  if (submission.original) {
    decision.effects.emplace_back(OriginalKept{.id = id, .original = *submission.original});
  }
  if (submission.person != PersonId()) {
    const ParticipantId sender = asked.parties.agent.value_or(*asked.parties.principal.participant);
    decision.effects.emplace_back(Noted{.id = id,
                                        .at = facts.now,
                                        .type = EventType::received,
                                        .by = Actor::of(sender, submission.person),
                                        .detail = {}});
  }
  std::ranges::move(ended, std::back_inserter(decision.effects));
  return decision;
}

}  // namespace tradepost::exchange
