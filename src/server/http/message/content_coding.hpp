#pragma once

#include <cstdint>
#include <string_view>

#include "http/message/request.hpp"
#include "http/message/response.hpp"

namespace tradepost::http {

// The coding of a body. identity is uncompressed.
enum class Coding : std::uint8_t { identity, gzip, zstd };

std::string_view name_of(Coding coding);  // as in Content-Encoding

// Chooses the coding of an answer by Accept-Encoding and by the gain. A body that has a coding, is
// small, or has a compressed type stays uncompressed. A client that refuses all available codings
// still gets the uncompressed body.
//
// The length of a compressed body reveals repetitions, so a long body must not contain both a
// secret and a text that strangers chose. Requests carry tokens in a header, and lists never show
// them.
Coding coding_for(const Request& request, const Response& response);

// Marks the body as coded. A strong tag identifies the exact bytes, so it becomes a weak
// one (RFC 9110, 8.8.3.3).
void mark_coded(Response& response, Coding coding);

// Adds Vary if the body depends on Accept-Encoding, so that a cache does not serve it to a client
// that accepts other codings.
void add_vary(Response& response);

}  // namespace tradepost::http
