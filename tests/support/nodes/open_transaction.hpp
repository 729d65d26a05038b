#pragma once

#include <string>
#include <string_view>
#include <thread>

#include "nodes/nodes.hpp"

namespace tradepost::on_postgres {

// A separate database session that has executed a statement in a transaction, and keeps the
// transaction open until let_go().
class OpenTransaction {
 public:
  OpenTransaction(const Nodes& nodes, std::string_view statement);
  ~OpenTransaction();
  OpenTransaction(const OpenTransaction&) = delete;
  OpenTransaction& operator=(const OpenTransaction&) = delete;

  void let_go();

 private:
  std::thread holder_;
};

// While this transaction is open, no document can be sent or reported on.
inline constexpr std::string_view locking_queues = "SELECT FROM queue FOR UPDATE";

// Waits until so many sessions of the server meet a condition on pg_stat_activity.
void wait_for_sessions(std::string_view count, const std::string& that);

}  // namespace tradepost::on_postgres
