// Reads arbitrary bytes as an ID token, and as the header and claims of a signed one.
//
// The first line of the input is the header, and the rest are the claims. A token that is accepted
// has a subject, and is refused for another sign-in, for another client, and with a changed
// signature.
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/crypto/base64url.hpp"
#include "base/ground/check.hpp"
#include "base/ground/freed_by.hpp"
#include "openid/id_token.hpp"

namespace {

namespace base = tradepost::base;
namespace openid = tradepost::openid;
using base::base64url;
using PrivateKey = std::unique_ptr<EVP_PKEY, base::FreedBy<EVP_PKEY_free>>;
using Context = std::unique_ptr<EVP_MD_CTX, base::FreedBy<EVP_MD_CTX_free>>;

constexpr openid::Algorithm algorithms[] = {openid::Algorithm::eddsa};

const PrivateKey& private_key() {
  static const std::array<unsigned char, 32> seed{1, 2, 3};
  static const PrivateKey key(
      EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, seed.data(), seed.size()));
  CHECK(key != nullptr);
  return key;
}

const std::vector<openid::Key>& keys() {
  static const std::vector<openid::Key> all = [] {
    std::string bytes(32, '\0');
    std::size_t size = bytes.size();
    CHECK(EVP_PKEY_get_raw_public_key(private_key().get(),
                                      reinterpret_cast<unsigned char*>(bytes.data()), &size) == 1);
    return std::vector{openid::Key{
        .id = "k", .algorithm = openid::Algorithm::eddsa, .first = bytes, .second = {}}};
  }();
  return all;
}

std::string signature_of(std::string_view text) {
  std::string signature(64, '\0');
  std::size_t size = signature.size();
  const Context context(EVP_MD_CTX_new());
  CHECK(EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, private_key().get()) == 1);
  CHECK(EVP_DigestSign(context.get(), reinterpret_cast<unsigned char*>(signature.data()), &size,
                       reinterpret_cast<const unsigned char*>(text.data()), text.size()) == 1);
  return signature;
}

struct For {
  std::string_view client = "tradepost";
  std::string_view nonce = "n";
};

auto checked(std::string_view token, const For& reader) {
  return openid::checked(token, keys(),
                         {.issuer = "https://login.example.org",
                          .audience = reader.client,
                          .nonce = reader.nonce,
                          .now = base::instant_of(1'800'000'000'000),
                          .algorithms = algorithms});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto replayed = checked(input, {});
  CHECK(!replayed || !replayed->subject.empty());

  const auto line_end = std::min(input.find('\n'), input.size());
  const std::string_view claims_text = input.substr(std::min(line_end + 1, input.size()));
  const std::string text = base64url(input.substr(0, line_end)) + "." + base64url(claims_text);
  std::string signature = signature_of(text);
  const auto claims = checked(text + "." + base64url(signature), {});
  if (!claims) return 0;
  CHECK(!claims->subject.empty() && claims->subject.size() <= openid::subject_bytes_max);
  CHECK(!claims->others.contains("nonce"));
  const std::string token = text + "." + base64url(signature);
  CHECK(checked(token, {.nonce = "m"}).error() == openid::Reason::other_nonce);
  CHECK(!checked(token, {.client = "shop"}));
  signature.back() = static_cast<char>(signature.back() ^ 1);
  CHECK(checked(text + "." + base64url(signature), {}).error() == openid::Reason::bad_signature);
  return 0;
}
