#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "api/language/german.hpp"
#include "base/crypto/sha256.hpp"
#include "http/message/request.hpp"

// Reads the headers of a request that describe bodies and preferences, independently of trade.
namespace tradepost::api {

// Returns true if the client accepts JSON (RFC 9110, 12.5.1). Without Accept it accepts everything.
bool accepts_json(const http::Request& request);

// Returns the language of `Accept-Language` (RFC 9110, 12.5.4), read from its first
// language_ranges_max ranges: German if the client prefers it to English, else English. The first
// of two ranges with the same weight is preferred.
inline constexpr std::size_t language_ranges_max = 32;
Language requested_language(const http::Request& request);

// Returns true if the client names the media type itself.
bool names_media(const http::Request& request, std::string_view media);
// Returns true if the client names text/html but not application/json, as a browser does.
bool wants_page(const http::Request& request);

enum class BodyKind : std::uint8_t { json, edifact, xml, other_type, other_encoding };
// `json`: the type is absent, application/json or application/*+json, in UTF-8. The other forms
// name their character set in the text.
BodyKind body_kind(const http::Request& request);

// `Prefer: wait=N` (RFC 7240), at most limits::poll_wait_max. An unreadable one is ignored.
std::optional<std::chrono::seconds> requested_wait(const http::Request& request);

// The key is absent, well-formed or malformed (contract 4.9).
enum class KeyForm : std::uint8_t { none, good, bad };
struct IdempotencyKey {
  KeyForm form = KeyForm::none;
  std::optional<base::Digest> digest;  // of a well-formed key
};
IdempotencyKey idempotency_key(const http::Request& request);

// Returns true if If-None-Match names the tag. A proxy or the connection may have made it a weak
// tag (W/"…") by compression, which still matches.
bool has_already(const http::Request& request, std::string_view tag);

// Returns true for host, host:port and [::1]:port, which are safe in a link.
bool is_plain_host(std::string_view host);

}  // namespace tradepost::api
