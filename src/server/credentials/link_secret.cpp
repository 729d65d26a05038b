#include "credentials/link_secret.hpp"

#include "base/crypto/base64url.hpp"
#include "base/crypto/new_token.hpp"

namespace tradepost::credentials {
namespace {

constexpr std::size_t text_characters = 43;

}  // namespace

LinkSecret new_link_secret(base::Random& random) {
  std::string text = base::new_token(random, "");
  const base::Digest digest = base::sha256(text);
  return {.text = std::move(text), .digest = digest};
}

std::optional<base::Digest> digest_of_link(std::string_view text) {
  if (text.size() != text_characters || !base::from_base64url(text)) return std::nullopt;
  return base::sha256(text);
}

}  // namespace tradepost::credentials
