#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "exchange/port/changes.hpp"
#include "store/postgres/commit/batches.hpp"
#include "store/postgres/commit/decisions.hpp"
#include "store/postgres/node/change_broadcast.hpp"
#include "store/postgres/node/delivery_notifier.hpp"
#include "store/postgres/node/watcher.hpp"
#include "store/postgres/pools.hpp"

namespace tradepost::store::postgres {

// Decides commands on the threads of the store, and notifies of their changes. Any thread.
class CommandRunner {
 public:
  // All must outlive this, except `pools`, which ends first because its threads use this.
  struct Parts {
    Node& node;
    Watcher& watcher;
    DeliveryNotifier& notifier;
    ChangeBroadcast& broadcast;
    exchange::Changes* changes;  // may be nullptr
    Pools& pools;
  };
  CommandRunner(const Parts& parts, const PostgresOptions& options);

  // Decides with `decide`, which takes a Commit& (commit/decisions.hpp).
  template <typename Answer, typename Decide>
  Answering<Answer> made(Decide decide, Locks locks, Settle settle, exchange::Actor requester,
                         Deadline deadline) {
    WorkOf<Answer> job = [this, decide = std::move(decide), locks = std::move(locks), settle](
                             Link& link, Until until) -> base::Result<Answer> {
      return decisions(link, until).make<Answer>(locks, settle, std::cref(decide));
    };
    return work_in<Answer>(parts_.pools.usual, Does::writes, std::move(job), requester, deadline);
  }
  template <typename Answer, typename Command>
  Answering<Answer> decided(Command command, Locks locks, Settle settle, exchange::Actor requester,
                            Deadline deadline) {
    auto decide = [command = std::move(command)](Commit& commit) {
      return deciding<Answer>(command)(commit);
    };
    return made<Answer>(std::move(decide), std::move(locks), settle, requester, deadline);
  }
  // Decides the command in a batch with other commands.
  template <typename Answer, typename Command>
  Answering<Answer> decided_in_a_batch(Command command, Locks locks, exchange::Actor requester,
                                       Deadline deadline) {
    base::Executor& executor = co_await base::this_executor();
    base::Completion<base::Result<Answer>> answered(executor);
    const auto cancel_flag = std::make_shared<CancelFlag>();
    Batches::Asked asked{
        .command = std::move(command),
        .locks = std::move(locks),
        .executor = executor,
        .answer =
            [completer = answered.completer()](base::Result<Batches::Answer> answer) mutable {
              if (answer) {
                completer.fulfil(std::get<Answer>(*std::move(answer)));
              } else {
                completer.fulfil(base::refuse(std::move(answer).error()));
              }
            },
        .until = until(deadline, executor),
        .cancel_flag = cancel_flag};
    const bool is_taken = batches_.add(requester, std::move(asked));
    if (!is_taken && cancel_flag->give_up()) co_return base::refuse(Decisions::too_late());
    std::optional<base::Result<Answer>> answer = co_await answered.wait_until(deadline);
    if (!answer) {
      co_return base::refuse(cancel_flag->give_up() ? Decisions::too_late() : Decisions::unknown());
    }
    co_return *std::move(answer);
  }
  Decisions decisions(Link& link, Until until) {
    return {link, parts_.node, [this](const Changed& changed) { notify_of(changed); }, until};
  }

 private:
  void notify_of(const Changed& changed);

  const Parts parts_;
  Batches batches_;
};

}  // namespace tradepost::store::postgres
