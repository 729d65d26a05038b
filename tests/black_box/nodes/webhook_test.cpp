// Tests a node that is killed or paused while it has the lease of a webhook (contract 8.3).

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <future>
#include <string>
#include <vector>

#include "http/receiver.hpp"
#include "nodes/nodes.hpp"
#include "polling.hpp"
#include "served/json.hpp"
#include "tests/support/run.hpp"

// Covers contract 8.3.
namespace tradepost::on_postgres {
namespace {

using http_tests::Client;
using http_tests::Received;
using served::ask;
using served::at;
using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

constexpr int lease_ms = 60'000;

// The first node calls the receiver, which does not answer, while the second node is paused.
class WebhookInTheMidst : public testing::Test {
 protected:
  WebhookInTheMidst() {
    served::Operator(nodes_.port(0))
        .does("PUT", "/admin/webhook-targets", R"({"targets":["127.0.0.1"]})");
    nodes_.at(1).signal(SIGSTOP);
    const auto made = ask(client_, trade_.supplier.token, "POST", "/v2/profile/webhooks",
                          fmt::format(R"({{"url":"{}"}})", receiver_.url()));
    EXPECT_EQ(made.status, 201) << made.body;
    send(client_);
    EXPECT_TRUE(is_called_within(1, seconds(10)));
    send(client_);
    send(client_);
  }
  ~WebhookInTheMidst() override { answer_first(); }

  void send(Client& client) {
    const std::string number = fmt::format("A-{}", sent_.size());
    sent_.push_back(trade::sends(client, trade_, trade::order(number)));
  }
  void answer_first() {
    if (!is_answered_) first_is_answered_.set_value();
    is_answered_ = true;
  }
  // Returns the ids of the transactions in the order of the calls.
  std::vector<std::string> events(std::size_t count) const {
    std::vector<std::string> ids;
    for (const Received& call : receiver_.calls_when(count)) {
      ids.push_back(at(call.body, "transaction.platformTransactionId"));
    }
    return ids;
  }
  std::string value(const std::string& sql) const {
    return served::server().value(sql, nodes_.database());
  }
  // Ends the lease, which the clock of the database measures. The usual run does not wait for the
  // minute.
  void let_the_lease_end() {
    EXPECT_EQ(value(fmt::format("SELECT leased_until - (extract(epoch FROM clock_timestamp()) * "
                                "1000)::bigint BETWEEN 1 AND {} FROM endpoint",
                                lease_ms)),
              "t");
    EXPECT_FALSE(is_called_within(2, milliseconds(1'000))) << "before the lease has ended";
    if (run::is_long()) {
      EXPECT_TRUE(is_called_within(2, milliseconds(lease_ms + 5'000)));
    } else {
      served::server().does(
          fmt::format("UPDATE endpoint SET leased_until = leased_until - {}", lease_ms),
          nodes_.database());
    }
  }
  // Returns true if the receiver gets so many calls, answered or not, within `time`.
  bool is_called_within(std::size_t times, milliseconds time) const {
    return is_soon([&] { return receiver_.calls().size() >= times; }, time);
  }

  std::promise<void> first_is_answered_;
  bool is_answered_ = false;
  const http_tests::Receiver receiver_{[this](const Received&, std::size_t nth) {
    if (nth == 0) first_is_answered_.get_future().wait_for(seconds(120));
    return std::string("204 No Content");
  }};
  Nodes nodes_{2};
  const trade::Partners trade_ = nodes_.trade();
  Client client_{nodes_.port(0)};
  std::vector<std::string> sent_;
};

TEST_F(WebhookInTheMidst, of_a_node_that_is_killed_is_called_by_another_when_the_lease_has_ended) {
  nodes_.at(0).kill();
  nodes_.at(1).signal(SIGCONT);
  let_the_lease_end();
  std::vector<std::string> expected{sent_[0]};  // unknown whether it arrived
  expected.insert(expected.end(), sent_.begin(), sent_.end());
  EXPECT_EQ(events(expected.size()), expected);
  Client other(nodes_.port(1));
  send(other);
  expected.push_back(sent_.back());
  EXPECT_EQ(events(expected.size()), expected);
  nodes_.at(0).begin();
}

TEST_F(WebhookInTheMidst, of_a_paused_node_is_not_set_back_when_it_continues) {
  nodes_.at(0).signal(SIGSTOP);
  nodes_.at(1).signal(SIGCONT);
  let_the_lease_end();
  std::vector<std::string> expected{sent_[0]};
  expected.insert(expected.end(), sent_.begin(), sent_.end());
  EXPECT_EQ(events(expected.size()), expected);
  answer_first();
  nodes_.at(0).signal(SIGCONT);
  // The outcome of its call has an outdated fence.
  const auto deadline = steady_clock::now() + seconds(20);
  while (ask(client_, trade_.customer.token, "GET", "/v2/profile").status != 200) {
    ASSERT_LT(steady_clock::now(), deadline);
    pause_between_looks();
  }
  for (int i = 0; i < 3; ++i) {
    send(client_);
    expected.push_back(sent_.back());
  }
  EXPECT_EQ(events(expected.size()), expected);
  EXPECT_EQ(value("SELECT count(*) FROM endpoint"), "1");
}

}  // namespace
}  // namespace tradepost::on_postgres
