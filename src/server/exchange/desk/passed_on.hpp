#pragma once

#include <concepts>
#include <optional>
#include <variant>

namespace tradepost::exchange {

template <typename Answer, typename Known>
inline constexpr bool may_be = false;
template <typename... Alternatives, typename Known>
inline constexpr bool may_be<std::variant<Alternatives...>, Known> =
    (std::same_as<Alternatives, Known> || ...);

// Returns a store's answer if it is also an answer of the use case, and nullopt otherwise.
template <typename Answer, typename... Known>
std::optional<Answer> passed_on(const std::variant<Known...>& answer) {
  return std::visit(
      []<typename One>(const One& one) -> std::optional<Answer> {
        if constexpr (may_be<Answer, One>) {
          return Answer(one);
        } else {
          return std::nullopt;
        }
      },
      answer);
}

}  // namespace tradepost::exchange
