#pragma once

#include <string_view>

#include "postgres/postgres_server.hpp"

namespace tradepost::postgres {

// While it lives, no commit of the server is confirmed: the standby that commits wait for does not
// exist. A commit of a node whose session ends while it waits has happened, and the node does not
// know it.
class MissingStandby {
 public:
  explicit MissingStandby(const PostgresServer& server);
  ~MissingStandby();
  MissingStandby(const MissingStandby&) = delete;
  MissingStandby& operator=(const MissingStandby&) = delete;

  // Wait until one commit of a node waits for the standby.
  void wait_for_commit() const;
  void end_session_of_commit() const;  // the node gets no answer
  void cancel_commit() const;          // the node gets an answer with a warning

  // From now on commits are confirmed, also those that wait.
  void forget();
  void forget_at_the_next_start();

 private:
  bool do_commits_wait() const;
  void end_commit(std::string_view function) const;

  const PostgresServer& server_;
  bool is_waited_for_ = true;
};

}  // namespace tradepost::postgres
