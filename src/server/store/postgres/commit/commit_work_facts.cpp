#include <optional>
#include <utility>

#include "base/ground/limits.hpp"
#include "store/postgres/commit/commit.hpp"
#include "store/postgres/tables/stored.hpp"

// Collects the facts of work in slices.
namespace tradepost::store::postgres {

using database::List;
using database::Parameters;
using database::Rows;
using database::Type;
using exchange::Flow;
using exchange::IntentType;

exchange::IntentFacts Commit::facts_for(const exchange::IntentWork& work, std::uint32_t budget) {
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
  List domains(Type::bigint);
  List texts(Type::bytea);
  for (const exchange::Identifier& identifier : intent.identifiers) {
    domains.add(static_cast<std::int64_t>(identifier.domain));
    texts.add(std::string_view(identifier.text));
  }
  for (const Flow flow : {Flow::live, Flow::test}) {
    transaction_.need(QueueName{.participant = intent.from, .flow = flow});
  }
  std::vector<RowPlace> places;
  const auto add = [&](const Rows& ids) {
    for (std::size_t i = 0; i < ids.count(); ++i) {
      places.push_back({TransactionId(ids.uuid(i, 0)), intent.from});
    }
  };
  const std::int64_t wanted = std::int64_t{budget} + 1;
  const Rows pending = transaction_.ask(
      {.sql = "SELECT id FROM pending WHERE recipient = $1 AND ($2 OR "
              "(routed_domain, routed_identifier) IN (SELECT * FROM unnest($3, $4))) "
              "ORDER BY flow, position LIMIT $5",
       .parameters = Parameters()
                         .uuid(intent.from.uuid())
                         .boolean(!is_take)
                         .list(std::move(domains))
                         .list(std::move(texts))
                         .number(wanted)});
  add(pending);
  if (!is_take) {
    const Rows held =
        transaction_.ask({.sql = "SELECT id FROM held WHERE recipient = $1 "
                                 "ORDER BY sender, flow, sequence LIMIT $2",
                          .parameters = Parameters().uuid(intent.from.uuid()).number(wanted)});
    add(held);
  }
  facts.more = places.size() > budget;
  if (facts.more) places.resize(budget);
  load(places);
  for (const auto& [id, recipient] : places) {
    const auto found = row(id);
    if (found) facts.items.push_back({.row = found, .open_case = open_case(found->case_id)});
  }
  if (is_take) return facts;
  if (const auto* participant = transaction_.directory().participant(intent.from)) {
    facts.participant = *participant;
  }
  return facts;
}

exchange::OverdueFacts Commit::facts_for(const exchange::OverdueWork& work, std::uint32_t budget) {
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
    load({&place, 1});
    const auto oldest = row(place.id);
    if (!oldest) continue;
    const auto today = exchange::overdue_case_id(*oldest->principal.participant, work.recipient,
                                                 work.flow, transaction_.now());
    facts.senders.push_back({.oldest = oldest,
                             .count = static_cast<std::uint64_t>(senders.number(i, 1)),
                             .case_of_today = find_case(today)});
  }
  return facts;
}

exchange::RetentionFacts Commit::facts_for(const exchange::RetentionWork& work,
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
  load_existing(places);
  for (const auto& [id, recipient] : places) {
    const auto found = present(id);
    // Another commit may have changed the row before this one got its locks.
    const bool still_goes =
        found && found->content_removed_at.has_value() == (work.what == exchange::Removal::row);
    if (still_goes) facts.items.push_back(found);
    facts.last = id;
  }
  return facts;
}

}  // namespace tradepost::store::postgres
