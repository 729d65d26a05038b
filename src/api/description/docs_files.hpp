#pragma once

#include <span>
#include <string_view>

namespace tradepost::api {

// A file of /docs as it is kept in the binary, whole and compressed. Lives as long as the process.
struct DocsFile {
  std::string_view name;  // with a digest of the bytes in it
  std::string_view type;  // a Content-Type
  std::string_view tag;   // an ETag
  std::string_view plain;
  std::string_view gzip;
  std::string_view zstd;
};

// The page, followed by everything that it loads and links to. Compiled from docs_page/.
std::span<const DocsFile> docs_files();

}  // namespace tradepost::api
