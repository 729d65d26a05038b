#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "api/request/loop_context.hpp"
#include "api/request/signed_link.hpp"
#include "base/tasks/task.hpp"
#include "http/message/response.hpp"

namespace tradepost::api {

using Answer = base::Task<http::Response>;

// The callers of a route and its handler. There is deliberately no default: a row without callers
// does not compile.
struct ForParticipants {
  exchange::Scopes needs;  // the token has one of these; none: every token suffices
  Answer (*handler)(LoopContext& context, Call call);
};
// Accepts a participant's token, or a signed link to the {id} of the path.
struct ForLinkHolders {
  exchange::Scopes needs;  // of a token, which has priority over a link
  LinkTo to;
  Answer (*handler)(LoopContext& context, Call call);
};
struct ForOperators {
  Answer (*handler)(LoopContext& context, OperatorCall call);
};
// Accepts a person in a session, in any place.
struct ForPeople {
  Answer (*handler)(LoopContext& context, PersonCall call);
};
// Requires no token. A handler that needs one checks it itself.
struct ForAnybody {
  Answer (*handler)(LoopContext& context, OpenCall call);
};
using Way = std::variant<ForParticipants, ForLinkHolders, ForOperators, ForPeople, ForAnybody>;

// A document is JSON, or a text in another form: EDIFACT or XML.
enum class Body : std::uint8_t { none, json, document };

// The content of a successful answer. as_json: a client that excludes JSON gets 406. as_it_is: the
// route ignores Accept, or its handler reads it.
enum class Comes : std::uint8_t { as_json, as_it_is };

// The links in answers. some: they begin with the Host of the request, so it must be valid.
enum class Links : std::uint8_t { some, none };

// The limit for addresses without a token. Health checks are free of it.
enum class Pace : std::uint8_t { bounded, free };

// The event for which a GET may wait: a document as long as the client wishes, or a change.
enum class Waits : std::uint8_t { never, for_a_document, for_a_change };

// With confirmed, a person must have entered the password lately. Tokens need no confirmation.
enum class Trust : std::uint8_t { usual, confirmed };

// The part of a request that the request log keeps. by_way: the head, if the route requires a token
// of a participant or of an operator. with_body: the body too, if the request is refused. Such a
// body has no secrets.
enum class Noted : std::uint8_t { by_way, nothing, head, with_body };

// One row of the route table.
struct Route {
  std::string_view method;
  std::string_view path;
  Body body;
  Way way;
  // Handlers of public GETs check Accept themselves.
  Comes comes = Comes::as_json;
  Links links = Links::some;
  Pace pace = Pace::bounded;
  Waits waits = Waits::never;
  Trust trust = Trust::usual;
  Noted noted = Noted::by_way;

  bool needs_json_accepted() const {
    const bool is_public = std::holds_alternative<ForAnybody>(way);
    return comes == Comes::as_json && (!is_public || body != Body::none);
  }
  // Returns false if the path or the answer may have a secret of a person.
  bool is_noted() const {
    if (noted != Noted::by_way) return noted != Noted::nothing;
    return !std::holds_alternative<ForAnybody>(way) && !std::holds_alternative<ForPeople>(way);
  }
};

}  // namespace tradepost::api
