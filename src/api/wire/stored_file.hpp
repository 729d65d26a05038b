#pragma once

#include <string_view>

#include "http/message/request.hpp"
#include "http/message/response.hpp"

namespace tradepost::api {

// A file as it is kept in the binary, whole and compressed. Lives as long as the process.
struct StoredFile {
  std::string_view name;  // with a digest of the bytes in it
  std::string_view type;  // a Content-Type
  std::string_view tag;   // an ETag
  std::string_view plain;
  std::string_view gzip;
  std::string_view zstd;
};

// Another version of a file has another name, so none is ever asked for again.
inline constexpr std::string_view kept_for_ever = "public, max-age=31536000, immutable";

// 200, or 304 where the client has it already. Nothing is compressed for it, and nothing copied.
http::Response answer_with(const StoredFile& file, const http::Request& request,
                           std::string_view kept_for);

}  // namespace tradepost::api
