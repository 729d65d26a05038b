#pragma once

#include <string_view>

#include "http/message/request.hpp"
#include "http/message/response.hpp"

namespace tradepost::api {

// A file in the binary, uncompressed and compressed. It lives as long as the process. Without
// compressed forms it is compressed for each answer, like other bodies, unless it is dense.
struct StoredFile {
  std::string_view name;  // has a digest of the bytes in it, except for a page
  std::string_view type;  // a Content-Type
  std::string_view tag;   // an ETag
  std::string_view plain;
  std::string_view gzip;
  std::string_view zstd;
};

// A new version of a file has a new name, so clients never request the old one again.
inline constexpr std::string_view kept_for_ever = "public, max-age=31536000, immutable";

// Returns 200, or 304 if the client has the current version. Copies nothing, and compresses nothing
// that is stored in compressed form.
http::Response answer_with(const StoredFile& file, const http::Request& request,
                           std::string_view kept_for);

}  // namespace tradepost::api
