#pragma once

#include <string>
#include <string_view>

#include "base/ground/result.hpp"

namespace tradepost::calls {

// The address of a server: http or https, a host, and optionally a port and a path. It has no
// user, query or fragment.
struct Address {
  std::string url;     // for display, without a slash at its end
  std::string origin;  // scheme, host and port; the port is always included
  bool is_tls = false;
  bool is_loopback = false;  // localhost, 127.0.0.0/8, ::1
};

// Returns the address, or a refusal whose sentence shows the form of a valid URL.
base::Result<Address> address_of(std::string_view url);

// Returns true if an absolute URL has the origin of the address, so that a token may be sent there.
bool leads_to(std::string_view url, const Address& address);

}  // namespace tradepost::calls
