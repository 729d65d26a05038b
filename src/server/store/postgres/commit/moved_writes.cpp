#include <utility>

#include "store/postgres/commit/writes.hpp"
#include "store/postgres/tables/columns.hpp"

namespace tradepost::store::postgres {

using database::Parameters;
using database::Statement;
using enum database::Type;

namespace {

std::int64_t signed_of(std::uint64_t number) {
  return static_cast<std::int64_t>(number);
}

// One number for each queue.
using QueueColumns = Columns<uuid, bigint, bigint>;

void add_feed(const MovedWrites& moved, std::vector<Statement>& statements) {
  if (moved.feed.empty()) return;
  Columns<uuid, bigint, bigint, bigint, uuid> columns;
  std::map<QueueName, std::int64_t> ends;
  for (const auto& [position, entry] : moved.feed) {
    const QueueName feed{.participant = entry.participant, .flow = entry.flow};
    columns.add(entry.participant.uuid(), number_of(entry.flow), signed_of(position),
                static_cast<std::int64_t>(entry.type), entry.id);
    ends[feed] = signed_of(position);
  }
  statements.push_back({.sql = "INSERT INTO feed SELECT participant, flow, position, what, id "
                               "FROM unnest($1, $2, $3, $4, $5) "
                               "AS new(participant, flow, position, what, id)",
                        .parameters = std::move(columns).parameters()});
  QueueColumns of_ends;
  for (const auto& [feed, end] : ends)
    of_ends.add(feed.participant.uuid(), number_of(feed.flow), end);
  statements.push_back({.sql = "INSERT INTO feed_end SELECT * FROM unnest($1, $2, $3) "
                               "ON CONFLICT (participant, flow) "
                               "DO UPDATE SET last_position = excluded.last_position",
                        .parameters = std::move(of_ends).parameters()});
}

}  // namespace

void add_moved(const MovedWrites& moved, std::vector<Statement>& statements) {
  if (!moved.through) return;
  if (!moved.queue_ends.empty()) {
    QueueColumns columns;
    for (const auto& [queue, end] : moved.queue_ends)
      columns.add(queue.participant.uuid(), number_of(queue.flow), signed_of(end));
    statements.push_back({.sql = "INSERT INTO queue(recipient, flow, last_position, last_instant) "
                                 "SELECT recipient, flow, position, 0 FROM unnest($1, $2, $3) "
                                 "AS ends(recipient, flow, position) "
                                 "ON CONFLICT (recipient, flow) "
                                 "DO UPDATE SET last_position = excluded.last_position",
                          .parameters = std::move(columns).parameters()});
  }
  add_feed(moved, statements);
  if (!moved.polls.empty()) {
    QueueColumns columns;
    for (const auto& [queue, at] : moved.polls)
      columns.add(queue.participant.uuid(), number_of(queue.flow), number_of(at));
    statements.push_back({.sql = "INSERT INTO seen SELECT * FROM unnest($1, $2, $3) "
                                 "ON CONFLICT (participant, flow) "
                                 "DO UPDATE SET last_poll = excluded.last_poll",
                          .parameters = std::move(columns).parameters()});
  }
  statements.push_back(
      {.sql = "UPDATE network SET last_instant = $1, last_commit = nextval('happening')",
       .parameters = Parameters().number(number_of(moved.last_instant))});
  // The acts of the old store keep their sequences, so acts of this store come after all of them.
  statements.push_back({.sql = "UPDATE move SET taken = $1",
                        .parameters = Parameters().number(signed_of(*moved.through))});
}

}  // namespace tradepost::store::postgres
