#pragma once

#include <string_view>

#include "http/message/request.hpp"
#include "http/message/response.hpp"

namespace tradepost::api {

// A file in the binary, uncompressed and compressed. Lives as long as the process. Without
// its compressed forms it is compressed for each answer, like other bodies, unless it is dense.
struct StoredFile {
  std::string_view name;  // with a digest of the bytes in it, unless it is a page
  std::string_view type;  // a Content-Type
  std::string_view tag;   // an ETag
  std::string_view plain;
  std::string_view gzip;
  std::string_view zstd;
};

// Another version of a file has another name, so none is ever asked for again.
inline constexpr std::string_view kept_for_ever = "public, max-age=31536000, immutable";

// 200, or 304 where the client has it already. Copies nothing, and compresses nothing whose
// compressed forms are kept.
http::Response answer_with(const StoredFile& file, const http::Request& request,
                           std::string_view kept_for);

}  // namespace tradepost::api
