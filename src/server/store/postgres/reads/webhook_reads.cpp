#include "store/postgres/reads/webhook_reads.hpp"

#include <utility>

#include "base/ground/limits.hpp"
#include "exchange/rules/decide.hpp"
#include "store/postgres/tables/names.hpp"
#include "store/postgres/tables/stored.hpp"

namespace tradepost::store::postgres {

using database::Connection;
using database::List;
using database::Parameters;
using database::Rows;
using database::Type;

namespace {

// Returns the events that the endpoint has not received yet.
base::Result<std::vector<exchange::FeedPlace>> waiting(Connection& connection,
                                                       const exchange::Directory& directory,
                                                       const exchange::EndpointProgress& progress,
                                                       std::uint32_t count_max) {
  std::vector<exchange::FeedPlace> places;
  const exchange::Endpoint* const endpoint = directory.endpoint(progress.endpoint);
  if (endpoint == nullptr) return places;
  TRY_ASSIGN(
      const Rows rows,
      connection.ask({.sql = "SELECT position, what::bigint, id FROM feed WHERE participant = $1 "
                             "AND flow = $2 AND position > $3 AND what::bigint & $4 <> 0 "
                             "ORDER BY position LIMIT $5",
                      .parameters = Parameters()
                                        .uuid(endpoint->participant.uuid())
                                        .number(number_of(endpoint->flow))
                                        .number(static_cast<std::int64_t>(progress.position))
                                        .number(std::int64_t{endpoint->events})
                                        .number(std::int64_t{count_max})}));
  for (std::size_t i = 0; i < rows.count(); ++i) {
    places.push_back({.position = static_cast<std::uint64_t>(rows.number(i, 0)),
                      .entry = {.participant = endpoint->participant,
                                .flow = endpoint->flow,
                                .type = static_cast<exchange::FeedType>(rows.number(i, 1)),
                                .id = rows.uuid(i, 2)}});
  }
  return places;
}

base::Result<std::vector<exchange::DueDelivery>> lease_within(Connection& connection,
                                                              const exchange::Directory& directory,
                                                              exchange::Instant now,
                                                              exchange::CallPlaces& places) {
  std::vector<exchange::DueDelivery> due;
  TRY_ASSIGN(const Rows rows,
             connection.ask({.sql = "SELECT value FROM endpoint WHERE state = 1 AND leased_until "
                                    "<= (extract(epoch FROM clock_timestamp()) * 1000)::bigint "
                                    "ORDER BY id FOR UPDATE SKIP LOCKED"}));
  for (std::size_t i = 0; i < rows.count() && places.has_any(); ++i) {
    auto progress = read<exchange::EndpointProgress>(rows.bytes(i, 0));
    const exchange::Endpoint* const endpoint = directory.endpoint(progress.endpoint);
    const bool may_be_called = endpoint != nullptr && exchange::is_due(progress, now) &&
                               places.has_one_for(endpoint->participant);
    if (!may_be_called) continue;
    TRY_ASSIGN(const auto next,
               waiting(connection, directory, progress, base::limits::webhook_events_in_a_go));
    if (next.empty()) continue;
    ++progress.fence;
    const auto lease = std::chrono::milliseconds(base::limits::webhook_lease).count();
    TRY(connection.ask({.sql = "UPDATE endpoint SET value = $2, leased_until = $3 + "
                               "(extract(epoch FROM clock_timestamp()) * 1000)::bigint "
                               "WHERE id = $1",
                        .parameters = Parameters()
                                          .uuid(progress.endpoint.uuid())
                                          .bytes(stored(progress))
                                          .number(std::int64_t{lease})}));
    places.take(endpoint->participant);
    due.push_back({.endpoint = progress.endpoint,
                   .participant = endpoint->participant,
                   .position = next.front().position,
                   .entry = next.front().entry,
                   .fence = progress.fence,
                   .behind = {next.begin() + 1, next.end()}});
  }
  return due;
}

}  // namespace

base::Result<std::vector<exchange::DueDelivery>> lease_due(Connection& connection,
                                                           const exchange::Directory& directory,
                                                           exchange::Instant now,
                                                           exchange::CallPlaces places) {
  TRY(
      connection.run("BEGIN; SET LOCAL statement_timeout = '20s'; "
                     "SET LOCAL idle_in_transaction_session_timeout = '5s'"));
  auto due = lease_within(connection, directory, now, places);
  if (!connection.is_alive()) return due;
  if (!due) {
    TRY(connection.run("ROLLBACK"));
    return due;
  }
  // A lease that is lost expires. But the server must not stop waiting for its standby: after a
  // failover another node would get the same fence.
  TRY(connection.run("SET LOCAL statement_timeout = 0; COMMIT"));
  return due;
}

base::Result<std::vector<exchange::EndpointStanding>> read_standings(
    Connection& connection, const exchange::Directory& directory,
    const std::vector<exchange::EndpointId>& ids) {
  List wanted(Type::uuid);
  for (const exchange::EndpointId id : ids) wanted.add(id.uuid());
  TRY_ASSIGN(const Rows rows,
             connection.ask({.sql = "SELECT e.value FROM unnest($1) WITH ORDINALITY "
                                    "AS wanted(id, number) JOIN endpoint e USING (id) "
                                    "ORDER BY number",
                             .parameters = Parameters().list(std::move(wanted))}));
  std::vector<exchange::EndpointStanding> standings;
  for (std::size_t i = 0; i < rows.count(); ++i) {
    const auto progress = read<exchange::EndpointProgress>(rows.bytes(i, 0));
    TRY_ASSIGN(const auto next,
               waiting(connection, directory, progress, base::limits::webhook_events_counted_max));
    exchange::EndpointStanding standing{
        .progress = progress, .waiting = static_cast<std::uint32_t>(next.size()), .next = {}};
    if (!next.empty()) standing.next = next.front();
    standings.push_back(std::move(standing));
  }
  return standings;
}

}  // namespace tradepost::store::postgres
