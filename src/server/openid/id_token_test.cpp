#include "openid/id_token.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>

#include <memory>

#include "base/crypto/base64url.hpp"
#include "base/crypto/hmac.hpp"
#include "base/ground/freed_by.hpp"

namespace tradepost::openid::id_token_test {
namespace {

using base::base64url;
using base::FreedBy;
using Pair = std::unique_ptr<EVP_PKEY, FreedBy<EVP_PKEY_free>>;

constexpr std::string_view issuer = "https://login.example.org";
constexpr std::string_view nonce = "n-0S6_WzA2Mj";
constexpr base::Instant now = base::instant_of(1'800'000'000'000);
constexpr Algorithm all_algorithms[] = {Algorithm::rs256, Algorithm::es256, Algorithm::eddsa};

// A key pair of a provider, and the name of its algorithm.
struct Signer {
  std::string algorithm;
  Pair pair;

  std::string raw_signature(std::string_view text) const;
  std::string sign(std::string_view text) const;
  std::string jwk(std::string_view more = R"(,"use":"sig")") const;
};

std::string number_in(const Pair& pair, const char* name) {
  BIGNUM* number = nullptr;
  EXPECT_EQ(EVP_PKEY_get_bn_param(pair.get(), name, &number), 1);
  const std::unique_ptr<BIGNUM, FreedBy<BN_free>> owner(number);
  std::string bytes(static_cast<std::size_t>(BN_num_bytes(number)), '\0');
  BN_bn2bin(number, reinterpret_cast<unsigned char*>(bytes.data()));
  return bytes;
}

std::string octets_in(const Pair& pair, const char* name) {
  std::string bytes(200, '\0');
  std::size_t size = 0;
  EXPECT_EQ(
      EVP_PKEY_get_octet_string_param(
          pair.get(), name, reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), &size),
      1);
  bytes.resize(size);
  return bytes;
}

// Returns the signature in the form of OpenSSL.
std::string Signer::raw_signature(std::string_view text) const {
  const std::unique_ptr<EVP_MD_CTX, FreedBy<EVP_MD_CTX_free>> context(EVP_MD_CTX_new());
  const EVP_MD* const digest = algorithm == "EdDSA" ? nullptr : EVP_sha256();
  EXPECT_EQ(EVP_DigestSignInit(context.get(), nullptr, digest, nullptr, pair.get()), 1);
  std::string signature(1024, '\0');
  std::size_t size = signature.size();
  EXPECT_EQ(EVP_DigestSign(context.get(), reinterpret_cast<unsigned char*>(signature.data()), &size,
                           reinterpret_cast<const unsigned char*>(text.data()), text.size()),
            1);
  signature.resize(size);
  return signature;
}

std::string Signer::sign(std::string_view text) const {
  std::string signature = raw_signature(text);
  if (algorithm != "ES256") return signature;
  const auto* der = reinterpret_cast<const unsigned char*>(signature.data());
  const std::unique_ptr<ECDSA_SIG, FreedBy<ECDSA_SIG_free>> parts(
      d2i_ECDSA_SIG(nullptr, &der, static_cast<long>(signature.size())));
  std::string r_and_s(64, '\0');
  auto* const bytes = reinterpret_cast<unsigned char*>(r_and_s.data());
  BN_bn2binpad(ECDSA_SIG_get0_r(parts.get()), bytes, 32);
  BN_bn2binpad(ECDSA_SIG_get0_s(parts.get()), bytes + 32, 32);
  return r_and_s;
}

std::string Signer::jwk(std::string_view more) const {
  if (algorithm == "RS256") {
    return fmt::format(R"({{"kty":"RSA","kid":"RS256","n":"{}","e":"{}"{}}})",
                       base64url(number_in(pair, OSSL_PKEY_PARAM_RSA_N)),
                       base64url(number_in(pair, OSSL_PKEY_PARAM_RSA_E)), more);
  }
  const std::string point = octets_in(pair, OSSL_PKEY_PARAM_PUB_KEY);
  if (algorithm == "ES256") {
    return fmt::format(R"({{"kty":"EC","kid":"ES256","crv":"P-256","x":"{}","y":"{}"{}}})",
                       base64url(point.substr(1, 32)), base64url(point.substr(33)), more);
  }
  return fmt::format(R"({{"kty":"OKP","kid":"EdDSA","crv":"Ed25519","x":"{}"{}}})",
                     base64url(point), more);
}

const std::vector<Signer>& signers() {
  static const std::vector<Signer> all = [] {
    std::vector<Signer> made;
    made.push_back({.algorithm = "RS256", .pair = Pair(EVP_RSA_gen(2048))});
    made.push_back({.algorithm = "ES256", .pair = Pair(EVP_EC_gen("P-256"))});
    made.push_back(
        {.algorithm = "EdDSA", .pair = Pair(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"))});
    return made;
  }();
  return all;
}

std::vector<Key> keys_of(std::string_view jwks) {
  return keys_in(fmt::format(R"({{"keys":[{}]}})", jwks)).value();
}

std::vector<Key> all_keys() {
  std::string list;
  for (const Signer& signer : signers()) list += (list.empty() ? "" : ",") + signer.jwk();
  return keys_of(list);
}

std::string header_of(const Signer& signer) {
  return fmt::format(R"({{"alg":"{0}","kid":"{0}"}})", signer.algorithm);
}

constexpr std::string_view good_claims =
    R"({"iss":"https://login.example.org","sub":"24400320","aud":"tradepost",)"
    R"("nonce":"n-0S6_WzA2Mj","exp":1800000300,"iat":1800000000,"auth_time":1799999000,)"
    R"("email":"anna@example.org","email_verified":true,"name":"Anna M\u00fcller","locale":"de-CH",)"
    R"("zoneinfo":"Europe/Zurich","groups":["clerks","admins"],"department":"sales","level":3,)"
    R"("mixed":["a",1]})";

std::string signed_token(const Signer& signer, std::string_view header, std::string_view claims) {
  const std::string text = base64url(header) + "." + base64url(claims);
  return text + "." + base64url(signer.sign(text));
}

// Returns the good claims with a replacement.
std::string changed(std::string_view from, std::string_view to) {
  std::string claims(good_claims);
  const auto at = claims.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return claims.replace(at, from.size(), to);
}

std::expected<Claims, Reason> read(std::string_view token, std::span<const Key> keys,
                                   std::span<const Algorithm> algorithms = all_algorithms) {
  return checked(token, keys,
                 {.issuer = issuer,
                  .audience = "tradepost",
                  .nonce = nonce,
                  .now = now,
                  .algorithms = algorithms});
}

// Returns the sentence of the refusal, or "accepted".
std::string_view verdict(const std::expected<Claims, Reason>& claims) {
  return claims ? "accepted" : sentence_of(claims.error());
}

TEST(IdToken, of_each_algorithm_gives_the_claims) {
  for (const Signer& signer : signers()) {
    const auto claims = read(signed_token(signer, header_of(signer), good_claims), all_keys());
    ASSERT_TRUE(claims.has_value()) << signer.algorithm << verdict(claims);
    EXPECT_EQ(claims->subject, "24400320");
    EXPECT_EQ(claims->email, "anna@example.org");
    EXPECT_TRUE(claims->is_email_verified);
    EXPECT_EQ(claims->name, "Anna Müller");
    EXPECT_EQ(claims->locale, "de-CH");
    EXPECT_EQ(claims->zoneinfo, "Europe/Zurich");
    EXPECT_EQ(claims->authenticated_at, std::chrono::sys_seconds(std::chrono::seconds(1799999000)));
    const std::map<std::string, std::vector<std::string>> others = {
        {"groups", {"clerks", "admins"}}, {"department", {"sales"}}};
    EXPECT_EQ(claims->others, others);
  }
}

TEST(IdToken, that_was_changed_has_a_wrong_signature) {
  for (const Signer& signer : signers()) {
    const std::string token = signed_token(signer, header_of(signer), good_claims);
    const std::string other =
        signed_token(signer, header_of(signer), changed("24400320", "24400321"));
    const auto end = token.rfind('.');
    const std::string signature = token.substr(end);
    const std::string swapped = other.substr(0, other.rfind('.')) + signature;
    EXPECT_EQ(read(swapped, all_keys()).error(), Reason::bad_signature);
    for (const std::string& bad : {std::string("."), signature.substr(0, 5), signature + "AAAA",
                                   "." + base64url(std::string(64, '\0'))}) {
      EXPECT_EQ(read(token.substr(0, end) + bad, all_keys()).error(), Reason::bad_signature) << bad;
    }
  }
}

TEST(IdToken, with_another_form_of_an_es256_signature_is_refused) {
  const Signer& signer = signers()[1];
  const std::string text = base64url(header_of(signer)) + "." + base64url(good_claims);
  std::string long_s = signer.sign(text);
  long_s.insert(32, 1, '\0');  // the same number
  for (const std::string& signature : {signer.raw_signature(text), long_s}) {
    const auto claims = read(text + "." + base64url(signature), all_keys());
    EXPECT_EQ(verdict(claims), sentence_of(Reason::bad_signature));
  }
}

TEST(IdToken, is_refused_if_no_nonce_is_expected) {
  const Signer& signer = signers()[2];
  const std::string claims = changed(R"("nonce":"n-0S6_WzA2Mj",)", "");
  const Expectation expectation{.issuer = issuer,
                                .audience = "tradepost",
                                .nonce = "",
                                .now = now,
                                .algorithms = all_algorithms};
  EXPECT_EQ(
      checked(signed_token(signer, header_of(signer), claims), all_keys(), expectation).error(),
      Reason::other_nonce);
}

TEST(IdToken, claims_decide) {
  struct Row {
    std::string_view from;
    std::string_view to;
    std::optional<Reason> refused = {};
  };
  const std::string long_subject = R"("sub":")" + std::string(subject_bytes_max + 1, 'a') + '"';
  const Row rows[] = {
      {R"("iss":"https://login.example.org")", R"("iss":"https://login.example.org/")",
       Reason::issuer_of_token},
      {R"("iss":"https://login.example.org",)", "", Reason::issuer_of_token},
      {R"("aud":"tradepost")", R"("aud":"shop")", Reason::other_audience},
      {R"("aud":"tradepost")", R"("aud":[])", Reason::other_audience},
      {R"("aud":"tradepost")", R"("aud":["tradepost",1])", Reason::other_audience},
      {R"("aud":"tradepost",)", "", Reason::other_audience},
      {R"("aud":"tradepost")", R"("aud":["tradepost"])"},
      {R"("aud":"tradepost")", R"("aud":["shop","tradepost"])", Reason::other_authorized_party},
      {R"("aud":"tradepost")", R"("aud":["shop","tradepost"],"azp":"tradepost")"},
      {R"("aud":"tradepost")", R"("aud":["shop","tradepost"],"azp":"shop")",
       Reason::other_authorized_party},
      {R"("aud":"tradepost")", R"("aud":"tradepost","azp":"shop")", Reason::other_authorized_party},
      {R"("aud":"tradepost")", R"("aud":"tradepost","azp":1)", Reason::other_authorized_party},
      {"1800000300", "1799999941"},
      {"1800000300", "1799999940", Reason::expired},
      {"1800000300", "-1", Reason::claims_malformed},
      {"1800000300", "1e10", Reason::claims_malformed},
      {"1800000300", "1234567890123", Reason::claims_malformed},
      {"1800000300", R"("1800000300")", Reason::claims_malformed},
      {R"("exp":1800000300,)", "", Reason::claims_malformed},
      {"1800000300", "1800000300.75"},
      {R"("iat":1800000000)", R"("iat":1800000060)"},
      {R"("iat":1800000000)", R"("iat":1800000061)", Reason::issued_in_the_future},
      {R"("iat":1800000000,)", "", Reason::claims_malformed},
      {R"("iat":1800000000)", R"("iat":1800000000,"nbf":1800000060)"},
      {R"("iat":1800000000)", R"("iat":1800000000,"nbf":1800000061)", Reason::not_yet_valid},
      {R"("iat":1800000000)", R"("iat":1800000000,"nbf":"soon")", Reason::claims_malformed},
      {R"("nonce":"n-0S6_WzA2Mj")", R"("nonce":"n-other")", Reason::other_nonce},
      {R"("nonce":"n-0S6_WzA2Mj",)", "", Reason::other_nonce},
      {R"("sub":"24400320",)", "", Reason::claims_malformed},
      {R"("sub":"24400320")", R"("sub":24400320)", Reason::claims_malformed},
      {R"("sub":"24400320")", long_subject, Reason::claims_malformed},
      {R"("sub":"24400320")", R"("sub":"a","sub":"b")", Reason::token_malformed},
      {R"("sub":"24400320")", R"("sub":"a","s\u0075b":"b")", Reason::token_malformed},
      {R"("level":3)", R"("level":{"a":1,"a":2})", Reason::token_malformed},
      {R"("level":3)", R"("level":03)", Reason::token_malformed},
      {R"({"iss")", R"([{"iss")", Reason::token_malformed},
  };
  const Signer& signer = signers()[2];
  const std::vector<Key> keys = all_keys();
  for (const Row& row : rows) {
    const auto claims =
        read(signed_token(signer, header_of(signer), changed(row.from, row.to)), keys);
    EXPECT_EQ(verdict(claims), row.refused ? sentence_of(*row.refused) : "accepted") << row.to;
  }
}

TEST(IdToken, verified_email_may_be_a_text) {
  struct Row {
    std::string_view value;
    bool is_verified;
  };
  const Signer& signer = signers()[2];
  for (const Row& row :
       {Row{R"("true")", true}, Row{"false", false}, Row{R"("false")", false}, Row{"1", false}}) {
    const std::string claims =
        changed(R"("email_verified":true)", fmt::format(R"("email_verified":{})", row.value));
    EXPECT_EQ(read(signed_token(signer, header_of(signer), claims), all_keys())->is_email_verified,
              row.is_verified);
  }
}

TEST(IdToken, header_decides) {
  struct Row {
    std::string_view header;
    std::optional<Reason> refused = {};
  };
  constexpr Row rows[] = {
      {R"({"alg":"RS256","kid":"RS256","typ":"JWT","jku":"https://evil.example"})"},
      {R"({"alg":"RS256"})"},
      {R"({"alg":"RS256","kid":null})"},
      {R"({"alg":"none","kid":"RS256"})", Reason::algorithm_not_allowed},
      {R"({"alg":"None","kid":"RS256"})", Reason::algorithm_not_allowed},
      {R"({"alg":"rs256","kid":"RS256"})", Reason::algorithm_not_allowed},
      {R"({"alg":"RS384","kid":"RS256"})", Reason::algorithm_not_allowed},
      {R"({"alg":"PS256","kid":"RS256"})", Reason::algorithm_not_allowed},
      {R"({"alg":["RS256"],"kid":"RS256"})", Reason::algorithm_not_allowed},
      {R"({"kid":"RS256"})", Reason::algorithm_not_allowed},
      {R"({"alg":"ES256","kid":"RS256"})", Reason::key_of_other_algorithm},
      {R"({"alg":"RS256","kid":"ES256"})", Reason::key_of_other_algorithm},
      {R"({"alg":"EdDSA","kid":"RS256"})", Reason::key_of_other_algorithm},
      {R"({"alg":"ES256"})", Reason::bad_signature},
      {R"({"alg":"RS256","kid":"other"})", Reason::key_unknown},
      {R"({"alg":"RS256","kid":""})", Reason::token_malformed},
      {R"({"alg":"RS256","kid":7})", Reason::token_malformed},
      {R"({"alg":"RS256","kid":"RS256","crit":["exp"],"exp":1})", Reason::critical_header},
      {R"({"alg":"RS256","kid":"RS256","crit":null})", Reason::critical_header},
      {R"({"alg":"none","alg":"RS256","kid":"RS256"})", Reason::token_malformed},
      {R"({"alg":"RS256","\u0061lg":"none","kid":"RS256"})", Reason::token_malformed},
      {R"("RS256")", Reason::token_malformed},
      {"", Reason::token_malformed},
  };
  for (const Row& row : rows) {
    const auto claims = read(signed_token(signers()[0], row.header, good_claims), all_keys());
    EXPECT_EQ(verdict(claims), row.refused ? sentence_of(*row.refused) : "accepted") << row.header;
  }
}

TEST(IdToken, without_a_signature_is_refused) {
  const std::string text = base64url(R"({"alg":"none"})") + "." + base64url(good_claims) + ".";
  EXPECT_EQ(read(text, all_keys()).error(), Reason::algorithm_not_allowed);
}

// The public key of the provider must not serve as the secret of an HMAC.
TEST(IdToken, signed_with_the_public_key_is_refused) {
  const std::string text =
      base64url(R"({"alg":"HS256","kid":"RS256"})") + "." + base64url(good_claims);
  for (const std::string& secret : {all_keys()[0].first, signers()[0].jwk()}) {
    const base::Digest mac = base::hmac_sha256(secret, text);
    const std::string signature(reinterpret_cast<const char*>(mac.bytes.data()), mac.bytes.size());
    EXPECT_EQ(read(text + "." + base64url(signature), all_keys()).error(),
              Reason::algorithm_not_allowed);
  }
}

TEST(IdToken, of_an_algorithm_that_the_provider_does_not_announce_is_refused) {
  const Signer& signer = signers()[0];
  const Algorithm allowed[] = {Algorithm::es256};
  const std::string token = signed_token(signer, header_of(signer), good_claims);
  EXPECT_EQ(read(token, all_keys(), allowed).error(), Reason::algorithm_not_allowed);
}

TEST(IdToken, key_decides) {
  struct Row {
    std::string_view members;
    std::optional<Reason> refused = {};
  };
  constexpr Row rows[] = {
      {""},
      {R"(,"alg":"RS256")"},
      {R"(,"key_ops":["verify"])"},
      {R"(,"use":"enc")", Reason::key_not_for_signatures},
      {R"(,"use":5)", Reason::key_not_for_signatures},
      {R"(,"key_ops":["wrapKey"])", Reason::key_not_for_signatures},
      {R"(,"alg":"RS512")", Reason::key_of_other_algorithm},
      {R"(,"alg":"RSA-OAEP")", Reason::key_of_other_algorithm},
  };
  const Signer& signer = signers()[0];
  const std::string token = signed_token(signer, header_of(signer), good_claims);
  for (const Row& row : rows) {
    const auto claims = read(token, keys_of(signer.jwk(row.members)));
    EXPECT_EQ(verdict(claims), row.refused ? sentence_of(*row.refused) : "accepted") << row.members;
  }
}

TEST(IdToken, without_a_key_id_needs_the_only_key_of_its_algorithm) {
  const Signer& signer = signers()[0];
  const std::string token = signed_token(signer, R"({"alg":"RS256"})", good_claims);
  const std::string encrypts = signer.jwk(R"(,"use":"enc")");
  EXPECT_EQ(verdict(read(token, keys_of(signer.jwk() + "," + encrypts))), "accepted");
  EXPECT_EQ(read(token, keys_of(signer.jwk() + "," + signer.jwk())).error(), Reason::key_unknown);
  EXPECT_EQ(read(token, keys_of(encrypts)).error(), Reason::key_unknown);
  EXPECT_EQ(read(token, {}).error(), Reason::key_unknown);
}

TEST(IdToken, of_a_weak_or_invalid_key_is_refused) {
  const Signer weak{.algorithm = "RS256", .pair = Pair(EVP_RSA_gen(1024))};
  const std::string token = signed_token(weak, header_of(weak), good_claims);
  EXPECT_EQ(read(token, keys_of(weak.jwk())).error(), Reason::key_too_weak);

  for (const Signer& signer : signers()) {
    const std::string good = signed_token(signer, header_of(signer), good_claims);
    std::vector<Key> keys = keys_of(signer.jwk());
    if (signer.algorithm == "RS256") keys[0].second = std::string("\x01");
    if (signer.algorithm == "ES256") std::swap(keys[0].first, keys[0].second);
    if (signer.algorithm == "EdDSA") keys[0].first.pop_back();
    EXPECT_EQ(verdict(read(good, keys)), sentence_of(Reason::key_too_weak)) << signer.algorithm;
  }
}

TEST(IdToken, of_another_form_is_refused) {
  const Signer& signer = signers()[2];
  const std::string token = signed_token(signer, header_of(signer), good_claims);
  for (const std::string& other :
       {std::string(), std::string(".."), token.substr(0, token.rfind('.')), token + ".",
        token + "=", token + ".a.b", " " + token, std::string("a.b.c")}) {
    EXPECT_EQ(read(other, all_keys()).error(), Reason::token_malformed) << other;
  }
}

TEST(IdToken, has_a_limited_length) {
  const Signer& signer = signers()[2];
  const auto padded = [&](std::size_t bytes) {
    return signed_token(signer, header_of(signer),
                        changed(R"("level":3)", R"("level":")" + std::string(bytes, 'a') + '"'));
  };
  EXPECT_EQ(verdict(read(padded(11'000), all_keys())), "accepted");
  EXPECT_EQ(read(padded(id_token_bytes_max), all_keys()).error(), Reason::token_too_long);
}

}  // namespace
}  // namespace tradepost::openid::id_token_test
