// Tests several nodes on one database.

#include "nodes/nodes.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <thread>
#include <vector>

#include "http/receiver.hpp"
#include "polling.hpp"
#include "served/json.hpp"

// Covers contract 2.14, 6.2, 6.5 and 8.2.
namespace tradepost::on_postgres {
namespace {

using http_tests::Answer;
using http_tests::Client;
using served::ask;
using served::at;
using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

constexpr seconds directory_holds_for{2};

int status_of_readyz(std::uint16_t port) {
  Client client(port);
  client.send("GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n");
  return client.answer().status;
}

// Sends the same request of a member to all nodes at once.
std::vector<Answer> at_all_at_once(Nodes& nodes, const served::Member& member,
                                   const std::string& document, const std::string& headers = "") {
  std::vector<std::unique_ptr<Client>> clients;
  for (std::size_t i = 0; i < nodes.count(); ++i) {
    clients.push_back(std::make_unique<Client>(nodes.port(i)));
  }
  for (auto& client : clients) {
    client->send(served::request_of(member.token, "POST", "/v2/transactions", document, headers));
  }
  std::vector<Answer> answers;
  for (auto& client : clients) answers.push_back(client->answer());
  return answers;
}

std::map<int, int> statuses(const std::vector<Answer>& answers) {
  std::map<int, int> counts;
  for (const Answer& answer : answers) ++counts[answer.status];
  return counts;
}

TEST(Nodes, document_sent_to_one_is_pulled_from_another_and_shown_by_a_third) {
  Nodes nodes(3);
  const trade::Partners trade = nodes.trade();
  Client first(nodes.port(0));
  Client second(nodes.port(1));
  Client third(nodes.port(2));
  const std::string id = trade::sends(first, trade, trade::order("A-1"));
  EXPECT_EQ(trade::pending(second, trade), std::vector{id});
  const auto reported =
      ask(third, trade.supplier.token, "POST", "/v2/transactions/" + id, R"({"success":true})");
  EXPECT_EQ(reported.status, 200) << reported.body;
  EXPECT_TRUE(trade::pending(second, trade).empty());
  const auto shown = ask(first, trade.customer.token, "GET", "/v2/all-transactions/" + id);
  EXPECT_EQ(at(shown.body, "data.status"), "SUCCESS");
}

TEST(Nodes, token_that_one_revokes_is_refused_by_the_other_two_seconds_later) {
  Nodes nodes(2);
  const trade::Partners trade = nodes.trade();
  served::Operator by(nodes.port(0));
  Client client(nodes.port(1));
  const auto asks = [&] { return ask(client, trade.supplier.token, "GET", "/v2/transactions"); };
  EXPECT_EQ(asks().status, 200);
  served::revoke(by, trade.supplier.token_id);
  const auto revoked_at = steady_clock::now();
  for (;;) {
    const auto asked_at = steady_clock::now();
    const int status = asks().status;
    if (status != 200) {
      EXPECT_EQ(status, 401);
      break;
    }
    ASSERT_LE(asked_at - revoked_at, directory_holds_for);
    pause_between_looks();
  }
}

TEST(Nodes, without_a_database_refuse_after_two_seconds_and_continue_when_it_is_back) {
  Nodes nodes(2);
  const trade::Partners trade = nodes.trade();
  Client client(nodes.port(1));
  const std::string id = trade::sends(client, trade, trade::order("A-1"));
  served::server().crash();
  for (std::size_t i = 0; i < nodes.count(); ++i) {
    EXPECT_TRUE(is_soon([&] { return status_of_readyz(nodes.port(i)) == 503; }));
    Client other(nodes.port(i));
    const auto refused = ask(other, trade.supplier.token, "GET", "/v2/transactions");
    EXPECT_EQ(refused.status, 503) << refused.body;
    EXPECT_EQ(refused.header("retry-after"), "1");
    nodes.at(i).log_line_with({"event=database_away"});
  }
  served::server().begin();
  for (std::size_t i = 0; i < nodes.count(); ++i) {
    EXPECT_TRUE(is_soon([&] { return status_of_readyz(nodes.port(i)) == 200; }));
    Client other(nodes.port(i));
    EXPECT_EQ(trade::pending(other, trade), std::vector{id});
  }
}

TEST(Nodes, poll_at_one_is_woken_by_a_document_at_another) {
  Nodes nodes(2);
  const trade::Partners trade = nodes.trade();
  Client waits(nodes.port(0));
  waits.send(served::request_of(trade.supplier.token, "GET", "/v2/transactions", "",
                                "Prefer: wait=20\r\n"));
  EXPECT_FALSE(waits.has_answer_within(milliseconds(500)));
  Client client(nodes.port(1));
  const std::string id = trade::sends(client, trade, trade::order("A-1"));
  EXPECT_TRUE(waits.has_answer_within(milliseconds(3'000)));
  EXPECT_EQ(at(waits.answer().body, "items.0.platformTransactionId"), id);
}

TEST(Nodes, change_at_one_node_is_reported_at_another) {
  Nodes nodes(2);
  const trade::Partners trade = nodes.trade();
  const std::string seen = nodes.last_change(0, trade.supplier);
  Client waits(nodes.port(0));
  waits.send(served::request_of(trade.supplier.token, "GET", "/v2/changes", "",
                                "Last-Event-ID: " + seen + "\r\n"));
  EXPECT_FALSE(waits.has_answer_within(milliseconds(1'500)));
  Client client(nodes.port(1));
  const std::string id = trade::sends(client, trade, trade::order("A-1"));
  ASSERT_TRUE(waits.has_answer_within(milliseconds(10'000)));
  EXPECT_TRUE(waits.answer().body.contains("event: changed"));

  const std::string before = nodes.last_change(0, trade.customer);
  const auto reported =
      ask(client, trade.supplier.token, "POST", "/v2/transactions/" + id, R"({"success":true})");
  EXPECT_EQ(reported.status, 200) << reported.body;
  EXPECT_TRUE(nodes.is_reported_soon(0, trade.customer, before));
}

TEST(Nodes, change_is_reported_at_a_node_that_reconnected) {
  Nodes nodes(2);
  const trade::Partners trade = nodes.trade();
  const std::string seen = nodes.last_change(0, trade.supplier);
  served::server().crash();
  served::server().begin();
  for (std::size_t i = 0; i < nodes.count(); ++i) {
    EXPECT_TRUE(is_soon([&] { return status_of_readyz(nodes.port(i)) == 200; }));
  }
  Client client(nodes.port(1));
  trade::sends(client, trade, trade::order("A-1"));
  EXPECT_TRUE(nodes.is_reported_soon(0, trade.supplier, seen))
      << served::server().value("SELECT * FROM notice", nodes.database());
}

TEST(Nodes, log_what_the_background_cannot_do) {
  Nodes nodes(1);
  served::server().does("ALTER TABLE notice RENAME TO other", nodes.database());
  nodes.at(0).log_line_with({"event=database_work_failed", "work=hear_others", "notice"});
}

TEST(Nodes, same_document_at_three_at_once_is_one_document) {
  Nodes nodes(3);
  const trade::Partners trade = nodes.trade();
  std::size_t taken = 0;
  for (int i = 0; i < 10; ++i) {
    const auto answers =
        at_all_at_once(nodes, trade.customer, trade::order(fmt::format("A-{}", i)));
    const std::map<int, int> expected{{201, 1}, {400, 2}};
    EXPECT_EQ(statuses(answers), expected) << answers[0].body << answers[1].body << answers[2].body;
    ++taken;
  }
  Client client(nodes.port(1));
  EXPECT_EQ(trade::pending(client, trade).size(), taken);
}

TEST(Nodes, same_key_at_three_at_once_has_one_answer) {
  Nodes nodes(3);
  const trade::Partners trade = nodes.trade();
  for (int i = 0; i < 10; ++i) {
    const auto answers = at_all_at_once(nodes, trade.customer, trade::order(fmt::format("A-{}", i)),
                                        fmt::format("Idempotency-Key: key-{}\r\n", i));
    const std::string first = at(answers[0].body, "platformTransactionId");
    for (const Answer& answer : answers) {
      EXPECT_EQ(answer.status, 201) << answer.body;
      EXPECT_EQ(at(answer.body, "platformTransactionId"), first);
    }
  }
  Client client(nodes.port(2));
  EXPECT_EQ(trade::pending(client, trade).size(), 10U);
}

TEST(Nodes, cursor_of_one_is_good_at_another_and_skips_nothing) {
  Nodes nodes(2);
  const trade::Partners trade = nodes.trade();
  std::vector<std::string> sent;
  for (int i = 0; i < 6; ++i) {
    Client client(nodes.port(static_cast<std::size_t>(i) % 2));
    sent.push_back(trade::sends(client, trade, trade::order(fmt::format("A-{}", i))));
  }
  std::vector<std::string> got;
  std::string cursor;
  for (std::size_t i = 0; i < sent.size(); ++i) {
    Client client(nodes.port(i % 2));
    const auto page =
        ask(client, trade.supplier.token, "GET", "/v2/transactions?per_page=1" + cursor);
    ASSERT_EQ(page.status, 200) << page.body;
    got.push_back(at(page.body, "items.0.platformTransactionId"));
    cursor = "&cursor=" + at(page.body, "nextCursor");
  }
  EXPECT_EQ(got, sent);
}

TEST(Nodes, webhook_is_called_by_one_of_them_at_a_time_in_order_and_once) {
  std::atomic<int> under_way = 0;
  std::atomic<int> most_under_way = 0;
  const http_tests::Receiver receiver([&](const http_tests::Received&, std::size_t) {
    const int now = ++under_way;
    if (now > most_under_way) most_under_way = now;
    pause_between_looks();
    --under_way;
    return std::string("204 No Content");
  });
  Nodes nodes(3);
  const trade::Partners trade = nodes.trade();
  served::Operator(nodes.port(0))
      .does("PUT", "/admin/webhook-targets", R"({"targets":["127.0.0.1"]})");
  Client client(nodes.port(0));
  const auto made = ask(client, trade.supplier.token, "POST", "/v2/profile/webhooks",
                        fmt::format(R"({{"url":"{}"}})", receiver.url()));
  ASSERT_EQ(made.status, 201) << made.body;
  std::vector<std::string> sent;
  for (int i = 0; i < 60; ++i) {
    Client sender(nodes.port(static_cast<std::size_t>(i) % nodes.count()));
    sent.push_back(trade::sends(sender, trade, trade::order(fmt::format("A-{}", i))));
  }
  std::vector<std::string> events;
  for (const http_tests::Received& call : receiver.calls_when(sent.size())) {
    events.push_back(at(call.body, "transaction.platformTransactionId"));
  }
  EXPECT_EQ(events, sent);
  EXPECT_EQ(most_under_way, 1);
}

}  // namespace
}  // namespace tradepost::on_postgres
