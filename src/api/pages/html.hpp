#pragma once

#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "http/message/response.hpp"

// Pages for people: no script, nothing from elsewhere (contract 8.7).
namespace tradepost::api {

// Text from outside as it may stand in a page, within an element or a quoted attribute. Controls
// but line feed and tab become U+FFFD.
std::string html_escaped(std::string_view text);

// As people write it, in UTC to the minute, and for programs whole:
// <time datetime="2026-11-24T14:05:09.123Z">24 November 2026, 14:05 UTC</time>
std::string html_moment(base::Instant at);

// A whole page, never cached. `title` is escaped here; `body` is HTML.
http::Response html_page(int status, std::string_view title, std::string_view body);

}  // namespace tradepost::api
