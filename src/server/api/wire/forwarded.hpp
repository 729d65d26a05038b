#pragma once

#include <optional>
#include <string>

#include "api/wire/settings.hpp"
#include "http/message/request.hpp"

// The origin and the target of a request, as seen on the connection or reported by a proxy that the
// operator trusts (contract 6.4). The same headers from other clients are ignored.
namespace tradepost::api {

// Returns the base of links, without a final slash. Returns nullopt if Host, or the header that
// replaces it, is not a plain host and port.
std::optional<std::string> base_url_of(const http::Request& request, const Settings& settings);

// Returns the client's address: the last one on the way that is not a trusted proxy.
std::string client_of(const http::Request& request, const Settings& settings);

}  // namespace tradepost::api
