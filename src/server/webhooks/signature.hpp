#pragma once

#include <string>
#include <string_view>

namespace tradepost::webhooks {

// Proves to a receiver that a call comes from the exchange and is not a replay: v1= and the
// hexadecimal HMAC-SHA-256, with the endpoint's secret as key, of the timestamp, a full stop and
// the body. Another signature scheme would be added as v2.
std::string signature(std::string_view secret, std::string_view timestamp, std::string_view body);

}  // namespace tradepost::webhooks
