#include "store/postgres/moving/move_lock.hpp"

#include <string_view>

namespace tradepost::store::postgres {

namespace {

constexpr std::string_view lock_not_available = "55P03";

}  // namespace

base::Done lock_moves(database::Connection& connection) {
  TRY(connection.run("SET lock_timeout = '5s'"));
  const auto locked = connection.ask({.sql = "SELECT pg_advisory_lock(29808, 3)"});
  if (!locked && connection.failed_state() == lock_not_available) {
    return base::refuse({base::ErrorCode::in_use,
                         base::CallerText("Another process is moving a network into the database, "
                                          "or out of it.")});
  }
  if (!locked) return base::refuse(locked.error());
  return connection.run("SET lock_timeout = 0");
}

}  // namespace tradepost::store::postgres
