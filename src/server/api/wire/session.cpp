#include "api/wire/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>

#include "api/wire/sealed_fields.hpp"
#include "base/crypto/base64url.hpp"
#include "base/ground/session_limits.hpp"
#include "base/text/text.hpp"
#include "openid/authorization.hpp"

namespace tradepost::api {
namespace {

namespace limits = base::limits;

// Raise the number when the form changes.
constexpr std::string_view purpose = "session 1";
constexpr std::size_t digest_bytes = 32;
constexpr std::size_t session_bytes = digest_bytes + 8 + 8;

constexpr std::string_view session_name = "tradepost_session";
constexpr std::string_view device_name = "tradepost_device";
constexpr std::chrono::hours device_lives{24 * 365};
constexpr std::string_view attempt_name = "tradepost_sign_in";
constexpr std::string_view attempt_path = "/v2/sign-in";
constexpr std::string_view said_by_console = "1";
constexpr std::string_view said_in_background = "background";

base::Instant instant_in(OpenedFields& fields) {
  return base::instant_of(static_cast<std::int64_t>(fields.take_number()));
}

// Removes and returns the first `name=value` of a list of cookies.
std::string_view take_pair(std::string_view& list) {
  const auto end = std::min(list.find(';'), list.size());
  std::string_view pair = list.substr(0, end);
  list.remove_prefix(std::min(end + 1, list.size()));
  pair.remove_prefix(std::min(pair.find_first_not_of(" \t"), pair.size()));
  return pair;
}

bool is_of_another_origin(const http::Request& request) {
  const auto site = request.header("Sec-Fetch-Site");
  return site && *site != "same-origin" && *site != "none";
}

// Returns https://trade.example:8480 for https://trade.example:8480/exchange, and an empty text for
// anything that is not a URL.
std::string_view origin_of(std::string_view url) {
  const auto scheme_end = url.find("://");
  if (scheme_end == std::string_view::npos) return {};
  return url.substr(0, url.find('/', scheme_end + 3));
}

struct CookieText {
  std::string_view name;
  std::string_view value;
  std::chrono::seconds lives;
  std::string_view site = "Strict";
  std::string_view below = "";  // the path in this exchange
};

std::string cookie(const CookieText& text, std::string_view base_url) {
  const std::string_view path = path_of(base_url);
  const std::string whole = fmt::format("{}{}", path, text.below);
  return fmt::format("{}={}; Path={}; Max-Age={}; HttpOnly; SameSite={}{}", text.name, text.value,
                     whole.empty() ? "/" : whole, text.lives.count(), text.site,
                     base_url.starts_with("https://") ? "; Secure" : "");
}

// Returns nullopt if the request has no such cookie, or several.
std::optional<std::string_view> cookie_named(const http::Request& request, std::string_view name) {
  std::optional<std::string_view> found;
  for (std::size_t i = 0; i < request.field_count(); ++i) {
    const http::Field field = request.field(i);
    if (!base::equal_ignoring_ascii_case(field.name, "Cookie")) continue;
    for (std::string_view list = field.value; !list.empty();) {
      std::string_view pair = take_pair(list);
      if (!pair.starts_with(name)) continue;
      pair.remove_prefix(name.size());
      if (!pair.starts_with('=')) continue;
      if (found) return std::nullopt;
      found = pair.substr(1);
    }
  }
  return found;
}

}  // namespace

base::Instant end_of(const Session& session) {
  return std::min<base::Instant>(session.began + limits::session_lives,
                                 session.used + limits::session_idle_max);
}

bool needs_renewal(const Session& session, base::Instant now) {
  return now >= session.used + limits::session_renewed_after;
}

std::string session_text(base::Sealer& sealer, const Session& session) {
  std::string text(reinterpret_cast<const char*>(session.token.bytes.data()), digest_bytes);
  SealedFields moments;
  moments.put(static_cast<std::uint64_t>(base::epoch_ms(session.began)));
  moments.put(static_cast<std::uint64_t>(base::epoch_ms(session.used)));
  return base::base64url(sealer.seal(text + moments.bytes(), purpose));
}

std::optional<Session> session_in(base::Sealer& sealer, std::string_view text) {
  if (text.size() > limits::session_text_bytes_max) return std::nullopt;
  const auto sealed = base::from_base64url(text);
  if (!sealed) return std::nullopt;
  const auto opened = sealer.open(*sealed, purpose);
  if (!opened || opened->size() != session_bytes) return std::nullopt;
  Session session;
  std::memcpy(session.token.bytes.data(), opened->data(), digest_bytes);
  OpenedFields moments(std::string_view(*opened).substr(digest_bytes));
  session.began = instant_in(moments);
  session.used = instant_in(moments);
  return session;
}

std::optional<std::string_view> session_cookie(const http::Request& request) {
  if (request.target().parameter("link") || is_of_another_origin(request)) return std::nullopt;
  return cookie_named(request, session_name);
}

std::optional<std::string_view> device_cookie(const http::Request& request) {
  return cookie_named(request, device_name);
}

std::optional<std::string_view> attempt_cookie(const http::Request& request) {
  return cookie_named(request, attempt_name);
}

// Browsers send Sec-Fetch-Site over https and to localhost. Origin covers all other cases.
bool is_from_console(const http::Request& request, std::string_view base_url) {
  if (request.header(console_header) != said_by_console) return false;
  if (const auto site = request.header("Sec-Fetch-Site")) return *site == "same-origin";
  const auto origin = request.header("Origin");
  const std::string_view own = origin_of(base_url);
  return origin && !own.empty() && base::equal_ignoring_ascii_case(*origin, own);
}

bool is_in_background(const http::Request& request) {
  return request.header(console_header) == said_in_background;
}

std::string cookie_with(base::Sealer& sealer, const Session& session, std::string_view base_url) {
  const auto lives = std::chrono::ceil<std::chrono::seconds>(end_of(session) - session.used);
  const std::string text = session_text(sealer, session);
  return cookie({.name = session_name, .value = text, .lives = lives}, base_url);
}

std::string cookie_of_person(std::string_view secret, std::string_view base_url) {
  return cookie({.name = session_name, .value = secret, .lives = limits::session_lives}, base_url);
}

std::string cookie_of_device(std::string_view secret, std::string_view base_url) {
  return cookie({.name = device_name, .value = secret, .lives = device_lives}, base_url);
}

std::string cookie_of_attempt(std::string_view text, std::string_view base_url) {
  const auto lives = text.empty() ? std::chrono::minutes(0) : openid::attempt_valid_for;
  return cookie(
      {.name = attempt_name, .value = text, .lives = lives, .site = "Lax", .below = attempt_path},
      base_url);
}

std::string cookie_that_ends(std::string_view base_url) {
  return cookie({.name = session_name, .value = "", .lives = {}}, base_url);
}

std::string_view path_of(std::string_view base_url) {
  const auto scheme_end = base_url.find("://");
  if (scheme_end == std::string_view::npos) return {};
  const auto path = base_url.find('/', scheme_end + 3);
  return path == std::string_view::npos ? std::string_view() : base_url.substr(path);
}

}  // namespace tradepost::api
