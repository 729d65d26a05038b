#pragma once

#include <optional>
#include <variant>

#include "base/clock.hpp"
#include "exchange/desk.hpp"
#include "exchange/directory.hpp"
#include "http/request.hpp"
#include "http/response.hpp"

namespace tradepost::api {

// Who may use a route. There is no default: a row that says nothing does not compile.
class Who {
 public:
  static constexpr Who with_any_token() { return Who(std::nullopt); }
  static constexpr Who with(exchange::Scopes::Scope scope) { return Who(scope); }

  constexpr std::optional<exchange::Scopes::Scope> scope() const { return scope_; }

 private:
  constexpr explicit Who(std::optional<exchange::Scopes::Scope> scope) : scope_(scope) {}
  std::optional<exchange::Scopes::Scope> scope_;
};

// Whose token the request carries, or the answer to it: 401, 403. A token is looked up by its
// SHA-256; it is never kept, logged or compared as it is.
std::variant<exchange::Caller, http::Response> caller_of(const http::Request& request,
                                                         const exchange::Directory& directory,
                                                         base::Instant now, Who who);

}  // namespace tradepost::api
