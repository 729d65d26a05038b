// Reads arbitrary bytes as a discovery document and as a key set.
//
// A document that is accepted is from the requested issuer, and its addresses are secure. Each key
// that is read can be used, and verifies no wrong signature.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/ground/check.hpp"
#include "calls/address.hpp"
#include "openid/metadata.hpp"
#include "openid/signature.hpp"

namespace {

namespace openid = tradepost::openid;

constexpr std::string_view issuer = "https://login.example.org";

bool is_secure(std::string_view url) {
  return url.starts_with("https://") ||
         (url.starts_with("http://") &&
          tradepost::calls::address_of(url.substr(0, url.find('?')))->is_loopback);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  if (const auto metadata = openid::metadata_in(input, issuer)) {
    CHECK(metadata->issuer == issuer);
    CHECK(is_secure(metadata->authorization_endpoint));
    CHECK(is_secure(metadata->token_endpoint));
    CHECK(is_secure(metadata->jwks_uri));
    CHECK(!metadata->algorithms.empty());
  }
  if (const auto keys = openid::keys_in(input)) {
    for (const openid::Key& key : *keys) {
      CHECK(!key.first.empty());
      if (!key.algorithm) continue;
      CHECK(openid::fault_of_signature(key, "text", std::string(64, 'a')).has_value());
    }
  }
  return 0;
}
