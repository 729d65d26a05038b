#include "api/limits/fair_start.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <deque>
#include <string>
#include <utility>

#include "base/ground/limits.hpp"
#include "base/tasks/executor.hpp"
#include "base/tasks/task.hpp"

namespace tradepost::api::rounds_test {
namespace {

const exchange::ParticipantId busy(base::Uuid{{1}});
const exchange::ParticipantId busy_too(base::Uuid{{2}});
const exchange::ParticipantId other(base::Uuid{{3}});

// Runs one job at a time. Each request advances the clock.
class Loop final : public base::Executor {
 public:
  void post(base::Job job) override { ready_.push_back(std::move(job)); }
  base::SteadyTime now() const override { return now_; }
  base::TimerId post_at(base::SteadyTime, base::Job) override { std::abort(); }
  void cancel(base::TimerId) override { std::abort(); }

  void comes(exchange::ParticipantId participant, char name) {
    base::start(*this, request(participant, name), [] {});
  }
  // Runs every job and returns the names of the requests in the order of their start.
  std::string run() {
    while (run_one()) continue;
    return std::exchange(begun_, {});
  }
  bool run_one() {
    if (ready_.empty()) return false;
    auto job = std::move(ready_.front());
    ready_.pop_front();
    job();
    return true;
  }
  const std::string& begun() const { return begun_; }

  std::chrono::microseconds a_request_takes = base::limits::round_step;

 private:
  base::Task<void> request(exchange::ParticipantId participant, char name) {
    if (!fair_start_.begins_at_once(participant)) co_await fair_start_.wait_turn(participant);
    begun_ += name;
    now_ += a_request_takes;
  }

  std::deque<base::Job> ready_;
  base::SteadyTime now_{};
  FairStart fair_start_{*this};
  std::string begun_;
};

TEST(FairStart, the_first_of_each_begins_at_once) {
  Loop loop;
  for (const char name : {'a', 'b', 'c'}) loop.comes(busy, name);
  loop.comes(other, 'x');
  EXPECT_EQ(loop.run(), "axbc");
}

TEST(FairStart, who_comes_later_goes_before_those_who_wait) {
  Loop loop;
  for (const char name : {'a', 'b', 'c', 'd'}) loop.comes(busy, name);
  while (loop.begun() != "ab") ASSERT_TRUE(loop.run_one());
  loop.comes(other, 'x');
  EXPECT_EQ(loop.run(), "abxcd");
}

// Covers contract 11.7.
TEST(FairStart, those_who_wait_take_turns_by_participant) {
  Loop loop;
  for (const char name : {'a', 'b', 'c', 'd'}) loop.comes(busy, name);
  for (const char name : {'1', '2', '3', '4'}) loop.comes(busy_too, name);
  EXPECT_EQ(loop.run(), "a1b2c3d4");
}

TEST(FairStart, new_ones_come_after_those_of_their_participant) {
  Loop loop;
  for (const char name : {'a', 'b', 'c'}) loop.comes(busy, name);
  while (loop.begun() != "ab") ASSERT_TRUE(loop.run_one());
  loop.comes(busy, 'd');
  EXPECT_EQ(loop.run(), "abcd");
}

TEST(FairStart, short_ones_share_a_step) {
  Loop loop;
  loop.a_request_takes = base::limits::round_step / 4;
  for (char name = 'a'; name <= 'i'; ++name) loop.comes(busy, name);
  while (loop.begun().size() < 2) ASSERT_TRUE(loop.run_one());
  EXPECT_EQ(loop.begun(), "abcde");
  EXPECT_EQ(loop.run(), "abcdefghi");
}

}  // namespace
}  // namespace tradepost::api::rounds_test
