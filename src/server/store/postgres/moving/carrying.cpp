#include "store/postgres/moving/carrying.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>

#include "database/address.hpp"
#include "store/postgres/tables/names.hpp"
#include "store/postgres/tables/original_rows.hpp"
#include "store/postgres/tables/stored.hpp"

namespace tradepost::store::postgres {

using database::Connection;
using database::List;
using database::Parameters;
using database::Rows;
using database::Type;
using exchange::Effect;

namespace {

// Transactions are fetched with their contents, which may be large.
constexpr std::string_view fetch_few = "FETCH 16 FROM carried";
constexpr std::string_view fetch_many = "FETCH 1000 FROM carried";

exchange::Flow flow_of(const Rows& rows, std::size_t row, int column) {
  return static_cast<exchange::Flow>(rows.number(row, column));
}

Effect case_of(const Rows& rows, std::size_t row) {
  return exchange::CaseSet{.value = read<exchange::Case>(rows.bytes(row, 0)), .is_carried = true};
}

Effect comment_of(const Rows& rows, std::size_t row) {
  auto comment = read<exchange::CaseCommented>(rows.bytes(row, 0));
  comment.is_carried = true;
  return comment;
}

Effect rejection_of(const Rows& rows, std::size_t row) {
  return read<exchange::Rejected>(rows.bytes(row, 0));
}

Effect key_use_of(const Rows& rows, std::size_t row) {
  return exchange::KeyUsed{
      .use = {.participant = exchange::ParticipantId(rows.uuid(row, 0)),
              .flow = flow_of(rows, row, 1),
              .path = static_cast<exchange::KeyPath>(rows.number(row, 2)),
              .key = digest_of(rows.bytes(row, 3)),
              .payload = digest_of(rows.bytes(row, 4))},
      .at = base::instant_of(rows.number(row, 5)),
      .answer = {.outcome = static_cast<exchange::KeyOutcome>(rows.number(row, 6)),
                 .made = rows.uuid(row, 7)}};
}

// An act records when and by whom the entry was set. Each entry gets the last instant of the
// database.
Effect entry_of(const Rows& rows, std::size_t row) {
  return exchange::DirectorySet{.entry = read_entry(rows.number(row, 0), rows.bytes(row, 1)),
                                .at = base::instant_of(rows.number(row, 3)),
                                .by = exchange::Actor::network(),
                                .carried = static_cast<exchange::Revision>(rows.number(row, 2))};
}

Effect next_number_of(const Rows& rows, std::size_t row) {
  const auto next = static_cast<std::uint64_t>(rows.number(row, 1));
  return exchange::NumbersTaken{
      .range = exchange::RangeId(rows.uuid(row, 0)), .first = next, .next = next, .at = {}};
}

Effect progress_of(const Rows& rows, std::size_t row) {
  return read<exchange::EndpointProgress>(rows.bytes(row, 0));
}

Effect intent_of(const Rows& rows, std::size_t row) {
  return exchange::IntentSet{
      .intent = read<exchange::Intent>(rows.bytes(row, 0)), .at = {}, .is_carried = true};
}

Effect steps_of(const Rows& rows, std::size_t row) {
  return exchange::IntentStepped{.id = exchange::IntentId(rows.uuid(row, 0)),
                                 .steps = static_cast<std::uint64_t>(rows.number(row, 1)),
                                 .done = false};
}

Effect poll_of(const Rows& rows, std::size_t row) {
  return exchange::Seen{.participant = exchange::ParticipantId(rows.uuid(row, 0)),
                        .flow = flow_of(rows, row, 1),
                        .last_poll = base::instant_of(rows.number(row, 2)),
                        .listed_up_to = 0,
                        .tokens = {}};
}

Effect feed_entry_of(const Rows& rows, std::size_t row) {
  return exchange::FeedCarried{
      .place = {.position = static_cast<exchange::Position>(rows.number(row, 2)),
                .entry = {.participant = exchange::ParticipantId(rows.uuid(row, 0)),
                          .flow = flow_of(rows, row, 1),
                          .type = static_cast<exchange::FeedType>(rows.number(row, 3)),
                          .id = rows.uuid(row, 4)}}};
}

Effect act_of_row(const Rows& rows, std::size_t row) {
  return exchange::ActCarried{
      .sequence = static_cast<std::uint64_t>(rows.number(row, 0)),
      .act = {.at = base::instant_of(rows.number(row, 1)),
              .by = {.type = static_cast<exchange::Actor::Type>(rows.number(row, 2)),
                     .id = rows.uuid(row, 3),
                     .person = exchange::PersonId(rows.uuid(row, 4))},
              .type = static_cast<exchange::ActType>(rows.number(row, 5)),
              .subject = rows.uuid(row, 6),
              .detail = std::string(rows.bytes(row, 7))}};
}

base::Error incomplete() {
  return {base::ErrorCode::damaged, base::CallerText("The database is damaged."),
          base::LogText("PostgreSQL: a transaction is among no versions")};
}

}  // namespace

// The effects of one cursor. The first part reads only ids.
struct Carrying::Part {
  std::string_view sql;
  Effect (*effect)(const Rows& rows, std::size_t row) = nullptr;
  bool has_expiry = false;
};

const Carrying::Part Carrying::parts[] = {
    {.sql = "SELECT id FROM (SELECT sequence, id FROM version UNION ALL "
            "SELECT sequence, id FROM payload) AS sent ORDER BY sequence"},
    {.sql = "SELECT value FROM exchange_case ORDER BY id", .effect = case_of},
    {.sql = "SELECT value FROM case_comment ORDER BY id, number", .effect = comment_of},
    {.sql = "SELECT value FROM rejection ORDER BY sequence", .effect = rejection_of},
    {.sql = "SELECT participant, flow::bigint, path::bigint, key, payload, at, outcome::bigint, "
            "made FROM idempotency WHERE at > {} ORDER BY at",
     .effect = key_use_of,
     .has_expiry = true},
    {.sql = "SELECT type::bigint, entry, revision, (SELECT last_instant FROM "
            "(SELECT last_instant, last_commit FROM queue UNION ALL "
            "SELECT last_instant, last_commit FROM network) AS commits "
            "ORDER BY last_commit DESC LIMIT 1) FROM directory_entry ORDER BY revision",
     .effect = entry_of},
    {.sql = "SELECT id, next FROM number_range WHERE next > 0 ORDER BY id",
     .effect = next_number_of},
    {.sql = "SELECT value FROM endpoint ORDER BY id", .effect = progress_of},
    {.sql = "SELECT value FROM intent ORDER BY id", .effect = intent_of},
    {.sql = "SELECT id, steps FROM intent WHERE steps > 0 ORDER BY id", .effect = steps_of},
    {.sql = "SELECT participant, flow::bigint, last_poll FROM seen ORDER BY participant, flow",
     .effect = poll_of},
    {.sql = "SELECT participant, flow::bigint, position, what::bigint, id FROM feed "
            "ORDER BY participant, flow, position",
     .effect = feed_entry_of},
    {.sql = "SELECT sequence, at, by_type::bigint, by_id, by_person, type::bigint, subject, detail "
            "FROM act ORDER BY sequence",
     .effect = act_of_row},
};

base::Result<std::unique_ptr<Carrying>> Carrying::begin(const database::Options& database,
                                                        exchange::Instant expired) {
  TRY_ASSIGN(auto connection, Connection::open(database));
  TRY(
      connection->run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; "
                      "SET LOCAL idle_in_transaction_session_timeout = 0"));
  TRY_ASSIGN(const Rows count, connection->ask({.sql = "SELECT count(*) FROM transaction"}));
  std::unique_ptr<Carrying> carrying(new Carrying(std::move(connection), expired));
  carrying->transactions_ = static_cast<std::uint64_t>(count.number(0, 0));
  return carrying;
}

base::Result<std::vector<Carrying::Kept>> Carrying::next(std::size_t count) {
  std::vector<Kept> kept;
  while (kept.size() < count) {
    if (next_ready_ == ready_.size()) {
      TRY(fetch());
      if (ready_.empty()) break;
    }
    kept.emplace_back(++given_, std::move(ready_[next_ready_++]));
  }
  return kept;
}

base::Done Carrying::begin_part() {
  const Part& part = parts[part_];
  const std::string sql = part.has_expiry ? fmt::format(fmt::runtime(part.sql), number_of(expired_))
                                          : std::string(part.sql);
  TRY(connection_->run("DECLARE carried NO SCROLL CURSOR FOR " + sql));
  is_open_ = true;
  return {};
}

base::Done Carrying::fetch() {
  ready_.clear();
  next_ready_ = 0;
  while (ready_.empty() && part_ < std::size(parts)) {
    if (!is_open_) TRY(begin_part());
    const auto effect = parts[part_].effect;
    TRY_ASSIGN(const Rows rows,
               connection_->ask({.sql = effect == nullptr ? fetch_few : fetch_many}));
    if (rows.count() == 0) {
      if (effect == nullptr) TRY(check_count());
      TRY(connection_->run("CLOSE carried"));
      is_open_ = false;
      ++part_;
    } else if (effect == nullptr) {
      TRY_ASSIGN(ready_, sent(rows));
    } else {
      for (std::size_t i = 0; i < rows.count(); ++i) ready_.push_back(effect(rows, i));
    }
  }
  return {};
}

base::Done Carrying::check_count() const {
  if (found_ != transactions_) return base::refuse(incomplete());
  return {};
}

base::Result<Carrying::Effects> Carrying::sent(const Rows& ids) {
  List wanted(Type::uuid);
  for (std::size_t i = 0; i < ids.count(); ++i) wanted.add(ids.uuid(i, 0));
  const auto parameters = Parameters().list(std::move(wanted));
  TRY_ASSIGN(const Rows rows,
             connection_->ask({.sql = "SELECT id, value, content, removed FROM transaction "
                                      "WHERE id = ANY($1)",
                               .parameters = parameters}));
  TRY_ASSIGN(const Rows events, connection_->ask({.sql = "SELECT id, value FROM event "
                                                         "WHERE id = ANY($1) ORDER BY sequence",
                                                  .parameters = parameters}));
  TRY_ASSIGN(const Rows kept,
             connection_->ask({.sql = "SELECT id, form, text FROM original JOIN transaction "
                                      "USING (id, recipient) WHERE id = ANY($1) "
                                      "AND content IS NOT NULL",
                               .parameters = parameters}));
  std::map<base::Uuid, exchange::Sent> found;
  for (std::size_t i = 0; i < rows.count(); ++i) {
    exchange::Sent& one = found[rows.uuid(i, 0)];
    one.transaction = read<exchange::Transaction>(rows.bytes(i, 1));
    if (!rows.is_null(i, 2)) {
      one.content = {.view = rows.bytes(i, 2), .owner = std::make_shared<const Rows>(rows)};
    }
    one.carried = {.events = {}, .is_removed = rows.boolean(i, 3)};
  }
  for (std::size_t i = 0; i < events.count(); ++i) {
    const auto of = found.find(events.uuid(i, 0));
    if (of == found.end()) continue;
    of->second.carried->events.push_back(read<exchange::Event>(events.bytes(i, 1)));
  }
  std::map<base::Uuid, exchange::Original> originals;
  for (std::size_t i = 0; i < kept.count(); ++i) {
    originals.emplace(kept.uuid(i, 0), original_of(kept, i, 1));
  }
  Effects effects;
  for (std::size_t i = 0; i < ids.count(); ++i) {
    const auto one = found.find(ids.uuid(i, 0));
    if (one == found.end()) return base::refuse(incomplete());
    effects.emplace_back(std::move(one->second));
    const auto original = originals.find(ids.uuid(i, 0));
    if (original == originals.end()) continue;
    effects.emplace_back(exchange::OriginalKept{.id = exchange::TransactionId(one->first),
                                                .original = std::move(original->second)});
  }
  found_ += ids.count();
  return effects;
}

}  // namespace tradepost::store::postgres
