#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "api/wire/session.hpp"
#include "base/clock.hpp"
#include "base/crypto/seal.hpp"
#include "exchange/desk/desk.hpp"
#include "exchange/model/directory.hpp"
#include "exchange/people/person_access.hpp"
#include "http/message/request.hpp"
#include "http/message/response.hpp"

namespace tradepost::api {

struct NoToken {};
struct TokenNotValid {};  // unknown here, expired or revoked
// A person who may read everything that operators can read, and change nothing.
struct Auditor {
  exchange::OperatorId id;
};

// The owner of a request's token or session, found once by its SHA-256. The secret itself is never
// stored, logged or compared. Permissions are checked later.
using Bearer =
    std::variant<NoToken, TokenNotValid, exchange::Caller, exchange::OperatorId, Auditor>;

// A person in a session.
struct SignedIn {
  exchange::PersonId person;
  exchange::PersonSession session;
};
// The session whose cookie identified the sender: of a token, or of a person.
using Cookie = std::variant<std::monostate, Session, SignedIn>;

// The sender of a request. Without an Authorization header, the cookie of a session identifies the
// sender. Every later step treats both alike.
struct Identified {
  Bearer bearer;
  Cookie cookie;
  // The cookie may name a session that this process has not read yet.
  bool may_be_newer = false;
};
// The data by which sessions are judged.
struct Sessions {
  const exchange::Directory& directory;
  base::Sealer& sealer;
  std::uint64_t epoch = 0;  // of the store
  base::Instant now{};
};
Identified identify(const http::Request& request, const Sessions& sessions);
Bearer bearer_of(const exchange::PersonAccess& access);

// Returns the digest of the token in the Authorization header, even if the token is unknown.
std::optional<base::Digest> sent_token(const http::Request& request);

// Returns the participant if its token has one of the `needed` scopes, or if none is needed.
// Returns the refusal otherwise: 401 or 403.
std::variant<exchange::Caller, http::Response> caller_of(const Bearer& bearer,
                                                         exchange::Scopes needed);
// Returns the operator or the refusal: 403 for a participant, or for an auditor who would change
// something, else 401.
enum class Purpose : std::uint8_t { read, change };
std::variant<exchange::OperatorId, http::Response> operator_of(const Bearer& bearer,
                                                               Purpose purpose);

// Returns the id by which limits count the requests of a token or of a person.
exchange::TokenId counted_as(const exchange::Caller& caller);
exchange::TokenId counted_as(exchange::PersonId person);

// Returns the actor for the log, or nullopt without a valid token.
std::optional<exchange::Actor> actor_of(const Bearer& bearer);

// Returns the names of the scopes in the order read, send, report, admin.
std::vector<std::string_view> scope_names(exchange::Scopes scopes);

}  // namespace tradepost::api
