#include "store/postgres/commit/known_facts.hpp"

#include <array>
#include <set>
#include <utility>

#include "base/ground/limits.hpp"
#include "exchange/model/units.hpp"
#include "exchange/port/directory_facts.hpp"
#include "store/postgres/tables/columns.hpp"
#include "store/postgres/tables/stored.hpp"

namespace tradepost::store::postgres {

namespace limits = base::limits;
using database::List;
using database::Parameters;
using database::Rows;
using enum database::Type;
using exchange::TransactionId;

namespace {

std::vector<const exchange::KeyUse*> keys_of(const BatchQuery& query) {
  std::vector<const exchange::KeyUse*> uses;
  for (const auto* submission : query.submissions) {
    if (submission->key) uses.push_back(&*submission->key);
  }
  return uses;
}

}  // namespace

void KnownFacts::add_reads(Pipeline& pipeline, const BatchQuery& query) {
  if (query.count() == 0) return;
  std::vector<RowPlace> places;
  for (const auto* report : query.reports) {
    for (const auto& item : report->items) places.push_back({item.id, report->recipient});
  }
  for (const auto* submission : query.submissions) {
    const exchange::Transaction& sent = submission->transaction;
    if (query.has_repeats) places.push_back({sent.id, sent.recipient});
    records_.known(sent.id);
  }
  records_.add_load(pipeline, places);
  if (query.submissions.empty()) return;
  add_sent_before(pipeline, query);
  add_ssccs(pipeline, query);
  add_versions(pipeline, query);
  add_payloads(pipeline, query);
  std::vector<const exchange::Transaction*> all;
  for (const auto* submission : query.submissions) all.push_back(&submission->transaction);
  add_held(pipeline, all);
  const auto keys = keys_of(query);
  if (keys.empty()) return;
  add_keys(pipeline, keys);
  count_keys(pipeline, keys, transaction_.begun());
}

void KnownFacts::add_versions(Pipeline& pipeline, const BatchQuery& query) {
  Columns<bytea, bytea> chains;
  for (const auto* submission : query.submissions) {
    if (!submission->transaction.has_chain) continue;
    const ChainName chain = name_of(submission->transaction.chain());
    if (!versions_.try_emplace(chain).second) continue;
    chains.add(chain.commercial, chain.key);
  }
  if (chains.is_empty()) return;
  pipeline.add({.sql = "SELECT c.commercial, c.key, v.id, v.recipient "
                       "FROM unnest($1, $2) AS c(commercial, key) CROSS JOIN LATERAL "
                       "(SELECT id, recipient, sequence FROM version v "
                       "WHERE v.commercial = c.commercial AND v.key = c.key "
                       "AND v.commercial = ANY($1) ORDER BY v.sequence DESC LIMIT $3) AS v "
                       "ORDER BY v.sequence DESC",
                .parameters =
                    std::move(chains).parameters().number(std::int64_t{limits::versions_compared})},
               [this](const Rows& rows) {
                 for (std::size_t i = 0; i < rows.count(); ++i) {
                   const ChainName chain{.commercial = std::string(rows.bytes(i, 0)),
                                         .key = std::string(rows.bytes(i, 1))};
                   const TransactionId id(rows.uuid(i, 2));
                   versions_[chain].push_back(id);
                   const auto recipient = rows.is_null(i, 3) ? base::Uuid() : rows.uuid(i, 3);
                   led_to_.push_back({id, exchange::ParticipantId(recipient)});
                 }
               });
}

// Reads a submission that is tried again. A document with a chain is found by its chain. A document
// without one may have been moved to another recipient since.
void KnownFacts::add_sent_before(Pipeline& pipeline, const BatchQuery& query) {
  Columns<uuid, uuid> histories;
  for (const auto* submission : query.submissions) {
    const exchange::Transaction& sent = submission->transaction;
    if (sent.has_chain) continue;
    histories.add(sent.parties.principal.participant->uuid(), sent.id.uuid());
  }
  if (histories.is_empty()) return;
  pipeline.add({.sql = "SELECT id, recipient FROM history "
                       "WHERE viewer = ANY($1) AND id = ANY($2)",
                .parameters = std::move(histories).parameters()},
               [this](const Rows& rows) {
                 for (std::size_t i = 0; i < rows.count(); ++i) {
                   led_to_.push_back(
                       {TransactionId(rows.uuid(i, 0)), exchange::ParticipantId(rows.uuid(i, 1))});
                 }
               });
}

void KnownFacts::add_payloads(Pipeline& pipeline, const BatchQuery& query) {
  Columns<uuid, bytea> names;
  for (const auto* submission : query.submissions) {
    if (submission->transaction.has_chain) continue;
    const auto name = payload_name_of(submission->transaction);
    if (!payloads_.try_emplace(name).second) continue;
    names.add(name.first.uuid(), name.second);
  }
  if (names.is_empty()) return;
  pipeline.add({.sql = "SELECT p.recipient, p.key, t.id, t.sequence, t.removed, t.value, "
                       "t.units_sequence FROM unnest($1, $2) AS w(recipient, key) "
                       "JOIN payload p ON p.recipient = w.recipient AND p.key = w.key "
                       "JOIN transaction t ON t.id = p.id AND t.recipient = p.recipient "
                       "WHERE p.recipient = ANY($1) AND t.recipient = ANY($1) "
                       "ORDER BY p.sequence DESC",
                .parameters = std::move(names).parameters()},
               [this](const Rows& rows) {
                 for (std::size_t i = 0; i < rows.count(); ++i) {
                   const PayloadName name{exchange::ParticipantId(rows.uuid(i, 0)),
                                          std::string(rows.bytes(i, 1))};
                   payloads_[name].emplace_back(rows.uuid(i, 2));
                 }
                 records_.take_rows(rows, 3);
               });
}

void KnownFacts::add_held(Pipeline& pipeline, std::span<const exchange::Transaction* const> all) {
  Columns<uuid, bigint, uuid> names;
  for (const exchange::Transaction* sent : all) {
    if (!held_.try_emplace(held_name_of(*sent)).second) continue;
    names.add(sent->recipient.uuid(), number_of(sent->flow),
              sent->parties.principal.participant->uuid());
  }
  pipeline.add({.sql = "SELECT recipient, h.flow::bigint, sender, kind::bigint, count(*), "
                       "sum(bytes)::bigint FROM unnest($1, $2, $3) AS w(recipient, flow, sender) "
                       "JOIN held h USING (recipient, sender) WHERE h.flow = w.flow "
                       "AND h.recipient = ANY($1) GROUP BY 1, 2, 3, 4",
                .parameters = std::move(names).parameters()},
               [this](const Rows& rows) {
                 for (std::size_t i = 0; i < rows.count(); ++i) {
                   const HeldName name{exchange::ParticipantId(rows.uuid(i, 0)),
                                       static_cast<exchange::Flow>(rows.number(i, 1)),
                                       exchange::ParticipantId(rows.uuid(i, 2))};
                   held_[name][static_cast<exchange::Kind>(rows.number(i, 3))] = {
                       .count = static_cast<std::uint32_t>(rows.number(i, 4)),
                       .bytes = static_cast<std::uint64_t>(rows.number(i, 5))};
                 }
               });
}

void KnownFacts::add_keys(Pipeline& pipeline, Uses uses) {
  Columns<uuid, bigint, bigint, bytea> keys;
  for (const exchange::KeyUse* use : uses) {
    if (!keys_.try_emplace(name_of(*use)).second) continue;
    keys.add(use->participant.uuid(), number_of(use->flow), static_cast<std::int64_t>(use->path),
             view_of(use->key));
  }
  pipeline.add(
      {.sql = "SELECT participant, i.flow::bigint, i.path::bigint, key, payload, "
              "outcome::bigint, made, at FROM unnest($1, $2, $3, $4) "
              "AS w(participant, flow, path, key) JOIN idempotency i "
              "USING (participant, key) WHERE i.flow = w.flow AND i.path = w.path "
              "AND i.participant = ANY($1)",
       .parameters = std::move(keys).parameters()},
      [this](const Rows& rows) {
        for (std::size_t i = 0; i < rows.count(); ++i) {
          const KeyName name{exchange::ParticipantId(rows.uuid(i, 0)),
                             static_cast<exchange::Flow>(rows.number(i, 1)),
                             static_cast<exchange::KeyPath>(rows.number(i, 2)),
                             std::string(rows.bytes(i, 3))};
          keys_[name] = {
              .fact = {.payload = digest_of(rows.bytes(i, 4)),
                       .answer = {.outcome = static_cast<exchange::KeyOutcome>(rows.number(i, 5)),
                                  .made = rows.uuid(i, 6)}},
              .at = base::instant_of(rows.number(i, 7))};
        }
      });
}

void KnownFacts::count_keys(Pipeline& pipeline, Uses uses, exchange::Instant now) {
  std::set<exchange::ParticipantId> all;
  List participants(uuid);
  for (const exchange::KeyUse* use : uses) {
    if (all.insert(use->participant).second) participants.add(use->participant.uuid());
  }
  pipeline.add(
      {.sql = "SELECT participant, count(*) FROM idempotency "
              "WHERE participant = ANY($1) AND at > $2 GROUP BY participant",
       .parameters =
           Parameters().list(std::move(participants)).number(number_of(now - exchange::key_life))},
      [this, all](const Rows& rows) {
        for (const exchange::ParticipantId participant : all) {
          keys_alive_[participant] = 0;
        }
        for (std::size_t i = 0; i < rows.count(); ++i) {
          keys_alive_[exchange::ParticipantId(rows.uuid(i, 0))] =
              static_cast<std::uint32_t>(rows.number(i, 1));
        }
      });
}

// Rows that the rows of the second round trip lead to need another one.
void KnownFacts::read_more(const BatchQuery& query) {
  Pipeline pipeline;
  const auto keys = keys_of(query);
  const exchange::Instant now = transaction_.now();
  if (!keys.empty() && now != transaction_.begun()) count_keys(pipeline, keys, now);
  add_units(pipeline, query);
  records_.add_load(pipeline, led_to_);
  records_.add_led_to(pipeline);
  transaction_.ask(pipeline);
  if (led_to_.empty()) return;
  records_.load_existing(led_to_);
  for (const auto& [name, id] : bearers_) {
    if (const auto& found = records_.known(id).now) ssccs_[name] = found->number;
  }
  Pipeline last;
  records_.add_led_to(last);
  transaction_.ask(last);
}

void KnownFacts::add_units(Pipeline& pipeline, const BatchQuery& query) {
  std::set<exchange::RangeId> sorted;
  std::int64_t with_units = 0;
  for (const auto* submission : query.submissions) {
    const exchange::Transaction& sent = submission->transaction;
    if (sent.units.empty()) continue;
    ++with_units;
    for (const auto& range : exchange::ranges_for(transaction_.directory(), sent, {})) {
      sorted.insert(range.id);
    }
  }
  if (with_units == 0) return;
  List ranges(uuid);
  for (const exchange::RangeId range : sorted) ranges.add(range.uuid());
  // A missing row cannot be locked, so the first use inserts it.
  pipeline.add({.sql = "INSERT INTO number_range AS known SELECT id, 0 "
                       "FROM unnest($1) AS wanted(id) ON CONFLICT (id) "
                       "DO UPDATE SET next = known.next RETURNING id, next",
                .parameters = Parameters().list(std::move(ranges))},
               [this](const Rows& rows) {
                 for (std::size_t i = 0; i < rows.count(); ++i) {
                   next_numbers_[exchange::RangeId(rows.uuid(i, 0))] =
                       static_cast<std::uint64_t>(rows.number(i, 1));
                 }
               });
  pipeline.add({.sql = "SELECT nextval('happening') FROM generate_series(1, $1)",
                .parameters = Parameters().number(with_units)},
               [this](const Rows& rows) {
                 for (std::size_t i = 0; i < rows.count(); ++i) {
                   units_sequences_.push_back(rows.number(i, 0));
                 }
               });
}

void KnownFacts::add_ssccs(Pipeline& pipeline, const BatchQuery& query) {
  Columns<uuid, bigint, bigint, bigint> units;
  for (const auto* submission : query.submissions) {
    const exchange::Transaction& sent = submission->transaction;
    for (const std::uint64_t number : exchange::ssccs_in(sent.units)) {
      units.add(sent.parties.principal.participant->uuid(), static_cast<std::int64_t>(number),
                number_of(sent.flow), number_of(sent.kind));
    }
  }
  if (units.is_empty()) return;
  pipeline.add({.sql = "SELECT DISTINCT ON (s.viewer, s.number, s.flow, s.kind) s.viewer, "
                       "s.number, s.flow::bigint, s.kind::bigint, s.id, s.recipient "
                       "FROM unnest($1, $2, $3, $4) AS w(viewer, number, flow, kind) "
                       "JOIN sscc s ON s.viewer = w.viewer AND s.number = w.number "
                       "AND s.flow = w.flow AND s.kind = w.kind AND s.is_principals "
                       "WHERE s.viewer = ANY($1) "
                       "ORDER BY s.viewer, s.number, s.flow, s.kind, s.sequence DESC",
                .parameters = std::move(units).parameters()},
               [this](const Rows& rows) {
                 for (std::size_t i = 0; i < rows.count(); ++i) {
                   const SsccName name{exchange::ParticipantId(rows.uuid(i, 0)),
                                       static_cast<std::uint64_t>(rows.number(i, 1)),
                                       static_cast<exchange::Flow>(rows.number(i, 2)),
                                       static_cast<exchange::Kind>(rows.number(i, 3))};
                   const TransactionId id(rows.uuid(i, 4));
                   bearers_.emplace_back(name, id);
                   led_to_.push_back({id, exchange::ParticipantId(rows.uuid(i, 5))});
                 }
               });
}

const KnownFacts::Ids& KnownFacts::versions_of(const exchange::Transaction& sent) {
  return sent.has_chain ? versions_[name_of(sent.chain())] : payloads_[payload_name_of(sent)];
}

void KnownFacts::load_key(const exchange::KeyUse& use) {
  if (keys_.contains(name_of(use))) return;
  const std::array uses{&use};
  Pipeline pipeline;
  add_keys(pipeline, uses);
  count_keys(pipeline, uses, transaction_.now());
  transaction_.ask(pipeline);
}

std::optional<exchange::KeyFact> KnownFacts::key(const exchange::KeyUse& use) {
  load_key(use);
  const auto known = keys_.find(name_of(use));
  if (known == keys_.end() || !known->second) return std::nullopt;
  if (known->second->at <= transaction_.now() - exchange::key_life) return std::nullopt;
  return known->second->fact;
}

std::uint32_t KnownFacts::keys_alive(const exchange::KeyUse& use) {
  load_key(use);
  return keys_alive_[use.participant];
}

exchange::HeldFact KnownFacts::held(const exchange::Transaction& row) {
  if (!held_.contains(held_name_of(row))) {
    const std::array all{&row};
    Pipeline pipeline;
    add_held(pipeline, all);
    transaction_.ask(pipeline);
  }
  exchange::HeldFact fact{.count = 0, .bytes = 0, .kinds = exchange::KindSet::of_bits(0)};
  for (const auto& [kind, of_kind] : held_[held_name_of(row)]) {
    if (of_kind.count == 0) continue;
    fact.count += of_kind.count;
    fact.bytes += of_kind.bytes;
    fact.kinds.add(kind);
  }
  return fact;
}

std::optional<exchange::SsccFact> KnownFacts::sscc_used(const exchange::Transaction& sent,
                                                        std::uint64_t number) const {
  const auto found =
      ssccs_.find({*sent.parties.principal.participant, number, sent.flow, sent.kind});
  if (found == ssccs_.end()) return std::nullopt;
  return exchange::SsccFact{.number = number, .document = found->second};
}

std::int64_t KnownFacts::take_units_sequence() {
  if (units_sequences_.empty()) {
    const Rows next = transaction_.ask({.sql = "SELECT nextval('happening')"});
    return next.count() == 0 ? 0 : next.number(0, 0);
  }
  const std::int64_t next = units_sequences_.front();
  units_sequences_.pop_front();
  return next;
}

void KnownFacts::count_held(const exchange::Transaction& row, bool is_added) {
  const auto known = held_.find(held_name_of(row));
  if (known == held_.end()) return;
  Held& of_kind = known->second[row.kind];
  of_kind.count = is_added ? of_kind.count + 1 : of_kind.count - 1;
  of_kind.bytes = is_added ? of_kind.bytes + row.content.bytes : of_kind.bytes - row.content.bytes;
}

// Makes the transaction the newest of its versions and of the documents with its unit numbers.
void KnownFacts::add_sent(const exchange::Transaction& sent) {
  const auto insert_into = [&](auto& lists, const auto& name) {
    const auto known = lists.find(name);
    if (known != lists.end()) known->second.insert(known->second.begin(), sent.id);
  };
  if (sent.has_chain) {
    insert_into(versions_, name_of(sent.chain()));
  } else {
    insert_into(payloads_, payload_name_of(sent));
  }
  for (const exchange::Unit& unit : sent.units) {
    if (unit.number == 0) continue;
    ssccs_[{*sent.parties.principal.participant, unit.number, sent.flow, sent.kind}] = sent.number;
  }
}

void KnownFacts::add_key(const exchange::KeyUsed& used) {
  keys_[name_of(used.use)] =
      UsedKey{.fact = {.payload = used.use.payload, .answer = used.answer}, .at = used.at};
  ++keys_alive_[used.use.participant];
}

void KnownFacts::add_numbers(const exchange::NumbersTaken& taken) {
  next_numbers_[taken.range] = taken.next;
}

}  // namespace tradepost::store::postgres
