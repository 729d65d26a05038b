#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ground/result.hpp"
#include "base/ids.hpp"
#include "database/parameters.hpp"
#include "database/primary.hpp"

struct pg_conn;
struct pg_result;

namespace tradepost::database {

// The rows of a statement's answer, in binary form. Views are valid as long as the Rows or a copy
// of it lives.
class Rows {
 public:
  Rows() = default;  // no rows
  explicit Rows(pg_result* result);

  std::size_t count() const;
  bool is_null(std::size_t row, int column) const;
  std::int64_t number(std::size_t row, int column) const;  // bigint
  bool boolean(std::size_t row, int column) const;
  base::Uuid uuid(std::size_t row, int column) const;
  std::string_view bytes(std::size_t row, int column) const;  // bytea or text

 private:
  // Shared: copies of Rows refer to the same result.
  std::shared_ptr<pg_result> result_;
};

struct Host;  // address.hpp

struct Options {
  // An address that libpq accepts, such as postgres://…. With ?prepared=on each statement is
  // prepared once. PgBouncer in transaction mode does not permit that: the next transaction has
  // another server connection.
  std::string address;
  std::string application_name;  // shown to the server's operator
  // Shared by all sessions that are opened with these options.
  std::shared_ptr<Primary> primary = std::make_shared<Primary>();
  // Called for each statement that is sent, for tests. A script has no parameters.
  std::function<void(const Statement&)> observer = {};
};

// Returns true if no server at the address accepts connections now, but one may later.
bool is_away(const std::string& address);

// A session with a PostgreSQL server that accepts writes. Calls block, so a session belongs to one
// thread, never to a loop. A call waits for the server without a time limit, unless a deadline is
// set or another server took over.
class Connection {
 public:
  // Fails with `unavailable`; the log text has the reason.
  static base::Result<std::unique_ptr<Connection>> open(const Options& options);

  // Sets a deadline for ask() and ask_all() outside of an open transaction, until it is set to
  // nullopt. The server cancels a statement at the deadline; if the server is silent, the session
  // gives up one second later. The server cancels neither run() nor commit().
  void ask_until(std::optional<std::chrono::steady_clock::time_point> until) { until_ = until; }

  // Adds a statement in front of the next ask() or ask_all(), in the same round trip. taken_along()
  // returns its rows once.
  void take_along(Statement statement) { along_ = std::move(statement); }
  Rows taken_along();

  base::Result<Rows> ask(const Statement& statement);
  // Runs several statements without parameters.
  base::Done run(const std::string& script);
  // Runs the statements in one round trip. The first failure stops the rest.
  base::Result<std::vector<Rows>> ask_all(std::span<const Statement> statements);

  // Returns true if no pool is between this session and its server. Only then NOTIFY arrives.
  base::Result<bool> is_direct();
  // Returns the notifications of other sessions on the channels that this session listens to. Waits
  // until one arrives, `called` is readable or `time_max` has passed.
  base::Result<std::vector<std::string>> hear(int called, std::chrono::milliseconds time_max);

  // Returns false after an error that leaves the session unusable.
  bool is_alive() const;
  // Returns true if another server took over after this session began.
  bool is_overtaken() const { return options_.primary->has_later_than(timeline_); }
  // The SQLSTATE of the last failure, for example 40001. Empty if the server sent none.
  const std::string& failed_state() const { return failed_state_; }
  // Sends the statements and COMMIT in one round trip. Returns an error if a statement failed, and
  // then nothing is committed; true if the server confirmed the commit without a warning; false if
  // the outcome is unknown. The first commit of a session, and the first one after an unknown
  // outcome, always writes, even if the statements write nothing: once it is confirmed, the standby
  // also has every earlier commit that only this server had.
  base::Result<bool> commit(std::span<const Statement> statements);

 private:
  struct Finish {
    void operator()(pg_conn* connection) const;
  };
  Connection(pg_conn* connection, Options options)
      : connection_(connection), options_(std::move(options)) {}
  static base::Result<std::unique_ptr<Connection>> open_at(const Options& options,
                                                           const Host& host);
  static base::Result<std::unique_ptr<Connection>> open_any(const Options& options);
  base::Done find_timeline();
  bool send(const Statement& statement);
  base::Done prepare(std::span<const Statement> statements);
  base::Result<std::vector<Rows>> ask_at_once(std::span<const Statement> statements);
  bool send_all(std::span<const Statement> statements);
  // Wait for the server. Return nullptr if there are no more results or the session is unusable.
  pg_result* next_result();
  pg_result* last_result();
  bool wait_for_server();
  // The longest wait for the server before the deadline and the primary are checked.
  std::chrono::milliseconds wait_max() const;
  bool is_given_up() const;
  base::Error failure(const pg_result* result);
  static void take_notice(void* self, const pg_result* notice);
  std::vector<std::string> payloads_of_others();

  std::unique_ptr<pg_conn, Finish> connection_;
  const Options options_;
  bool prepares_ = false;
  std::map<std::string_view, std::string> prepared_;  // SQL → name
  std::int64_t timeline_ = 0;
  std::optional<std::chrono::steady_clock::time_point> until_;
  std::optional<Statement> along_;
  Rows taken_along_;
  std::string failed_state_;
  bool was_warned_ = false;
  bool is_broken_ = false;
  bool is_in_doubt_ = true;
};

}  // namespace tradepost::database
