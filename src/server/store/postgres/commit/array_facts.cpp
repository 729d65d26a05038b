#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "base/ground/limits.hpp"
#include "exchange/model/units.hpp"
#include "exchange/port/directory_facts.hpp"
#include "store/postgres/commit/commit.hpp"
#include "store/postgres/tables/stored.hpp"

// Reads the facts of all submissions and reports of a commit by arrays. The rows that the commands
// name are read in the round trip of the locks. The rows that those lead to, if any, are read in
// one more round trip.
namespace tradepost::store::postgres {

namespace limits = base::limits;
using database::List;
using database::Parameters;
using database::Rows;
using database::Statement;
using database::Type;

namespace {

std::vector<const exchange::KeyUse*> keys_of(const Sought& sought) {
  std::vector<const exchange::KeyUse*> uses;
  for (const auto* submission : sought.submissions) {
    if (submission->key) uses.push_back(&*submission->key);
  }
  return uses;
}

}  // namespace

void Commit::add_facts(Questions& questions, const Sought& sought) {
  if (sought.count() == 0) return;
  std::vector<RowPlace> places;
  for (const auto* report : sought.reports) {
    for (const auto& item : report->items) places.push_back({item.id, report->recipient});
  }
  for (const auto* submission : sought.submissions) {
    const exchange::Transaction& sent = submission->transaction;
    if (sought.has_repeats) places.push_back({sent.id, sent.recipient});
    rows_.try_emplace(sent.id);
  }
  Statement rows = rows_at(places);
  if (!rows.sql.empty()) {
    questions.add(std::move(rows), [this](const Rows& found) { take_rows(found, 0); });
  }
  if (sought.submissions.empty()) return;
  add_sent_before(questions, sought);
  add_ssccs(questions, sought);
  add_versions(questions, sought);
  add_payloads(questions, sought);
  std::vector<const exchange::Transaction*> all;
  for (const auto* submission : sought.submissions) all.push_back(&submission->transaction);
  add_held(questions, all);
  const auto keys = keys_of(sought);
  if (keys.empty()) return;
  add_keys(questions, keys);
  count_keys(questions, keys, transaction_.begun());
}

void Commit::add_versions(Questions& questions, const Sought& sought) {
  List parties(Type::bytea);
  List keys(Type::bytea);
  bool has_any = false;
  for (const auto* submission : sought.submissions) {
    if (!submission->transaction.has_chain) continue;
    const ChainName chain = name_of(submission->transaction.chain());
    if (!known_.versions.try_emplace(chain).second) continue;
    has_any = true;
    parties.add(std::string_view(chain.commercial));
    keys.add(std::string_view(chain.key));
  }
  if (!has_any) return;
  questions.add({.sql = "SELECT c.commercial, c.key, v.id, v.recipient "
                        "FROM unnest($1, $2) AS c(commercial, key) CROSS JOIN LATERAL "
                        "(SELECT id, recipient, sequence FROM version v "
                        "WHERE v.commercial = c.commercial AND v.key = c.key "
                        "AND v.commercial = ANY($1) ORDER BY v.sequence DESC LIMIT $3) AS v "
                        "ORDER BY v.sequence DESC",
                 .parameters = Parameters()
                                   .list(std::move(parties))
                                   .list(std::move(keys))
                                   .number(std::int64_t{limits::versions_compared})},
                [this](const Rows& rows) {
                  for (std::size_t i = 0; i < rows.count(); ++i) {
                    const ChainName chain{.commercial = std::string(rows.bytes(i, 0)),
                                          .key = std::string(rows.bytes(i, 1))};
                    const TransactionId id(rows.uuid(i, 2));
                    known_.versions[chain].push_back(id);
                    const auto recipient = rows.is_null(i, 3) ? base::Uuid() : rows.uuid(i, 3);
                    known_.led_to.push_back({id, exchange::ParticipantId(recipient)});
                  }
                });
}

// Reads a submission that is tried again. A document with a chain is found by its chain. A document
// without one may have been moved to another recipient since.
void Commit::add_sent_before(Questions& questions, const Sought& sought) {
  List senders(Type::uuid);
  List ids(Type::uuid);
  bool has_any = false;
  for (const auto* submission : sought.submissions) {
    const exchange::Transaction& sent = submission->transaction;
    if (sent.has_chain) continue;
    has_any = true;
    senders.add(sent.principal.participant->uuid());
    ids.add(sent.id.uuid());
  }
  if (!has_any) return;
  questions.add({.sql = "SELECT id, recipient FROM history "
                        "WHERE viewer = ANY($1) AND id = ANY($2)",
                 .parameters = Parameters().list(std::move(senders)).list(std::move(ids))},
                [this](const Rows& rows) {
                  for (std::size_t i = 0; i < rows.count(); ++i) {
                    known_.led_to.push_back(
                        {TransactionId(rows.uuid(i, 0)), exchange::ParticipantId(rows.uuid(i, 1))});
                  }
                });
}

void Commit::add_payloads(Questions& questions, const Sought& sought) {
  List recipients(Type::uuid);
  List keys(Type::bytea);
  bool has_any = false;
  for (const auto* submission : sought.submissions) {
    if (submission->transaction.has_chain) continue;
    const auto name = payload_name_of(submission->transaction);
    if (!known_.payloads.try_emplace(name).second) continue;
    has_any = true;
    recipients.add(name.first.uuid());
    keys.add(std::string_view(name.second));
  }
  if (!has_any) return;
  questions.add({.sql = "SELECT p.recipient, p.key, t.id, t.sequence, t.removed, t.value, "
                        "t.units_sequence FROM unnest($1, $2) AS w(recipient, key) "
                        "JOIN payload p ON p.recipient = w.recipient AND p.key = w.key "
                        "JOIN transaction t ON t.id = p.id AND t.recipient = p.recipient "
                        "WHERE p.recipient = ANY($1) AND t.recipient = ANY($1) "
                        "ORDER BY p.sequence DESC",
                 .parameters = Parameters().list(std::move(recipients)).list(std::move(keys))},
                [this](const Rows& rows) {
                  for (std::size_t i = 0; i < rows.count(); ++i) {
                    const KnownFacts::PayloadName name{exchange::ParticipantId(rows.uuid(i, 0)),
                                                       std::string(rows.bytes(i, 1))};
                    known_.payloads[name].emplace_back(rows.uuid(i, 2));
                  }
                  take_rows(rows, 3);
                });
}

void Commit::add_held(Questions& questions, std::span<const exchange::Transaction* const> all) {
  List recipients(Type::uuid);
  List flows(Type::bigint);
  List senders(Type::uuid);
  for (const exchange::Transaction* sent : all) {
    if (!known_.held.try_emplace(held_name_of(*sent)).second) continue;
    recipients.add(sent->recipient.uuid());
    flows.add(number_of(sent->flow));
    senders.add(sent->principal.participant->uuid());
  }
  questions.add({.sql = "SELECT recipient, h.flow::bigint, sender, kind::bigint, count(*), "
                        "sum(bytes)::bigint FROM unnest($1, $2, $3) AS w(recipient, flow, sender) "
                        "JOIN held h USING (recipient, sender) WHERE h.flow = w.flow "
                        "AND h.recipient = ANY($1) GROUP BY 1, 2, 3, 4",
                 .parameters = Parameters()
                                   .list(std::move(recipients))
                                   .list(std::move(flows))
                                   .list(std::move(senders))},
                [this](const Rows& rows) {
                  for (std::size_t i = 0; i < rows.count(); ++i) {
                    const KnownFacts::HeldName name{exchange::ParticipantId(rows.uuid(i, 0)),
                                                    static_cast<exchange::Flow>(rows.number(i, 1)),
                                                    exchange::ParticipantId(rows.uuid(i, 2))};
                    known_.held[name][static_cast<exchange::Kind>(rows.number(i, 3))] = {
                        .count = static_cast<std::uint32_t>(rows.number(i, 4)),
                        .bytes = static_cast<std::uint64_t>(rows.number(i, 5))};
                  }
                });
}

void Commit::add_keys(Questions& questions, std::span<const exchange::KeyUse* const> uses) {
  List participants(Type::uuid);
  List flows(Type::bigint);
  List paths(Type::bigint);
  List keys(Type::bytea);
  for (const exchange::KeyUse* use : uses) {
    if (!known_.keys.try_emplace(name_of(*use)).second) continue;
    participants.add(use->participant.uuid());
    flows.add(number_of(use->flow));
    paths.add(static_cast<std::int64_t>(use->path));
    keys.add(view_of(use->key));
  }
  questions.add(
      {.sql = "SELECT participant, i.flow::bigint, i.path::bigint, key, payload, "
              "outcome::bigint, made, at FROM unnest($1, $2, $3, $4) "
              "AS w(participant, flow, path, key) JOIN idempotency i "
              "USING (participant, key) WHERE i.flow = w.flow AND i.path = w.path "
              "AND i.participant = ANY($1)",
       .parameters = Parameters()
                         .list(std::move(participants))
                         .list(std::move(flows))
                         .list(std::move(paths))
                         .list(std::move(keys))},
      [this](const Rows& rows) {
        for (std::size_t i = 0; i < rows.count(); ++i) {
          const KnownFacts::KeyName name{exchange::ParticipantId(rows.uuid(i, 0)),
                                         static_cast<exchange::Flow>(rows.number(i, 1)),
                                         static_cast<exchange::KeyPath>(rows.number(i, 2)),
                                         std::string(rows.bytes(i, 3))};
          known_.keys[name] = {
              .fact = {.payload = digest_of(rows.bytes(i, 4)),
                       .answer = {.outcome = static_cast<exchange::KeyOutcome>(rows.number(i, 5)),
                                  .made = rows.uuid(i, 6)}},
              .at = base::instant_of(rows.number(i, 7))};
        }
      });
}

void Commit::count_keys(Questions& questions, std::span<const exchange::KeyUse* const> uses,
                        exchange::Instant now) {
  std::set<exchange::ParticipantId> all;
  List participants(Type::uuid);
  for (const exchange::KeyUse* use : uses) {
    if (all.insert(use->participant).second) participants.add(use->participant.uuid());
  }
  questions.add(
      {.sql = "SELECT participant, count(*) FROM idempotency "
              "WHERE participant = ANY($1) AND at > $2 GROUP BY participant",
       .parameters =
           Parameters().list(std::move(participants)).number(number_of(now - exchange::key_life))},
      [this, all](const Rows& rows) {
        for (const exchange::ParticipantId participant : all) {
          known_.keys_alive[participant] = 0;
        }
        for (std::size_t i = 0; i < rows.count(); ++i) {
          known_.keys_alive[exchange::ParticipantId(rows.uuid(i, 0))] =
              static_cast<std::uint32_t>(rows.number(i, 1));
        }
      });
}

// Reads the rows that the first rows lead to. Rows that these lead to need another round trip.
void Commit::ask_more_facts(const Sought& sought) {
  Questions questions;
  const auto keys = keys_of(sought);
  if (!keys.empty() && transaction_.now() != transaction_.begun())
    count_keys(questions, keys, transaction_.now());
  add_units(questions, sought);
  Statement rows = rows_at(known_.led_to);
  if (!rows.sql.empty()) {
    questions.add(std::move(rows), [this](const Rows& found) { take_rows(found, 0); });
  }
  add_led_to(questions);
  if (!questions.is_empty()) transaction_.ask(questions);
  if (known_.led_to.empty()) return;
  load_existing(known_.led_to);
  for (const auto& [name, id] : known_.bearers) {
    if (const auto& found = rows_[id].now) known_.ssccs[name] = found->number;
  }
  Questions last;
  add_led_to(last);
  if (!last.is_empty()) transaction_.ask(last);
}

void Commit::add_led_to(Questions& questions) {
  std::vector<CaseId> cases;
  std::vector<RowPlace> behind;
  for (const auto& [id, known] : rows_) {
    if (!known.now) continue;
    if (known.now->case_id) cases.push_back(*known.now->case_id);
    const auto& replaced = known.now->delivered_replaces;
    if (replaced) behind.push_back({*replaced, known.now->recipient});
  }
  Statement rows = rows_at(behind);
  if (!rows.sql.empty()) {
    questions.add(std::move(rows), [this](const Rows& found) { take_rows(found, 0); });
  }
  Statement of_cases = cases_statement(cases);
  if (!of_cases.sql.empty()) {
    questions.add(std::move(of_cases), [this](const Rows& found) { take_cases(found); });
  }
}

void Commit::add_units(Questions& questions, const Sought& sought) {
  std::set<exchange::RangeId> sorted;
  std::int64_t with_units = 0;
  for (const auto* submission : sought.submissions) {
    const exchange::Transaction& sent = submission->transaction;
    if (sent.units.empty()) continue;
    ++with_units;
    for (const auto& range : exchange::ranges_for(transaction_.directory(), sent, {}))
      sorted.insert(range.id);
  }
  if (with_units == 0) return;
  List ranges(Type::uuid);
  for (const exchange::RangeId range : sorted) ranges.add(range.uuid());
  // A missing row cannot be locked, so the first use inserts it.
  questions.add({.sql = "INSERT INTO number_range AS known SELECT id, 0 "
                        "FROM unnest($1) AS wanted(id) ON CONFLICT (id) "
                        "DO UPDATE SET next = known.next RETURNING id, next",
                 .parameters = Parameters().list(std::move(ranges))},
                [this](const Rows& rows) {
                  for (std::size_t i = 0; i < rows.count(); ++i) {
                    known_.next_numbers[exchange::RangeId(rows.uuid(i, 0))] =
                        static_cast<std::uint64_t>(rows.number(i, 1));
                  }
                });
  questions.add({.sql = "SELECT nextval('happening') FROM generate_series(1, $1)",
                 .parameters = Parameters().number(with_units)},
                [this](const Rows& rows) {
                  for (std::size_t i = 0; i < rows.count(); ++i) {
                    known_.units_sequences.push_back(rows.number(i, 0));
                  }
                });
}

void Commit::add_ssccs(Questions& questions, const Sought& sought) {
  List viewers(Type::uuid);
  List numbers(Type::bigint);
  List flows(Type::bigint);
  List kinds(Type::bigint);
  bool has_any = false;
  for (const auto* submission : sought.submissions) {
    const exchange::Transaction& sent = submission->transaction;
    for (const std::uint64_t number : exchange::ssccs_in(sent.units)) {
      has_any = true;
      viewers.add(sent.principal.participant->uuid());
      numbers.add(static_cast<std::int64_t>(number));
      flows.add(number_of(sent.flow));
      kinds.add(number_of(sent.kind));
    }
  }
  if (!has_any) return;
  questions.add({.sql = "SELECT DISTINCT ON (s.viewer, s.number, s.flow, s.kind) s.viewer, "
                        "s.number, s.flow::bigint, s.kind::bigint, s.id, s.recipient "
                        "FROM unnest($1, $2, $3, $4) AS w(viewer, number, flow, kind) "
                        "JOIN sscc s ON s.viewer = w.viewer AND s.number = w.number "
                        "AND s.flow = w.flow AND s.kind = w.kind AND s.is_principals "
                        "WHERE s.viewer = ANY($1) "
                        "ORDER BY s.viewer, s.number, s.flow, s.kind, s.sequence DESC",
                 .parameters = Parameters()
                                   .list(std::move(viewers))
                                   .list(std::move(numbers))
                                   .list(std::move(flows))
                                   .list(std::move(kinds))},
                [this](const Rows& rows) {
                  for (std::size_t i = 0; i < rows.count(); ++i) {
                    const KnownFacts::SsccName name{exchange::ParticipantId(rows.uuid(i, 0)),
                                                    static_cast<std::uint64_t>(rows.number(i, 1)),
                                                    static_cast<exchange::Flow>(rows.number(i, 2)),
                                                    static_cast<exchange::Kind>(rows.number(i, 3))};
                    const TransactionId id(rows.uuid(i, 4));
                    known_.bearers.emplace_back(name, id);
                    known_.led_to.push_back({id, exchange::ParticipantId(rows.uuid(i, 5))});
                  }
                });
}

}  // namespace tradepost::store::postgres
