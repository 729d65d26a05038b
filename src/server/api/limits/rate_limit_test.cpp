#include "api/limits/rate_limit.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

// Covers contract 11.5.
namespace tradepost::api::rate_limit_test {
namespace {

using std::chrono::milliseconds;

constexpr base::SteadyTime start{std::chrono::hours(1)};

exchange::TokenId token(std::uint8_t number) {
  return exchange::TokenId(base::Uuid{{number}});
}

TEST(RateLimit, burst_goes_through_and_the_next_one_is_answered_with_the_wait) {
  RateLimit limit({.requests_per_second = 10, .burst = 3});
  for (int i = 0; i < 3; ++i) EXPECT_EQ(limit.take(token(1), start), std::nullopt);
  EXPECT_EQ(limit.take(token(1), start), milliseconds(100));
  EXPECT_EQ(limit.take(token(1), start + milliseconds(40)), milliseconds(60));
  EXPECT_EQ(limit.refused(), 2u);
}

TEST(RateLimit, refused_ones_are_not_counted_against_the_token) {
  RateLimit limit({.requests_per_second = 10, .burst = 1});
  EXPECT_EQ(limit.take(token(1), start), std::nullopt);
  for (int i = 0; i < 100; ++i) EXPECT_NE(limit.take(token(1), start), std::nullopt);
  EXPECT_EQ(limit.take(token(1), start + milliseconds(100)), std::nullopt);
}

TEST(RateLimit, in_the_long_run_it_is_the_rate) {
  RateLimit limit({.requests_per_second = 20, .burst = 5});
  int taken = 0;
  for (int ms = 0; ms < 10'000; ++ms) {
    taken += !limit.take(token(1), start + milliseconds(ms)).has_value();
  }
  EXPECT_GE(taken, 10 * 20);
  EXPECT_LE(taken, 10 * 20 + 5);
}

TEST(RateLimit, quota_has_the_number_of_requests_that_are_accepted_next) {
  for (const int ms : {0, 40, 99, 100, 250, 399, 400, 1'000}) {
    RateLimit limit({.requests_per_second = 10, .burst = 5});
    while (!limit.take(token(1), start)) continue;
    const base::SteadyTime now = start + milliseconds(ms);
    const auto quota = limit.count(token(1), now);
    ASSERT_TRUE(quota);
    std::uint64_t accepted = 0;
    while (!limit.take(token(1), now)) ++accepted;
    EXPECT_EQ(quota->remaining, accepted) << ms;
    EXPECT_EQ(quota->limit, 5u);
    EXPECT_EQ(quota->wait.has_value(), ms < 100) << ms;
  }
}

TEST(RateLimit, quota_is_full_again_when_it_says) {
  for (const int early_ns : {0, 1}) {
    RateLimit limit({.requests_per_second = 10, .burst = 5});
    for (int i = 0; i < 3; ++i) limit.take(token(1), start);
    const auto quota = limit.count(token(1), start + milliseconds(70));
    ASSERT_TRUE(quota);
    const auto later =
        start + milliseconds(70) + quota->full_in - std::chrono::nanoseconds(early_ns);
    EXPECT_EQ(limit.count(token(1), later)->remaining, early_ns == 0 ? 4u : 3u);
  }
}

TEST(RateLimit, tokens_do_not_pay_for_one_another) {
  RateLimit limit({.requests_per_second = 1, .burst = 1});
  EXPECT_EQ(limit.take(token(1), start), std::nullopt);
  EXPECT_NE(limit.take(token(1), start), std::nullopt);
  EXPECT_EQ(limit.take(token(2), start), std::nullopt);
}

TEST(RateLimit, without_a_burst_of_its_own_it_is_two_seconds_worth) {
  RateLimit limit({.requests_per_second = 7, .burst = 0});
  int taken = 0;
  while (!limit.take(token(1), start)) ++taken;
  EXPECT_EQ(taken, 14);
}

TEST(RateLimit, without_a_rate_nothing_is_refused) {
  RateLimit limit({});
  for (int i = 0; i < 1'000; ++i) EXPECT_EQ(limit.take(token(1), start), std::nullopt);
  EXPECT_EQ(limit.refused(), 0u);
}

TEST(RateLimit, many_tokens_are_forgotten_once_they_have_paid) {
  RateLimit limit({.requests_per_second = 1'000, .burst = 1});
  base::Uuid uuid;
  for (std::uint32_t i = 0; i < 200'000; ++i) {
    for (int byte = 0; byte < 4; ++byte) {
      uuid.bytes[static_cast<std::size_t>(byte)] = static_cast<std::uint8_t>(i >> (8 * byte));
    }
    EXPECT_EQ(limit.take(exchange::TokenId(uuid), start + milliseconds(i)), std::nullopt);
  }
  EXPECT_LT(limit.caller_count(), 20'000u);
}

http::Address address(std::uint32_t number) {
  http::Address::Version6 bytes{0x20, 0x01, 0x0D, 0xB8};
  for (std::size_t i = 0; i < 4; ++i) bytes[4 + i] = static_cast<std::uint8_t>(number >> (8 * i));
  return http::Address::of(bytes);
}

TEST(AddressRateLimit, more_addresses_than_are_kept_share_what_is_left) {
  AddressRateLimit limit({.requests_per_second = 1, .burst = 5}, 6'400);
  int taken = 0;
  for (std::uint32_t i = 0; i < 1'000'000; ++i) taken += !limit.take(address(i), start);
  EXPECT_LE(limit.caller_count(), 6'400u);
  EXPECT_GE(taken, 6'400);
  EXPECT_LE(taken, 6'400 + 64 * 5);
  // A caller with an entry keeps its own count, and every entry expires after a while.
  EXPECT_EQ(limit.take(address(1), start), std::nullopt);
  EXPECT_EQ(limit.take(address(999'999), start + std::chrono::seconds(10)), std::nullopt);
  EXPECT_LT(limit.caller_count(), 6'400u);
}

TEST(RateLimit, threads_together_take_no_more_than_one_would) {
  RateLimit limit({.requests_per_second = 1, .burst = 1'000});
  std::atomic<int> taken = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 1'000; ++j) taken += !limit.take(token(1), start).has_value();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(taken, 1'000);
}

}  // namespace
}  // namespace tradepost::api::rate_limit_test
