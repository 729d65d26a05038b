#include "api/handlers/openapi_answers.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "api/description/docs_files.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/stored_file.hpp"
#include "base/text/json_writer.hpp"

namespace tradepost::api {
namespace {

// As it stands within a JSON text.
std::string within_json(std::string_view text) {
  std::string quoted;
  base::append_json_string(quoted, text);
  return quoted.substr(1, quoted.size() - 2);
}

// The page may run and fetch only what comes from this exchange. Its style has the pictures.
constexpr std::string_view security_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

}  // namespace

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

Answer show_errors(Workplace& place, OpenCall call) {
  http::Response response = place.reference.errors().answer_to(call.request, "");
  if (response.status == 200) response.header("Content-Type", "text/html; charset=utf-8");
  response.header("Content-Security-Policy", security_policy);
  response.header("Referrer-Policy", "no-referrer");
  co_return response;
}

Answer show_file_of_docs(Workplace& /*place*/, OpenCall call) {
  const auto files = docs_files().subspan(1);
  const auto found = std::ranges::find(files, call.captures.at("file"), &StoredFile::name);
  if (found == files.end()) co_return answers::not_found();
  co_return answer_with(*found, call.request, kept_for_ever);
}

}  // namespace tradepost::api
