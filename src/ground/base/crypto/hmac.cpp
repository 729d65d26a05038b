#include "base/crypto/hmac.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <span>

#include "base/ground/check.hpp"

namespace tradepost::base {
namespace {

void write_hmac(const EVP_MD* hash, std::string_view key, std::string_view message,
                std::span<std::uint8_t> code) {
  unsigned size = 0;
  CHECK(HMAC(hash, key.data(), static_cast<int>(key.size()),
             reinterpret_cast<const unsigned char*>(message.data()), message.size(), code.data(),
             &size) != nullptr);
  CHECK(size == code.size());
}

}  // namespace

Digest hmac_sha256(std::string_view key, std::string_view message) {
  Digest code;
  write_hmac(EVP_sha256(), key, message, code.bytes);
  return code;
}

std::array<std::uint8_t, 20> hmac_sha1(std::string_view key, std::string_view message) {
  std::array<std::uint8_t, 20> code{};
  write_hmac(EVP_sha1(), key, message, code);
  return code;
}

}  // namespace tradepost::base
