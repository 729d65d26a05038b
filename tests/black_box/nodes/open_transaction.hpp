#pragma once

#include <string>
#include <string_view>
#include <thread>

#include "nodes/nodes.hpp"

namespace tradepost::on_postgres {

// A session of somebody else, "somebody else" by name, that has done a statement in a transaction
// and leaves that open, until it is let go.
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

// Nothing can be sent or reported on while it is open.
inline constexpr std::string_view locking_queues = "SELECT FROM queue FOR UPDATE";

// Until so many sessions of the server are like that, by a condition on pg_stat_activity.
void wait_for_sessions(std::string_view count, const std::string& that);

}  // namespace tradepost::on_postgres
