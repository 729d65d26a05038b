#include "openid/signature.hpp"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>

#include <memory>
#include <string>

#include "base/ground/check.hpp"
#include "base/ground/freed_by.hpp"

namespace tradepost::openid {
namespace {

using base::FreedBy;
using PublicKey = std::unique_ptr<EVP_PKEY, FreedBy<EVP_PKEY_free>>;
using Number = std::unique_ptr<BIGNUM, FreedBy<BN_free>>;
using Builder = std::unique_ptr<OSSL_PARAM_BLD, FreedBy<OSSL_PARAM_BLD_free>>;
using Parameters = std::unique_ptr<OSSL_PARAM, FreedBy<OSSL_PARAM_free>>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, FreedBy<EVP_PKEY_CTX_free>>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, FreedBy<EVP_MD_CTX_free>>;
using EcSignature = std::unique_ptr<ECDSA_SIG, FreedBy<ECDSA_SIG_free>>;

constexpr int rsa_bits_min = 2048;
constexpr int rsa_bits_max = 8192;  // the time of a check grows with the square of the length
constexpr int rsa_exponent_bits_max = 64;
constexpr std::size_t curve_bytes = 32;  // of a coordinate, and of r and s

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

Number number_of(std::string_view bytes) {
  Number number(BN_bin2bn(bytes_of(bytes), static_cast<int>(bytes.size()), nullptr));
  CHECK(number != nullptr);
  return number;
}

// Returns nullptr if the parameters are not a key.
PublicKey made(const char* type, const Builder& builder) {
  const Parameters parameters(OSSL_PARAM_BLD_to_param(builder.get()));
  const KeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, type, nullptr));
  CHECK(parameters != nullptr && context != nullptr);
  EVP_PKEY* key = nullptr;
  CHECK(EVP_PKEY_fromdata_init(context.get()) == 1);
  if (EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY, parameters.get()) != 1) {
    return nullptr;
  }
  return PublicKey(key);
}

PublicKey rsa_key(const Key& key) {
  const Number n = number_of(key.first);
  const Number e = number_of(key.second);
  const int bits = BN_num_bits(n.get());
  if (bits < rsa_bits_min || bits > rsa_bits_max || BN_num_bits(e.get()) > rsa_exponent_bits_max ||
      BN_is_odd(e.get()) == 0 || BN_is_one(e.get()) == 1) {
    return nullptr;
  }
  const Builder builder(OSSL_PARAM_BLD_new());
  CHECK(builder != nullptr);
  CHECK(OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_N, n.get()) == 1);
  CHECK(OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_E, e.get()) == 1);
  return made("RSA", builder);
}

// OpenSSL refuses a point that is not on the curve.
PublicKey p256_key(const Key& key) {
  if (key.first.size() != curve_bytes || key.second.size() != curve_bytes) return nullptr;
  const std::string point = '\x04' + key.first + key.second;  // not compressed
  const Builder builder(OSSL_PARAM_BLD_new());
  CHECK(builder != nullptr);
  CHECK(OSSL_PARAM_BLD_push_utf8_string(builder.get(), OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1",
                                        0) == 1);
  CHECK(OSSL_PARAM_BLD_push_octet_string(builder.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(),
                                         point.size()) == 1);
  return made("EC", builder);
}

PublicKey ed25519_key(const Key& key) {
  return PublicKey(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytes_of(key.first),
                                               key.first.size()));
}

PublicKey public_key_of(const Key& key) {
  CHECK(key.algorithm.has_value());
  switch (*key.algorithm) {
    case Algorithm::rs256:
      return rsa_key(key);
    case Algorithm::es256:
      return p256_key(key);
    case Algorithm::eddsa:
      return ed25519_key(key);
  }
  CHECK(false);
}

// Converts r and s to the form of OpenSSL (DER). Returns an empty text for another length.
std::string der_of(std::string_view r_and_s) {
  if (r_and_s.size() != 2 * curve_bytes) return {};
  const EcSignature signature(ECDSA_SIG_new());
  CHECK(signature != nullptr);
  CHECK(ECDSA_SIG_set0(signature.get(), number_of(r_and_s.substr(0, curve_bytes)).release(),
                       number_of(r_and_s.substr(curve_bytes)).release()) == 1);
  std::string der(static_cast<std::size_t>(i2d_ECDSA_SIG(signature.get(), nullptr)), '\0');
  auto* end = reinterpret_cast<unsigned char*>(der.data());
  i2d_ECDSA_SIG(signature.get(), &end);
  return der;
}

}  // namespace

std::optional<Reason> fault_of_signature(const Key& key, std::string_view message,
                                         std::string_view signature) {
  const PublicKey public_key = public_key_of(key);
  const bool is_ec = key.algorithm == Algorithm::es256;
  const std::string der = is_ec ? der_of(signature) : std::string();
  const std::string_view form = is_ec ? der : signature;
  bool is_right = false;
  if (public_key) {
    const DigestContext context(EVP_MD_CTX_new());
    CHECK(context != nullptr);
    const EVP_MD* const digest = key.algorithm == Algorithm::eddsa ? nullptr : EVP_sha256();
    CHECK(EVP_DigestVerifyInit(context.get(), nullptr, digest, nullptr, public_key.get()) == 1);
    is_right = EVP_DigestVerify(context.get(), bytes_of(form), form.size(), bytes_of(message),
                                message.size()) == 1;
  }
  ERR_clear_error();  // the TLS connections of this thread read the same queue
  if (!public_key) return Reason::key_too_weak;
  return is_right ? std::nullopt : std::optional(Reason::bad_signature);
}

}  // namespace tradepost::openid
