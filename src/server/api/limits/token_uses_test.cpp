#include "api/limits/token_uses.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <vector>

// Covers contract 9.6.
namespace tradepost::api::token_uses_test {
namespace {

using exchange::TokenId;

TokenId token(std::uint8_t number, std::uint8_t more = 0) {
  base::Uuid uuid;
  uuid.bytes[0] = number;
  uuid.bytes[15] = more;
  return TokenId(uuid);
}

const base::Instant noon =
    std::chrono::sys_days(std::chrono::year(2026) / 3 / 2) + std::chrono::hours(12);

TEST(TokenUses, token_that_was_never_used_has_no_last_use) {
  const TokenUses uses;
  EXPECT_FALSE(uses.last(token(1)));
}

TEST(TokenUses, last_use_is_kept_to_the_minute_and_moves_on) {
  TokenUses uses;
  uses.mark(token(1), noon + std::chrono::seconds(59));
  EXPECT_EQ(uses.last(token(1)), noon);
  uses.mark(token(1), noon + std::chrono::minutes(7));
  EXPECT_EQ(uses.last(token(1)), noon + std::chrono::minutes(7));
}

TEST(TokenUses, uses_of_many_tokens_are_kept_apart) {
  TokenUses uses;
  for (int i = 0; i < 50'000; ++i) {
    uses.mark(token(static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i / 256)),
              noon + std::chrono::minutes(i));
  }
  for (int i = 0; i < 50'000; ++i) {
    EXPECT_EQ(uses.last(token(static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i / 256))),
              noon + std::chrono::minutes(i));
  }
}

TEST(TokenUses, uses_on_many_threads_lose_no_token) {
  TokenUses uses;
  std::vector<std::thread> threads;
  for (std::uint8_t thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&uses, thread] {
      for (int i = 0; i < 10'000; ++i) {
        uses.mark(token(thread, static_cast<std::uint8_t>(i)), noon);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::uint8_t thread = 0; thread < 4; ++thread) {
    for (int i = 0; i < 256; ++i) {
      EXPECT_EQ(uses.last(token(thread, static_cast<std::uint8_t>(i))), noon);
    }
  }
}

}  // namespace
}  // namespace tradepost::api::token_uses_test
