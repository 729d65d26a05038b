#pragma once

#include <cstdint>
#include <set>

#include "base/log.hpp"
#include "database/connection.hpp"

namespace tradepost::store::postgres {

// Logs the transactions of the server that keep nodes waiting for a lock for more than a second.
// Each one is logged once for as long as it blocks. One thread.
class LockMonitor {
 public:
  explicit LockMonitor(const base::Log& log) : log_(log) {}

  base::Result<database::Rows> ask(database::Connection& connection) const;
  void log(const database::Rows& found);

 private:
  const base::Log& log_;
  std::set<std::int64_t> logged_;  // process ids
};

}  // namespace tradepost::store::postgres
