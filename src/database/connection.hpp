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

// What a statement returned, in binary form. Views live as long as it does.
class Rows {
 public:
  Rows() = default;  // none
  explicit Rows(pg_result* result);

  std::size_t count() const;
  bool is_null(std::size_t row, int column) const;
  std::int64_t number(std::size_t row, int column) const;  // of bigint
  bool boolean(std::size_t row, int column) const;
  base::Uuid uuid(std::size_t row, int column) const;
  std::string_view bytes(std::size_t row, int column) const;  // of bytea and text

 private:
  // Shared: contents are handed on as views.
  std::shared_ptr<pg_result> result_;
};

struct Host;  // address.hpp

struct Options {
  // postgres://…, or what else libpq understands. With ?prepared=on each statement is prepared
  // once. Not through PgBouncer in transaction mode: the next transaction has another connection.
  std::string address;
  std::string application_name;  // as the server's operator sees it
  // Shared: by all sessions that were opened with these options.
  std::shared_ptr<Primary> primary = std::make_shared<Primary>();
  // Of everything that is sent; a script has no parameters. Tests look at it.
  std::function<void(const Statement&)> observer = {};
};

// Whether nobody takes connections there now, but perhaps later.
bool is_away(const std::string& address);

// A session with a PostgreSQL that takes writes. It blocks, so it belongs to one thread that is no
// loop. It waits for the server as long as the server takes, unless another one took over.
class Connection {
 public:
  // unavailable: and why, for the log.
  static base::Result<std::unique_ptr<Connection>> open(const Options& options);

  // Until it is set to nothing, what is asked outside of a transaction that was begun is ended at
  // that time by the server, and a second later by us if the server is silent. It bounds neither
  // run() nor commit().
  void ask_until(std::optional<std::chrono::steady_clock::time_point> until) { until_ = until; }

  // In the round trip of what is asked next, and before it. taken_along(): its rows, once.
  void take_along(Statement statement) { along_ = std::move(statement); }
  Rows taken_along();

  base::Result<Rows> ask(const Statement& statement);
  // Several statements without a parameter.
  base::Done run(const std::string& script);
  // In one round trip; the first one that fails ends it.
  base::Result<std::vector<Rows>> ask_all(std::span<const Statement> statements);

  // Whether nothing stands between this session and its server: what NOTIFY tells arrives then.
  base::Result<bool> is_direct();
  // What other sessions told the channels that this one listens to. Waits for it, or until `called`
  // can be read, and at most so long.
  base::Result<std::vector<std::string>> hear(int called, std::chrono::milliseconds time_max);

  // Whether the server still answers, after something failed.
  bool is_alive() const;
  // Another server took over since.
  bool is_overtaken() const { return options_.primary->has_later_than(timeline_); }
  // Of what failed last: 40001. Empty where the server said nothing.
  const std::string& failed_state() const { return failed_state_; }
  // The statements and COMMIT in one round trip. An error: one of the statements failed, and
  // nothing is committed. True: the server confirmed it without a warning. False: nothing is known.
  // The first one of a session, and the first one after an unknown one, is a write even if nothing
  // was written: what an earlier COMMIT left on this server alone is at its standby, too, when it
  // is confirmed.
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
  // Null: no more, or it is not alive. They wait for the server.
  pg_result* next_result();
  pg_result* last_result();
  bool wait_for_server();
  // How long to wait for the server before something else is looked at.
  std::chrono::milliseconds wait_max() const;
  bool is_given_up() const;
  base::Error failure(const pg_result* result);
  static void take_notice(void* self, const pg_result* notice);
  std::vector<std::string> told_by_others();

  std::unique_ptr<pg_conn, Finish> connection_;
  const Options options_;
  bool prepares_ = false;
  std::map<std::string_view, std::string> prepared_;  // SQL → its name
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
