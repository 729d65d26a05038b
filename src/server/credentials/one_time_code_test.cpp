#include "credentials/one_time_code.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace tradepost::credentials::one_time_code_test {
namespace {

using base::Instant;
using std::chrono::seconds;

CodeSecret secret_of(std::string_view text) {
  CodeSecret secret{};
  EXPECT_EQ(text.size(), secret.size());
  std::ranges::copy(text, secret.begin());
  return secret;
}
const CodeSecret of_the_standard = secret_of("12345678901234567890");

Instant at(std::int64_t seconds_since_1970) {
  return Instant(seconds(seconds_since_1970));
}

// Appendix B of RFC 6238, whose codes have 8 digits: these are the last 6.
TEST(OneTimeCode, is_that_of_the_standard) {
  struct Row {
    std::int64_t seconds;
    std::string_view code;
  };
  for (const Row& row :
       {Row{59, "287082"}, Row{1111111109, "081804"}, Row{1111111111, "050471"},
        Row{1234567890, "005924"}, Row{2000000000, "279037"}, Row{20000000000, "353130"}}) {
    EXPECT_EQ(code_at(of_the_standard, at(row.seconds)), row.code) << row.seconds;
  }
}

// Appendix D of RFC 4226, whose counters are the steps.
TEST(OneTimeCode, of_a_step_is_that_of_its_counter) {
  std::int64_t step = 0;
  for (const char* code : {"755224", "287082", "359152", "969429", "338314", "254676", "287922",
                           "162583", "399871", "520489"}) {
    EXPECT_EQ(code_at(of_the_standard, at(30 * step)), code);
    EXPECT_EQ(code_at(of_the_standard, at(30 * step) + std::chrono::milliseconds(29'999)), code);
    ++step;
  }
}

TEST(OneTimeCode, of_the_step_before_and_after_is_accepted) {
  const std::int64_t step = 40'000'000;
  const Instant now = at(step * 30 + 10);
  for (std::int64_t distance = -2; distance <= 2; ++distance) {
    const std::string code = code_at(of_the_standard, now + seconds(30 * distance));
    const auto accepted = accepted_step(of_the_standard, code, now, -1);
    if (distance < -1 || distance > 1) {
      EXPECT_FALSE(accepted) << distance;
    } else {
      EXPECT_EQ(accepted, step + distance);
    }
  }
}

TEST(OneTimeCode, works_once) {
  const Instant now = at(1234567890);
  const std::string code = code_at(of_the_standard, now);
  const auto step = accepted_step(of_the_standard, code, now, -1);
  ASSERT_TRUE(step);
  EXPECT_EQ(step, step_at(now));
  EXPECT_FALSE(accepted_step(of_the_standard, code, now, *step));
  EXPECT_FALSE(accepted_step(of_the_standard, code, now + seconds(30), *step));
  EXPECT_EQ(accepted_step(of_the_standard, code, now, *step - 1), step);

  const std::string before = code_at(of_the_standard, now - seconds(30));
  EXPECT_FALSE(accepted_step(of_the_standard, before, now, *step));
  const std::string after = code_at(of_the_standard, now + seconds(30));
  EXPECT_EQ(accepted_step(of_the_standard, after, now, *step), *step + 1);
}

TEST(OneTimeCode, of_two_steps_works_once) {
  const Instant now = at(std::int64_t{30} * 910737);
  const std::string code = code_at(of_the_standard, now);
  ASSERT_EQ(code_at(of_the_standard, now + seconds(30)), code);  // by chance
  EXPECT_EQ(accepted_step(of_the_standard, code, now, -1), step_at(now) + 1);
  EXPECT_FALSE(accepted_step(of_the_standard, code, now, step_at(now) + 1));
}

TEST(OneTimeCode, is_read_with_spaces_and_as_six_digits_only) {
  const Instant now = at(1111111109);
  for (const char* code : {"081804", "081 804", " 081804 ", "0 8 1 8 0 4"}) {
    EXPECT_TRUE(accepted_step(of_the_standard, code, now, -1)) << code;
  }
  for (const char* code : {"", " ", "81804", "0818040", "07081804", "081805", "081-804", "O81804",
                           "+81804", "081804\n", "           081804"}) {
    EXPECT_FALSE(accepted_step(of_the_standard, code, now, -1)) << code;
  }
  EXPECT_FALSE(accepted_step(of_the_standard, std::string("081804\0", 7), now, -1));
}

TEST(OneTimeCode, before_1970_and_at_the_ends_of_time_has_a_step) {
  EXPECT_EQ(step_at(at(-1)), -1);
  EXPECT_EQ(step_at(at(0)), 0);
  for (const Instant now : {Instant::min(), at(-1), at(0), Instant::max()}) {
    const std::string code = code_at(of_the_standard, now);
    EXPECT_EQ(accepted_step(of_the_standard, code, now, step_at(now) - 1), step_at(now));
  }
}

TEST(OneTimeCode, secret_is_random_and_shown_in_base32) {
  base::SystemRandom random;
  std::set<std::string> shown;
  for (int i = 0; i < 100; ++i) shown.insert(base32(new_secret(random)));
  EXPECT_EQ(shown.size(), 100u);
  EXPECT_EQ(shown.begin()->size(), 32u);
  EXPECT_EQ(base32(of_the_standard), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
}

TEST(OneTimeCode, names_are_encoded_in_the_uri) {
  EXPECT_EQ(otpauth_uri(of_the_standard, {.issuer = "Huber", .account = "anna@huber.example"}),
            "otpauth://totp/Huber:anna%40huber.example"
            "?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Huber");
  EXPECT_EQ(otpauth_uri(of_the_standard, {.issuer = "Müller: A&B", .account = "a?b#c=d/e f:g"}),
            "otpauth://totp/M%C3%BCller%20%20A%26B:a%3Fb%23c%3Dd%2Fe%20f%3Ag"
            "?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=M%C3%BCller%20%20A%26B");
}

}  // namespace
}  // namespace tradepost::credentials::one_time_code_test
