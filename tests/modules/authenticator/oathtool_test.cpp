// One-time codes compared with oathtool, which shares no code with the exchange.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "credentials/one_time_code.hpp"
#include "tests/support/run.hpp"

namespace tradepost::credentials::oathtool_test {
namespace {

constexpr int codes_count = 100;

// Returns the codes of the step that contains the time, and of the steps after it.
std::vector<std::string> codes_of_oathtool(const std::string& base32, std::int64_t seconds) {
  const std::string command = fmt::format("oathtool --totp --base32 --now=@{} --window={} {}",
                                          seconds, codes_count - 1, base32);
  std::vector<std::string> codes;
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return codes;
  char line[16];
  while (std::fgets(line, sizeof line, pipe) != nullptr) codes.emplace_back(line, 6);
  EXPECT_EQ(pclose(pipe), 0) << command;
  return codes;
}

TEST(Oathtool, computes_the_same_codes_and_they_are_accepted) {
  base::SeededRandom random(run::seed());
  for (int round = 0; round < 20; ++round) {
    const CodeSecret secret = new_secret(random);
    const auto seconds = static_cast<std::int64_t>(random.next_uint64() % 8'000'000'000);
    const auto codes = codes_of_oathtool(base32(secret), seconds);
    ASSERT_EQ(codes.size(), codes_count);
    base::Instant now = base::instant_of(seconds * 1000);
    for (const std::string& code : codes) {
      EXPECT_EQ(code_at(secret, now), code);
      EXPECT_TRUE(accepted_step(secret, code, now, step_at(now) - 1)) << code;
      now += std::chrono::seconds(30);
    }
  }
}

}  // namespace
}  // namespace tradepost::credentials::oathtool_test
