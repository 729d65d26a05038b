#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <utility>
#include <variant>

#include "base/ground/limits.hpp"
#include "exchange/model/units.hpp"
#include "exchange/port/directory_facts.hpp"
#include "store/postgres/commit/commit.hpp"
#include "store/postgres/reads/reads.hpp"
#include "store/postgres/tables/stored.hpp"

// Collects the facts of commands for decide().
namespace tradepost::store::postgres {

namespace limits = base::limits;
using database::List;
using database::Parameters;
using database::Rows;
using database::Type;
using exchange::Flow;
using exchange::TransactionPtr;
using exchange::VersionFact;

namespace {

std::vector<RowPlace> places_of(const Rows& ids, exchange::ParticipantId recipient) {
  std::vector<RowPlace> places;
  for (std::size_t i = 0; i < ids.count(); ++i) {
    places.push_back({exchange::TransactionId(ids.uuid(i, 0)), recipient});
  }
  return places;
}

}  // namespace

VersionFact Commit::version_fact(const RowPlace& place) {
  load_existing({&place, 1});
  const TransactionPtr found = row(place.id);
  if (!found) return {};
  const exchange::Transaction& it = *found;
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
          .open_case = open_case(it.case_id)};
}

std::vector<VersionFact> Commit::versions_of(const exchange::Transaction& sent) {
  if (sent.has_chain) transaction_.need(name_of(sent.chain()));
  const KnownFacts::Ids& ids = sent.has_chain ? known_.versions[name_of(sent.chain())]
                                              : known_.payloads[payload_name_of(sent)];
  std::vector<VersionFact> versions;
  for (const TransactionId id : ids) {
    if (sent.has_chain && versions.size() == limits::versions_compared) break;
    versions.push_back(version_fact({id, sent.recipient}));
  }
  if (!sent.has_chain) return versions;
  const std::size_t compared = versions.size();
  for (std::size_t i = 0; i < compared; ++i) {
    const auto behind = versions[i].delivered_replaces;
    if (behind && std::ranges::find(versions, *behind, &VersionFact::id) == versions.end()) {
      versions.push_back(version_fact({*behind, versions[i].recipient}));
    }
  }
  return versions;
}

void Commit::load_key(const exchange::KeyUse& use) {
  if (known_.keys.contains(name_of(use))) return;
  const std::array uses{&use};
  Questions questions;
  add_keys(questions, uses);
  count_keys(questions, uses, transaction_.now());
  transaction_.ask(questions);
}

std::optional<exchange::KeyFact> Commit::key(const exchange::KeyUse& use) {
  load_key(use);
  const auto known = known_.keys.find(name_of(use));
  if (known == known_.keys.end() || !known->second) return std::nullopt;
  if (known->second->at <= transaction_.now() - exchange::key_life) return std::nullopt;
  return known->second->fact;
}

std::uint32_t Commit::keys_alive(const exchange::KeyUse& use) {
  load_key(use);
  return known_.keys_alive[use.participant];
}

exchange::HeldFact Commit::held(const exchange::Transaction& row) {
  transaction_.need(QueueName{.participant = row.recipient, .flow = row.flow});
  if (!known_.held.contains(held_name_of(row))) {
    const std::array all{&row};
    Questions questions;
    add_held(questions, all);
    transaction_.ask(questions);
  }
  exchange::HeldFact fact{.count = 0, .bytes = 0, .kinds = exchange::KindSet::of_bits(0)};
  for (const auto& [kind, of_kind] : known_.held[held_name_of(row)]) {
    if (of_kind.count == 0) continue;
    fact.count += of_kind.count;
    fact.bytes += of_kind.bytes;
    fact.kinds.add(kind);
  }
  return fact;
}

void Commit::add_unit_facts(const exchange::Submission& command, exchange::SubmitFacts& facts) {
  const exchange::Transaction& sent = command.transaction;
  facts.ranges = exchange::ranges_for(transaction_.directory(), sent, known_.next_numbers);
  for (const std::uint64_t number : exchange::ssccs_in(sent.units)) {
    const auto found =
        known_.ssccs.find({*sent.principal.participant, number, sent.flow, sent.kind});
    if (found == known_.ssccs.end()) continue;
    facts.ssccs.push_back({.number = number, .document = found->second});
  }
  if (const auto* const before =
          exchange::version_before(command, facts.versions, transaction_.now())) {
    const TransactionPtr found = row(before->id);
    if (found) facts.units_before = found->units;
    facts.units_of = before->id;
  }
}

std::int64_t Commit::take_units_sequence() {
  if (known_.units_sequences.empty()) {
    const Rows next = transaction_.ask({.sql = "SELECT nextval('happening')"});
    return next.count() == 0 ? 0 : next.number(0, 0);
  }
  const std::int64_t next = known_.units_sequences.front();
  known_.units_sequences.pop_front();
  return next;
}

exchange::SubmitFacts Commit::facts_for(const exchange::Submission& command) {
  const exchange::Transaction& sent = command.transaction;
  exchange::SubmitFacts facts;
  facts.now = transaction_.now();
  facts.applied = row(sent.id);
  if (command.key) {
    facts.key = key(*command.key);
    facts.keys_alive = keys_alive(*command.key);
  }
  if (command.makes_relationship) transaction_.need_directory();
  facts.versions = versions_of(sent);
  facts.held = held(sent);
  facts.standing = exchange::standing_between(transaction_.directory(), *sent.principal.participant,
                                              sent.recipient);
  facts.route = exchange::route_of(transaction_.directory(), sent);
  if (!sent.units.empty()) add_unit_facts(command, facts);
  return facts;
}

exchange::ReportFacts Commit::facts_for(const exchange::ReportCommand& command) {
  std::vector<RowPlace> places;
  for (const auto& item : command.items) places.push_back({item.id, command.recipient});
  load(places);
  std::vector<CaseId> cases;
  for (const auto& [id, recipient] : places) {
    const TransactionPtr found = present(id);
    if (found && found->case_id) cases.push_back(*found->case_id);
  }
  load_cases(cases);
  exchange::ReportFacts facts;
  facts.now = transaction_.now();
  for (const auto& [id, recipient] : places) {
    const TransactionPtr found = present(id);
    facts.items.push_back({.row = found, .open_case = found ? open_case(found->case_id) : nullptr});
  }
  return facts;
}

exchange::RequeueFacts Commit::facts_for(const exchange::Requeue& command) {
  exchange::RequeueFacts facts;
  facts.now = transaction_.now();
  const std::array ids{command.id, command.new_id};
  load_for(command.by, ids);
  if (const auto& found = rows_[command.id].now) load({{{command.new_id, found->recipient}}});
  facts.applied = row(command.new_id);
  if (command.key) {
    facts.key = key(*command.key);
    facts.keys_alive = keys_alive(*command.key);
  }
  if (command.makes_relationship) transaction_.need_directory();
  facts.row = present(command.id);
  if (!facts.row) return facts;
  const Rows content = transaction_.ask(
      {.sql = "SELECT content FROM transaction WHERE id = $1 AND "
              "recipient = $2 AND content IS NOT NULL",
       .parameters = Parameters().uuid(command.id.uuid()).uuid(facts.row->recipient.uuid())});
  if (content.count() != 0) {
    facts.content = {.view = content.bytes(0, 0), .owner = std::make_shared<const Rows>(content)};
  }
  if (facts.row->has_chain) transaction_.need(name_of(facts.row->chain()));
  facts.open_case = open_case(facts.row->case_id);
  if (facts.row->delivered_replaces) {
    facts.delivered_before = version_fact({*facts.row->delivered_replaces, facts.row->recipient});
  }
  facts.held = held(*facts.row);
  facts.standing = exchange::standing_between(
      transaction_.directory(), *facts.row->principal.participant, facts.row->recipient);
  facts.route = exchange::route_of(transaction_.directory(), *facts.row);
  return facts;
}

exchange::DiscardFacts Commit::facts_for(const exchange::Discard& command) {
  load_for(command.by, {&command.id, 1});
  return {.now = transaction_.now(), .row = present(command.id)};
}

exchange::ReleaseFacts Commit::facts_for(const exchange::Release& command) {
  exchange::ReleaseFacts facts;
  facts.now = transaction_.now();
  facts.relationship =
      exchange::standing_between(transaction_.directory(), command.from, command.to);
  facts.network = transaction_.directory().mode();
  transaction_.need(QueueName{.participant = command.to, .flow = command.flow});
  std::uint64_t after = 0;
  if (command.after) {
    const RowPlace last{*command.after, command.to};
    load({&last, 1});
    if (row(last.id)) after = rows_[last.id].sequence;
  }
  const Rows next =
      transaction_.ask({.sql = "SELECT id FROM held WHERE recipient = $1 AND flow = $2 "
                               "AND sender = $3 AND sequence > $4 ORDER BY sequence LIMIT $5",
                        .parameters = Parameters()
                                          .uuid(command.to.uuid())
                                          .number(number_of(command.flow))
                                          .uuid(command.from.uuid())
                                          .number(static_cast<std::int64_t>(after))
                                          .number(std::int64_t{command.count_max} + 1)});
  const std::vector<RowPlace> places = places_of(next, command.to);
  load(places);
  for (const auto& [id, recipient] : places) {
    facts.more = facts.held.size() == command.count_max;
    if (facts.more) break;
    exchange::ReleaseFacts::Item item{.row = row(id), .delivered_before = {}};
    if (item.row && item.row->delivered_replaces) {
      item.delivered_before = version_fact({*item.row->delivered_replaces, recipient});
    }
    facts.held.push_back(std::move(item));
  }
  return facts;
}

exchange::CaseOpeningFacts Commit::facts_for(const exchange::CaseOpening& command) {
  exchange::CaseOpeningFacts facts;
  facts.now = transaction_.now();
  if (const auto* const posted = std::get_if<exchange::OpenPosted>(&command)) {
    transaction_.need(QueueName{.participant = posted->reporter, .flow = posted->flow});
    facts.applied = find_case(posted->id);
    if (posted->key) {
      facts.key = key(*posted->key);
      facts.keys_alive = keys_alive(*posted->key);
    }
    return facts;
  }
  const exchange::Rejected& asked = std::get<exchange::OpenRejection>(command).rejected;
  transaction_.need(QueueName{.participant = asked.sender, .flow = asked.flow});
  facts.applied = find_case(asked.id);
  const auto of_sender = [&] {
    return Parameters().uuid(asked.sender.uuid()).number(number_of(asked.flow));
  };
  const Rows same =
      transaction_.ask({.sql = "SELECT id FROM rejection WHERE sender = $1 AND flow = $2 "
                               "AND payload = $3",
                        .parameters = of_sender().bytes(view_of(asked.payload))});
  if (same.count() != 0) facts.same_payload = find_case(CaseId(same.uuid(0, 0)));
  const Rows sum = transaction_.ask({.sql = "SELECT coalesce(sum(bytes), 0)::bigint FROM rejection "
                                            "WHERE sender = $1 AND flow = $2",
                                     .parameters = of_sender()});
  if (sum.count() != 0) facts.rejection_bytes = static_cast<std::uint64_t>(sum.number(0, 0));
  const Rows oldest = transaction_.ask(
      {.sql = "SELECT id, bytes FROM rejection WHERE sender = $1 AND flow = $2 "
              "ORDER BY sequence LIMIT $3",
       .parameters = of_sender().number(std::int64_t{limits::rejections_dropped_max})});
  for (std::size_t i = 0; i < oldest.count(); ++i) {
    facts.oldest.push_back({.id = CaseId(oldest.uuid(i, 0)),
                            .bytes = static_cast<std::uint64_t>(oldest.number(i, 1))});
  }
  return facts;
}

exchange::CaseChangeFacts Commit::facts_for(const exchange::CaseChange& command) {
  exchange::CaseChangeFacts facts;
  facts.now = transaction_.now();
  facts.current = find_case(command.id);
  if (!facts.current) return facts;
  // The instant of a commit is stored in a row of `queue`, so the commit needs the lock of one.
  transaction_.need(
      QueueName{.participant = facts.current->owners.front(), .flow = facts.current->flow});
  const Rows said = transaction_.ask({.sql = "SELECT count(*) FROM case_comment WHERE id = $1",
                                      .parameters = Parameters().uuid(command.id.uuid())});
  if (said.count() != 0) facts.comments = static_cast<std::uint32_t>(said.number(0, 0));
  return facts;
}

std::uint64_t Commit::pending_of(const exchange::DirectoryChange::Leaving& leaving, Flow flow) {
  transaction_.need(QueueName{.participant = leaving.from, .flow = flow});
  List domains(Type::bigint);
  List texts(Type::bytea);
  for (const exchange::Identifier& identifier : leaving.identifiers) {
    domains.add(static_cast<std::int64_t>(identifier.domain));
    texts.add(std::string_view(identifier.text));
  }
  const Rows rows =
      transaction_.ask({.sql = "SELECT count(*) FROM pending WHERE recipient = $1 AND flow = $2 "
                               "AND (routed_domain, routed_identifier) IN "
                               "(SELECT * FROM unnest($3, $4))",
                        .parameters = Parameters()
                                          .uuid(leaving.from.uuid())
                                          .number(number_of(flow))
                                          .list(std::move(domains))
                                          .list(std::move(texts))});
  return rows.count() == 0 ? 0 : static_cast<std::uint64_t>(rows.number(0, 0));
}

exchange::QueueCounts Commit::counts_for(const exchange::DirectoryChange& command) {
  exchange::QueueCounts counts;
  for (const Flow flow : {Flow::live, Flow::test}) {
    for (const auto& leaving : command.leaving) counts.pending += pending_of(leaving, flow);
  }
  const bool is_closing = command.intent && command.intent->type == exchange::IntentType::close;
  if (!is_closing) return counts;
  const Rows rows =
      transaction_.ask({.sql = "SELECT (SELECT count(*) FROM pending WHERE recipient = $1), "
                               "(SELECT count(*) FROM held WHERE recipient = $1)",
                        .parameters = Parameters().uuid(command.intent->from.uuid())});
  if (rows.count() == 0) return counts;
  counts.pending += static_cast<std::uint64_t>(rows.number(0, 0));
  counts.held = static_cast<std::uint64_t>(rows.number(0, 1));
  return counts;
}

exchange::DirectoryFacts Commit::facts_for(const exchange::DirectoryChange& command) {
  transaction_.need_directory();
  exchange::DirectoryFacts facts;
  facts.now = transaction_.now();
  facts.counts = counts_for(command);
  const Rows begun = transaction_.ask({.sql = "SELECT value FROM intent"});
  for (const exchange::DirectoryEntry& entry : command.entries) {
    facts.current.push_back(exchange::present(transaction_.directory(), entry));
    if (const auto* participant = std::get_if<exchange::Participant>(&entry)) {
      exchange::add_holders(transaction_.directory(), *participant, facts);
      for (std::size_t i = 0; i < begun.count(); ++i) {
        const auto intent = read<exchange::Intent>(begun.bytes(i, 0));
        if (intent.from == participant->id || intent.to == participant->id) {
          facts.under_way = intent.id;
        }
      }
    }
    if (const auto* range = std::get_if<exchange::NumberRange>(&entry)) {
      exchange::add_overlapped(transaction_.directory(), *range, facts);
    }
    const auto* const relationship = std::get_if<exchange::Relationship>(&entry);
    if (relationship == nullptr) continue;
    for (const Flow flow : {Flow::live, Flow::test}) {
      auto release = facts_for(
          exchange::Release{.from = relationship->from, .to = relationship->to, .flow = flow});
      release.relationship = std::make_shared<const exchange::Relationship>(*relationship);
      facts.releases.push_back(std::move(release));
    }
  }
  return facts;
}

exchange::DeliveryFacts Commit::facts_for(const exchange::Delivered& outcome) {
  exchange::DeliveryFacts facts;
  facts.now = transaction_.now();
  const Rows rows = transaction_.ask({.sql = "SELECT value FROM endpoint WHERE id = $1 FOR UPDATE",
                                      .parameters = Parameters().uuid(outcome.endpoint.uuid())});
  if (rows.count() == 0) return facts;
  const auto progress = read<exchange::EndpointProgress>(rows.bytes(0, 0));
  if (progress.state == exchange::EndpointState::active) facts.progress = progress;
  return facts;
}

}  // namespace tradepost::store::postgres
