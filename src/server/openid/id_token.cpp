#include "openid/id_token.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/crypto/base64url.hpp"
#include "base/text/number_text.hpp"
#include "document/json_members.hpp"
#include "document/json_reader.hpp"
#include "openid/signature.hpp"

namespace tradepost::openid {
namespace {

using document::View;
using Seconds = std::chrono::sys_seconds;

// The claims with their own field, and the claims of the protocol.
constexpr std::array<std::string_view, 15> known_claims = {
    "iss",   "aud",     "azp",     "exp",    "nbf",   "iat",
    "nonce", "at_hash", "sub",     "c_hash", "email", "email_verified",
    "name",  "locale",  "zoneinfo"};

struct Parts {
  std::string_view header;  // the three are encoded
  std::string_view claims;
  std::string_view signature;
  std::string_view signed_text;
};

std::optional<Parts> parts_of(std::string_view token) {
  const auto first = token.find('.');
  const auto second = first == std::string_view::npos ? first : token.find('.', first + 1);
  if (second == std::string_view::npos || token.find('.', second + 1) != std::string_view::npos) {
    return std::nullopt;
  }
  return Parts{.header = token.substr(0, first),
               .claims = token.substr(first + 1, second - first - 1),
               .signature = token.substr(second + 1),
               .signed_text = token.substr(0, second)};
}

// Returns the key, and checks that it may verify this token.
std::expected<const Key*, Reason> key_for(const View& header, std::span<const Key> keys,
                                          std::span<const Algorithm> allowed) {
  const auto algorithm = algorithm_named(text_in(header, "alg"));
  if (!algorithm || std::ranges::count(allowed, *algorithm) == 0) {
    return std::unexpected(Reason::algorithm_not_allowed);
  }
  // A null is refused, too: the view of a member that is present has a token.
  if (header.member("crit").token() != 0) return std::unexpected(Reason::critical_header);
  const bool has_id = static_cast<bool>(header.member("kid"));
  const std::string id = text_in(header, "kid");
  if (has_id && id.empty()) return std::unexpected(Reason::token_malformed);
  // Without an id, the key must be the only one for the algorithm.
  const Key* right = nullptr;
  Reason fault = Reason::key_unknown;
  for (const Key& key : keys) {
    if (has_id && key.id != id) continue;
    if (key.algorithm != algorithm) {
      if (has_id) fault = Reason::key_of_other_algorithm;
    } else if (!key.is_for_signatures) {
      if (has_id) fault = Reason::key_not_for_signatures;
    } else if (right == nullptr) {
      right = &key;
    } else {
      return std::unexpected(Reason::key_unknown);
    }
  }
  if (right == nullptr) return std::unexpected(fault);
  return right;
}

// Returns a time in seconds since 1970, without its fraction.
std::optional<Seconds> time_of(const View& value) {
  constexpr std::size_t digits_max = 12;  // years with five digits
  if (!value.is_number()) return std::nullopt;
  const base::NumberText number = base::scan_number(value.scalar());
  std::int64_t seconds = 0;
  if (number.negative || number.exponent != 0 || number.whole.size() > digits_max) {
    return std::nullopt;
  }
  std::from_chars(number.whole.data(), number.whole.data() + number.whole.size(), seconds);
  return Seconds(std::chrono::seconds(seconds));
}

std::optional<Reason> fault_of_party(const View& claims, const Expectation& expectation) {
  if (text_in(claims, "iss") != expectation.issuer) return Reason::issuer_of_token;
  const std::vector<std::string> audience = texts_of(claims.member("aud"));
  if (std::ranges::count(audience, expectation.audience) == 0) return Reason::other_audience;
  const View party = claims.member("azp");
  if (party ? text_in(claims, "azp") != expectation.audience : audience.size() > 1) {
    return Reason::other_authorized_party;
  }
  if (text_in(claims, "nonce") != expectation.nonce || expectation.nonce.empty()) {
    return Reason::other_nonce;
  }
  return std::nullopt;
}

std::optional<Reason> fault_of_times(const View& claims, const Expectation& expectation) {
  const auto expires = time_of(claims.member("exp"));
  const auto issued = time_of(claims.member("iat"));
  const auto begins = time_of(claims.member("nbf"));
  const bool is_malformed = claims.member("nbf") && !begins;
  if (!expires || !issued || is_malformed) return Reason::claims_malformed;
  if (expectation.now >= *expires + expectation.skew) return Reason::expired;
  if (begins && *begins > expectation.now + expectation.skew) return Reason::not_yet_valid;
  if (*issued > expectation.now + expectation.skew) return Reason::issued_in_the_future;
  return std::nullopt;
}

// Some providers write the boolean as a text.
bool is_email_verified(const View& claims) {
  return is_true_in(claims, "email_verified") || text_in(claims, "email_verified") == "true";
}

Claims claims_of(const View& value) {
  Claims claims{.subject = text_in(value, "sub"),
                .email = text_in(value, "email"),
                .is_email_verified = is_email_verified(value),
                .name = text_in(value, "name"),
                .locale = text_in(value, "locale"),
                .zoneinfo = text_in(value, "zoneinfo"),
                .authenticated_at = time_of(value.member("auth_time")),
                .others = {}};
  value.each_member([&](const View& name, const View& claim) {
    if (std::ranges::count(known_claims, name.text()) > 0) return;
    auto texts = texts_of(claim);
    if (!texts.empty()) claims.others.emplace(name.text(), std::move(texts));
  });
  return claims;
}

}  // namespace

std::expected<Claims, Reason> checked(std::string_view token, std::span<const Key> keys,
                                      const Expectation& expectation) {
  if (token.size() > id_token_bytes_max) return std::unexpected(Reason::token_too_long);
  const auto parts = parts_of(token);
  if (!parts) return std::unexpected(Reason::token_malformed);
  const auto header_text = base::from_base64url(parts->header);
  const auto claims_text = base::from_base64url(parts->claims);
  const auto signature = base::from_base64url(parts->signature);
  if (!header_text || !claims_text || !signature) return std::unexpected(Reason::token_malformed);

  document::JsonReader header_reader;
  const auto header = header_reader.read(*header_text);
  if (!header || !header->is_object()) return std::unexpected(Reason::token_malformed);
  const auto key = key_for(*header, keys, expectation.algorithms);
  if (!key) return std::unexpected(key.error());
  if (const auto fault = fault_of_signature(**key, parts->signed_text, *signature)) {
    return std::unexpected(*fault);
  }

  document::JsonReader claims_reader;
  const auto claims = claims_reader.read(*claims_text);
  if (!claims || !claims->is_object()) return std::unexpected(Reason::token_malformed);
  if (const auto fault = fault_of_party(*claims, expectation)) return std::unexpected(*fault);
  if (const auto fault = fault_of_times(*claims, expectation)) return std::unexpected(*fault);
  Claims read = claims_of(*claims);
  if (read.subject.empty() || read.subject.size() > subject_bytes_max) {
    return std::unexpected(Reason::claims_malformed);
  }
  return read;
}

}  // namespace tradepost::openid
