#include "base/crypto/hmac.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "base/ground/check.hpp"

namespace tradepost::base {

Digest hmac_sha256(std::string_view key, std::string_view message) {
  Digest code;
  unsigned size = 0;
  CHECK(HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
             reinterpret_cast<const unsigned char*>(message.data()), message.size(),
             code.bytes.data(), &size) != nullptr);
  CHECK(size == code.bytes.size());
  return code;
}

}  // namespace tradepost::base
