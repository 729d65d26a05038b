#pragma once

#include <string>

namespace tradepost::calls {

// Returns true if a numeric address, such as 192.0.2.7 or 2001:db8::7, is globally reachable.
// Loopback, private, link-local, shared, multicast, reserved, unspecified and documentation
// addresses are not. An address that contains an IPv4 address (mapped, 6to4, NAT64) is public if
// that is public. Any text that is not an address is not public.
bool is_public_address(const std::string& address);

}  // namespace tradepost::calls
