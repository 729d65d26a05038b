#include "exchange/administration/background.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/ground/limits.hpp"
#include "base/tasks/awaitables.hpp"
#include "exchange/administration/settings.hpp"
#include "exchange/administration/standing.hpp"
#include "exchange/desk/slices.hpp"
#include "exchange/trade/releasing.hpp"

namespace tradepost::exchange {
namespace {

using std::chrono::days;

constexpr std::chrono::seconds walks_for{1};

// The removals of one age.
struct Due {
  KindSet kinds;
  days kept{};
  Removal what{};
};

// Puts all contents before any row, because a row is removed after its content.
std::vector<Due> due_by(const std::vector<RetentionRule>& rules) {
  std::vector<Due> all;
  const auto add = [&](Kind kind, const std::optional<days>& kept, Removal what) {
    if (!kept) return;
    const auto is_same = [&](const Due& due) { return due.what == what && due.kept == *kept; };
    const auto at = std::ranges::find_if(all, is_same);
    if (at == all.end()) {
      all.push_back({.kinds = KindSet({kind}), .kept = *kept, .what = what});
    } else {
      at->kinds.add(kind);
    }
  };
  for (const RetentionRule& rule : rules) add(rule.kind, rule.content, Removal::content);
  for (const RetentionRule& rule : rules) add(rule.kind, rule.row, Removal::row);
  return all;
}

}  // namespace

Answering<Came> finish_releases(Desk& desk, Deadline deadline) {
  const base::Executor& executor = co_await base::this_executor();
  // At a start, this runs before any other code reads the directory.
  CO_TRY(co_await desk.directory.catch_up(desk.store, deadline));
  const DirectoryPtr directory = desk.directory.current();
  CO_TRY_ASSIGN(const std::vector<QueueState> queues, co_await desk.store.queues({}, deadline));
  for (const QueueState& queue : queues) {
    if (queue.held == 0) continue;
    CO_TRY_ASSIGN(const std::vector<HeldState> held,
                  co_await desk.store.held(queue.participant, deadline));
    for (const HeldState& state : held) {
      if (state.to != queue.participant || state.flow != queue.flow) continue;
      if (!takes(*directory, state.from, state.to, state.held.kinds)) continue;
      if (desk.ends()) co_return Came::part_of_the_way;
      const Release direction{.from = state.from, .to = state.to, .flow = state.flow};
      const auto released = co_await release_held(desk, direction, deadline);
      if (!released && executor.now() >= deadline) co_return Came::part_of_the_way;
      if (!released) co_return base::refuse(released.error());
    }
  }
  co_return Came::through;
}

Answering<std::monostate> finish_intents(Desk& desk, Deadline deadline) {
  CO_TRY_ASSIGN(const std::vector<Intent> intents, co_await desk.store.intents(deadline));
  for (const Intent& intent : intents) {
    bool more = true;
    while (more) {
      Work work = IntentWork{intent.id};
      CO_TRY_ASSIGN(
          const Stepped stepped,
          co_await desk.store.step(std::move(work), base::limits::background_slice, deadline));
      more = stepped.more;
    }
  }
  CO_TRY(co_await desk.directory.catch_up(desk.store, deadline));
  co_return std::monostate{};
}

Answering<Came> watch_overdue(Desk& desk, Deadline deadline) {
  CO_TRY_ASSIGN(const std::vector<QueueState> queues, co_await desk.store.queues({}, deadline));
  const Instant now = desk.clock.now();
  for (const QueueState& queue : queues) {
    if (!is_overdue(queue, now, desk.rules)) continue;
    Work work =
        OverdueWork{.recipient = queue.participant, .flow = queue.flow, .rules = desk.rules};
    CO_TRY(co_await desk.store.step(std::move(work), base::limits::overdue_senders_max, deadline));
  }
  co_return Came::through;
}

Answering<Came> RetentionWalk::go_on(Desk& desk, Deadline deadline) {
  const base::Executor& executor = co_await base::this_executor();
  const std::vector<Due> all = due_by(retention_of(*desk.directory.current()));
  const base::SteadyTime walk_began = executor.now();
  const Instant now = desk.clock.now();
  while (due_ < all.size()) {
    const base::SteadyTime began = executor.now();
    if (began >= walk_began + walks_for) co_return Came::part_of_the_way;
    const Due& due = all[due_];
    Work work = RetentionWork{
        .kinds = due.kinds, .created_before = now - due.kept, .what = due.what, .after = after_};
    CO_TRY_ASSIGN(
        const Stepped stepped,
        co_await desk.store.step(std::move(work), base::limits::background_slice, deadline));
    after_ = stepped.more_after;
    if (!after_) ++due_;
    co_await rest_behind_slice(began);
  }
  due_ = 0;
  co_return Came::through;
}

}  // namespace tradepost::exchange
