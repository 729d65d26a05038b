#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "api/language/german.hpp"
#include "http/message/request.hpp"

// What a request's headers say of bodies, and what they wish for. Nothing of trade.
namespace tradepost::api {

// Whether the client takes JSON (RFC 9110, 12.5.1); one that says nothing takes everything.
bool accepts_json(const http::Request& request);

// The language of `Accept-Language` (RFC 9110, 12.5.4), of its first language_ranges_max
// ranges: German where the client prefers it to English. Of two with the same weight, the first one
// is preferred. English where the client names neither.
inline constexpr std::size_t language_ranges_max = 32;
Language wished_language(const http::Request& request);

// Whether the client names text/html and not application/json, as browsers do that show a page.
bool wants_page(const http::Request& request);

enum class BodyKind : std::uint8_t { json, other_type, other_encoding };
// Decisions 4.1: none, application/json, application/*+json, in UTF-8.
BodyKind body_kind(const http::Request& request);

// `Prefer: wait=N` (RFC 7240), at most limits::poll_wait_max. What can't be read is no wish.
std::optional<std::chrono::seconds> wished_wait(const http::Request& request);

// Whether there is none, one that is well-formed, or something else (contract 4.9).
enum class KeyForm : std::uint8_t { none, good, bad };
struct IdempotencyKey {
  KeyForm form = KeyForm::none;
  std::string text;
};
IdempotencyKey idempotency_key(const http::Request& request);

// Whether If-None-Match names the tag. Somebody between us, or the connection itself, may have made
// it a weak one (W/"…") by compressing; what it stands for is the same.
bool has_already(const http::Request& request, std::string_view tag);

// host, host:port, [::1]:port: what a link may be made of.
bool is_plain_host(std::string_view host);

}  // namespace tradepost::api
