#pragma once

#include <optional>
#include <string>

#include "api/wire/settings.hpp"
#include "http/message/request.hpp"

// Where a request came from and where it went to, as we see it, or as a proxy tells it that the
// operator trusts (contract 6.4). What anybody else says of that is not read.
namespace tradepost::api {

// What links begin with, without a slash at its end. Nothing where it can't be told: a Host, or
// what stands in its place, that is no plain host and port.
std::optional<std::string> base_url_of(const http::Request& request, const Settings& settings);

// The client's address: the last one on the way that is not a trusted proxy.
std::string client_of(const http::Request& request, const Settings& settings);

}  // namespace tradepost::api
