#include "embedded_store/happenings.hpp"

#include "embedded_store/kept_effects.hpp"

namespace tradepost::store::embedded::testing {

using exchange::Effect;
using exchange::State;
using exchange::Verdict;

std::vector<Effect> Happenings::frame(std::size_t count) {
  std::vector<Effect> effects;
  for (std::size_t i = 0; i < count; ++i) effects.push_back(next());
  return effects;
}

Effect Happenings::next() {
  if (const auto id = some_id(); id && one_of(3) == 0) {
    Known& known = known_.at(*id);
    if (known.is_pending) return change_of(*id);
    if (!known.is_removed && one_of(10) == 0) {
      known.is_removed = true;
      return exchange::Removed{.id = transaction(*id), .at = now_, .what = exchange::Removal::row};
    }
  }
  return a_send();
}

Effect Happenings::a_send() {
  // Several events may share a millisecond, and their ids are in random order.
  if (one_of(4) == 0)
    now_ += std::chrono::milliseconds(one_of(static_cast<std::uint64_t>(pause_.count())));
  const std::uint64_t id = random_();
  const Known known{
      .from = 1 + one_of(3), .to = 4 + one_of(2), .is_pending = true, .is_held = one_of(20) == 0};
  known_[id] = known;
  ids_.push_back(id);
  return sent({.id = id,
               .from = known.from,
               .to = known.to,
               .created = now_,
               .number = std::to_string(id),
               // The third supplier also sends other kinds.
               .kind = exchange::Kind{static_cast<std::uint8_t>(one_of(known.from == 3 ? 6 : 2))},
               .state = known.is_held ? State::held : State::pending});
}

Effect Happenings::change_of(std::uint64_t id) {
  Known& known = known_.at(id);
  if (known.is_held) {
    known.is_held = false;
    return exchange::Released{.id = transaction(id), .at = now_, .relationship_revision = 1};
  }
  const auto what = one_of(8);
  if (what == 2) return moved(id, known);
  known.is_pending = false;
  switch (what) {
    case 0:
      return reported(id, known.to, Verdict::failure, now_);
    case 1:
      return exchange::Superseded{.id = transaction(id), .by = transaction(id), .at = now_};
    default:
      return reported(id, known.to, Verdict::success, now_);
  }
}

Effect Happenings::moved(std::uint64_t id, Known& known) {
  const std::uint64_t to = 4 + one_of(3);
  const exchange::Moved effect{.id = transaction(id),
                               .at = now_,
                               .from = participant(known.to),
                               .to = participant(to),
                               .viewers = {participant(to), participant(known.from)},
                               .intent = {}};
  known.to = to;
  return effect;
}

std::optional<std::uint64_t> Happenings::some_id() {
  return ids_.empty() ? std::nullopt : std::optional(ids_[one_of(ids_.size())]);
}

}  // namespace tradepost::store::embedded::testing
