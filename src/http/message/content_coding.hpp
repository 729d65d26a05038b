#pragma once

#include <cstdint>
#include <string_view>

#include "http/message/request.hpp"
#include "http/message/response.hpp"

namespace tradepost::http {

// How a body is sent: as it is, or compressed.
enum class Coding : std::uint8_t { identity, gzip, zstd };

std::string_view name_of(Coding coding);  // as in Content-Encoding

// The coding of an answer, by the request's Accept-Encoding and by the gain: a body that has a
// coding already, is small, or of a compressed type is sent as it is. A client that refuses
// everything we have gets that too, rather than nothing.
//
// The length of a compressed body reveals repetitions, so no secret may be in a long body beside a
// text that strangers chose. Tokens come in a header, and are in no answer.
Coding coding_for(const Request& request, const Response& response);

// Says that the body is coded so. A tag that stood for the very bytes stands for what they mean
// from then on (RFC 9110, 8.8.3.3): it becomes a weak one.
void mark_coded(Response& response, Coding coding);

// Says that the body of this answer would differ for a client that accepts other codings, where
// it would, and so must not be given to one out of a cache.
void add_vary(Response& response);

}  // namespace tradepost::http
