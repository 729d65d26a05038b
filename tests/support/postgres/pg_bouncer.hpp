#pragma once

#include <string>

#include "postgres/postgres_server.hpp"

namespace tradepost::postgres {

// A PgBouncer in front of a server, in transaction mode: each transaction runs in the session that
// was used longest ago, so no state of a session lasts from one transaction to the next. It has a
// socket in the server's folder, and ends with the object. The test fails if it can't be started.
class PgBouncer {
 public:
  explicit PgBouncer(const PostgresServer& server);
  ~PgBouncer();
  PgBouncer(const PgBouncer&) = delete;
  PgBouncer& operator=(const PgBouncer&) = delete;

  std::string address(const std::string& database) const;

 private:
  const std::string folder_;
  process::Process process_;
};

}  // namespace tradepost::postgres
