#pragma once

#include <string>
#include <string_view>
#include <vector>

// A PostgreSQL of its own as a process that tests talk to.
namespace tradepost::postgres {

struct Answered {
  bool is_good = false;
  std::string out;  // rows, a line each; columns are separated by |
  std::string err;
};

// In a folder of its own, with a socket in it and no TCP port, and gone with the object. Commits
// are synced. The test fails if no PostgreSQL is installed, or none can be started.
class PostgresServer {
 public:
  PostgresServer();
  // Its folder is made in that one.
  explicit PostgresServer(const std::string& parent);
  // A standby of the other one, which streams from it.
  struct StandbyOf {
    const PostgresServer& primary;
  };
  explicit PostgresServer(StandbyOf other);
  ~PostgresServer();
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;

  // For clients: postgres://…
  std::string address(const std::string& database = "postgres") const;
  // An empty one.
  void make_database(const std::string& name) const;
  // What psql makes of statements. In one transaction if there are several.
  Answered asks(const std::string& sql) const;
  // Expected to be done; the rows.
  std::vector<std::string> rows(const std::string& sql) const;

  // Not in a transaction, as CREATE TABLESPACE and its like want it; in another database.
  void does(const std::string& sql, const std::string& database = "postgres") const;
  std::string value(const std::string& sql, const std::string& database) const;
  // A setting that a running server takes.
  void set(const std::string& name, const std::string& value) const;
  void set_for_the_next_start(const std::string& name, const std::string& value) const;

  // From now on this role needs one.
  void demand_password(const std::string& role) const;

  // All its processes end at once, as after a crash; it recovers when it begins.
  void crash();
  void begin();
  // Nobody can connect any more, and nobody is told so.
  void fall_silent() const;
  // Its own, of its own user.
  const std::string& folder() const { return folder_; }

 private:
  void make_folder();

  std::string folder_;
  std::string programs_;
  int process_ = -1;
};

}  // namespace tradepost::postgres
