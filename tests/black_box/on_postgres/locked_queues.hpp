#pragma once

#include <string>
#include <string_view>
#include <thread>

#include "on_postgres/nodes.hpp"

namespace tradepost::on_postgres {

// A session of somebody else that has locked the rows of all queues in a transaction that stays
// open, until it is let go.
class LockedQueues {
 public:
  explicit LockedQueues(const Nodes& nodes);
  ~LockedQueues();
  LockedQueues(const LockedQueues&) = delete;
  LockedQueues& operator=(const LockedQueues&) = delete;

  void let_go();

 private:
  std::thread holder_;
};

// Until so many sessions of the server are like that, by a condition on pg_stat_activity.
void wait_for_sessions(std::string_view count, const std::string& that);

}  // namespace tradepost::on_postgres
