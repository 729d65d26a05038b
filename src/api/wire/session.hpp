#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "base/crypto/seal.hpp"
#include "base/crypto/sha256.hpp"
#include "http/message/request.hpp"

// The session of a browser (contract 8.8): a sealed cookie that names a token by its digest. It is
// kept nowhere else, so every node and every later process knows it.
namespace tradepost::api {

struct Session {
  base::Digest token;
  base::Instant began;
  base::Instant used;

  bool operator==(const Session&) const = default;
};

// The first moment at which it is over, whatever becomes of its token.
base::Instant end_of(const Session& session);
bool needs_renewal(const Session& session, base::Instant now);

std::string session_text(base::Sealer& sealer, const Session& session);
// Nothing where we never wrote that. It may be over.
std::optional<Session> session_in(base::Sealer& sealer, std::string_view text);

// The text of the request's cookie. Nothing where it has none, or several: one of those may have
// been set by another page of the same host. A signed link speaks for itself, and a page of another
// origin does not speak for the person at the browser.
std::optional<std::string_view> session_cookie(const http::Request& request);

// Whether a request that changes something comes from the console of this exchange: a page of
// another origin can't set this header, and a browser names the origin of the page.
inline constexpr std::string_view console_header = "X-Tradepost-Console";
bool is_from_console(const http::Request& request, std::string_view base_url);
// Of a page that updates itself: no person is known to be there, so no session is renewed by it.
bool is_in_background(const http::Request& request);

// Values of Set-Cookie.
std::string cookie_with(base::Sealer& sealer, const Session& session, std::string_view base_url);
std::string cookie_that_ends(std::string_view base_url);

// The path of a base of links: /exchange, or nothing.
std::string_view path_of(std::string_view base_url);

}  // namespace tradepost::api
