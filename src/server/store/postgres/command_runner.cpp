#include "store/postgres/command_runner.hpp"

namespace tradepost::store::postgres {

CommandRunner::CommandRunner(const Parts& parts, const PostgresOptions& options)
    : parts_(parts),
      batches_(
          parts.node, options.waiting_max, [this](const Changed& changed) { notify_of(changed); },
          [this](const exchange::Actor& requester) {
            return parts_.pools.usual.post([this](Link& link) { batches_.decide_waiting(link); },
                                           requester);
          }) {}

void CommandRunner::notify_of(const Changed& changed) {
  if (!changed.delivered_to.empty()) {
    parts_.watcher.look(
        [&](const QueueName& queue) { return changed.delivered_to.contains(queue); });
    parts_.notifier.add(changed.delivered_to);
  }
  if (parts_.changes != nullptr) parts_.changes->note(changed.viewers);
  parts_.broadcast.note(changed.viewers);
}

}  // namespace tradepost::store::postgres
