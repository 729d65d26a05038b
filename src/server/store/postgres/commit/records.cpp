#include "store/postgres/commit/records.hpp"

#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "store/postgres/tables/columns.hpp"
#include "store/postgres/tables/stored.hpp"

namespace tradepost::store::postgres {

using database::List;
using database::Parameters;
using database::Rows;
using database::Type;
using exchange::CaseId;
using exchange::TransactionId;

void Records::add_load(Pipeline& pipeline, std::span<const RowPlace> places) {
  List ids(Type::uuid);
  List recipients(Type::uuid);
  std::set<exchange::ParticipantId> all;
  for (const RowPlace& place : places) {
    const bool is_known = rows_[place.id].now != nullptr;
    const bool is_nowhere = place.recipient == exchange::ParticipantId();
    if (is_known || is_nowhere || !looked_.insert(place).second) continue;
    ids.add(place.id.uuid());
    if (all.insert(place.recipient).second) recipients.add(place.recipient.uuid());
  }
  if (all.empty()) return;
  pipeline.add({.sql = "SELECT sequence, removed, value, units_sequence FROM transaction "
                       "WHERE id = ANY($1) AND recipient = ANY($2)",
                .parameters = Parameters().list(std::move(ids)).list(std::move(recipients))},
               [this](const Rows& found) { take_rows(found, 0); });
}

void Records::load(std::span<const RowPlace> places) {
  Pipeline pipeline;
  add_load(pipeline, places);
  transaction_.ask(pipeline);
}

void Records::search(std::span<const TransactionId> ids) {
  List wanted(Type::uuid);
  std::set<TransactionId> missing;
  for (const TransactionId id : ids) {
    if (!rows_[id].now && missing.insert(id).second) wanted.add(id.uuid());
  }
  if (missing.empty()) return;
  take_rows(
      transaction_.ask({.sql = "SELECT sequence, removed, value, units_sequence FROM transaction "
                               "WHERE id = ANY($1)",
                        .parameters = Parameters().list(std::move(wanted))}),
      0);
}

void Records::load_existing(std::span<const RowPlace> places) {
  load(places);
  std::vector<TransactionId> elsewhere;
  for (const RowPlace& place : places) {
    if (!rows_[place.id].now) elsewhere.push_back(place.id);
  }
  search(elsewhere);
}

void Records::load_for(const exchange::Actor& by, std::span<const TransactionId> ids) {
  if (!by.participant()) return search(ids);
  List wanted(Type::uuid);
  for (const TransactionId id : ids) {
    rows_.try_emplace(id);
    wanted.add(id.uuid());
  }
  const Rows seen = transaction_.ask(
      {.sql = "SELECT id, recipient FROM history WHERE viewer = $1 AND id = ANY($2)",
       .parameters = Parameters().uuid(by.id).list(std::move(wanted))});
  std::vector<RowPlace> places;
  for (std::size_t i = 0; i < seen.count(); ++i) {
    places.push_back({.id = TransactionId(seen.uuid(i, 0)),
                      .recipient = exchange::ParticipantId(seen.uuid(i, 1))});
  }
  load(places);
  for (const RowPlace& place : places) {
    // The row moved to another recipient between the two statements.
    if (!rows_[place.id].now) transaction_.note_overtaken();
  }
}

// Skips rows that are known, because this commit may have changed them.
void Records::take_rows(const Rows& found, int column) {
  for (std::size_t i = 0; i < found.count(); ++i) {
    auto value = std::make_shared<const exchange::Transaction>(
        read<exchange::Transaction>(found.bytes(i, column + 2)));
    KnownRow& known = rows_[value->id];
    if (known.now) continue;
    const bool is_removed = found.boolean(i, column + 1);
    known = {.before = value,
             .now = value,
             .was_removed = is_removed,
             .is_removed = is_removed,
             .sequence = static_cast<std::uint64_t>(found.number(i, column)),
             .units_sequence = found.number(i, column + 3)};
  }
}

exchange::TransactionPtr Records::row(TransactionId id) {
  if (!rows_.contains(id)) search({&id, 1});
  const KnownRow& known = rows_[id];
  if (known.before) {
    transaction_.need(
        QueueName{.participant = known.before->recipient, .flow = known.before->flow});
  }
  return known.now;
}

exchange::TransactionPtr Records::present(TransactionId id) {
  const exchange::TransactionPtr found = row(id);
  return rows_[id].is_removed ? nullptr : found;
}

bool Records::has_content(TransactionId id) {
  const exchange::TransactionPtr found = row(id);
  if (!found) return false;
  const Rows rows = transaction_.ask(
      {.sql = "SELECT content IS NOT NULL FROM transaction WHERE id = $1 AND recipient = $2",
       .parameters = Parameters().uuid(id.uuid()).uuid(found->recipient.uuid())});
  return rows.count() == 1 && rows.boolean(0, 0);
}

void Records::load_cases(std::span<const CaseId> ids) {
  Pipeline pipeline;
  add_load(pipeline, ids);
  transaction_.ask(pipeline);
}

void Records::add_load(Pipeline& pipeline, std::span<const CaseId> ids) {
  Columns<Type::uuid> wanted;
  for (const CaseId id : ids) {
    if (cases_.try_emplace(id).second) wanted.add(id.uuid());
  }
  if (wanted.is_empty()) return;
  pipeline.add({.sql = "SELECT value FROM exchange_case WHERE id = ANY($1) ORDER BY id FOR UPDATE",
                .parameters = std::move(wanted).parameters()},
               [this](const Rows& found) { take_cases(found); });
}

void Records::take_cases(const Rows& found) {
  for (std::size_t i = 0; i < found.count(); ++i) {
    auto value = std::make_shared<const exchange::Case>(read<exchange::Case>(found.bytes(i, 0)));
    cases_[value->id].now = std::move(value);
  }
}

exchange::CasePtr Records::find_case(CaseId id) {
  load_cases({&id, 1});
  return cases_[id].now;
}

exchange::CasePtr Records::open_case(const std::optional<CaseId>& id) {
  exchange::CasePtr found = id ? find_case(*id) : nullptr;
  return found && found->status == exchange::CaseStatus::open ? found : nullptr;
}

void Records::add_led_to(Pipeline& pipeline) {
  std::vector<CaseId> cases;
  std::vector<RowPlace> delivered_before;
  for (const auto& [id, known] : rows_) {
    if (!known.now) continue;
    if (known.now->feedback.case_id) cases.push_back(*known.now->feedback.case_id);
    const auto& replaced = known.now->links.delivered_replaces;
    if (replaced) delivered_before.push_back({*replaced, known.now->recipient});
  }
  add_load(pipeline, delivered_before);
  add_load(pipeline, cases);
}

}  // namespace tradepost::store::postgres
