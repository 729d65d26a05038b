#include "store/postgres/commit/writes.hpp"

#include <map>
#include <set>
#include <utility>

#include "store/postgres/tables/columns.hpp"
#include "store/postgres/tables/stored.hpp"

namespace tradepost::store::postgres {

using database::Parameters;
using database::Statement;
using enum database::Type;

namespace {

using Statements = std::vector<Statement>;

std::int64_t signed_of(std::uint64_t number) {
  return static_cast<std::int64_t>(number);
}

void add_events(const Writes& writes, Statements& statements) {
  if (writes.events.empty()) return;
  Columns<uuid, bytea> events;
  for (const auto& [id, event] : writes.events) events.add(id.uuid(), stored(event));
  statements.push_back({.sql = "INSERT INTO event(id, value) SELECT * FROM unnest($1, $2)",
                        .parameters = std::move(events).parameters()});
}

// Locks the end of each feed that grows, after all other locks and in one order, so that no reader
// skips an entry of a later commit.
void add_feed(const Writes& writes, Statements& statements) {
  if (writes.feed.empty()) return;
  std::map<QueueName, std::int64_t> counts;
  Columns<uuid, bigint, bigint, bigint, uuid> entries;
  for (const exchange::FeedEntry& entry : writes.feed) {
    entries.add(entry.participant.uuid(), number_of(entry.flow),
                ++counts[{.participant = entry.participant, .flow = entry.flow}],
                static_cast<std::int64_t>(entry.type), entry.id);
  }
  Columns<uuid, bigint, bigint> ends;
  for (const auto& [feed, count] : counts)
    ends.add(feed.participant.uuid(), number_of(feed.flow), count);
  statements.push_back(
      {.sql = "WITH grown AS (INSERT INTO feed_end AS known SELECT * FROM unnest($6, $7, $8) "
              "ON CONFLICT (participant, flow) DO UPDATE "
              "SET last_position = known.last_position + excluded.last_position "
              "RETURNING participant, flow, last_position), "
              "counts AS (SELECT * FROM unnest($6, $7, $8) AS c(participant, flow, count)) "
              "INSERT INTO feed SELECT new.participant, new.flow, "
              "grown.last_position - counts.count + new.number, new.what, new.id "
              "FROM unnest($1, $2, $3, $4, $5) AS new(participant, flow, number, what, id) "
              "JOIN grown USING (participant, flow) JOIN counts USING (participant, flow)",
       .parameters = std::move(ends).parameters(std::move(entries).parameters())});
}

void add_keys(const Writes& writes, exchange::Instant now, Statements& statements) {
  if (writes.keys.empty()) return;
  Columns<uuid, bigint, bigint, bytea, bytea, bigint, bigint, uuid> uses;
  // A move writes the uses of many days at once. Only the last use of a key is kept.
  std::map<KeyName, const exchange::KeyUsed*> last_uses;
  for (const exchange::KeyUsed& used : writes.keys) last_uses[name_of(used.use)] = &used;
  for (const auto& [name, last] : last_uses) {
    const exchange::KeyUsed& used = *last;
    uses.add(used.use.participant.uuid(), number_of(used.use.flow),
             static_cast<std::int64_t>(used.use.path), view_of(used.use.key),
             view_of(used.use.payload), number_of(used.at),
             static_cast<std::int64_t>(used.answer.outcome), used.answer.made);
  }
  statements.push_back({.sql = "WITH used AS (INSERT INTO idempotency SELECT * "
                               "FROM unnest($1, $2, $3, $4, $5, $6, $7, $8) "
                               "ON CONFLICT (participant, flow, path, key) "
                               "DO UPDATE SET payload = excluded.payload, at = excluded.at, "
                               "outcome = excluded.outcome, made = excluded.made "
                               "WHERE idempotency.at <= $9 RETURNING at) "
                               "SELECT 1 / (count(*) = $10)::integer FROM used",
                        .parameters = std::move(uses)
                                          .parameters()
                                          .number(number_of(now - exchange::key_life))
                                          .number(static_cast<std::int64_t>(last_uses.size()))});
}

void add_cases(const std::map<exchange::CaseId, KnownCase>& cases, Statements& statements) {
  Columns<uuid, bytea> values;
  Columns<uuid, uuid, bigint, bigint, bigint> owners;
  Columns<uuid> gone;
  Columns<uuid> gone_owners;
  for (const auto& [id, known] : cases) {
    if (known.is_gone) {
      gone.add(id.uuid());
      for (const exchange::ParticipantId owner : known.owners) gone_owners.add(owner.uuid());
    } else if (known.has_changed) {
      values.add(id.uuid(), stored(*known.now));
      std::set<base::Uuid> all{operators_owner};
      for (const auto owner : known.now->owners) all.insert(owner.uuid());
      for (const base::Uuid& owner : all) {
        owners.add(owner, id.uuid(), number_of(known.now->flow), number_of(known.now->opened),
                   static_cast<std::int64_t>(known.now->status));
      }
    }
  }
  if (!values.is_empty()) {
    statements.push_back({.sql = "INSERT INTO exchange_case SELECT * FROM unnest($1, $2) "
                                 "ON CONFLICT (id) DO UPDATE SET value = excluded.value",
                          .parameters = std::move(values).parameters()});
    statements.push_back({.sql = "INSERT INTO case_owner SELECT * FROM unnest($1, $2, $3, $4, $5) "
                                 "ON CONFLICT (owner, id) DO UPDATE SET status = excluded.status",
                          .parameters = std::move(owners).parameters()});
  }
  if (gone.is_empty()) return;
  auto parameters = std::move(gone).parameters();
  statements.push_back({.sql = "WITH of_case AS (DELETE FROM exchange_case WHERE id = ANY($1)), "
                               "of_owner AS (DELETE FROM case_owner WHERE id = ANY($1)) "
                               "DELETE FROM case_comment WHERE id = ANY($1)",
                        .parameters = parameters});
  statements.push_back({.sql = "DELETE FROM rejection WHERE id = ANY($1) AND sender = ANY($2)",
                        .parameters = std::move(gone_owners).parameters(std::move(parameters))});
}

void add_comments(const Writes& writes, Statements& statements) {
  if (writes.comments.empty()) return;
  Columns<uuid, bigint, bytea> comments;
  for (const exchange::CaseCommented& comment : writes.comments)
    comments.add(comment.id.uuid(), comment.number, stored(comment));
  statements.push_back({.sql = "INSERT INTO case_comment SELECT * FROM unnest($1, $2, $3)",
                        .parameters = std::move(comments).parameters()});
}

void add_rejections(const Writes& writes, Statements& statements) {
  for (const exchange::Rejected& rejected : writes.rejections) {
    statements.push_back({.sql = "INSERT INTO rejection(sender, flow, id, payload, bytes, value) "
                                 "VALUES($1, $2, $3, $4, $5, $6)",
                          .parameters = Parameters()
                                            .uuid(rejected.sender.uuid())
                                            .number(number_of(rejected.flow))
                                            .uuid(rejected.id.uuid())
                                            .bytes(view_of(rejected.payload))
                                            .number(signed_of(rejected.bytes()))
                                            .bytes(stored(rejected))});
  }
}

void add_numbers(const Writes& writes, Statements& statements) {
  if (writes.next_numbers.empty()) return;
  Columns<uuid, bigint> numbers;
  for (const auto& [range, next] : writes.next_numbers) numbers.add(range.uuid(), signed_of(next));
  statements.push_back({.sql = "INSERT INTO number_range SELECT * FROM unnest($1, $2) "
                               "ON CONFLICT (id) DO UPDATE SET next = excluded.next",
                        .parameters = std::move(numbers).parameters()});
}

void add_endpoints(const Writes& writes, Statements& statements) {
  for (const auto& [id, progress] : writes.progress) {
    const auto feed = writes.feeds_of.find(id);
    auto parameters = Parameters()
                          .uuid(id.uuid())
                          .number(static_cast<std::int64_t>(progress.state))
                          .bytes(stored(progress));
    if (feed == writes.feeds_of.end()) {
      statements.push_back(
          {.sql = "UPDATE endpoint SET state = $2, value = $3, leased_until = 0 WHERE id = $1",
           .parameters = std::move(parameters)});
    } else {
      parameters.uuid(feed->second.participant.uuid()).number(number_of(feed->second.flow));
      statements.push_back(
          {.sql = "INSERT INTO endpoint(id, state, value, participant, flow) "
                  "VALUES($1, $2, $3, $4, $5) "
                  "ON CONFLICT (id) DO UPDATE SET state = excluded.state, value = excluded.value",
           .parameters = std::move(parameters)});
    }
  }
}

void add_directory(const Writes& writes, exchange::Instant now, Statements& statements) {
  // Such a commit may hold no lock except that of the directory.
  if (!writes.entries.empty()) {
    statements.push_back(
        {.sql = "UPDATE network SET last_instant = $1, last_commit = nextval('happening')",
         .parameters = Parameters().number(number_of(now))});
  }
  // One statement for each entry, because an entry may be set twice.
  for (const auto& [revision, entry] : writes.entries) {
    statements.push_back(
        {.sql = "INSERT INTO directory_entry VALUES($1, $2, $3, $4) ON CONFLICT (type, key) "
                "DO UPDATE SET revision = excluded.revision, entry = excluded.entry",
         .parameters = Parameters()
                           .number(signed_of(entry.index()))
                           .bytes(key_of(entry))
                           .number(signed_of(revision))
                           .bytes(stored(entry))});
  }
  for (const auto& [act, sequence] : writes.acts) {
    const auto given = sequence ? std::optional(signed_of(*sequence)) : std::nullopt;
    statements.push_back({.sql = "INSERT INTO act(at, by_type, by_id, by_person, type, subject, "
                                 "detail, sequence) VALUES($1, $2, $3, $4, $5, $6, $7, "
                                 "coalesce($8, nextval('happening')))",
                          .parameters = Parameters()
                                            .number(number_of(act.at))
                                            .number(static_cast<std::int64_t>(act.by.type))
                                            .uuid(act.by.id)
                                            .uuid(act.by.person.uuid())
                                            .number(static_cast<std::int64_t>(act.type))
                                            .uuid(act.subject)
                                            .bytes(act.detail)
                                            .number(given)});
  }
  for (const exchange::Intent& intent : writes.intents) {
    statements.push_back({.sql = "INSERT INTO intent VALUES($1, 0, $2)",
                          .parameters = Parameters().uuid(intent.id.uuid()).bytes(stored(intent))});
  }
  for (const auto& [id, step] : writes.steps) {
    if (step.second) {
      statements.push_back(
          {.sql = "DELETE FROM intent WHERE id = $1", .parameters = Parameters().uuid(id.uuid())});
    } else {
      statements.push_back(
          {.sql = "UPDATE intent SET steps = $2 WHERE id = $1",
           .parameters = Parameters().uuid(id.uuid()).number(signed_of(step.first))});
    }
  }
}

}  // namespace

std::vector<Statement> statements_of(const std::map<exchange::TransactionId, KnownRow>& rows,
                                     const std::map<exchange::CaseId, KnownCase>& cases,
                                     const Writes& writes, exchange::Instant now) {
  Statements statements = statements_of(rows, writes.sent);
  add_events(writes, statements);
  add_keys(writes, now, statements);
  add_cases(cases, statements);
  add_comments(writes, statements);
  add_rejections(writes, statements);
  add_numbers(writes, statements);
  add_endpoints(writes, statements);
  add_directory(writes, now, statements);
  add_feed(writes, statements);
  add_moved(writes.moved, statements);
  return statements;
}

}  // namespace tradepost::store::postgres
