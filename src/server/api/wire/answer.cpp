#include "api/wire/answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "api/wire/error_texts.hpp"
#include "base/text/json_writer.hpp"

namespace tradepost::api {
namespace {

using base::ErrorCode;
using exchange::Finding;

// Short enough for a client, long enough for an overloaded server.
constexpr std::string_view retry_after_s = "1";

http::Response error(ErrorCode code, std::string_view body) {
  const base::ErrorRow& row = base::row_of(code);
  http::Response response = json(row.http_status, body);
  if (row.retry == base::Retry::later) response.header("Retry-After", retry_after_s);
  return response;
}

using Detail = std::optional<DetailCode>;

base::JsonWriter begin_error(ErrorCode code, std::string_view sentence, Detail detail = {}) {
  std::string_view anchor = base::row_of(code).wire_name;
  base::JsonWriter json;
  json.begin_object().key("code").string(anchor);
  json.key("message").string(sentence);
  if (detail) {
    anchor = description::error_details[static_cast<std::size_t>(*detail)].name;
    json.key("detailCode").string(anchor);
  }
  json.key("documentation").string(fmt::format("/docs/errors#{}", anchor));
  return json;
}

http::Response error_saying(ErrorCode code, std::string_view sentence, Detail detail = {}) {
  base::JsonWriter json = begin_error(code, sentence, detail);
  json.end_object();
  return error(code, std::move(json).finish());
}

ErrorCode code_of(document::Malformed reason) {
  switch (reason) {
    case document::Malformed::too_large:
      return ErrorCode::too_large;
    case document::Malformed::no_memory:
      return ErrorCode::unavailable;
    default:
      return ErrorCode::unreadable;
  }
}

http::Response unauthorized(std::string_view sentence, std::string_view challenge) {
  http::Response response = error_saying(ErrorCode::unauthorized, sentence);
  response.header("WWW-Authenticate", challenge);
  return response;
}

}  // namespace

http::Response json(int status, std::string_view body) {
  http::Response response(status);
  response.header("Content-Type", "application/json");
  response.body.append(body);
  return response;
}

void write_by_path(base::JsonWriter& json, std::span<const Finding> findings) {
  std::vector<const Finding*> ordered;
  for (const Finding& finding : findings) ordered.push_back(&finding);
  // A stable sort keeps the order of the faults at one path, in less than quadratic time.
  std::ranges::stable_sort(
      ordered, {}, [](const Finding* finding) -> std::string_view { return finding->path; });
  json.begin_object();
  for (auto at = ordered.begin(); at != ordered.end();) {
    const std::string_view path = (*at)->path;
    json.key(path).begin_array();
    for (; at != ordered.end() && (*at)->path == path; ++at) json.string((*at)->message);
    json.end_array();
  }
  json.end_object();
}

void write_findings(base::JsonWriter& json, std::span<const Finding> findings, Language language) {
  if (language == Language::german) {
    write_findings(json, german::of_findings(findings));
    return;
  }
  json.begin_array();
  for (const Finding& finding : findings) {
    json.begin_object().key("code").string(finding.code).key("path").string(finding.path);
    json.key("message").string(finding.message).end_object();
  }
  json.end_array();
}

namespace answers {

http::Response refusal(ErrorCode code, std::string_view sentence, const MoreMembers& more,
                       Detail detail) {
  base::JsonWriter json = begin_error(code, sentence, detail);
  more(json);
  json.end_object();
  return error(code, std::move(json).finish());
}

http::Response refusal(ErrorCode code, std::string_view sentence, Detail detail) {
  return refusal(code, sentence, [](base::JsonWriter& /*json*/) {}, detail);
}

http::Response failure(const base::Error& failed) {
  return error_saying(failed.code(), failed.text().str());
}

http::Response not_found() {
  return error_saying(ErrorCode::not_found, "Not found.");
}

http::Response method_not_allowed(std::string_view allow) {
  http::Response response = error_saying(ErrorCode::method_not_allowed,
                                         fmt::format("This path supports only {}.", allow));
  response.header("Allow", allow);
  return response;
}

http::Response not_acceptable() {
  return error_saying(ErrorCode::not_acceptable,
                      "Answers are application/json, which your Accept header excludes.");
}

http::Response unsupported_media_type() {
  return error_saying(ErrorCode::unsupported_media_type,
                      "The body must be JSON in UTF-8: Content-Type: application/json.");
}

http::Response unsupported_document() {
  return error_saying(
      ErrorCode::unsupported_media_type,
      "The body must be a document as JSON, as XML or in an interchange of EDIFACT: "
      "Content-Type: application/json, application/xml or application/edifact.");
}

http::Response unsupported_content_encoding() {
  return error_saying(ErrorCode::unsupported_media_type,
                      "Content-Encoding is not supported. Send the body uncompressed.");
}

http::Response bad_host() {
  return error_saying(
      ErrorCode::unreadable,
      "The Host header, or the host that the proxy forwarded, is not a valid host and port.",
      DetailCode::host_not_allowed);
}

http::Response bad_idempotency_key() {
  return error_saying(
      ErrorCode::unreadable,
      "Idempotency-Key must have 1 to 255 printable ASCII characters, and must occur only once.");
}

http::Response unreadable(const document::Unreadable& unreadable) {
  return error_saying(code_of(unreadable.reason),
                      fmt::format("The body can't be read: {} (byte {})",
                                  document::row_of(unreadable.reason).sentence, unreadable.offset));
}

http::Response unreadable_form(std::string_view sentence) {
  return error_saying(ErrorCode::unreadable, fmt::format("The body can't be read: {}", sentence));
}

http::Response no_token() {
  return unauthorized("A bearer token is required: Authorization: Bearer <API_TOKEN>.", "Bearer");
}

http::Response token_not_valid() {
  return unauthorized("The token is unknown, expired or revoked.",
                      "Bearer error=\"invalid_token\"");
}

http::Response scope_missing(std::span<const std::string_view> scopes) {
  http::Response response = error_saying(
      ErrorCode::forbidden, fmt::format("The token lacks the scope {}.", fmt::join(scopes, " or ")),
      DetailCode::scope_missing);
  response.header(
      "WWW-Authenticate",
      fmt::format("Bearer error=\"insufficient_scope\", scope=\"{}\"", fmt::join(scopes, " ")));
  return response;
}

http::Response not_an_operator() {
  return error_saying(ErrorCode::forbidden, "This path requires an operator's token.");
}

http::Response auditor_only_reads() {
  return error_saying(ErrorCode::forbidden, "An auditor can read everything, and change nothing.");
}

http::Response no_session() {
  return unauthorized("This path requires a person who has signed in.", "Bearer");
}

http::Response confirmation_needed() {
  return error_saying(ErrorCode::forbidden, "Enter your password once more to change this.",
                      DetailCode::confirmation_needed);
}

http::Response link_ended() {
  return error_saying(
      ErrorCode::forbidden,
      "This link has expired. List the transaction again to get a new one, or use a token.",
      DetailCode::link_expired);
}

http::Response case_link_ended() {
  return error_saying(ErrorCode::forbidden,
                      "This link has expired. The case still exists: read it with a token.",
                      DetailCode::link_expired);
}

http::Response not_from_console() {
  return error_saying(
      ErrorCode::forbidden,
      "With the cookie of a session, only the console may change something. Use a token.");
}

http::Response too_many_polls() {
  return error_saying(ErrorCode::too_many_requests,
                      "Too many polls with this token are waiting already.",
                      DetailCode::too_many_polls);
}

http::Response too_many_requests(std::chrono::seconds retry_after) {
  return too_many("Too many requests. Retry-After says how many seconds to wait.", {}, retry_after);
}

http::Response too_many(std::string_view sentence, Detail detail,
                        std::chrono::seconds retry_after) {
  base::JsonWriter json = begin_error(ErrorCode::too_many_requests, sentence, detail);
  json.end_object();
  http::Response response =
      api::json(base::row_of(ErrorCode::too_many_requests).http_status, std::move(json).finish());
  response.header("Retry-After", std::to_string(retry_after.count()));
  return response;
}

http::Response faults(const Faults& faults) {
  base::JsonWriter json = begin_error(ErrorCode::invalid, faults.message);
  json.key("errors");
  write_by_path(json, faults.named);
  json.key("faults");
  write_findings(json, faults.named);
  json.key("faultCount").integer(faults.count == 0 ? faults.named.size() : faults.count);
  if (faults.error_url) json.key("errorUrl").string(*faults.error_url);
  json.end_object();
  return error(ErrorCode::invalid, std::move(json).finish());
}

http::Response bad_query(std::span<const Finding> found) {
  return faults({.message = "The query is not valid.", .named = found});
}

http::Response blocked() {
  return error_saying(ErrorCode::forbidden, "The recipient does not accept documents from you.",
                      DetailCode::sender_blocked);
}

http::Response duplicate(std::string_view id_name, exchange::TransactionId first) {
  base::JsonWriter json = begin_error(ErrorCode::duplicate, "Payload already received");
  json.key(id_name).string(first.to_string()).end_object();
  return error(ErrorCode::duplicate, std::move(json).finish());
}

http::Response key_used_otherwise() {
  return error_saying(ErrorCode::invalid,
                      "The Idempotency-Key was already used with a different payload.",
                      DetailCode::key_reused);
}

http::Response key_in_use() {
  http::Response response = error_saying(
      ErrorCode::conflict, "The first request with this Idempotency-Key is still in progress.",
      DetailCode::key_in_use);
  response.header("Retry-After", retry_after_s);
  return response;
}

http::Response keys_full() {
  return error_saying(ErrorCode::too_many_requests,
                      "You have used too many Idempotency-Keys in the last 24 hours.",
                      DetailCode::keys_used_up);
}

http::Response busy() {
  return error_saying(ErrorCode::unavailable,
                      "Other requests are changing the same data. Try again.");
}

http::Response directory_away() {
  return error_saying(ErrorCode::unavailable, "The database does not answer now. Try again.");
}

http::Response case_was_changed(exchange::Revision present) {
  return refusal(
      ErrorCode::conflict, "The case has changed since you read it. Read it again.",
      [&](base::JsonWriter& json) { json.key("revision").integer(present); },
      DetailCode::case_changed);
}

http::Response comments_full() {
  return error_saying(ErrorCode::conflict, "The case has reached its limit of comments.");
}

http::Response verdict_is_final() {
  return error_saying(ErrorCode::conflict,
                      "The transaction was already reported as processed. That can't be changed.");
}

http::Response bad_reports(std::string_view id_name, std::span<const BadReport> items,
                           std::span<const Finding> found) {
  base::JsonWriter json = begin_error(
      ErrorCode::invalid, fmt::format("Nothing was recorded. Invalid items: {}.", items.size()));
  json.key("errors");
  write_by_path(json, found);
  json.key("faults");
  write_findings(json, found);
  json.key("faultCount").integer(found.size());
  json.key("items").begin_array();
  for (const BadReport& item : items) {
    json.begin_object().key("index").integer(item.index).key(id_name);
    if (item.id) {
      json.string(*item.id);
    } else {
      json.null();
    }
    json.key("code").string(item.code).end_object();
  }
  json.end_array().end_object();
  return error(ErrorCode::invalid, std::move(json).finish());
}

}  // namespace answers
}  // namespace tradepost::api
