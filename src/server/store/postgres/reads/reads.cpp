#include "store/postgres/reads/reads.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

#include "exchange/records/feed.hpp"
#include "store/postgres/tables/original_rows.hpp"
#include "store/postgres/tables/stored.hpp"

namespace tradepost::store::postgres {

using database::Connection;
using database::List;
using database::Parameters;
using database::Rows;
using database::Statement;
using database::Type;
using exchange::Flow;
using exchange::Transaction;

namespace {

exchange::TransactionPtr row_of(std::string_view bytes) {
  return std::make_shared<const Transaction>(read<Transaction>(bytes));
}

exchange::Bytes content_of(const Rows& rows, std::size_t row, int column) {
  if (rows.is_null(row, column)) return {};
  return {.view = rows.bytes(row, column), .owner = std::make_shared<const Rows>(rows)};
}

base::Result<std::optional<exchange::Found>> found_in(const std::vector<Rows>& answers,
                                                      const exchange::FindQuery& query) {
  using Answer = std::optional<exchange::Found>;
  const Rows& rows = answers[0];
  if (rows.count() == 0) return Answer();
  exchange::Found found{
      .row = row_of(rows.bytes(0, 0)), .content = content_of(rows, 0, 1), .events = {}};
  constexpr int form = 2;
  if (query.with_original && !rows.is_null(0, form)) found.original = original_of(rows, 0, form);
  if (!query.viewer.sees(*found.row)) return Answer();
  for (std::size_t i = 0; i < answers[1].count(); ++i) {
    exchange::add_event(found.events, read<exchange::Event>(answers[1].bytes(i, 0)));
  }
  return Answer(std::move(found));
}

// Returns the statements for one participant, or for all.
std::array<Statement, 4> queue_statements(const std::optional<exchange::ParticipantId>& asked) {
  if (!asked) {
    return {Statement{.sql = "SELECT recipient, flow::bigint, count, (SELECT created FROM pending "
                             "WHERE pending.recipient = counted.recipient "
                             "AND pending.flow = counted.flow ORDER BY position LIMIT 1) "
                             "FROM (SELECT recipient, flow, count(*) FROM pending "
                             "GROUP BY recipient, flow) AS counted"},
            Statement{.sql = "SELECT recipient, flow::bigint, count(*) FROM held "
                             "GROUP BY recipient, flow"},
            Statement{.sql = "SELECT recipient, flow::bigint, count(*) FROM transaction "
                             "WHERE state = 4 AND NOT removed GROUP BY recipient, flow"},
            Statement{.sql = "SELECT participant, flow::bigint, last_poll FROM seen"}};
  }
  const auto of_participant = [&] { return Parameters().uuid(asked->uuid()); };
  return {Statement{.sql = "SELECT recipient, flow::bigint, count, (SELECT created FROM pending "
                           "WHERE pending.recipient = $1 "
                           "AND pending.flow = counted.flow ORDER BY position LIMIT 1) "
                           "FROM (SELECT recipient, flow, count(*) FROM pending "
                           "WHERE recipient = $1 GROUP BY recipient, flow) AS counted",
                    .parameters = of_participant()},
          Statement{.sql = "SELECT recipient, flow::bigint, count(*) FROM held "
                           "WHERE recipient = $1 GROUP BY recipient, flow",
                    .parameters = of_participant()},
          Statement{.sql = "SELECT recipient, flow::bigint, count(*) FROM transaction "
                           "WHERE recipient = $1 AND state = 4 AND NOT removed "
                           "GROUP BY recipient, flow",
                    .parameters = of_participant()},
          Statement{.sql = "SELECT participant, flow::bigint, last_poll FROM seen "
                           "WHERE participant = $1",
                    .parameters = of_participant()}};
}

}  // namespace

base::Result<exchange::DirectoryNews> read_directory(Connection& connection,
                                                     exchange::Revision since) {
  TRY_ASSIGN(const Rows rows,
             connection.ask({.sql = "SELECT type::bigint, entry, revision FROM directory_entry "
                                    "WHERE revision > $1 ORDER BY revision",
                             .parameters = Parameters().number(static_cast<std::int64_t>(since))}));
  exchange::DirectoryNews news{.revision = since, .entries = {}};
  for (std::size_t i = 0; i < rows.count(); ++i) {
    news.entries.push_back(read_entry(rows.number(i, 0), rows.bytes(i, 1)));
    news.revision = static_cast<exchange::Revision>(rows.number(i, 2));
  }
  return news;
}

base::Result<exchange::PendingPage> read_pending(Connection& connection,
                                                 const exchange::PendingQuery& query) {
  // The kinds are a list. For an expression over bits, the planner expects few matches and sorts
  // all pending rows instead of reading the first ones by the index.
  List kinds(Type::bigint);
  for (std::int64_t kind = 0; kind < std::numeric_limits<std::uint32_t>::digits; ++kind) {
    if (query.kinds.has(static_cast<exchange::Kind>(kind))) kinds.add(kind);
  }
  TRY_ASSIGN(
      const Rows rows,
      connection.ask(
          {.sql = "SELECT t.value, t.content, numbered.candidates FROM (SELECT id, recipient, "
                  "position, count(*) OVER () AS candidates, row_number() OVER by_position AS "
                  "number, sum(bytes) OVER by_position AS total FROM (SELECT id, recipient, "
                  "position, bytes FROM pending WHERE recipient = $1 AND flow = $2 "
                  "AND position > $3 AND kind = ANY($4) ORDER BY position LIMIT $5 + 1) "
                  "AS next WINDOW by_position AS (ORDER BY position)) AS numbered "
                  "JOIN transaction t USING (id, recipient) "
                  "WHERE t.recipient = $1 AND number <= $5 AND (number = 1 OR total <= $6) "
                  "ORDER BY position",
           .parameters = Parameters()
                             .uuid(query.recipient.uuid())
                             .number(number_of(query.flow))
                             .number(static_cast<std::int64_t>(query.after))
                             .list(std::move(kinds))
                             .number(std::int64_t{query.count_max})
                             .number(static_cast<std::int64_t>(query.bytes_max)),
           .is_planned_once = true}));
  exchange::PendingPage page;
  for (std::size_t i = 0; i < rows.count(); ++i) {
    page.items.push_back({.row = row_of(rows.bytes(i, 0)), .content = content_of(rows, i, 1)});
  }
  page.more = rows.count() != 0 && static_cast<std::size_t>(rows.number(0, 2)) > page.items.size();
  return page;
}

base::Result<std::optional<exchange::Found>> read_transaction(Connection& connection,
                                                              const exchange::FindQuery& query) {
  const bool with_content = query.content == exchange::WithContent::yes;
  const auto of_id = [&] { return Parameters().uuid(query.id.uuid()); };
  const Statement events{.sql = "SELECT value FROM event WHERE id = $1 ORDER BY sequence",
                         .parameters = of_id()};
  if (!query.viewer.participant) {
    constexpr std::string_view alone =
        "SELECT value, CASE WHEN $2 THEN content END FROM transaction "
        "WHERE id = $1 AND NOT removed";
    constexpr std::string_view with_original =
        "SELECT value, CASE WHEN $2 THEN content END, form, text FROM transaction AS t "
        "LEFT JOIN original AS o ON o.id = t.id AND o.recipient = t.recipient "
        "AND NOT t.content_removed WHERE t.id = $1 AND NOT t.removed";
    const std::array<Statement, 2> statements{
        Statement{.sql = query.with_original ? with_original : alone,
                  .parameters = of_id().boolean(with_content)},
        events};
    TRY_ASSIGN(const std::vector<Rows> answers, connection.ask_all(statements));
    return found_in(answers, query);
  }
  constexpr std::string_view alone =
      "SELECT value, CASE WHEN $2 THEN content END FROM transaction "
      "WHERE id = $1 AND recipient = $3 AND NOT removed";
  constexpr std::string_view with_original =
      "SELECT value, CASE WHEN $2 THEN content END, form, text FROM transaction AS t "
      "LEFT JOIN original AS o ON o.id = t.id AND o.recipient = t.recipient AND o.recipient = $3 "
      "AND NOT t.content_removed WHERE t.id = $1 AND t.recipient = $3 AND NOT t.removed";
  // The document may move to another recipient between the two statements.
  std::optional<base::Uuid> asked;
  while (true) {
    TRY_ASSIGN(const Rows lying,
               connection.ask({.sql = "SELECT recipient FROM history WHERE viewer = $2 AND id = $1",
                               .parameters = of_id().uuid(query.viewer.participant->uuid())}));
    if (lying.count() == 0 || asked == lying.uuid(0, 0)) return std::optional<exchange::Found>();
    asked = lying.uuid(0, 0);
    const std::array<Statement, 2> statements{
        Statement{.sql = query.with_original ? with_original : alone,
                  .parameters = of_id().boolean(with_content).uuid(*asked)},
        events};
    TRY_ASSIGN(const std::vector<Rows> answers, connection.ask_all(statements));
    if (answers[0].count() != 0) return found_in(answers, query);
  }
}

base::Result<std::optional<exchange::TransactionId>> read_sscc(Connection& connection,
                                                               const exchange::SsccQuery& query) {
  TRY_ASSIGN(
      const Rows rows,
      connection.ask({.sql = "SELECT id FROM sscc WHERE viewer = $1 AND number = $2 AND flow = $3 "
                             "ORDER BY sequence DESC LIMIT 1",
                      .parameters = Parameters()
                                        .uuid(query.viewer.participant->uuid())
                                        .number(static_cast<std::int64_t>(query.number))
                                        .number(number_of(query.viewer.flow))}));
  if (rows.count() == 0) return std::nullopt;
  return exchange::TransactionId(rows.uuid(0, 0));
}

base::Result<exchange::CasePage> read_cases(Connection& connection,
                                            const exchange::CaseQuery& query) {
  const base::Uuid owner =
      query.viewer.participant ? query.viewer.participant->uuid() : operators_owner;
  std::optional<std::int64_t> flow;
  if (query.viewer.participant) flow = number_of(query.viewer.flow);
  std::optional<std::int64_t> status;
  if (query.status) status = static_cast<std::int64_t>(*query.status);
  std::optional<std::int64_t> opened;
  if (query.before) opened = number_of(query.before->opened);
  TRY_ASSIGN(
      const Rows rows,
      connection.ask({.sql = "SELECT c.value FROM case_owner o JOIN exchange_case c USING (id) "
                             "WHERE o.owner = $1 AND ($2 IS NULL OR o.flow = $2) "
                             "AND ($3 IS NULL OR o.status = $3) "
                             "AND ($4 IS NULL OR (o.opened, o.id) < ($4, $5)) "
                             "ORDER BY o.opened DESC, o.id DESC LIMIT $6 + 1",
                      .parameters = Parameters()
                                        .uuid(owner)
                                        .number(flow)
                                        .number(status)
                                        .number(opened)
                                        .uuid(query.before ? query.before->id.uuid() : base::Uuid())
                                        .number(std::int64_t{query.count_max})}));
  exchange::CasePage page;
  for (std::size_t i = 0; i < rows.count() && i < query.count_max; ++i) {
    page.cases.push_back(
        std::make_shared<const exchange::Case>(read<exchange::Case>(rows.bytes(i, 0))));
  }
  page.more = !page.cases.empty() && rows.count() > query.count_max;
  return page;
}

base::Result<std::optional<exchange::FoundCase>> read_case(Connection& connection,
                                                           exchange::CaseId id,
                                                           const exchange::CaseViewer& viewer) {
  using Answer = std::optional<exchange::FoundCase>;
  const auto of_case = [&] { return Parameters().uuid(id.uuid()); };
  const std::array<Statement, 2> statements{
      Statement{.sql = "SELECT value FROM exchange_case WHERE id = $1", .parameters = of_case()},
      Statement{.sql = "SELECT value FROM case_comment WHERE id = $1 ORDER BY number",
                .parameters = of_case()}};
  TRY_ASSIGN(const std::vector<Rows> answers, connection.ask_all(statements));
  if (answers[0].count() == 0) return Answer();
  const auto value =
      std::make_shared<const exchange::Case>(read<exchange::Case>(answers[0].bytes(0, 0)));
  const bool is_hidden =
      viewer.participant && (value->flow != viewer.flow || !value->is_owner(*viewer.participant));
  if (is_hidden) return Answer();
  exchange::FoundCase found{.value = value, .comments = {}, .rejected = {}};
  for (std::size_t i = 0; i < answers[1].count(); ++i) {
    found.comments.push_back(read<exchange::CaseCommented>(answers[1].bytes(i, 0)));
  }
  if (value->origin != exchange::CaseOrigin::rejection) return Answer(std::move(found));
  TRY_ASSIGN(const Rows rejected,
             connection.ask({.sql = "SELECT value FROM rejection WHERE id = $1 AND sender = $2",
                             .parameters = of_case().uuid(value->owners.front().uuid())}));
  if (rejected.count() != 0) found.rejected = read<exchange::Rejected>(rejected.bytes(0, 0));
  return Answer(std::move(found));
}

base::Result<std::vector<exchange::QueueState>> read_queues(Connection& connection,
                                                            const Node& node,
                                                            const exchange::QueuesQuery& query) {
  const std::array<Statement, 4> statements = queue_statements(query.participant);
  TRY_ASSIGN(const std::vector<Rows> answers, connection.ask_all(statements));
  std::map<QueueName, exchange::QueueState> states;
  for (std::size_t of = 0; of < answers.size(); ++of) {
    const Rows& rows = answers[of];
    for (std::size_t i = 0; i < rows.count(); ++i) {
      const QueueName queue{.participant = exchange::ParticipantId(rows.uuid(i, 0)),
                            .flow = static_cast<Flow>(rows.number(i, 1))};
      exchange::QueueState& state = states[queue];
      const auto count = static_cast<std::uint64_t>(rows.number(i, 2));
      if (of == 0) {
        state.pending = count;
        state.oldest = base::instant_of(rows.number(i, 3));
      } else if (of == 1) {
        state.held = count;
      } else if (of == 2) {
        state.failed = count;
      } else {
        state.last_poll = base::instant_of(rows.number(i, 2));
      }
    }
  }
  for (const auto& [queue, at] : node.polls()) {
    exchange::QueueState& state = states[queue];
    state.last_poll = std::max(state.last_poll, std::optional(at));
  }
  std::vector<exchange::QueueState> all;
  for (auto& [queue, state] : states) {
    const exchange::QueuePlace place{.participant = queue.participant, .flow = queue.flow};
    const bool is_asked = !query.participant || place.participant == *query.participant;
    if (all.size() == query.count_max) break;
    if (!is_asked || query.after >= place) continue;
    state.participant = queue.participant;
    state.flow = queue.flow;
    all.push_back(state);
  }
  return all;
}

base::Result<std::vector<exchange::HeldState>> read_held(Connection& connection,
                                                         const exchange::Directory& directory,
                                                         exchange::ParticipantId participant) {
  // Held documents that the participant sent are stored with its partners.
  List partners(Type::uuid);
  for (const exchange::Relationship* each : directory.relationships_of(participant)) {
    if (each->from == participant && each->to != participant) partners.add(each->to.uuid());
  }
  const std::array<Statement, 2> statements{
      Statement{.sql = "SELECT sender, recipient, flow::bigint, count(*), sum(bytes)::bigint, "
                       "bit_or(1::bigint << kind) FROM held WHERE recipient = $1 "
                       "GROUP BY sender, recipient, flow",
                .parameters = Parameters().uuid(participant.uuid())},
      Statement{.sql = "SELECT sender, recipient, flow::bigint, count(*), sum(bytes)::bigint, "
                       "bit_or(1::bigint << kind) FROM held WHERE sender = $1 "
                       "AND recipient = ANY($2) GROUP BY sender, recipient, flow",
                .parameters = Parameters().uuid(participant.uuid()).list(std::move(partners))}};
  TRY_ASSIGN(const std::vector<Rows> answers, connection.ask_all(statements));
  std::vector<exchange::HeldState> states;
  for (const Rows& rows : answers) {
    for (std::size_t i = 0; i < rows.count(); ++i) {
      states.push_back({.from = exchange::ParticipantId(rows.uuid(i, 0)),
                        .to = exchange::ParticipantId(rows.uuid(i, 1)),
                        .flow = static_cast<Flow>(rows.number(i, 2)),
                        .held = {.count = static_cast<std::uint32_t>(rows.number(i, 3)),
                                 .bytes = static_cast<std::uint64_t>(rows.number(i, 4)),
                                 .kinds = exchange::KindSet::of_bits(
                                     static_cast<std::uint32_t>(rows.number(i, 5)))}});
    }
  }
  std::ranges::sort(states, {}, [](const exchange::HeldState& state) {
    return std::tuple(state.from, state.to, state.flow);
  });
  return states;
}

base::Result<std::vector<exchange::StatisticsCount>> read_statistics(
    Connection& connection, const exchange::StatisticsQuery& query) {
  using std::chrono::milliseconds;
  const auto hour = milliseconds(std::chrono::hours(1)).count();
  const bool by_hour = query.step == exchange::StatisticsStep::hour;
  const auto step = by_hour ? hour : milliseconds(std::chrono::days(1)).count();
  const auto viewer = query.viewer.participant.value_or(exchange::ParticipantId());
  TRY_ASSIGN(
      const Rows rows,
      connection.ask(
          {.sql = query.viewer.participant
                      ? "SELECT created / $6 * $6 AS begins, kind::bigint, "
                        "CASE WHEN is_sent THEN 1 ELSE 2 END::bigint AS direction, "
                        "status::bigint, count(*) FROM history WHERE viewer = $1 AND flow = $2 "
                        "AND created / $5 * $5 >= $3 AND created / $5 * $5 < $4 "
                        "GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4"
                      : "SELECT created / $6 * $6 AS begins, kind::bigint, 1::bigint AS direction, "
                        "CASE WHEN state <= 2 THEN 1 WHEN state >= 5 THEN 4 ELSE state - 1 "
                        "END::bigint AS status, count(*) FROM transaction WHERE $1 IS NOT NULL "
                        "AND flow = $2 AND NOT removed "
                        "AND created / $5 * $5 >= $3 AND created / $5 * $5 < $4 "
                        "GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4",
           .parameters = Parameters()
                             .uuid(viewer.uuid())
                             .number(number_of(query.viewer.flow))
                             .number(number_of(query.span.from))
                             .number(number_of(query.span.before))
                             .number(hour)
                             .number(step)}));
  std::vector<exchange::StatisticsCount> counts;
  for (std::size_t i = 0; i < rows.count(); ++i) {
    counts.push_back({.begins = base::instant_of(rows.number(i, 0)),
                      .kind = static_cast<exchange::Kind>(rows.number(i, 1)),
                      .direction = static_cast<exchange::Direction>(rows.number(i, 2)),
                      .status = static_cast<exchange::Status>(rows.number(i, 3)),
                      .count = static_cast<std::uint64_t>(rows.number(i, 4))});
  }
  return counts;
}

base::Result<exchange::NextNumbers> read_next_numbers(Connection& connection) {
  TRY_ASSIGN(const Rows rows,
             connection.ask({.sql = "SELECT id, next FROM number_range WHERE next > 0"}));
  exchange::NextNumbers next;
  for (std::size_t i = 0; i < rows.count(); ++i) {
    next[exchange::RangeId(rows.uuid(i, 0))] = static_cast<std::uint64_t>(rows.number(i, 1));
  }
  return next;
}

base::Result<std::vector<exchange::Intent>> read_intents(Connection& connection) {
  TRY_ASSIGN(const Rows rows, connection.ask({.sql = "SELECT value FROM intent ORDER BY id"}));
  std::vector<exchange::Intent> intents;
  for (std::size_t i = 0; i < rows.count(); ++i) {
    intents.push_back(read<exchange::Intent>(rows.bytes(i, 0)));
  }
  return intents;
}

base::Result<exchange::ActPage> read_acts(Connection& connection, const exchange::ActQuery& query) {
  std::optional<std::int64_t> before;
  if (query.before) before = static_cast<std::int64_t>(*query.before);
  TRY_ASSIGN(const Rows rows,
             connection.ask({.sql = "SELECT sequence, at, by_type::bigint, by_id, by_person, "
                                    "type::bigint, subject, detail FROM act WHERE $1 IS NULL OR "
                                    "sequence < $1 ORDER BY sequence DESC LIMIT $2 + 1",
                             .parameters = Parameters().number(before).number(
                                 std::int64_t{query.count_max})}));
  exchange::ActPage page;
  page.more = rows.count() > query.count_max;
  for (std::size_t i = 0; i < rows.count() && i < query.count_max; ++i) {
    const exchange::Actor by{.type = static_cast<exchange::Actor::Type>(rows.number(i, 2)),
                             .id = rows.uuid(i, 3),
                             .person = exchange::PersonId(rows.uuid(i, 4))};
    page.acts.emplace_back(static_cast<std::uint64_t>(rows.number(i, 0)),
                           exchange::Act{.at = base::instant_of(rows.number(i, 1)),
                                         .by = by,
                                         .type = static_cast<exchange::ActType>(rows.number(i, 5)),
                                         .subject = rows.uuid(i, 6),
                                         .detail = std::string(rows.bytes(i, 7))});
  }
  return page;
}

base::Result<std::optional<exchange::KeyFact>> read_key(Connection& connection,
                                                        const exchange::KeyUse& use,
                                                        exchange::Instant now) {
  TRY_ASSIGN(
      const Rows rows,
      connection.ask({.sql = "SELECT payload, outcome::bigint, made FROM idempotency "
                             "WHERE participant = $1 AND flow = $2 AND path = $3 AND key = $4 "
                             "AND at > $5",
                      .parameters = Parameters()
                                        .uuid(use.participant.uuid())
                                        .number(number_of(use.flow))
                                        .number(static_cast<std::int64_t>(use.path))
                                        .bytes(view_of(use.key))
                                        .number(number_of(now - exchange::key_life))}));
  if (rows.count() == 0) return std::optional<exchange::KeyFact>();
  return exchange::KeyFact{
      .payload = digest_of(rows.bytes(0, 0)),
      .answer = {.outcome = static_cast<exchange::KeyOutcome>(rows.number(0, 1)),
                 .made = rows.uuid(0, 2)}};
}

}  // namespace tradepost::store::postgres
