// Tests a repeat at another node while the first request with its Idempotency-Key is in progress
// (contract 4.9). A lock of a separate session in the database delays the first request.

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <string_view>

#include "nodes/nodes.hpp"
#include "nodes/open_transaction.hpp"
#include "served/json.hpp"

// Covers contract 4.9.
namespace tradepost::on_postgres {
namespace {

using http_tests::Answer;
using http_tests::Client;
using served::ask;
using served::at;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::string_view key = "Idempotency-Key: k\r\n";

class KeyAtTwoNodes : public testing::Test {
 protected:
  KeyAtTwoNodes() { trade::sends(first_, trade_, trade::order("A-0")); }

  void send(const Client& client, std::string_view number) const {
    client.send(served::request_of(trade_.customer.token, "POST", "/v2/transactions",
                                   trade::order(number), key));
  }
  void begin_first() {
    send(first_, "A-1");
    wait_for_sessions("1", "wait_event_type = 'Lock'");
  }

  // Returns the path of the case. Its link has another seal in each answer.
  static std::string case_in(const Answer& posted) {
    const std::string url = at(posted.body, "errorUrl");
    return url.substr(0, url.find('?'));
  }

  Nodes nodes_{2};
  const trade::Partners trade_ = nodes_.trade();
  Client first_{nodes_.port(0)};
  Client second_{nodes_.port(1)};
};

TEST_F(KeyAtTwoNodes, repeat_is_409_after_five_seconds_and_the_first_is_taken_all_the_same) {
  OpenTransaction locked(nodes_, locking_queues);
  begin_first();
  const auto began = steady_clock::now();
  send(second_, "A-1");
  const Answer refused = second_.answer();
  const auto waited = steady_clock::now() - began;
  EXPECT_EQ(refused.status, 409) << refused.body;
  EXPECT_EQ(at(refused.body, "code"), "conflict");
  EXPECT_NE(refused.header("retry-after"), "");
  EXPECT_GE(waited, milliseconds(5'000));
  EXPECT_LT(waited, milliseconds(8'000));
  EXPECT_FALSE(first_.has_answer_within(milliseconds(0)));

  locked.let_go();
  const Answer taken = first_.answer();
  EXPECT_EQ(taken.status, 201) << taken.body;
  const Answer again =
      ask(second_, trade_.customer.token, "POST", "/v2/transactions", trade::order("A-1"), key);
  EXPECT_EQ(again.status, 201);
  EXPECT_EQ(again.body, taken.body);
  EXPECT_EQ(trade::pending(first_, trade_).size(), 2U);
}

TEST_F(KeyAtTwoNodes, repeat_waits_and_gets_the_first_ones_answer) {
  OpenTransaction locked(nodes_, locking_queues);
  begin_first();
  send(second_, "A-1");
  EXPECT_FALSE(second_.has_answer_within(milliseconds(1'000)));
  locked.let_go();
  const Answer taken = first_.answer();
  const Answer again = second_.answer();
  EXPECT_EQ(taken.status, 201) << taken.body;
  EXPECT_EQ(again.status, 201) << again.body;
  EXPECT_EQ(again.body, taken.body);
  EXPECT_EQ(trade::pending(second_, trade_).size(), 2U);
}

TEST_F(KeyAtTwoNodes, other_payload_waits_too_and_is_422) {
  OpenTransaction locked(nodes_, locking_queues);
  begin_first();
  send(second_, "A-2");
  EXPECT_FALSE(second_.has_answer_within(milliseconds(1'000)));
  locked.let_go();
  EXPECT_EQ(first_.answer().status, 201);
  EXPECT_EQ(second_.answer().status, 422);
  EXPECT_EQ(trade::pending(second_, trade_).size(), 2U);
}

// Each posted error is a command in a separate transaction, unlike documents.
TEST_F(KeyAtTwoNodes, posted_error_waits_too_and_is_one_case) {
  const auto post = [this](const Client& client) {
    client.send(served::request_of(trade_.supplier.token, "POST", "/v2/errors",
                                   R"({"errorType":"DATA","errorReason":"Wrong price"})", key));
  };
  const Answer once = ask(first_, trade_.supplier.token, "POST", "/v2/errors",
                          R"({"errorType":"DATA","errorReason":"Wrong size"})");
  ASSERT_EQ(once.status, 201) << once.body;
  OpenTransaction locked(nodes_, locking_queues);
  post(first_);
  wait_for_sessions("1", "wait_event_type = 'Lock'");
  post(second_);
  EXPECT_FALSE(second_.has_answer_within(milliseconds(1'000)));
  locked.let_go();
  const Answer taken = first_.answer();
  const Answer again = second_.answer();
  EXPECT_EQ(taken.status, 201) << taken.body;
  EXPECT_EQ(again.status, 201) << again.body;
  EXPECT_EQ(case_in(again), case_in(taken));
}

}  // namespace
}  // namespace tradepost::on_postgres
