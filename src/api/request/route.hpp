#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "api/request/signed_link.hpp"
#include "api/request/workplace.hpp"
#include "base/tasks/task.hpp"
#include "http/message/response.hpp"

namespace tradepost::api {

using Answer = base::Task<http::Response>;

// The callers of a route, and its handler. There is no default: a row without callers does not
// compile.
struct ForParticipants {
  exchange::Scopes needs;  // the token has one of these; none: any token will do
  Answer (*handler)(Workplace& place, Call call);
};
// Likewise, or without a token for a signed link to the {id} of the path.
struct ForLinkHolders {
  exchange::Scopes needs;  // of a token, which goes before a link
  LinkTo to;
  Answer (*handler)(Workplace& place, Call call);
};
struct ForOperators {
  Answer (*handler)(Workplace& place, OperatorCall call);
};
// Without a token; a handler that wants one looks for itself.
struct ForAnybody {
  Answer (*handler)(Workplace& place, OpenCall call);
};
using Way = std::variant<ForParticipants, ForLinkHolders, ForOperators, ForAnybody>;

enum class Body : std::uint8_t { none, json };

// The content of a successful answer. as_json: a client that excludes JSON gets 406. as_it_is:
// everybody gets it, or the handler reads Accept itself.
enum class Comes : std::uint8_t { as_json, as_it_is };

// Whether answers may have links, which begin with the Host that was asked.
enum class Links : std::uint8_t { some, none };

// Whether an address that asks without a token is bounded there; what watches the process is not.
enum class Pace : std::uint8_t { bounded, free };

// One way into the exchange.
struct Route {
  std::string_view method;
  std::string_view path;
  Body body;
  Way way;
  // The handlers of public routes check that themselves.
  Comes comes = Comes::as_json;
  Links links = Links::some;
  Pace pace = Pace::bounded;

  bool needs_json_accepted() const {
    return comes == Comes::as_json && !std::holds_alternative<ForAnybody>(way);
  }
};

}  // namespace tradepost::api
