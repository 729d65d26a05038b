// Reads arbitrary bytes as the query of the redirect from a provider.
//
// A query that gives a code has the state of the attempt and no other issuer. The words of the
// provider for the log are short and printable.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/ground/check.hpp"
#include "http/wire/target.hpp"
#include "openid/authorization.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace openid = tradepost::openid;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto target = tradepost::http::Target::parse("/signed-in?" + std::string(input));
  if (!target) return 0;
  constexpr auto now = tradepost::base::instant_of(1'800'000'000'000);
  const openid::Attempt attempt{.state = "s",
                                .nonce = "n",
                                .verifier = "v",
                                .issuer = "https://login.example.org",
                                .redirect_uri = "https://trade.example.org/signed-in",
                                .begun = now};
  for (const bool names_issuer : {false, true}) {
    openid::Metadata metadata;
    metadata.issuer = attempt.issuer;
    metadata.names_issuer_in_redirect = names_issuer;
    const auto code = openid::code_in(target->parameters(), attempt, metadata, now);
    if (code) {
      CHECK(!code->empty() && target->parameter("code") == *code);
      CHECK(target->parameter("state") == attempt.state);
      CHECK(target->parameter("iss").value_or(names_issuer ? "" : attempt.issuer) ==
            attempt.issuer);
      continue;
    }
    const std::string& detail = code.error().detail;
    CHECK(detail.size() <= 200);
    CHECK(std::ranges::all_of(detail, [](char c) { return c >= ' ' && c <= '~'; }));
  }
  return 0;
}
