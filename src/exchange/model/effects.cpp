#include "exchange/model/effects.hpp"

namespace tradepost::exchange {

Effect::Effect(const Effect& other) = default;
Effect::Effect(Effect&& other) noexcept = default;
Effect& Effect::operator=(const Effect& other) = default;
Effect& Effect::operator=(Effect&& other) noexcept = default;
Effect::~Effect() = default;

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
