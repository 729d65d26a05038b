#include "store/postgres/node/partitions.hpp"

#include <array>
#include <string_view>

namespace tradepost::store::postgres {

using database::Connection;
using database::Parameters;
using database::Rows;
using database::Statement;

namespace {

constexpr std::string_view begin = "BEGIN; SET LOCAL lock_timeout = '1s'";
constexpr std::string_view lock = "SELECT pg_try_advisory_xact_lock(29808, 4)";

constexpr std::string_view make =
    "SELECT make_partition(whole, (date_trunc('month', to_timestamp($1 / 1000.0) AT TIME ZONE "
    "'UTC') + ahead * interval '1 month') AT TIME ZONE 'UTC') "
    "FROM generate_series(0, 3) AS ahead, unnest('{transaction,history}'::text[]) AS whole";

constexpr std::string_view drop =
    "SELECT drop_partition_if_empty(part.relname) FROM pg_inherits i "
    "JOIN pg_class part ON part.oid = i.inhrelid WHERE i.inhparent IN "
    "('transaction'::regclass, 'history'::regclass) AND part.relname ~ '_[0-9]{4}_[0-9]{2}$' "
    "AND right(part.relname, 7) < to_char(to_timestamp($1 / 1000.0) AT TIME ZONE 'UTC', 'YYYY_MM')";

base::Done tend_locked(Connection& connection, base::Instant now) {
  TRY_ASSIGN(const Rows locked, connection.ask({.sql = lock}));
  if (!locked.boolean(0, 0)) return {};
  const auto of_now = [&](std::string_view sql) {
    return Statement{.sql = sql, .parameters = Parameters().number(base::epoch_ms(now))};
  };
  const std::array<Statement, 2> statements{of_now(make), of_now(drop)};
  TRY(connection.ask_all(statements));
  return {};
}

}  // namespace

base::Done tend_partitions(Connection& connection, base::Instant now) {
  TRY(connection.run(std::string(begin)));
  auto done = tend_locked(connection, now);
  const auto ended = connection.run(done ? "COMMIT" : "ROLLBACK");
  return done ? ended : done;
}

}  // namespace tradepost::store::postgres
