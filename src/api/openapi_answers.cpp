#include "api/openapi_answers.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "api/answer.hpp"
#include "api/docs_page.hpp"
#include "api/html.hpp"
#include "base/json_writer.hpp"

namespace tradepost::api {
namespace {

// As it stands within a JSON text.
std::string within_json(std::string_view text) {
  std::string quoted;
  base::append_json_string(quoted, text);
  return quoted.substr(1, quoted.size() - 2);
}

http::Response page_of_html(const ReferencePage& page, const OpenCall& call) {
  http::Response response = page.answer_to(call.request, html_escaped(call.base_url));
  response.header("Content-Security-Policy", docs_security_policy());
  response.header("Referrer-Policy", "no-referrer");
  if (response.status == 200) response.header("Content-Type", "text/html; charset=utf-8");
  return response;
}

// By its name in small letters, and by no other.
const document::KindRow* kind_with_word(std::string_view word) {
  const auto found = std::ranges::find(document::kinds(), word, &document::KindRow::word);
  return found == document::kinds().end() ? nullptr : &*found;
}

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

Answer show_docs(Workplace& place, OpenCall call) {
  co_return page_of_html(place.reference.docs(), call);
}

Answer show_docs_of_kind(Workplace& place, OpenCall call) {
  const document::KindRow* const kind = kind_with_word(call.captures.at("kind"));
  if (kind == nullptr) co_return answers::not_found();
  co_return page_of_html(place.reference.docs_of(*kind), call);
}

}  // namespace tradepost::api
