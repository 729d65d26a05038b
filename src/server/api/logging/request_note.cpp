#include "api/logging/request_note.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <utility>

#include "base/text/url_text.hpp"
#include "base/text/whole_number.hpp"
#include "document/json_reader.hpp"

namespace tradepost::api {
namespace {

using document::View;
using request_log::LoggedRequest;
using request_log::Refusal;

constexpr std::size_t method_bytes_max = 32;
constexpr std::size_t target_bytes_max = 2'048;

std::string text_in(const View& object, std::string_view name) {
  const View value = object.member(name);
  return value.is_text() ? value.text() : std::string();
}

bool is_no_secret(std::string_view parameter) {
  constexpr std::array known{"cursor",   "dpi",   "flow", "from", "participant", "pending",
                             "per_page", "sheet", "size", "step", "take",        "to"};
  return parameter.starts_with("filter[") || std::ranges::find(known, parameter) != known.end();
}

std::uint64_t fault_count_in(const View& root, std::size_t named) {
  const View count = root.member("faultCount");
  if (!count.is_number()) return named;
  return base::whole_number<std::uint64_t>(count.scalar()).value_or(named);
}

}  // namespace

std::unique_ptr<const Refusal> refusal_in(const http::Response& response, std::string_view body) {
  if (response.status < 400 || response.header("Content-Type") != "application/json")
    return nullptr;
  const std::string text = response.body.joined();
  document::JsonReader reader(text.size());
  const auto root = reader.read(text);
  if (!root || !root->is_object()) return nullptr;
  Refusal refusal{.code = text_in(*root, "code"),
                  .detail_code = text_in(*root, "detailCode"),
                  .message = text_in(*root, "message"),
                  .faults = {},
                  .fault_count = 0,
                  .body = {}};
  std::size_t named = 0;
  root->member("faults").each([&](std::uint32_t, const View& fault) {
    if (++named > request_log::faults_kept_max) return;
    refusal.faults.push_back({.code = text_in(fault, "code"),
                              .path = text_in(fault, "path"),
                              .message = text_in(fault, "message")});
  });
  refusal.fault_count = fault_count_in(*root, named);
  const bool is_kept =
      response.status < 500 && !body.empty() && body.size() <= request_log::body_bytes_kept_max;
  if (is_kept) refusal.body = std::string(body);
  return std::make_unique<const Refusal>(std::move(refusal));
}

std::string target_without_secrets(const http::Target& target, PathKept kept) {
  std::string text;
  std::string_view path = target.path();
  std::size_t segments_left = path.starts_with("/v2/") ? 2 : 1;
  while (!path.empty()) {
    if (kept == PathKept::beginning && segments_left-- == 0) {
      text += "/…";
      break;
    }
    path.remove_prefix(1);  // the slash
    const std::size_t end = std::min(path.find('/'), path.size());
    text += '/';
    text += base::percent_encoded(path.substr(0, end));
    path.remove_prefix(end);
  }
  char separator = '?';
  for (const http::Parameter& parameter : target.parameters()) {
    if (!is_no_secret(parameter.name)) continue;
    text += std::exchange(separator, '&');
    text += base::percent_encoded(parameter.name) + "=" + base::percent_encoded(parameter.value);
  }
  text.resize(std::min(text.size(), target_bytes_max));
  return text;
}

request_log::Logged logged(const http::Answered& outcome, const NotedRequest& about,
                           RequestNote note) {
  using std::chrono::milliseconds;
  const auto took = std::chrono::duration_cast<milliseconds>(outcome.duration);
  const http::Request& request = *outcome.request;
  // A refusal by the connection, such as a body that is too large, has no note yet.
  if (!note.refusal) note.refusal = refusal_in(outcome.response, "");
  return std::make_shared<const LoggedRequest>(
      LoggedRequest{.id = about.id,
                    .at = about.now - took,
                    .method = std::string(request.method().substr(0, method_bytes_max)),
                    .target = target_without_secrets(request.target(), about.path),
                    .request_id = std::string(about.request_id),
                    .body_bytes = note.body_bytes,
                    .took = took,
                    .status = outcome.response.status,
                    .token = about.caller.token,
                    .person = about.caller.person,
                    .refusal = std::move(note.refusal)});
}

}  // namespace tradepost::api
