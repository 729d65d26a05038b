#include "api/limits/concurrency_limit.hpp"

#include <gtest/gtest.h>

#include <array>
#include <thread>
#include <vector>

#include "base/ground/limits.hpp"
#include "base/ground/resource_limits.hpp"
#include "base/tasks/manual_executor.hpp"

// Covers contract 11.7.
namespace tradepost::api {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
namespace limits = base::limits;

const exchange::ParticipantId one(base::Uuid{{1}});
const exchange::ParticipantId other(base::Uuid{{2}});

constexpr ConcurrencyLimit::Shares shares{.in_all = limits::requests_shared,
                                          .most = limits::requests_beside_others_most};
constexpr base::SteadyTime start{std::chrono::hours(1)};

// A waiting request and its outcome.
struct Waiter {
  bool is_over = false;
  std::optional<Permit> permit;
};

void begin_to_wait(base::ManualExecutor& executor, ConcurrencyLimit& limit, Waiter& waiter,
                   exchange::ParticipantId participant = one) {
  base::start(executor, limit.wait(participant, executor.now() + seconds(10)),
              [&waiter](std::optional<Permit> permit) {
                waiter.is_over = true;
                if (permit) waiter.permit.emplace(*std::move(permit));
              });
}

TEST(ConcurrencyLimit, participant_has_its_permits_and_others_have_theirs) {
  ConcurrencyLimit limit(2);
  const auto first = limit.take(one, start);
  const auto second = limit.take(one, start);
  EXPECT_TRUE(first && second);
  EXPECT_FALSE(limit.take(one, start));
  EXPECT_TRUE(limit.take(other, start));
}

TEST(ConcurrencyLimit, released_place_can_be_taken_again) {
  ConcurrencyLimit limit(1);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(limit.take(one, start)) << i;
}

TEST(ConcurrencyLimit, without_a_limit_no_request_waits) {
  base::ManualExecutor executor;
  ConcurrencyLimit limit(0, shares);
  Waiter waiter;
  begin_to_wait(executor, limit, waiter);
  executor.run_ready();
  EXPECT_TRUE(waiter.permit);
  EXPECT_EQ(limit.waited(), 0u);
}

TEST(ConcurrencyLimit, without_a_bound_all_are_let_in) {
  ConcurrencyLimit limit(0);
  std::vector<std::optional<Permit>> taken;
  for (int i = 0; i < 1'000; ++i) {
    taken.push_back(limit.take(one, start));
    EXPECT_TRUE(taken.back());
  }
}

std::size_t taken_at_once(ConcurrencyLimit& limit, base::SteadyTime now) {
  std::vector<std::optional<Permit>> taken;
  while (taken.empty() || taken.back()) taken.push_back(limit.take(one, now));
  return taken.size() - 1;
}

void come(ConcurrencyLimit& limit, std::uint8_t participants, base::SteadyTime now) {
  for (std::uint8_t i = 0; i < participants; ++i) {
    EXPECT_TRUE(limit.take(exchange::ParticipantId(base::Uuid{{9, i}}), now));
  }
}

TEST(ConcurrencyLimit, are_shared_where_many_trade) {
  ConcurrencyLimit limit(16, shares);
  EXPECT_EQ(taken_at_once(limit, start), 16u);
  come(limit, 7, start);
  EXPECT_GE(taken_at_once(limit, start), limits::requests_shared / 8);
  EXPECT_LE(taken_at_once(limit, start), limits::requests_shared / 6)
      << "two may have a place in common";
  come(limit, 200, start);
  EXPECT_EQ(taken_at_once(limit, start), limits::requests_at_once_least);
  come(limit, 200, start);
  EXPECT_EQ(taken_at_once(limit, start + seconds(2)), 16u) << "the others have gone";
}

TEST(ConcurrencyLimit, are_all_for_one_that_trades_alone) {
  constexpr std::size_t many = limits::requests_at_once_default;
  ConcurrencyLimit limit(many, shares);
  EXPECT_EQ(taken_at_once(limit, start), many);
  come(limit, 1, start);
  EXPECT_EQ(taken_at_once(limit, start), limits::requests_beside_others_most);
  EXPECT_EQ(taken_at_once(limit, start + seconds(2)), many) << "the other has gone";
}

TEST(ConcurrencyLimit, permits_next_to_others_fit_the_store) {
  constexpr ConcurrencyLimit::Shares of_database{
      .in_all = limits::requests_shared_on_database,
      .most = limits::requests_beside_others_most_on_database};
  ConcurrencyLimit limit(limits::requests_at_once_default, of_database);
  come(limit, 1, start);
  EXPECT_EQ(taken_at_once(limit, start), limits::requests_beside_others_most_on_database);
  come(limit, 200, start);
  EXPECT_EQ(taken_at_once(limit, start), limits::requests_at_once_least);
}

TEST(ConcurrencyLimit, are_never_more_than_the_operator_allows) {
  ConcurrencyLimit limit(2, shares);
  EXPECT_EQ(taken_at_once(limit, start), 2u);
  come(limit, 200, start);
  EXPECT_EQ(taken_at_once(limit, start), 2u);
}

TEST(ConcurrencyLimit, that_were_taken_by_others_come_to_those_who_wait_when_these_have_gone) {
  base::ManualExecutor executor;
  ConcurrencyLimit limit(16, shares);
  come(limit, 200, executor.now());
  std::vector<std::optional<Permit>> held;
  for (std::size_t i = 0; i < limits::requests_at_once_least; ++i) {
    held.push_back(limit.take(one, executor.now()));
  }
  std::array<Waiter, 3> early;
  for (Waiter& waiter : early) begin_to_wait(executor, limit, waiter);
  executor.advance(seconds(3));
  for (const Waiter& waiter : early) EXPECT_FALSE(waiter.is_over);
  Waiter late;
  begin_to_wait(executor, limit, late);
  executor.run_ready();
  for (const Waiter& waiter : early) EXPECT_TRUE(waiter.permit);
  EXPECT_TRUE(late.permit);
}

TEST(ConcurrencyLimit, that_are_not_shared_stay_as_many_with_many_participants) {
  ConcurrencyLimit limit(16);
  come(limit, 200, start);
  EXPECT_EQ(taken_at_once(limit, start), 16u);
}

TEST(ConcurrencyLimit, waiting_ones_come_in_their_order) {
  base::ManualExecutor executor;
  ConcurrencyLimit limit(1);
  std::optional<Permit> held = limit.take(one, start);
  Waiter first;
  Waiter second;
  begin_to_wait(executor, limit, first);
  begin_to_wait(executor, limit, second);
  executor.run_ready();
  EXPECT_FALSE(first.is_over || second.is_over);
  held.reset();
  executor.run_ready();
  EXPECT_TRUE(first.permit.has_value());
  EXPECT_FALSE(second.is_over);
  EXPECT_FALSE(limit.take(one, start)) << "whoever comes now comes behind the second";
  first.permit.reset();
  executor.run_ready();
  EXPECT_TRUE(second.permit.has_value());
  EXPECT_EQ(limit.waited(), 2u);
}

TEST(ConcurrencyLimit, deadline_ends_the_wait_and_the_next_one_is_not_kept_waiting_for_it) {
  base::ManualExecutor executor;
  ConcurrencyLimit limit(1);
  std::optional<Permit> held = limit.take(one, start);
  Waiter first;
  Waiter second;
  begin_to_wait(executor, limit, first);
  executor.advance(seconds(1));
  begin_to_wait(executor, limit, second);
  executor.advance(seconds(9));
  EXPECT_TRUE(first.is_over);
  EXPECT_FALSE(first.permit.has_value());
  EXPECT_FALSE(second.is_over);
  EXPECT_EQ(limit.refused(), 1u);
  held.reset();
  executor.run_ready();
  EXPECT_TRUE(second.permit.has_value());
}

TEST(ConcurrencyLimit, turn_that_comes_with_the_deadline_is_not_lost) {
  base::ManualExecutor executor;
  ConcurrencyLimit limit(1);
  std::optional<Permit> held = limit.take(one, start);
  Waiter waiter;
  begin_to_wait(executor, limit, waiter);
  held.reset();  // its wake-up is posted, and the deadline passes before that runs
  executor.advance(seconds(10));
  EXPECT_TRUE(waiter.permit.has_value());
  waiter.permit.reset();
  EXPECT_TRUE(limit.take(one, start));
}

TEST(ConcurrencyLimit, threads_never_have_more_than_allowed) {
  ConcurrencyLimit limit(3);
  std::atomic<int> inside = 0;
  std::atomic<int> most = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 10'000; ++j) {
        const auto permit = limit.take(one, start);
        if (!permit) continue;
        const int now = ++inside;
        int seen = most.load();
        while (seen < now && !most.compare_exchange_weak(seen, now)) continue;
        --inside;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(most, 3);
  EXPECT_GE(most, 1);
}

}  // namespace
}  // namespace tradepost::api
