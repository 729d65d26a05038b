#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

#include "database/connection.hpp"

namespace tradepost::store::postgres {

// Ends waits for an unreachable database when the process ends. Any thread.
class Ending {
 public:
  void begin();
  // Waits for this time at most. Returns true if the end has begun.
  bool within(std::chrono::milliseconds time);

 private:
  std::mutex mutex_;
  std::condition_variable begun_;
  bool has_begun_ = false;  // guarded by mutex_
};

struct LinkOptions {
  database::Options database;
  // The longest time that a request waits for an unreachable database.
  std::chrono::milliseconds patience{5'000};
};

// The connection of one thread. It is opened when it is needed, and opened again, with growing
// pauses, after it breaks.
class Link {
 public:
  Link(const LinkOptions& options, Ending& ending) : options_(options), ending_(ending) {}

  // Returns `unavailable` after the time of patience.
  base::Result<database::Connection*> connection();
  // Call this after a failure. Drops the connection if the server does not answer on it.
  void check();

  // Returns the answer of `ask`, which may run until that time. A broken connection is replaced and
  // `ask` is repeated once.
  template <typename Answer, typename Ask>
  base::Result<Answer> read(Ask ask, std::chrono::steady_clock::time_point until) {
    TRY_ASSIGN(database::Connection * first, connection());
    base::Result<Answer> answer = asked<Answer>(*first, ask, until);
    if (answer || first->is_alive()) return answer;
    check();
    if (std::chrono::steady_clock::now() >= until) return answer;
    TRY_ASSIGN(database::Connection * second, connection());
    answer = asked<Answer>(*second, ask, until);
    check();
    return answer;
  }

 private:
  template <typename Answer, typename Ask>
  static base::Result<Answer> asked(database::Connection& connection, Ask& ask,
                                    std::chrono::steady_clock::time_point until) {
    connection.ask_until(until);
    base::Result<Answer> answer = ask(connection);
    connection.ask_until(std::nullopt);
    return answer;
  }

  const LinkOptions& options_;
  Ending& ending_;
  std::unique_ptr<database::Connection> connection_;
};

}  // namespace tradepost::store::postgres
