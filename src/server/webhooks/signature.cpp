#include "webhooks/signature.hpp"

#include "base/crypto/hmac.hpp"

namespace tradepost::webhooks {

std::string signature(std::string_view secret, std::string_view timestamp, std::string_view body) {
  std::string text(timestamp);
  text += '.';
  text += body;
  return "v1=" + base::hmac_sha256(secret, text).hex();
}

}  // namespace tradepost::webhooks
