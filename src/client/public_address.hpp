#pragma once

#include <string>

namespace tradepost::client {

// Whether a numeric address, 192.0.2.7 or 2001:db8::7, is public. Loopback, private, link-local,
// shared, multicast, reserved and unspecified ones are not, nor those of documentation; an address
// with an IPv4 address within (mapped, 6to4, NAT64) is as public as that. A text that is no address
// is not public.
bool is_public_address(const std::string& address);

}  // namespace tradepost::client
