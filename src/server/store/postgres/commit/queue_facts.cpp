#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "exchange/port/directory_facts.hpp"
#include "exchange/rules/decide.hpp"
#include "store/postgres/commit/facts.hpp"
#include "store/postgres/tables/columns.hpp"
#include "store/postgres/tables/stored.hpp"

// The facts of commands that read whole queues or held documents.
namespace tradepost::store::postgres {

using database::Parameters;
using database::Rows;
using enum database::Type;
using exchange::Flow;
using exchange::IntentType;
using exchange::TransactionId;

namespace {

std::vector<RowPlace> places_of(const Rows& ids, exchange::ParticipantId recipient) {
  std::vector<RowPlace> places;
  for (std::size_t i = 0; i < ids.count(); ++i) {
    places.push_back({TransactionId(ids.uuid(i, 0)), recipient});
  }
  return places;
}

// Returns the domains and the texts.
Columns<bigint, bytea> columns_of(std::span<const exchange::Identifier> identifiers) {
  Columns<bigint, bytea> columns;
  for (const exchange::Identifier& identifier : identifiers)
    columns.add(static_cast<std::int64_t>(identifier.domain), identifier.text);
  return columns;
}

}  // namespace

exchange::ReleaseFacts FactReader::facts_for(const exchange::Release& command) {
  exchange::ReleaseFacts facts;
  facts.now = transaction_.now();
  facts.relationship =
      exchange::standing_between(transaction_.directory(), command.from, command.to);
  facts.network = transaction_.directory().mode();
  transaction_.need(QueueName{.participant = command.to, .flow = command.flow});
  std::uint64_t after = 0;
  if (command.after) {
    const RowPlace last{*command.after, command.to};
    records_.load({&last, 1});
    if (records_.row(last.id)) after = records_.known(last.id).sequence;
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
  records_.load(places);
  for (const auto& [id, recipient] : places) {
    facts.more = facts.held.size() == command.count_max;
    if (facts.more) break;
    exchange::ReleaseFacts::Item item{.row = records_.row(id), .delivered_before = {}};
    if (item.row) item.delivered_before = delivered_before(*item.row);
    facts.held.push_back(std::move(item));
  }
  return facts;
}

std::uint64_t FactReader::pending_of(const exchange::DirectoryChange::Leaving& leaving, Flow flow) {
  transaction_.need(QueueName{.participant = leaving.from, .flow = flow});
  const Rows rows = transaction_.ask(
      {.sql = "SELECT count(*) FROM pending WHERE recipient = $1 AND flow = $2 "
              "AND (routed_domain, routed_identifier) IN "
              "(SELECT * FROM unnest($3, $4))",
       .parameters =
           columns_of(leaving.identifiers)
               .parameters(Parameters().uuid(leaving.from.uuid()).number(number_of(flow)))});
  return rows.count() == 0 ? 0 : static_cast<std::uint64_t>(rows.number(0, 0));
}

exchange::QueueCounts FactReader::counts_for(const exchange::DirectoryChange& command) {
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

exchange::DirectoryFacts FactReader::facts_for(const exchange::DirectoryChange& command) {
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

exchange::IntentFacts FactReader::facts_for(const exchange::IntentWork& work,
                                            std::uint32_t budget) {
  exchange::IntentFacts facts;
  facts.now = transaction_.now();
  const Rows begun =
      transaction_.ask({.sql = "SELECT steps, value FROM intent WHERE id = $1 FOR UPDATE",
                        .parameters = Parameters().uuid(work.id.uuid())});
  if (begun.count() == 0) return facts;
  facts.steps = static_cast<std::uint64_t>(begun.number(0, 0));
  facts.intent = read<exchange::Intent>(begun.bytes(0, 1));
  const exchange::Intent& intent = *facts.intent;
  const bool is_take = intent.type == IntentType::take;
  for (const Flow flow : {Flow::live, Flow::test}) {
    transaction_.need(QueueName{.participant = intent.from, .flow = flow});
  }
  const std::int64_t wanted = std::int64_t{budget} + 1;
  const Rows pending = transaction_.ask(
      {.sql = "SELECT id FROM pending WHERE recipient = $1 AND ($2 OR "
              "(routed_domain, routed_identifier) IN (SELECT * FROM unnest($3, $4))) "
              "ORDER BY flow, position LIMIT $5",
       .parameters = columns_of(intent.identifiers)
                         .parameters(Parameters().uuid(intent.from.uuid()).boolean(!is_take))
                         .number(wanted)});
  std::vector<RowPlace> places = places_of(pending, intent.from);
  if (!is_take) {
    const Rows held =
        transaction_.ask({.sql = "SELECT id FROM held WHERE recipient = $1 "
                                 "ORDER BY sender, flow, sequence LIMIT $2",
                          .parameters = Parameters().uuid(intent.from.uuid()).number(wanted)});
    std::ranges::copy(places_of(held, intent.from), std::back_inserter(places));
  }
  facts.more = places.size() > budget;
  if (facts.more) places.resize(budget);
  records_.load(places);
  for (const auto& [id, recipient] : places) {
    const auto found = records_.row(id);
    if (found)
      facts.items.push_back(
          {.row = found, .open_case = records_.open_case(found->feedback.case_id)});
  }
  if (is_take) return facts;
  if (const auto* participant = transaction_.directory().participant(intent.from)) {
    facts.participant = *participant;
  }
  return facts;
}

exchange::OverdueFacts FactReader::facts_for(const exchange::OverdueWork& work,
                                             std::uint32_t budget) {
  exchange::OverdueFacts facts;
  facts.now = transaction_.now();
  const QueueName queue{.participant = work.recipient, .flow = work.flow};
  transaction_.need(queue);
  facts.last_poll = node_.last_poll(queue);
  const Rows seen = transaction_.ask(
      {.sql = "SELECT last_poll FROM seen WHERE participant = $1 AND flow = $2",
       .parameters = Parameters().uuid(work.recipient.uuid()).number(number_of(work.flow))});
  if (seen.count() != 0) {
    facts.last_poll = std::max(facts.last_poll, std::optional(base::instant_of(seen.number(0, 0))));
  }
  const Rows senders = transaction_.ask(
      {.sql = "SELECT (array_agg(id ORDER BY position))[1], count(*) FROM pending "
              "WHERE recipient = $1 AND flow = $2 AND created < $3 GROUP BY sender "
              "ORDER BY min(position) LIMIT $4",
       .parameters = Parameters()
                         .uuid(work.recipient.uuid())
                         .number(number_of(work.flow))
                         .number(number_of(transaction_.now() - work.rules.overdue))
                         .number(std::int64_t{budget})});
  for (std::size_t i = 0; i < senders.count(); ++i) {
    const RowPlace place{TransactionId(senders.uuid(i, 0)), work.recipient};
    records_.load({&place, 1});
    const auto oldest = records_.row(place.id);
    if (!oldest) continue;
    const auto today = exchange::overdue_case_id(*oldest->parties.principal.participant,
                                                 work.recipient, work.flow, transaction_.now());
    facts.senders.push_back({.oldest = oldest,
                             .count = static_cast<std::uint64_t>(senders.number(i, 1)),
                             .case_of_today = records_.find_case(today)});
  }
  return facts;
}

exchange::RetentionFacts FactReader::facts_for(const exchange::RetentionWork& work,
                                               std::uint32_t budget) {
  exchange::RetentionFacts facts;
  facts.now = transaction_.now();
  const Rows next =
      transaction_.ask({.sql = "SELECT id, recipient FROM transaction "
                               "WHERE id > $1 AND created < $2 "
                               "AND ($3 >> kind) & 1 = 1 AND state NOT IN (1, 2) AND NOT removed "
                               "AND content_removed = $4 ORDER BY id LIMIT $5",
                        .parameters = Parameters()
                                          .uuid(work.after.value_or(TransactionId()).uuid())
                                          .number(number_of(work.created_before))
                                          .number(std::int64_t{work.kinds.bits()})
                                          .boolean(work.what == exchange::Removal::row)
                                          .number(std::int64_t{budget} + 1)});
  std::vector<RowPlace> places;
  for (std::size_t i = 0; i < next.count(); ++i) {
    places.push_back({TransactionId(next.uuid(i, 0)), exchange::ParticipantId(next.uuid(i, 1))});
  }
  facts.more = places.size() > budget;
  if (facts.more) places.resize(budget);
  records_.load_existing(places);
  for (const auto& [id, recipient] : places) {
    const auto found = records_.present(id);
    // Another commit may have changed the row before this one got its locks.
    const bool still_goes =
        found && found->content.removed_at.has_value() == (work.what == exchange::Removal::row);
    if (still_goes) facts.items.push_back(found);
    facts.last = id;
  }
  return facts;
}

}  // namespace tradepost::store::postgres
