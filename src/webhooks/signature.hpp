#pragma once

#include <string>
#include <string_view>

namespace tradepost::webhooks {

// Proves to a receiver that a call is the exchange's, and not a replay: v1= and the hexadecimal
// HMAC-SHA-256, by the endpoint's secret, of the timestamp, a full stop, and the body. Another way
// of signing would be a v2 beside it.
std::string signature(std::string_view secret, std::string_view timestamp, std::string_view body);

}  // namespace tradepost::webhooks
