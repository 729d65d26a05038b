#pragma once

#include <utility>

#include "store/postgres/command_runner.hpp"
#include "store/postgres/pools.hpp"

namespace tradepost::store::postgres {

// Runs reads on the threads of the store, after the intents whose changes they must show. Any
// thread.
class ReadRunner {
 public:
  // `commands` must outlive this.
  ReadRunner(CommandRunner& commands, const PostgresOptions& options)
      : commands_(commands), half_moved_(options.half_moved) {}

  template <typename Answer, typename Ask>
  Answering<Answer> asked(Pool& pool, Ask ask, exchange::Actor requester, Deadline deadline) {
    WorkOf<Answer> job = [ask = std::move(ask)](Link& link, Until until) {
      return link.read<Answer>(ask, until);
    };
    return work_in<Answer>(pool, Does::reads, std::move(job), requester, deadline);
  }
  // Runs `ask` after all slices of the intents that are under way.
  template <typename Answer, typename Ask>
  Answering<Answer> settled(Pool& pool, Ask ask, exchange::Actor requester, Deadline deadline) {
    WorkOf<Answer> job = [this, ask = std::move(ask)](Link& link,
                                                      Until until) -> base::Result<Answer> {
      bool has_intents = false;
      const auto see_intents_and_ask = [&](database::Connection& connection) {
        connection.take_along({.sql = "SELECT FROM intent LIMIT 1"});
        base::Result<Answer> answer = ask(connection);
        has_intents = connection.taken_along().count() != 0;
        return answer;
      };
      base::Result<Answer> answer = link.read<Answer>(see_intents_and_ask, until);
      if (!has_intents || half_moved_ == HalfMoved::opened) return answer;
      TRY(commands_.decisions(link, until).settle());
      return link.read<Answer>(ask, until);
    };
    return work_in<Answer>(pool, Does::reads, std::move(job), requester, deadline);
  }

 private:
  CommandRunner& commands_;
  const HalfMoved half_moved_;
};

}  // namespace tradepost::store::postgres
