#include "api/wire/stored_file.hpp"

#include "api/wire/negotiation.hpp"
#include "http/message/content_coding.hpp"

namespace tradepost::api {
namespace {

std::string_view coded(const StoredFile& file, http::Coding coding) {
  switch (coding) {
    case http::Coding::identity:
      break;
    case http::Coding::gzip:
      return file.gzip;
    case http::Coding::zstd:
      return file.zstd;
  }
  return file.plain;
}

}  // namespace

http::Response answer_with(const StoredFile& file, const http::Request& request,
                           std::string_view kept_for) {
  http::Response response(has_already(request, file.tag) ? 304 : 200);
  response.header("ETag", file.tag).header("Cache-Control", kept_for);
  response.header("X-Content-Type-Options", "nosniff");
  if (response.status == 304) return response;
  response.header("Content-Type", file.type);
  response.body.append(file.plain, nullptr);
  if (file.gzip.empty()) return response;
  const http::Coding coding = http::coding_for(request, response);
  http::add_vary(response);
  if (coding == http::Coding::identity) return response;
  response.body = {};
  response.body.append(coded(file, coding), nullptr);
  http::mark_coded(response, coding);
  return response;
}

}  // namespace tradepost::api
