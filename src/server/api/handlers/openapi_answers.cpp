#include "api/handlers/openapi_answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "api/description/docs_files.hpp"
#include "api/description/docs_pages.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/stored_file.hpp"
#include "base/text/json_writer.hpp"

namespace tradepost::api {
namespace {

// Returns the text escaped for use in a JSON string.
std::string within_json(std::string_view text) {
  std::string quoted;
  base::append_json_string(quoted, text);
  return quoted.substr(1, quoted.size() - 2);
}

// A page may run and load only files of this exchange. Styles contain pictures.
constexpr std::string_view security_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

http::Response page_answer(std::string_view path, const http::Request& request) {
  const auto found = std::ranges::find(docs_pages(), path, &StoredFile::name);
  if (found == docs_pages().end()) return answers::not_found();
  http::Response response = answer_with(*found, request, "no-cache");
  response.header("Content-Security-Policy", security_policy);
  response.header("Referrer-Policy", "no-referrer");
  return response;
}

}  // namespace

Answer show_openapi(LoopContext& context, OpenCall call) {
  http::Response response =
      context.reference.openapi().answer_to(call.request, within_json(call.base_url));
  if (response.status == 200) response.header("Content-Type", "application/json");
  co_return response;
}

Answer show_docs(LoopContext& /*place*/, OpenCall call) {
  co_return page_answer("", call.request);
}

Answer show_reference(LoopContext& /*place*/, OpenCall call) {
  co_return page_answer("api", call.request);
}

Answer show_errors(LoopContext& /*place*/, OpenCall call) {
  co_return page_answer("errors", call.request);
}

Answer show_file_of_docs(LoopContext& /*place*/, OpenCall call) {
  const auto name = call.captures.at("file");
  const auto found = std::ranges::find(docs_files(), name, &StoredFile::name);
  if (found == docs_files().end()) co_return page_answer(name, call.request);
  co_return answer_with(*found, call.request, kept_for_ever);
}

Answer show_page_of_docs(LoopContext& /*place*/, OpenCall call) {
  const auto& captures = call.captures;
  const std::string path = fmt::format("{}/{}", captures.at("section"), captures.at("page"));
  co_return page_answer(path, call.request);
}

Answer show_page_of_folder(LoopContext& /*place*/, OpenCall call) {
  const auto& captures = call.captures;
  const std::string path =
      fmt::format("{}/{}/{}", captures.at("section"), captures.at("folder"), captures.at("page"));
  co_return page_answer(path, call.request);
}

}  // namespace tradepost::api
