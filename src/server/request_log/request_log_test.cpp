#include "request_log/request_log.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

namespace tradepost::request_log::request_log_test {

using base::ManualClock;
using exchange::Flow;
using exchange::Instant;
using exchange::ParticipantId;

Owner owner(std::uint8_t number, Flow flow = Flow::live) {
  base::Uuid id;
  id.bytes[15] = number;
  return {.participant = ParticipantId(id), .flow = flow};
}

class TheRequestLog : public testing::Test {
 protected:
  Logged made(int status, std::string method = "POST", std::size_t body_bytes = 0) {
    LoggedRequest request;
    ++count_;
    request.id.bytes[14] = static_cast<std::uint8_t>(count_ >> 8);
    request.id.bytes[15] = static_cast<std::uint8_t>(count_);
    request.at = clock_.now();
    request.method = std::move(method);
    request.target = "/v2/transactions";
    request.status = status;
    if (status >= 400) {
      Refusal refusal;
      refusal.body = std::string(body_bytes, 'x');
      request.refusal = std::make_unique<const Refusal>(std::move(refusal));
    }
    return std::make_shared<const LoggedRequest>(std::move(request));
  }

  ManualClock clock_{base::instant_of(1'772'442'843'271)};
  unsigned count_ = 0;
};

TEST_F(TheRequestLog, lists_the_requests_of_one_owner_newest_first) {
  RequestLog log(clock_, {});
  const auto first = made(201);
  const auto second = made(422);
  const auto third = made(200, "GET");
  for (const Logged& request : {first, second, third}) log.add(owner(1), request);
  log.add(owner(1, Flow::test), made(201));
  log.add(owner(2), made(201));
  EXPECT_EQ(log.newest(owner(1)), (std::vector<Logged>{third, second, first}));
  EXPECT_EQ(log.newest(owner(1, Flow::test)).size(), 1u);
  EXPECT_TRUE(log.newest(owner(3)).empty());
}

TEST_F(TheRequestLog, finds_a_request_of_its_owner_only) {
  RequestLog log(clock_, {});
  const auto request = made(422);
  log.add(owner(1), request);
  EXPECT_EQ(log.find(owner(1), request->id), request);
  EXPECT_EQ(log.find(owner(2), request->id), nullptr);
  EXPECT_EQ(log.find(owner(1, Flow::test), request->id), nullptr);
  EXPECT_EQ(log.find(owner(1), base::Uuid()), nullptr);
}

TEST_F(TheRequestLog, polls_replace_no_refused_request) {
  RequestLog log(clock_, {});
  const auto refused = made(422);
  log.add(owner(1), refused);
  for (int i = 0; i < 1'000; ++i) log.add(owner(1), i % 2 == 0 ? made(200, "GET") : made(429));
  EXPECT_EQ(log.newest(owner(1)).size(), 1 + RequestLog::kept_max(RequestLog::Sort::other));
  EXPECT_EQ(log.newest(owner(1)).back(), refused);
}

TEST_F(TheRequestLog, old_requests_are_removed) {
  RequestLog log(clock_, {.kept_for = std::chrono::days(7)});
  log.add(owner(1), made(422, "POST", 1'000));
  clock_.advance(std::chrono::days(7));
  EXPECT_EQ(log.newest(owner(1)).size(), 1u);
  clock_.advance(std::chrono::milliseconds(1));
  EXPECT_TRUE(log.newest(owner(1)).empty());
  EXPECT_EQ(log.bytes_in_use(), 0u);
}

TEST_F(TheRequestLog, owner_needs_memory_as_long_as_it_has_requests) {
  RequestLog log(clock_, {});
  const auto first = made(201);
  log.add(owner(1), first);
  const std::size_t of_one = memory_of(*first) + RequestLog::bookkeeping_of_owner;
  EXPECT_EQ(log.bytes_in_use(), of_one);
  log.add(owner(1), made(422));
  log.add(owner(2), made(201));
  EXPECT_GT(log.bytes_in_use(), 2 * of_one);
  EXPECT_LT(log.bytes_in_use(), 2 * of_one + RequestLog::bookkeeping_of_owner);
  clock_.advance(std::chrono::days(8));
  log.remove_old();
  EXPECT_EQ(log.bytes_in_use(), 0u);
}

TEST_F(TheRequestLog, bodies_of_an_owner_are_bounded) {
  RequestLog log(clock_, {.bytes = 1u << 30});
  log.add(owner(1), made(201));
  for (int i = 0; i < 50; ++i) log.add(owner(1), made(422, "POST", body_bytes_kept_max));
  const auto newest = log.newest(owner(1));
  EXPECT_LE(log.bytes_in_use(), RequestLog::bytes_of_owner_max);
  EXPECT_GT(newest.size(), 10u);
  EXPECT_EQ(newest.back()->status, 201);  // requests without a body stay
}

TEST_F(TheRequestLog, ten_thousand_owners_stay_within_the_bound) {
  const RequestLog::Bounds bounds{.bytes = 4u << 20};
  RequestLog log(clock_, bounds);
  for (int round = 0; round < 5; ++round) {
    for (unsigned i = 0; i < 10'000; ++i) {
      Owner one = owner(static_cast<std::uint8_t>(i));
      base::Uuid id = one.participant.uuid();
      id.bytes[14] = static_cast<std::uint8_t>(i >> 8);
      one.participant = ParticipantId(id);
      log.add(one, made(i % 2 == 0 ? 422 : 201, "POST", 500));
    }
  }
  EXPECT_LE(log.bytes_in_use(), bounds.bytes);
  EXPECT_GT(log.bytes_in_use(), bounds.bytes * 9 / 10);
}

TEST_F(TheRequestLog, a_request_that_is_larger_than_a_shard_leaves_it_empty) {
  RequestLog log(clock_, {.bytes = 64u << 10});
  log.add(owner(1), made(422, "POST", body_bytes_kept_max));
  EXPECT_TRUE(log.newest(owner(1)).empty());
  EXPECT_EQ(log.bytes_in_use(), 0u);
}

}  // namespace tradepost::request_log::request_log_test
