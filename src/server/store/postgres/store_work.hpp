#pragma once

#include <chrono>
#include <optional>
#include <utility>

#include "base/tasks/awaitables.hpp"
#include "base/tasks/completion.hpp"
#include "base/tasks/task.hpp"
#include "store/postgres/postgres_store.hpp"

namespace tradepost::store::postgres {

template <typename Answer>
Answering<Answer> PostgresStore::work_in(Pool& pool, Does does, WorkOf<Answer> work,
                                         exchange::Actor requester, Deadline deadline) {
  base::Executor& executor = co_await base::this_executor();
  base::Completion<base::Result<Answer>> answered(executor);
  const auto cancel_flag =
      std::make_shared<CancelFlag>();  // shared: the caller may end before the work
  const bool is_taken = pool.post(
      [work = std::move(work), completer = answered.completer(), until = until(deadline, executor),
       cancel_flag](Link& link) mutable {
        const bool is_late = std::chrono::steady_clock::now() >= until || !cancel_flag->begin();
        completer.fulfil(is_late ? base::refuse(Decisions::too_late()) : work(link, until));
      },
      requester);
  if (!is_taken) co_return base::refuse(Decisions::too_late());
  std::optional<base::Result<Answer>> answer = co_await answered.wait_until(deadline);
  if (!answer) {
    const bool has_no_effect = cancel_flag->give_up() || does == Does::reads;
    co_return base::refuse(has_no_effect ? Decisions::too_late() : Decisions::unknown());
  }
  co_return *std::move(answer);
}

template <typename Answer>
Answering<Answer> PostgresStore::work(Does does, WorkOf<Answer> work, exchange::Actor requester,
                                      Deadline deadline) {
  return work_in(*pool_, does, std::move(work), requester, deadline);
}

template <typename Answer, typename Ask>
Answering<Answer> PostgresStore::asked(Ask ask, Deadline deadline) {
  WorkOf<Answer> job = [ask = std::move(ask)](Link& link, Until until) {
    return link.read<Answer>(ask, until);
  };
  return work<Answer>(Does::reads, std::move(job), exchange::Actor::network(), deadline);
}

template <typename Answer, typename Ask>
Answering<Answer> PostgresStore::settled(Pool& pool, Ask ask, exchange::Actor requester,
                                         Deadline deadline) {
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
    if (!has_intents || options_.half_moved == HalfMoved::opened) return answer;
    TRY(decisions(link, until).settle());
    return link.read<Answer>(ask, until);
  };
  return work_in(pool, Does::reads, std::move(job), requester, deadline);
}

template <typename Answer, typename Ask>
Answering<Answer> PostgresStore::settled(Ask ask, exchange::Actor requester, Deadline deadline) {
  return settled<Answer>(*pool_, std::move(ask), requester, deadline);
}

}  // namespace tradepost::store::postgres
