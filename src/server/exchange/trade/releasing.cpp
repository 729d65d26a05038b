#include "exchange/trade/releasing.hpp"

#include <utility>
#include <variant>

#include "base/tasks/awaitables.hpp"
#include "exchange/desk/slices.hpp"

namespace tradepost::exchange {

Answering<std::uint32_t> release_held(Desk& desk, Release direction, Deadline deadline) {
  const base::Executor& executor = co_await base::this_executor();
  std::uint32_t released = 0;
  do {
    const base::SteadyTime began = executor.now();
    Move slice = direction;
    CO_TRY_ASSIGN(const MoveAnswer answer, co_await desk.store.move(std::move(slice), deadline));
    const auto& done = std::get<ReleaseDone>(answer);
    released += done.count;
    direction.after = done.more_after;
    if (direction.after) co_await rest_behind_slice(began);
  } while (direction.after && !desk.ends());
  co_return released;
}

Answering<std::uint32_t> release_held(Desk& desk, ParticipantId from, ParticipantId to,
                                      Deadline deadline) {
  std::uint32_t released = 0;
  for (const Flow flow : {Flow::live, Flow::test}) {
    const Release direction{.from = from, .to = to, .flow = flow};
    CO_TRY_ASSIGN(const std::uint32_t count, co_await release_held(desk, direction, deadline));
    released += count;
  }
  co_return released;
}

bool takes(const Directory& directory, ParticipantId from, ParticipantId to, KindSet kinds) {
  const Relationship* const relationship = directory.relationship(from, to);
  const bool is_open = directory.mode() == NetworkMode::open;
  if (relationship == nullptr) return is_open;
  const bool is_let = relationship->status == RelationshipStatus::active ||
                      (is_open && relationship->status == RelationshipStatus::requested);
  return is_let && (relationship->kinds.bits() & kinds.bits()) != 0;
}

}  // namespace tradepost::exchange
