// A COMMIT that waits for a standby, and whose session ends meanwhile: whether it happened is
// unknown to the node (here it has happened each time).

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "api/json.hpp"
#include "nodes/nodes.hpp"
#include "nodes/open_transaction.hpp"
#include "polling.hpp"

namespace tradepost::on_postgres {
namespace {

using api_tests::at;
using http_tests::Answer;
using http_tests::Client;
using served::ask;
using served::server;
using std::chrono::milliseconds;

constexpr std::string_view waiting_commits =
    "application_name = 'tradepost' AND wait_event = 'SyncRep' AND query = 'COMMIT'";

// Whether a commit that begins now waits for a standby. It is tried with one.
bool do_commits_wait() {
  constexpr std::string_view waits = "application_name = 'probe' AND wait_event = 'SyncRep'";
  std::atomic<bool> is_done = false;
  std::jthread probe([&] {
    const std::string line = fmt::format(
        "PGAPPNAME=probe psql -X -q '{}' -c \"SELECT pg_logical_emit_message(true, '', '')\" "
        ">/dev/null 2>&1",
        server().address("postgres"));
    (void)std::system(line.c_str());
    is_done = true;
  });
  while (!is_done) {
    pause_between_looks();
    const auto ended = server().rows(
        fmt::format("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE {}", waits));
    if (!ended.empty()) return true;
  }
  return false;
}

// No commit is confirmed, for the standby that it waits for does not exist.
class MissingStandby {
 public:
  MissingStandby() {
    server().set("synchronous_standby_names", "nobody");
    // The checkpointer makes it so, some time later.
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!do_commits_wait() && std::chrono::steady_clock::now() < until) continue;
  }
  ~MissingStandby() {
    if (is_waited_for_) forget();
  }
  void forget() {
    is_waited_for_ = false;
    server().set("synchronous_standby_names", "");
  }
  void forget_at_the_next_start() {
    is_waited_for_ = false;
    server().set_for_the_next_start("synchronous_standby_names", "");
  }

 private:
  bool is_waited_for_ = true;
};

void end_waiting_commits(std::string_view function) {
  wait_for_sessions("1", std::string(waiting_commits));
  const auto ended = server().rows(
      fmt::format("SELECT {}(pid) FROM pg_stat_activity WHERE {}", function, waiting_commits));
  EXPECT_EQ(ended, std::vector<std::string>{"t"});
}

class LostCommit : public testing::Test {
 protected:
  std::string documents() const {
    return server().value("SELECT count(*) FROM transaction", nodes_.database());
  }
  std::string request(std::string_view document, std::string_view headers = "") const {
    return served::request_of(trade_.customer.token, "POST", "/v2/transactions", document, headers);
  }

  Nodes nodes_{2};
  const serving::Trade trade_ = nodes_.trade();
  Client client_{nodes_.port(0)};
  Client other_{nodes_.port(1)};
};

TEST_F(LostCommit, is_answered_when_it_is_certain_and_the_document_is_there_once) {
  const std::string first = serving::sends(other_, trade_, serving::order("A-1"));
  Answer taken;
  {
    MissingStandby standby;
    client_.send(request(serving::order("A-2")));
    end_waiting_commits("pg_terminate_backend");
    // It has been tried again, finds what it did, and is not certain either.
    end_waiting_commits("pg_cancel_backend");
    wait_for_sessions("1", std::string(waiting_commits));
    EXPECT_FALSE(client_.has_answer_within(milliseconds(200)));
    EXPECT_EQ(documents(), "2");
    standby.forget();
    taken = client_.answer();
  }
  EXPECT_EQ(taken.status, 201) << taken.body;
  const std::string second = at(taken.body, "platformTransactionId");
  EXPECT_EQ(serving::pending(other_, trade_), (std::vector{first, second}));

  // What follows in the same queue and the same chain.
  EXPECT_EQ(
      ask(other_, trade_.customer.token, "POST", "/v2/transactions", serving::order("A-2")).status,
      400);
  const std::string third = serving::sends(other_, trade_, serving::order("A-3"));
  const std::string newer = serving::sends(client_, trade_, serving::order("A-2", 10));
  EXPECT_EQ(serving::pending(client_, trade_), (std::vector{first, third, newer}));
  EXPECT_EQ(documents(), "4");
}

TEST_F(LostCommit, with_an_idempotency_key_gives_the_same_answer_again) {
  constexpr std::string_view key = "Idempotency-Key: k\r\n";
  Answer taken;
  {
    MissingStandby standby;
    client_.send(request(serving::order("A-1"), key));
    end_waiting_commits("pg_terminate_backend");
    wait_for_sessions("1", std::string(waiting_commits));
    standby.forget();
    taken = client_.answer();
  }
  EXPECT_EQ(taken.status, 201) << taken.body;
  const auto again =
      ask(other_, trade_.customer.token, "POST", "/v2/transactions", serving::order("A-1"), key);
  EXPECT_EQ(again.status, 201) << again.body;
  EXPECT_EQ(again.body, taken.body);
  EXPECT_EQ(documents(), "1");
}

TEST_F(LostCommit, is_told_at_both_nodes_to_those_who_see_it) {
  const std::string here = nodes_.last_change(0, trade_.supplier);
  const std::string there = nodes_.last_change(1, trade_.supplier);
  {
    MissingStandby standby;
    client_.send(request(serving::order("A-1")));
    end_waiting_commits("pg_terminate_backend");
    wait_for_sessions("1", std::string(waiting_commits));
    standby.forget();
    EXPECT_EQ(client_.answer().status, 201);
  }
  EXPECT_NE(nodes_.last_change(0, trade_.supplier), here);
  EXPECT_TRUE(nodes_.is_told_soon(1, trade_.supplier, there));
}

TEST_F(LostCommit, of_a_report_is_reported_once) {
  const std::string id = serving::sends(client_, trade_, serving::order("A-1"));
  Answer reported;
  {
    MissingStandby standby;
    client_.send(served::request_of(trade_.supplier.token, "POST", "/v2/transactions/" + id,
                                    R"({"success":false,"reason":"Wrong price"})"));
    end_waiting_commits("pg_terminate_backend");
    wait_for_sessions("1", std::string(waiting_commits));
    standby.forget();
    reported = client_.answer();
  }
  EXPECT_EQ(reported.status, 200) << reported.body;
  EXPECT_EQ(server().value("SELECT count(*) FROM exchange_case", nodes_.database()), "1");
  EXPECT_TRUE(serving::pending(other_, trade_).empty());
  serving::sends(other_, trade_, serving::order("A-1", 10));
}

// 503 would say that nothing has happened (contract 8.1).
TEST_F(LostCommit, that_stays_unknown_is_answered_with_500_and_a_repeat_does_nothing_twice) {
  serving::sends(client_, trade_, serving::order("A-1"));
  {
    MissingStandby standby;
    client_.send(request(serving::order("A-2")));
    wait_for_sessions("1", std::string(waiting_commits));
    standby.forget_at_the_next_start();
    server().crash();
    const Answer answer = client_.answer();
    EXPECT_EQ(answer.status, 500) << answer.body;
    EXPECT_EQ(at(answer.body, "code"), "internal");
    EXPECT_TRUE(at(answer.body, "message").contains("not known whether it was done"))
        << answer.body;
    EXPECT_NE(answer.header("retry-after"), "");
    Client refused(nodes_.port(0));
    EXPECT_EQ(ask(refused, trade_.customer.token, "POST", "/v2/transactions", serving::order("A-3"))
                  .status,
              503);
    server().begin();
  }
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  Answer again;
  do {
    Client client(nodes_.port(1));
    again = ask(client, trade_.customer.token, "POST", "/v2/transactions", serving::order("A-2"));
  } while (again.status == 503 && std::chrono::steady_clock::now() < deadline);
  EXPECT_EQ(again.status, 400) << again.body;
  EXPECT_EQ(at(again.body, "code"), "duplicate");
  Client client(nodes_.port(1));
  EXPECT_EQ(serving::pending(client, trade_).size(), 2U);
}

}  // namespace
}  // namespace tradepost::on_postgres
