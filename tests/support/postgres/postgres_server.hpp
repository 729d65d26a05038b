#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "process/process.hpp"

// A separate PostgreSQL process for tests.
namespace tradepost::postgres {

struct Answered {
  bool is_good = false;
  std::string out;  // one row per line; columns are separated by |
  std::string err;
};

// A server in its own folder, with a socket in it and no TCP port. It ends with the object. Commits
// are synced. The test fails if PostgreSQL is not installed or cannot be started.
class PostgresServer {
 public:
  PostgresServer();
  // Creates its folder inside `parent`.
  explicit PostgresServer(const std::string& parent);
  // Creates a standby that streams from the primary.
  struct StandbyOf {
    const PostgresServer& primary;
  };
  explicit PostgresServer(StandbyOf other);
  ~PostgresServer();
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;

  // Returns the address for clients: postgres://…
  std::string address(const std::string& database = "postgres") const;
  // Creates an empty database.
  void make_database(const std::string& name) const;
  // Runs statements with psql, several in one transaction, and returns the result.
  Answered asks(const std::string& sql) const;
  // Returns the rows; the test fails if the statement fails.
  std::vector<std::string> rows(const std::string& sql) const;

  // Runs a statement in a database, but not in a transaction, which CREATE TABLESPACE and others
  // refuse.
  void does(const std::string& sql, const std::string& database = "postgres") const;
  std::string value(const std::string& sql, const std::string& database) const;
  // Changes a setting that a running server reloads.
  void set(const std::string& name, const std::string& value) const;
  void set_for_the_next_start(const std::string& name, const std::string& value) const;

  // The role needs a password from now on.
  void demand_password(const std::string& role) const;

  // Ends all its processes at once, as a crash does; begin() recovers the data.
  void crash();
  void begin();
  // Stops the server: clients can no longer connect, and get no error.
  void fall_silent() const;
  // The folder belongs to the user of the server.
  const std::string& folder() const { return folder_; }

 private:
  void make_folder();

  std::string folder_;
  std::string programs_;
  process::Process process_;
};

}  // namespace tradepost::postgres
