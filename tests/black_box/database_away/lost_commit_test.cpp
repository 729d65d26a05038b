// Tests a COMMIT that waits for a standby, and whose session ends during the wait. The node does
// not know whether the transaction was committed. In these tests it always was.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "nodes/nodes.hpp"
#include "polling.hpp"
#include "postgres/missing_standby.hpp"
#include "served/json.hpp"

// Covers contract 4.10 and 8.1.
namespace tradepost::on_postgres {
namespace {

using http_tests::Answer;
using http_tests::Client;
using postgres::MissingStandby;
using served::ask;
using served::at;
using served::server;
using std::chrono::milliseconds;

class LostCommit : public testing::Test {
 protected:
  std::string documents() const {
    return server().value("SELECT count(*) FROM transaction", nodes_.database());
  }
  std::string request(std::string_view document, std::string_view headers = "") const {
    return served::request_of(trade_.customer.token, "POST", "/v2/transactions", document, headers);
  }

  Nodes nodes_{2};
  const trade::Partners trade_ = nodes_.trade();
  Client client_{nodes_.port(0)};
  Client other_{nodes_.port(1)};
};

TEST_F(LostCommit, is_answered_when_it_is_certain_and_the_document_is_there_once) {
  const std::string first = trade::sends(other_, trade_, trade::order("A-1"));
  Answer taken;
  {
    MissingStandby standby(server());
    client_.send(request(trade::order("A-2")));
    standby.end_session_of_commit();
    // The node has retried the transaction, has found its own result, and is still not certain.
    standby.cancel_commit();
    standby.wait_for_commit();
    EXPECT_FALSE(client_.has_answer_within(milliseconds(200)));
    EXPECT_EQ(documents(), "2");
    standby.forget();
    taken = client_.answer();
  }
  EXPECT_EQ(taken.status, 201) << taken.body;
  const std::string second = at(taken.body, "platformTransactionId");
  EXPECT_EQ(trade::pending(other_, trade_), (std::vector{first, second}));

  // These requests use the same queue and the same chain.
  EXPECT_EQ(
      ask(other_, trade_.customer.token, "POST", "/v2/transactions", trade::order("A-2")).status,
      400);
  const std::string third = trade::sends(other_, trade_, trade::order("A-3"));
  const std::string newer = trade::sends(client_, trade_, trade::order("A-2", 10));
  EXPECT_EQ(trade::pending(client_, trade_), (std::vector{first, third, newer}));
  EXPECT_EQ(documents(), "4");
}

TEST_F(LostCommit, with_an_idempotency_key_gives_the_same_answer_again) {
  constexpr std::string_view key = "Idempotency-Key: k\r\n";
  Answer taken;
  {
    MissingStandby standby(server());
    client_.send(request(trade::order("A-1"), key));
    standby.end_session_of_commit();
    standby.wait_for_commit();
    standby.forget();
    taken = client_.answer();
  }
  EXPECT_EQ(taken.status, 201) << taken.body;
  const auto again =
      ask(other_, trade_.customer.token, "POST", "/v2/transactions", trade::order("A-1"), key);
  EXPECT_EQ(again.status, 201) << again.body;
  EXPECT_EQ(again.body, taken.body);
  EXPECT_EQ(documents(), "1");
}

TEST_F(LostCommit, is_reported_at_both_nodes_to_its_viewers) {
  const std::string here = nodes_.last_change(0, trade_.supplier);
  const std::string there = nodes_.last_change(1, trade_.supplier);
  {
    MissingStandby standby(server());
    client_.send(request(trade::order("A-1")));
    standby.end_session_of_commit();
    standby.wait_for_commit();
    standby.forget();
    EXPECT_EQ(client_.answer().status, 201);
  }
  EXPECT_NE(nodes_.last_change(0, trade_.supplier), here);
  EXPECT_TRUE(nodes_.is_reported_soon(1, trade_.supplier, there));
}

TEST_F(LostCommit, of_a_report_is_reported_once) {
  const std::string id = trade::sends(client_, trade_, trade::order("A-1"));
  Answer reported;
  {
    MissingStandby standby(server());
    client_.send(served::request_of(trade_.supplier.token, "POST", "/v2/transactions/" + id,
                                    R"({"success":false,"reason":"Wrong price"})"));
    standby.end_session_of_commit();
    standby.wait_for_commit();
    standby.forget();
    reported = client_.answer();
  }
  EXPECT_EQ(reported.status, 200) << reported.body;
  EXPECT_EQ(server().value("SELECT count(*) FROM exchange_case", nodes_.database()), "1");
  EXPECT_TRUE(trade::pending(other_, trade_).empty());
  trade::sends(other_, trade_, trade::order("A-1", 10));
}

// 503 would mean that nothing has happened (contract 8.1).
TEST_F(LostCommit, that_stays_unknown_is_answered_with_500_and_a_repeat_does_nothing_twice) {
  trade::sends(client_, trade_, trade::order("A-1"));
  {
    MissingStandby standby(server());
    client_.send(request(trade::order("A-2")));
    standby.wait_for_commit();
    standby.forget_at_the_next_start();
    server().crash();
    const Answer answer = client_.answer();
    EXPECT_EQ(answer.status, 500) << answer.body;
    EXPECT_EQ(at(answer.body, "code"), "internal");
    EXPECT_TRUE(at(answer.body, "message").contains("not known whether it was done"))
        << answer.body;
    EXPECT_NE(answer.header("retry-after"), "");
    Client refused(nodes_.port(0));
    EXPECT_EQ(
        ask(refused, trade_.customer.token, "POST", "/v2/transactions", trade::order("A-3")).status,
        503);
    server().begin();
  }
  Answer again;
  is_soon([&] {
    Client client(nodes_.port(1));
    again = ask(client, trade_.customer.token, "POST", "/v2/transactions", trade::order("A-2"));
    return again.status != 503;
  });
  EXPECT_EQ(again.status, 400) << again.body;
  EXPECT_EQ(at(again.body, "code"), "duplicate");
  Client client(nodes_.port(1));
  EXPECT_EQ(trade::pending(client, trade_).size(), 2U);
}

}  // namespace
}  // namespace tradepost::on_postgres
