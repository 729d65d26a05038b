#include <algorithm>
#include <ranges>

#include "base/ground/limits.hpp"
#include "exchange/model/units.hpp"
#include "exchange/port/directory_facts.hpp"
#include "memory_store/state.hpp"

// The facts that State provides to decide.
namespace tradepost::memory_store {
namespace {

namespace limits = base::limits;
using exchange::IntentType;
using exchange::Participant;
using exchange::Relationship;
using exchange::RelationshipStatus;

CasePtr open_case(const State& state, const std::optional<CaseId>& id) {
  const CasePtr found = id ? state.find_case(*id) : nullptr;
  return found && found->status == exchange::CaseStatus::open ? found : nullptr;
}

}  // namespace

VersionFact State::version_fact(TransactionId id) const {
  const Transaction& it = *row(id);
  return {.id = it.id,
          .state = it.state,
          .created = it.created,
          .recipient = it.recipient,
          .version = it.version,
          .replaces = it.replaces,
          .delivered_replaces = it.delivered_replaces,
          .digest = it.digest,
          .delivered = it.was_delivered(),
          .stands_alone = it.stands_alone,
          .open_case = open_case(*this, it.case_id)};
}

std::vector<VersionFact> State::versions_of(const Transaction& sent) const {
  std::vector<VersionFact> versions;
  if (!sent.has_chain) {
    const auto at = payloads_.find({sent.principal, sent.recipient, sent.flow, sent.digest});
    if (at == payloads_.end()) return versions;
    for (auto id = at->second.rbegin(); id != at->second.rend(); ++id)
      versions.push_back(version_fact(*id));
    return versions;
  }
  const auto at = chains_.find(sent.chain());
  if (at == chains_.end()) return versions;
  for (auto id = at->second.rbegin(); id != at->second.rend(); ++id) {
    if (versions.size() == limits::versions_compared) break;
    versions.push_back(version_fact(*id));
  }
  const auto compared = versions.size();
  for (std::size_t i = 0; i < compared; ++i) {
    const auto behind = versions[i].delivered_replaces;
    if (behind && std::ranges::find(versions, *behind, &VersionFact::id) == versions.end())
      versions.push_back(version_fact(*behind));
  }
  return versions;
}

std::optional<KeyFact> State::key(const KeyUse& use, Instant now) const {
  const auto at = keys_.find({use.participant, use.flow, use.path, use.key});
  if (at == keys_.end() || at->second.at + exchange::key_life <= now) return std::nullopt;
  return KeyFact{.payload = at->second.use.payload, .answer = at->second.answer};
}

std::uint32_t State::keys_alive(ParticipantId participant, Instant now) const {
  const auto at = key_times_.find(participant);
  if (at == key_times_.end()) return 0;
  const auto alive = std::ranges::count_if(
      at->second, [&](Instant used) { return used + exchange::key_life > now; });
  return static_cast<std::uint32_t>(alive);
}

HeldFact State::held(const Direction& direction) const {
  HeldFact fact{.count = 0, .bytes = 0, .kinds = exchange::KindSet::of_bits(0)};
  const auto at = held_back.find(direction);
  if (at == held_back.end()) return fact;
  for (const auto& [sequence, id] : at->second) {
    const TransactionPtr it = row(id);
    ++fact.count;
    fact.bytes += it->content_bytes;
    fact.kinds.add(it->kind);
  }
  return fact;
}

std::optional<SsccFact> State::sscc_used(const Transaction& sent, std::uint64_t number) const {
  const auto all = by_sscc.find(number);
  if (all == by_sscc.end()) return std::nullopt;
  for (const TransactionId id : all->second | std::views::reverse) {
    const TransactionPtr known = row(id);
    const bool is_its = known->principal.participant == sent.principal.participant &&
                        known->kind == sent.kind && known->flow == sent.flow;
    if (is_its && !removed.contains(id))
      return SsccFact{.number = number, .document = known->number};
  }
  return std::nullopt;
}

SubmitFacts State::facts_for(const Submission& command, Instant now) const {
  const Transaction& sent = command.transaction;
  SubmitFacts facts;
  facts.now = now;
  facts.applied = row(sent.id);
  if (command.key) {
    facts.key = key(*command.key, now);
    facts.keys_alive = keys_alive(command.key->participant, now);
  }
  facts.versions = versions_of(sent);
  facts.held = held({*sent.principal.participant, sent.recipient, sent.flow});
  facts.standing =
      exchange::standing_between(*directory, *sent.principal.participant, sent.recipient);
  facts.route = exchange::route_of(*directory, sent);
  if (sent.units.empty()) return facts;
  facts.ranges = exchange::ranges_for(*directory, sent, next_numbers);
  for (const std::uint64_t number : exchange::ssccs_in(sent.units)) {
    if (auto used = sscc_used(sent, number)) facts.ssccs.push_back(*std::move(used));
  }
  if (const auto* const before = exchange::version_before(command, facts.versions, now)) {
    facts.units_before = row(before->id)->units;
    facts.units_of = before->id;
  }
  return facts;
}

ReportFacts State::facts_for(const ReportCommand& command, Instant now) const {
  ReportFacts facts;
  facts.now = now;
  for (const auto& item : command.items) {
    const TransactionPtr found = removed.contains(item.id) ? nullptr : row(item.id);
    facts.items.push_back(
        {.row = found, .open_case = found ? open_case(*this, found->case_id) : nullptr});
  }
  return facts;
}

RequeueFacts State::facts_for(const Requeue& command, Instant now) const {
  RequeueFacts facts;
  facts.now = now;
  facts.applied = row(command.new_id);
  if (command.key) {
    facts.key = key(*command.key, now);
    facts.keys_alive = keys_alive(command.key->participant, now);
  }
  facts.row = removed.contains(command.id) ? nullptr : row(command.id);
  if (!facts.row) return facts;
  facts.content = content(command.id);
  facts.open_case = open_case(*this, facts.row->case_id);
  if (facts.row->delivered_replaces)
    facts.delivered_before = version_fact(*facts.row->delivered_replaces);
  facts.held = held({*facts.row->principal.participant, facts.row->recipient, facts.row->flow});
  facts.standing = exchange::standing_between(*directory, *facts.row->principal.participant,
                                              facts.row->recipient);
  facts.route = exchange::route_of(*directory, *facts.row);
  return facts;
}

DiscardFacts State::facts_for(const Discard& command, Instant now) const {
  return {.now = now, .row = removed.contains(command.id) ? nullptr : row(command.id)};
}

ReleaseFacts State::facts_for(const Release& command, Instant now) const {
  ReleaseFacts facts;
  facts.now = now;
  facts.relationship = exchange::standing_between(*directory, command.from, command.to);
  facts.network = directory->mode();
  const auto at = held_back.find({command.from, command.to, command.flow});
  if (at == held_back.end()) return facts;
  const std::uint64_t before = command.after ? sent_at_.at(*command.after) : 0;
  for (auto it = at->second.upper_bound(before); it != at->second.end(); ++it) {
    const TransactionId id = it->second;
    facts.more = facts.held.size() == command.count_max;
    if (facts.more) break;
    auto& item = facts.held.emplace_back();
    item.row = row(id);
    if (item.row->delivered_replaces)
      item.delivered_before = version_fact(*item.row->delivered_replaces);
  }
  return facts;
}

CaseOpeningFacts State::facts_for(const CaseOpening& command, Instant now) const {
  CaseOpeningFacts facts;
  facts.now = now;
  if (const auto* posted = std::get_if<exchange::OpenPosted>(&command)) {
    facts.applied = find_case(posted->id);
    if (posted->key) {
      facts.key = key(*posted->key, now);
      facts.keys_alive = keys_alive(posted->key->participant, now);
    }
    return facts;
  }
  const Rejected& asked = std::get<exchange::OpenRejection>(command).rejected;
  facts.applied = find_case(asked.id);
  const RejectionName name{.sender = asked.sender, .flow = asked.flow};
  if (const auto of = rejected_payloads_.find(name); of != rejected_payloads_.end()) {
    const auto same = of->second.find(asked.payload);
    if (same != of->second.end()) facts.same_payload = find_case(same->second);
  }
  const auto kept = rejections_.find(name);
  if (kept == rejections_.end()) return facts;
  for (const CaseId id : kept->second) {
    const std::uint64_t bytes = rejected.at(id).bytes();
    facts.rejection_bytes += bytes;
    if (facts.oldest.size() < limits::rejections_dropped_max)
      facts.oldest.push_back({.id = id, .bytes = bytes});
  }
  return facts;
}

CaseChangeFacts State::facts_for(const CaseChange& command, Instant now) const {
  const auto said = comments.find(command.id);
  return {.now = now,
          .current = find_case(command.id),
          .comments = said == comments.end() ? 0 : static_cast<std::uint32_t>(said->second.size())};
}

QueueCounts State::counts_for(const DirectoryChange& command) const {
  QueueCounts counts;
  const bool is_closing = command.intent && command.intent->type == IntentType::close;
  for (const Flow flow : {Flow::live, Flow::test}) {
    if (is_closing) {
      const auto at = queues.find({command.intent->from, flow});
      if (at != queues.end()) counts.pending += at->second.size();
    }
    for (const auto& leaving : command.leaving) {
      const auto at = queues.find({leaving.from, flow});
      if (at == queues.end()) continue;
      counts.pending +=
          static_cast<std::uint64_t>(std::ranges::count_if(at->second, [&](const auto& entry) {
            return is_routed_by(*row(entry.second), leaving.identifiers);
          }));
    }
  }
  if (!is_closing) return counts;
  for (const auto& [direction, ids] : held_back) {
    if (direction.to == command.intent->from) counts.held += ids.size();
  }
  return counts;
}

DirectoryFacts State::facts_for(const DirectoryChange& command, Instant now) const {
  DirectoryFacts facts;
  facts.now = now;
  facts.counts = counts_for(command);
  for (const DirectoryEntry& entry : command.entries) {
    facts.current.push_back(present(*directory, entry));
    if (const auto* participant = std::get_if<Participant>(&entry)) {
      exchange::add_holders(*directory, *participant, facts);
      for (const auto& [id, begun] : intents) {
        if (begun.first.from == participant->id || begun.first.to == participant->id)
          facts.under_way = id;
      }
    }
    if (const auto* range = std::get_if<exchange::NumberRange>(&entry)) {
      exchange::add_overlapped(*directory, *range, facts);
    }
    const auto* relationship = std::get_if<Relationship>(&entry);
    if (relationship == nullptr) continue;
    for (const Flow flow : {Flow::live, Flow::test}) {
      ReleaseFacts release =
          facts_for(Release{.from = relationship->from, .to = relationship->to, .flow = flow}, now);
      release.relationship = std::make_shared<const Relationship>(*relationship);
      facts.releases.push_back(std::move(release));
    }
  }
  return facts;
}

IntentFacts State::facts_for(const IntentWork& work, std::uint32_t budget, Instant now) const {
  IntentFacts facts;
  facts.now = now;
  const auto begun = intents.find(work.id);
  if (begun == intents.end()) return facts;
  const Intent& intent = begun->second.first;
  facts.intent = intent;
  facts.steps = begun->second.second;
  const auto add = [&](TransactionId id) {
    const TransactionPtr it = row(id);
    if (intent.type == IntentType::take && !is_routed_by(*it, intent.identifiers)) return;
    if (facts.items.size() == budget) {
      facts.more = true;
    } else {
      facts.items.push_back({.row = it, .open_case = open_case(*this, it->case_id)});
    }
  };
  for (const Flow flow : {Flow::live, Flow::test}) {
    if (const auto at = queues.find({intent.from, flow}); at != queues.end()) {
      for (const auto& [position, id] : at->second) add(id);
    }
  }
  if (intent.type == IntentType::take) return facts;
  for (const auto& [direction, ids] : held_back) {
    if (direction.to != intent.from) continue;
    for (const auto& [sequence, id] : ids) add(id);
  }
  if (const auto* participant = directory->participant(intent.from))
    facts.participant = *participant;
  return facts;
}

OverdueFacts State::facts_for(const OverdueWork& work, std::uint32_t budget, Instant now) const {
  OverdueFacts facts;
  facts.now = now;
  if (const auto poll = last_polls.find({work.recipient, work.flow}); poll != last_polls.end())
    facts.last_poll = poll->second;
  const auto queue = queues.find({work.recipient, work.flow});
  if (queue == queues.end()) return facts;
  std::map<ParticipantId, std::size_t> places;
  for (const auto& [position, id] : queue->second) {
    const TransactionPtr it = row(id);
    if (it->created >= now - work.rules.overdue) continue;
    const ParticipantId sender = *it->principal.participant;
    const auto [at, is_new] = places.try_emplace(sender, facts.senders.size());
    if (is_new && facts.senders.size() == budget) break;
    if (is_new) {
      const auto today = exchange::overdue_case_id(sender, work.recipient, work.flow, now);
      facts.senders.push_back({.oldest = it, .count = 0, .case_of_today = find_case(today)});
    }
    ++facts.senders[at->second].count;
  }
  return facts;
}

RetentionFacts State::facts_for(const RetentionWork& work, std::uint32_t budget,
                                Instant now) const {
  RetentionFacts facts;
  facts.now = now;
  for (auto at = work.after ? rows.upper_bound(*work.after) : rows.begin(); at != rows.end();
       ++at) {
    const auto& [id, it] = *at;
    facts.more = facts.items.size() == budget;
    if (facts.more) break;
    facts.last = id;
    if (it->created >= work.created_before || !work.kinds.has(it->kind)) continue;
    if (exchange::status_of(it->state) == exchange::Status::pending || removed.contains(id))
      continue;
    if (it->content_removed_at.has_value() != (work.what == exchange::Removal::row)) continue;
    facts.items.push_back(it);
  }
  return facts;
}

DeliveryFacts State::facts_for(const Delivered& outcome, Instant now) const {
  DeliveryFacts facts;
  facts.now = now;
  const auto at = progress.find(outcome.endpoint);
  if (at != progress.end() && at->second.state == exchange::EndpointState::active)
    facts.progress = at->second;
  return facts;
}

}  // namespace tradepost::memory_store
