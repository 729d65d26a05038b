#include "openid/keys.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/crypto/base64url.hpp"
#include "openid/id_token.hpp"
#include "openid/signature.hpp"

namespace tradepost::openid::keys_test {
namespace {

constexpr std::string_view claims_of_rfc =
    "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlf"
    "Q";

struct Vector {
  std::string_view source;
  std::string key;
  std::string text;
  std::string_view signature;
};

const std::vector<Vector>& vectors() {
  static const std::vector<Vector> all = {
      {.source = "RFC 7515, A.2",
       .key =
           R"({"kty":"RSA","e":"AQAB","n":"ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQ)"
           R"(p-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7O)"
           R"(Mg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwK)"
           R"(h9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ"})",
       .text = fmt::format("eyJhbGciOiJSUzI1NiJ9.{}", claims_of_rfc),
       .signature = "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_"
                    "lF5YKt_O8W2Fp5"
                    "jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_"
                    "nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb"
                    "1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-"
                    "eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QO"
                    "YEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"},
      {.source = "RFC 7515, A.3",
       .key = R"({"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",)"
              R"("y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"})",
       .text = fmt::format("eyJhbGciOiJFUzI1NiJ9.{}", claims_of_rfc),
       .signature = "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-"
                    "F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"},
      {.source = "RFC 8037, A.4",
       .key = R"({"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"})",
       .text = "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc",
       .signature = "hgyY0il_MGCjP0JzlnLWG1PPOt7-"
                    "09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"},
  };
  return all;
}

std::vector<Key> keys_of(std::string_view jwks) {
  return keys_in(fmt::format(R"({{"keys":[{}]}})", jwks)).value();
}

TEST(Signature, of_each_rfc_is_right) {
  for (const Vector& vector : vectors()) {
    const Key key = keys_of(vector.key).at(0);
    const std::string signature = base::from_base64url(vector.signature).value();
    EXPECT_EQ(fault_of_signature(key, vector.text, signature), std::nullopt) << vector.source;
    EXPECT_EQ(fault_of_signature(key, vector.text + "x", signature), Reason::bad_signature);
  }
}

// The examples of RFC 7519, 3.1 (HS256) and 6.1 (unsecured).
TEST(IdToken, of_rfc_7519_is_refused) {
  const std::string tokens[] = {
      fmt::format(
          "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.{}.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
          claims_of_rfc),
      fmt::format("eyJhbGciOiJub25lIn0.{}.", claims_of_rfc)};
  constexpr Algorithm all[] = {Algorithm::rs256, Algorithm::es256, Algorithm::eddsa};
  for (const std::string& token : tokens) {
    const auto claims =
        checked(token, keys_of(vectors()[0].key),
                {.issuer = "joe", .audience = "a", .nonce = "n", .now = {}, .algorithms = all});
    EXPECT_EQ(claims.error(), Reason::algorithm_not_allowed);
  }
}

TEST(Keys, that_are_incomplete_or_of_another_type_are_left_out) {
  constexpr std::string_view left_out[] = {
      R"({"kty":"oct","k":"AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"})",
      R"({"kty":"RSA","n":"ofgW"})",
      R"({"kty":"RSA","n":"ofgW=","e":"AQAB"})",
      R"({"kty":"RSA","n":"","e":"AQAB"})",
      R"({"kty":"EC","crv":"P-384","x":"f83O","y":"x_FE"})",
      R"({"kty":"EC","crv":"P-256","x":"f83O"})",
      R"({"kty":"OKP","crv":"Ed448","x":"f83O"})",
      R"({"kty":"OKP","crv":"X25519","x":"f83O"})",
      R"({"kty":"AKP","pub":"f83O"})",
      "7",
      "null"};
  for (const std::string_view key : left_out) EXPECT_TRUE(keys_of(key).empty()) << key;
}

TEST(Keys, of_an_unreadable_set_are_refused) {
  for (const std::string_view set :
       {"", "{}", "[]", "7", R"({"keys":{}})", R"({"keys":[],"keys":[]})",
        R"({"keys":[{"kty":"RSA","kty":"EC"}]})"}) {
    EXPECT_EQ(keys_in(set).error(), Reason::unreadable_answer) << set;
  }
}

}  // namespace
}  // namespace tradepost::openid::keys_test
