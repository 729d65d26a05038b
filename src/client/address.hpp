#pragma once

#include <string>
#include <string_view>

#include "base/ground/result.hpp"

namespace tradepost::client {

// Where an exchange is: http or https, a host, perhaps a port and a path. No user, query or
// fragment.
struct Address {
  std::string url;     // as it is shown, without a slash at its end
  std::string origin;  // scheme, host and port, the last one always
  bool is_tls = false;
  bool is_loopback = false;  // localhost, 127.0.0.0/8, ::1
};

// Refused: it is no such URL; the sentence says what one looks like.
base::Result<Address> address_of(std::string_view url);

// Whether an absolute URL leads to the exchange of that address, so that a token may go there.
bool leads_to(std::string_view url, const Address& address);

}  // namespace tradepost::client
