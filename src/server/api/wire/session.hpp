#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "base/crypto/seal.hpp"
#include "base/crypto/sha256.hpp"
#include "http/message/request.hpp"

// The session of a browser that a token began (contract 8.8): a sealed cookie that names the token
// by its digest. It is not stored, so every node accepts it, even after a restart. The cookie of a
// person has the secret of a stored session.
namespace tradepost::api {

struct Session {
  base::Digest token;
  base::Instant began;
  base::Instant used;

  bool operator==(const Session&) const = default;
};

// Returns the moment at which the session ends, even if its token is valid for longer.
base::Instant end_of(const Session& session);
bool needs_renewal(const Session& session, base::Instant now);

std::string session_text(base::Sealer& sealer, const Session& session);
// Returns nullopt if the exchange did not write the text. The session may have ended.
std::optional<Session> session_in(base::Sealer& sealer, std::string_view text);

// Returns the text of the request's cookie. Returns nullopt if there is none, or several, because
// another page of the host may have set one. A signed link needs no session, and a page of another
// origin must not act for the user: both also give nullopt.
std::optional<std::string_view> session_cookie(const http::Request& request);

// Returns true if a changing request comes from the console of this exchange. A page of another
// origin cannot set this header, and a browser names the origin of the page.
inline constexpr std::string_view console_header = "X-Tradepost-Console";
bool is_from_console(const http::Request& request, std::string_view base_url);
// Returns true for requests of self-updating pages. They renew no session: the user may be away.
bool is_in_background(const http::Request& request);

// Returns the secret that the browser keeps after a sign-out, or nullopt.
std::optional<std::string_view> device_cookie(const http::Request& request);

// Returns the sealed text of the sign-in that this browser has begun at a provider, or nullopt.
std::optional<std::string_view> attempt_cookie(const http::Request& request);

// Values of Set-Cookie. cookie_that_ends() deletes the cookie.
std::string cookie_with(base::Sealer& sealer, const Session& session, std::string_view base_url);
std::string cookie_of_person(std::string_view secret, std::string_view base_url);
std::string cookie_of_device(std::string_view secret, std::string_view base_url);
std::string cookie_that_ends(std::string_view base_url);
// The cookie of a sign-in comes back with the redirect of the provider, from another site. So it is
// SameSite=Lax. An empty text deletes it.
std::string cookie_of_attempt(std::string_view text, std::string_view base_url);

// Returns the path of a base of links, such as /exchange, or an empty text.
std::string_view path_of(std::string_view base_url);

}  // namespace tradepost::api
