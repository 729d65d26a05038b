#include "api/description/openapi_pages.hpp"

#include <fmt/format.h>

#include <utility>

#include "api/description/console_files.hpp"
#include "api/description/openapi.hpp"
#include "api/wire/negotiation.hpp"

namespace tradepost::api {
namespace {

std::string tag_of(const base::Digest& text, std::string_view base_url) {
  base::Sha256 both;
  both.update(text.hex()).update(base_url);
  constexpr std::size_t enough = 32;
  return fmt::format("\"{}\"", both.finish().hex().substr(0, enough));
}

}  // namespace

ReferencePage::ReferencePage(std::string text) {
  auto made = std::make_shared<Text>();
  made->whole = std::move(text);
  made->digest = base::sha256(made->whole);
  std::string_view rest = made->whole;
  for (auto at = rest.find(base_url_mark); at != std::string_view::npos;
       at = rest.find(base_url_mark)) {
    made->parts.push_back(rest.substr(0, at));
    rest.remove_prefix(at + base_url_mark.size());
  }
  made->parts.push_back(rest);
  text_ = std::move(made);
}

http::Response ReferencePage::answer_to(const http::Request& request,
                                        std::string_view base_url) const {
  const std::string tag = tag_of(text_->digest, base_url);
  http::Response response(has_already(request, tag) ? 304 : 200);
  response.header("ETag", tag).header("Cache-Control", "no-cache");
  response.header("X-Content-Type-Options", "nosniff");
  if (response.status != 304) write_to(response, base_url);
  return response;
}

void ReferencePage::write_to(http::Response& response, std::string_view base_url) const {
  for (std::size_t i = 0; i < text_->parts.size(); ++i) {
    if (i > 0) response.body.append(base_url);
    response.body.append(text_->parts[i], text_);
  }
}

const ReferencePage& ReferencePages::openapi() {
  if (!openapi_) openapi_.emplace(openapi_document(names_));
  return *openapi_;
}

const ReferencePage& ReferencePages::console() {
  if (!console_) console_.emplace(std::string(console_files().front().plain));
  return *console_;
}

}  // namespace tradepost::api
