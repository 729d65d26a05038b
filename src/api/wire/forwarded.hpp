#pragma once

#include <optional>
#include <string>

#include "api/wire/settings.hpp"
#include "http/message/request.hpp"

// Where a request came from and where it went to: from the connection, or from a proxy that the
// operator trusts (contract 6.4). The headers of other clients are not read.
namespace tradepost::api {

// The base of links, without a final slash. Nothing if it is unknown: Host, or the header that
// replaces it, is no plain host and port.
std::optional<std::string> base_url_of(const http::Request& request, const Settings& settings);

// The client's address: the last one on the way that is not a trusted proxy.
std::string client_of(const http::Request& request, const Settings& settings);

}  // namespace tradepost::api
