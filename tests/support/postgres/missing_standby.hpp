#pragma once

#include <string>
#include <string_view>

#include "postgres/postgres_server.hpp"

namespace tradepost::postgres {

// While it lives, the server confirms no commit, because the standby that commits wait for does not
// exist. If the session of a waiting commit ends, the commit has happened and the node does not
// know it.
class MissingStandby {
 public:
  explicit MissingStandby(const PostgresServer& server);
  ~MissingStandby();
  MissingStandby(const MissingStandby&) = delete;
  MissingStandby& operator=(const MissingStandby&) = delete;

  // Waits until one commit of a node waits for the standby.
  void wait_for_commit() const;
  void end_session_of_commit() const;  // the node gets no answer
  void cancel_commit() const;          // the node gets an answer with a warning

  // The server confirms commits again, including the waiting ones.
  void forget();
  void forget_at_the_next_start();

 private:
  bool do_commits_wait() const;
  // Returns the id of the session.
  std::string end_commit(std::string_view function) const;

  const PostgresServer& server_;
  bool is_waited_for_ = true;
};

}  // namespace tradepost::postgres
