#pragma once

#include <expected>
#include <utility>

#include "base/ground/error.hpp"

namespace tradepost::base {

// The requested value, or the refusal of the outside world. Our own bugs are not a Result: they
// fail a CHECK (base/ground/check.hpp).
template <typename T>
class [[nodiscard]] Result : public std::expected<T, Error> {
 public:
  using std::expected<T, Error>::expected;
};

using Done = Result<void>;

inline std::unexpected<Error> refuse(Error error) {
  return std::unexpected(std::move(error));
}

}  // namespace tradepost::base

// Returns from the function with the error if there is one. (g++ 12 has no and_then.)
#define TRY(expression)                                                                         \
  do {                                                                                          \
    if (auto tried_ = (expression); !tried_) return std::unexpected(std::move(tried_).error()); \
  } while (false)

#define TRY_CONCAT_(a, b) a##b
#define TRY_NAME_(a, b) TRY_CONCAT_(a, b)
#define TRY_ASSIGN(declaration, expression) \
  TRY_ASSIGN_(TRY_NAME_(tried_, __LINE__), declaration, expression)
#define TRY_ASSIGN_(tried, declaration, expression)             \
  auto tried = (expression);                                    \
  if (!tried) return std::unexpected(std::move(tried).error()); \
  declaration = *std::move(tried)

// These do the same in the body of a Task<Result<...>>: `CO_TRY_ASSIGN(Row row, co_await
// find(key));`
#define CO_TRY(expression)                                             \
  do {                                                                 \
    auto tried_ = (expression);                                        \
    if (!tried_) co_return std::unexpected(std::move(tried_).error()); \
  } while (false)

#define CO_TRY_ASSIGN(declaration, expression) \
  CO_TRY_ASSIGN_(TRY_NAME_(tried_, __LINE__), declaration, expression)
#define CO_TRY_ASSIGN_(tried, declaration, expression)             \
  auto tried = (expression);                                       \
  if (!tried) co_return std::unexpected(std::move(tried).error()); \
  declaration = *std::move(tried)
