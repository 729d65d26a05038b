#include "exchange/model/effects.hpp"

#include <algorithm>

namespace tradepost::exchange {

Effect::Effect(const Effect& other) = default;
Effect::Effect(Effect&& other) noexcept = default;
Effect& Effect::operator=(const Effect& other) = default;
Effect& Effect::operator=(Effect&& other) noexcept = default;
Effect::~Effect() = default;

document::References Sent::all_references() const {
  return references ? *references : document::references_in(transaction.kind, content.view);
}

namespace {

// A carried state resembles a new event, so it must not lower the last instant.
struct LastInstant {
  Instant before;

  Instant operator()(const Sent& effect) const {
    return effect.carried ? before : effect.transaction.created;
  }
  Instant operator()(const Reported& effect) const { return effect.report.at; }
  Instant operator()(const CaseSet& effect) const {
    return effect.is_carried ? before : effect.value.changed;
  }
  // A carried one has the last instant of the store that it comes from.
  Instant operator()(const DirectorySet& effect) const { return effect.at; }
  Instant operator()(const KeyUsed& effect) const { return std::max(before, effect.at); }
  Instant operator()(const Rejected& effect) const { return std::max(before, effect.at); }
  Instant operator()(const NumbersTaken& effect) const { return std::max(before, effect.at); }
  template <typename Other>
  Instant operator()(const Other& effect) const {
    if constexpr (requires { effect.is_carried; }) {
      return effect.is_carried ? before : effect.at;
    } else if constexpr (requires { effect.at; }) {
      return effect.at;
    } else {
      return before;
    }
  }
};

}  // namespace

Instant last_instant_after(const Effect& effect, Instant before) {
  return std::visit(LastInstant{before}, effect);
}

std::uint16_t record_of(const Effect& effect) {
  return std::visit(
      [](const auto& value) -> std::uint16_t {
        if constexpr (requires { value.record(); }) {
          return value.record();
        } else if constexpr (requires { value.is_carried; }) {
          return value.is_carried ? value.record_of_carried : value.record;
        } else if constexpr (requires { value.carried; }) {
          return value.carried ? value.record_of_carried : value.record;
        } else {
          return value.record;
        }
      },
      effect);
}

}  // namespace tradepost::exchange
