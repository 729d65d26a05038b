#include "store/postgres/node/lock_monitor.hpp"

#include <string_view>
#include <utility>

namespace tradepost::store::postgres {

using database::Rows;

// The text of the blocking statement is not read, because it may have contents. A prepared
// transaction has no process. Some columns are empty unless the user may read all statistics.
base::Result<Rows> LockMonitor::ask(database::Connection& connection) const {
  constexpr std::string_view sql =
      "SELECT DISTINCT by.pid::bigint, coalesce(b.application_name, 'prepared transaction'), "
      "coalesce(b.usename::text, ''), coalesce(b.state, ''), "
      "coalesce(extract(epoch FROM clock_timestamp() - b.xact_start), 0)::bigint "
      "FROM pg_stat_activity w CROSS JOIN LATERAL unnest(pg_blocking_pids(w.pid)) AS by(pid) "
      "LEFT JOIN pg_stat_activity b ON b.pid = by.pid "
      "WHERE w.datname = current_database() AND w.usename = current_user "
      "AND w.wait_event_type = 'Lock' "
      "AND w.query_start < clock_timestamp() - interval '1 second' "
      "AND b.wait_event_type IS DISTINCT FROM 'Lock'";
  return connection.ask({.sql = sql});
}

void LockMonitor::log(const Rows& found) {
  std::set<std::int64_t> blocking;
  for (std::size_t i = 0; i < found.count(); ++i) {
    const std::int64_t pid = found.number(i, 0);
    if (!blocking.insert(pid).second || logged_.contains(pid)) continue;
    log_.warning("database_blocked", {{"pid", pid},
                                      {"application", found.bytes(i, 1)},
                                      {"user", found.bytes(i, 2)},
                                      {"state", found.bytes(i, 3)},
                                      {"open_seconds", found.number(i, 4)}});
  }
  logged_ = std::move(blocking);
}

}  // namespace tradepost::store::postgres
