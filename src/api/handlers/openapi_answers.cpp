#include "api/handlers/openapi_answers.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "api/description/docs_files.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/negotiation.hpp"
#include "base/text/json_writer.hpp"
#include "http/message/content_coding.hpp"

namespace tradepost::api {
namespace {

// As it stands within a JSON text.
std::string within_json(std::string_view text) {
  std::string quoted;
  base::append_json_string(quoted, text);
  return quoted.substr(1, quoted.size() - 2);
}

std::string_view coded(const DocsFile& file, http::Coding coding) {
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

// 200, or 304 where the client has it already. Nothing is compressed for it, and nothing copied.
http::Response answer_with(const DocsFile& file, const http::Request& request,
                           std::string_view kept_for) {
  http::Response response(has_already(request, file.tag) ? 304 : 200);
  response.header("ETag", file.tag).header("Cache-Control", kept_for);
  response.header("X-Content-Type-Options", "nosniff");
  if (response.status == 304) return response;
  response.header("Content-Type", file.type);
  response.body.append(file.plain, nullptr);
  const http::Coding coding = http::coding_for(request, response);
  http::add_vary(response);
  if (coding == http::Coding::identity) return response;
  response.body = {};
  response.body.append(coded(file, coding), nullptr);
  http::mark_coded(response, coding);
  return response;
}

// The page may run and fetch only what comes from this exchange. Its style has the pictures.
constexpr std::string_view security_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

}  // namespace

Answer lead_to_docs(Workplace& /*place*/, OpenCall call) {
  http::Response response(302);
  response.header("Location", call.base_url + "/docs").header("Cache-Control", "no-store");
  co_return response;
}

Answer show_openapi(Workplace& place, OpenCall call) {
  http::Response response =
      place.reference.openapi().answer_to(call.request, within_json(call.base_url));
  if (response.status == 200) response.header("Content-Type", "application/json");
  co_return response;
}

Answer show_docs(Workplace& /*place*/, OpenCall call) {
  http::Response response = answer_with(docs_files().front(), call.request, "no-cache");
  response.header("Content-Security-Policy", security_policy);
  response.header("Referrer-Policy", "no-referrer");
  co_return response;
}

// Another version of a file has another name, so none is ever asked for again.
Answer show_file_of_docs(Workplace& /*place*/, OpenCall call) {
  const auto files = docs_files().subspan(1);
  const auto found = std::ranges::find(files, call.captures.at("file"), &DocsFile::name);
  if (found == files.end()) co_return answers::not_found();
  co_return answer_with(*found, call.request, "public, max-age=31536000, immutable");
}

}  // namespace tradepost::api
