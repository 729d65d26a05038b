#include "api/openapi_replies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <variant>

namespace tradepost::api {
namespace {

bool is_for(const Route& route, std::string_view reply) {
  const auto* const participants = std::get_if<ForParticipants>(&route.way);
  const bool for_link_holders = std::holds_alternative<ForLinkHolders>(route.way);
  const bool for_operators = std::holds_alternative<ForOperators>(route.way);
  const bool for_anybody = std::holds_alternative<ForAnybody>(route.way);
  if (reply == "TokenNotValid") return !for_anybody;
  if (reply == "ScopeMissing") {
    return for_link_holders ||
           (participants != nullptr && participants->needs != exchange::Scopes());
  }
  if (reply == "NotAnOperator") return for_operators;
  if (reply == "TooManyRequests") return route.pace == Pace::bounded;
  if (reply == "NotAcceptable") return route.needs_json_accepted();
  if (reply == "UnsupportedMediaType") return route.body == Body::json;
  return true;
}

// Of the request and of who asks.
std::vector<StandingReply> replies_of_the_api() {
  return {
      {"Unreadable",
       {400, "The request can't be read: its head, its address, its Host, or its body.",
        Content{
            "Error",
            R"({"code": "unreadable", "message": "The Host header is no plain host and port."})"}}},
      {"TokenNotValid",
       {401,
        "There is no token, or it is unknown, has expired or was revoked.",
        Content{"Error", R"({
  "code": "unauthorized",
  "message": "The token is unknown here, has expired or was revoked."
})"},
        {"WWW-Authenticate"}}},
      {"ScopeMissing",
       {403,
        "The token lacks the scope that this needs.",
        Content{"Error", R"({
  "code": "forbidden",
  "message": "The token may not do this: it has no scope send."
})"},
        {"WWW-Authenticate"}}},
      {"NotAnOperator",
       {403, "The token is a participant's, and this is for operators.", Content{"Error", R"({
  "code": "forbidden",
  "message": "This is for operators; the token is a participant's."
})"}}},
      {"TooManyRequests",
       {429,
        "The token, or without one the address, asks more often than is allowed here, or too much "
        "of its participant is under way. Nothing was done.",
        Content{"Error", R"({
  "code": "too_many_requests",
  "message": "You ask more often than is allowed here; wait a little."
})"},
        {"Retry-After"}}},
      {"NotAcceptable", {406, "The Accept header excludes application/json.", Content{"Error", R"({
  "code": "not_acceptable",
  "message": "Answers are application/json, which your Accept header excludes."
})"}}},
  };
}

// Of the connection, and of what is behind it all.
std::vector<StandingReply> replies_of_the_server() {
  return {
      {"TooSlow",
       {408, "The request did not arrive in time; the connection ends.",
        Content{"Error",
                R"({"code": "timed_out", "message": "The request did not arrive in time."})"}}},
      {"TooLarge",
       {413, "The body is larger than is taken here; the connection ends.", Content{"Error", R"({
  "code": "too_large",
  "message": "The body is too large: at most 10485760 bytes are taken here."
})"}}},
      {"UnsupportedMediaType",
       {415, "The body is said to be no JSON in UTF-8, or comes with a Content-Encoding.",
        Content{"Error", R"({
  "code": "unsupported_media_type",
  "message": "The body must be JSON in UTF-8: Content-Type: application/json."
})"}}},
      {"ExpectationFailed",
       {417, "Expect is something else than 100-continue.",
        Content{
            "Error",
            R"({"code": "expectation_failed", "message": "Expect may only be 100-continue."})"}}},
      {"HeadTooLarge",
       {431, "The request line and headers are larger than 16 KiB, or more than 100.",
        Content{"Error", R"({
  "code": "head_too_large",
  "message": "The request line and headers are too large."
})"}}},
      {"Internal",
       {500,
        "Something of ours is broken. The outcome is unknown; to repeat is safe.",
        Content{"Error", R"({"code": "internal", "message": "Something is broken here."})"},
        {"Retry-After"}}},
      {"NotImplemented",
       {501, "The Transfer-Encoding is something else than chunked.", Content{"Error", R"({
  "code": "not_implemented",
  "message": "Transfer-Encoding may only be chunked; send the body plain."
})"}}},
      {"Unavailable",
       {503,
        "Not now: too much is going on, or the disk is full. Try again later.",
        Content{"Error", R"({
  "code": "unavailable",
  "message": "Others are changing the same things at this moment; try again."
})"},
        {"Retry-After"}}},
  };
}

}  // namespace

std::vector<StandingReply> standing_replies() {
  std::vector<StandingReply> all = replies_of_the_api();
  for (StandingReply& reply : replies_of_the_server()) all.push_back(std::move(reply));
  return all;
}

WholeReply StatusWords::whole() const {
  WholeReply all;
  if (own != nullptr) {
    all = {.when = std::string(own->when),
           .content = own->content,
           .headers = own->headers,
           .other = own->other};
  }
  if (standing != nullptr) {
    const Reply& other = standing->reply;
    all.when =
        own == nullptr ? std::string(other.when) : fmt::format("{} Or: {}", all.when, other.when);
    if (!all.content) all.content = other.content;
    for (const std::string_view header : other.headers) {
      if (std::ranges::find(all.headers, header) == all.headers.end())
        all.headers.push_back(header);
    }
  }
  constexpr int first_error = 400;
  if (!all.content && status >= first_error) {
    all.content = Content{.schema = "Error", .example = {}};
  }
  return all;
}

std::vector<StatusWords> statuses_of(const Operation& operation, const Route& route,
                                     const std::vector<StandingReply>& standing) {
  std::map<int, StatusWords> all;
  for (const Reply& own : operation.replies) {
    all.insert({own.status, {.status = own.status, .own = &own}});
  }
  for (const StandingReply& row : standing) {
    if (!is_for(route, row.name)) continue;
    StatusWords& words = all[row.reply.status];
    words.status = row.reply.status;
    words.standing = &row;
  }
  std::vector<StatusWords> ordered;
  for (const auto& [status, words] : all) ordered.push_back(words);
  return ordered;
}

const Route* route_of(const Operation& operation) {
  const auto found = std::ranges::find_if(routes(), [&](const Route& route) {
    return route.method == operation.method && route.path == operation.path;
  });
  return found == routes().end() ? nullptr : &*found;
}

}  // namespace tradepost::api
