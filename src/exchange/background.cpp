#include "base/limits.hpp"
#include "exchange/administer.hpp"
#include "exchange/releasing.hpp"
#include "exchange/setting_change.hpp"

// What goes on without anybody waiting for it.
namespace tradepost::exchange {
Answering<std::variant<Changed, Busy>> set_network(Desk& desk, OperatorId by, NetworkMode mode,
                                                   Deadline deadline) {
  const auto make = [mode](const Directory&) -> std::expected<std::string, Finding> {
    return mode == NetworkMode::open ? "open" : "approved";
  };
  CO_TRY_ASSIGN(const SettingAnswer answer,
                co_await change_setting(desk, Actor::of(by), SettingName::network, make, deadline));
  const auto* const changed = std::get_if<Changed>(&answer);
  if (changed == nullptr) co_return std::variant<Changed, Busy>(Busy{});
  // What is sent meanwhile waits behind what is held, direction by direction (decide: BehindHeld).
  // The network is open by now: what takes longer than this may is gone on with later.
  const auto released = co_await finish_releases(desk, deadline);
  const bool goes_on = !released && released.error().code() == base::ErrorCode::unavailable;
  if (!released && !goes_on) co_return base::refuse(released.error());
  co_return std::variant<Changed, Busy>(*changed);
}

Answering<std::monostate> finish_releases(Desk& desk, Deadline deadline) {
  // A start comes here before anybody has asked for the directory.
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
      const Release direction{.from = state.from, .to = state.to, .flow = state.flow};
      CO_TRY(co_await release_held(desk, direction, deadline));
    }
  }
  co_return std::monostate{};
}

Answering<std::monostate> finish_intents(Desk& desk, Deadline deadline) {
  CO_TRY_ASSIGN(const std::vector<Intent> intents, co_await desk.store.intents(deadline));
  for (const Intent& intent : intents) {
    bool more = true;
    while (more) {
      Work work = IntentWork{intent.id};
      CO_TRY_ASSIGN(
          const Stepped stepped,
          co_await desk.store.step(std::move(work), base::limits::intent_slice, deadline));
      more = stepped.more;
    }
  }
  CO_TRY(co_await desk.directory.catch_up(desk.store, deadline));
  co_return std::monostate{};
}

Answering<std::monostate> watch_overdue(Desk& desk, Deadline deadline) {
  CO_TRY_ASSIGN(const std::vector<QueueState> queues, co_await desk.store.queues({}, deadline));
  const Instant now = desk.clock.now();
  for (const QueueState& queue : queues) {
    if (queue.flow != Flow::live || !queue.oldest) continue;
    if (*queue.oldest >= now - desk.rules.overdue) continue;
    Work work =
        OverdueWork{.recipient = queue.participant, .flow = queue.flow, .rules = desk.rules};
    CO_TRY(co_await desk.store.step(std::move(work), base::limits::intent_slice, deadline));
  }
  co_return std::monostate{};
}

}  // namespace tradepost::exchange
