#include "api/handlers/console.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "api/description/console_files.hpp"
#include "api/description/html.hpp"
#include "api/request/access.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "api/wire/negotiation.hpp"
#include "api/wire/session.hpp"
#include "base/ground/session_limits.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/administration/operators.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using http::Response;

// Only files of this exchange run, and no text becomes a script or a style.
constexpr std::string_view security_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors "
    "'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'";

constexpr std::string_view html_type = "text/html; charset=utf-8";

void forbid_all_else(Response& response) {
  response.header("Content-Security-Policy", security_policy);
  response.header("Referrer-Policy", "no-referrer");
}

}  // namespace

Answer lead_to_console(LoopContext& /*place*/, OpenCall call) {
  Response response(302);
  response.header("Location", call.base_url + "/console").header("Cache-Control", "no-store");
  co_return response;
}

Answer show_console(LoopContext& context, OpenCall call) {
  const std::string path = html_escaped(path_of(call.base_url));
  Response response = context.reference.console().answer_to(call.request, path);
  if (response.status == 200) response.header("Content-Type", html_type);
  forbid_all_else(response);
  co_return response;
}

Response console_page(LoopContext& context, const OpenCall& call, int status) {
  Response response(status);
  response.header("Content-Type", html_type).header("Cache-Control", "no-store");
  response.header("X-Content-Type-Options", "nosniff");
  forbid_all_else(response);
  context.reference.console().write_to(response, html_escaped(path_of(call.base_url)));
  return response;
}

Answer show_file_of_console(LoopContext& /*place*/, OpenCall call) {
  const auto files = console_files().subspan(1);
  const auto found = std::ranges::find(files, call.captures.at("file"), &StoredFile::name);
  if (found == files.end()) co_return answers::not_found();
  co_return answer_with(*found, call.request, kept_for_ever);
}

}  // namespace tradepost::api
