#include "base/crypto/seal.hpp"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/params.h>

#include <cstddef>
#include <cstring>

#include "base/ground/check.hpp"

namespace tradepost::base {
namespace {

// A sealed text is the nonce, the ciphertext and the tag.
constexpr std::size_t nonce_bytes = 12;
constexpr std::size_t tag_bytes = 16;
constexpr std::size_t text_bytes_max = 1 << 20;

constexpr std::string_view label_of_cipher_key = "tradepost seal cipher";
constexpr std::string_view label_of_nonce_key = "tradepost seal nonce";

using Nonce = std::array<std::uint8_t, nonce_bytes>;

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

SealKey hmac(const SealKey& key, std::string_view text) {
  SealKey code{};
  unsigned size = 0;
  CHECK(HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), bytes_of(text), text.size(),
             code.data(), &size) != nullptr);
  CHECK(size == code.size());
  return code;
}

struct FreeMacContext {
  void operator()(EVP_MAC_CTX* freed) const { EVP_MAC_CTX_free(freed); }
};
using MacContext = std::unique_ptr<EVP_MAC_CTX, FreeMacContext>;

// Makes an HMAC that keeps its key. Looking up the algorithm and loading the key cost more than a
// short text.
MacContext code_with(SealKey key) {
  EVP_MAC* const algorithm = EVP_MAC_fetch(nullptr, "HMAC", nullptr);
  CHECK(algorithm != nullptr);
  MacContext context(EVP_MAC_CTX_new(algorithm));
  EVP_MAC_free(algorithm);
  CHECK(context != nullptr);
  std::string digest = "SHA256";
  const OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest.data(), 0),
      OSSL_PARAM_construct_end()};
  CHECK(EVP_MAC_init(context.get(), key.data(), key.size(), parameters) == 1);
  OPENSSL_cleanse(key.data(), key.size());
  return context;
}

}  // namespace

struct Sealer::State {
  struct FreeContext {
    void operator()(EVP_CIPHER_CTX* freed) const { EVP_CIPHER_CTX_free(freed); }
  };

  explicit State(const SealKey& key)
      : cipher_key(hmac(key, label_of_cipher_key)),
        context(EVP_CIPHER_CTX_new()),
        nonce_code(code_with(hmac(key, label_of_nonce_key))) {
    CHECK(context != nullptr);
  }
  ~State() { OPENSSL_cleanse(cipher_key.data(), cipher_key.size()); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  // Texts for two purposes must not share a nonce, so the nonce includes the purpose and its
  // length.
  Nonce nonce_of(std::string_view text, std::string_view purpose) {
    std::string both = std::to_string(purpose.size()) + ':';
    both += purpose;
    both += text;
    SealKey code{};
    std::size_t size = 0;
    CHECK(EVP_MAC_init(nonce_code.get(), nullptr, 0, nullptr) == 1);
    CHECK(EVP_MAC_update(nonce_code.get(), bytes_of(both), both.size()) == 1);
    CHECK(EVP_MAC_final(nonce_code.get(), code.data(), &size, code.size()) == 1);
    CHECK(size == code.size());
    Nonce nonce;
    std::memcpy(nonce.data(), code.data(), nonce.size());
    return nonce;
  }

  SealKey cipher_key;
  std::unique_ptr<EVP_CIPHER_CTX, FreeContext> context;
  MacContext nonce_code;
};

Sealer::Sealer(const SealKey& key) : state_(std::make_unique<State>(key)) {}
Sealer::~Sealer() = default;
Sealer::Sealer(Sealer&&) noexcept = default;
Sealer& Sealer::operator=(Sealer&&) noexcept = default;

std::string Sealer::seal(std::string_view text, std::string_view purpose) {
  CHECK(text.size() <= text_bytes_max && purpose.size() <= text_bytes_max);
  const Nonce nonce = state_->nonce_of(text, purpose);
  EVP_CIPHER_CTX* const context = state_->context.get();
  std::string sealed(nonce_bytes + text.size() + tag_bytes, '\0');
  auto* const out = reinterpret_cast<unsigned char*>(sealed.data());
  std::memcpy(out, nonce.data(), nonce.size());
  int size = 0;
  CHECK(EVP_EncryptInit_ex2(context, EVP_aes_256_gcm(), state_->cipher_key.data(), nonce.data(),
                            nullptr) == 1);
  CHECK(EVP_EncryptUpdate(context, nullptr, &size, bytes_of(purpose),
                          static_cast<int>(purpose.size())) == 1);
  CHECK(EVP_EncryptUpdate(context, out + nonce_bytes, &size, bytes_of(text),
                          static_cast<int>(text.size())) == 1);
  CHECK(EVP_EncryptFinal_ex(context, out + nonce_bytes + text.size(), &size) == 1);
  CHECK(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, static_cast<int>(tag_bytes),
                            out + nonce_bytes + text.size()) == 1);
  return sealed;
}

std::optional<std::string> Sealer::open(std::string_view sealed, std::string_view purpose) {
  CHECK(purpose.size() <= text_bytes_max);
  if (sealed.size() < nonce_bytes + tag_bytes || sealed.size() > text_bytes_max)
    return std::nullopt;
  const std::string_view cipher =
      sealed.substr(nonce_bytes, sealed.size() - nonce_bytes - tag_bytes);
  std::array<unsigned char, tag_bytes> tag;
  std::memcpy(tag.data(), sealed.data() + sealed.size() - tag_bytes, tag_bytes);

  EVP_CIPHER_CTX* const context = state_->context.get();
  std::string text(cipher.size(), '\0');
  int size = 0;
  CHECK(EVP_DecryptInit_ex2(context, EVP_aes_256_gcm(), state_->cipher_key.data(), bytes_of(sealed),
                            nullptr) == 1);
  CHECK(EVP_DecryptUpdate(context, nullptr, &size, bytes_of(purpose),
                          static_cast<int>(purpose.size())) == 1);
  CHECK(EVP_DecryptUpdate(context, reinterpret_cast<unsigned char*>(text.data()), &size,
                          bytes_of(cipher), static_cast<int>(cipher.size())) == 1);
  CHECK(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_TAG, static_cast<int>(tag_bytes),
                            tag.data()) == 1);
  std::array<unsigned char, EVP_MAX_BLOCK_LENGTH> nothing_more;
  if (EVP_DecryptFinal_ex(context, nothing_more.data(), &size) != 1) return std::nullopt;
  return text;
}

}  // namespace tradepost::base
