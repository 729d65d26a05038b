#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "polling.hpp"
#include "served/json.hpp"
#include "served/network.hpp"
#include "served/slow_disk.hpp"

// Tests the limits on the request rate of a token and on the concurrent requests of a participant
// (contract 8.1: 429 with Retry-After, before any effect).
// Covers contract 8.1, 11.5, 11.6, 11.7 and 11.8.
namespace tradepost::served {
namespace {

using http_tests::Answer;
using http_tests::Client;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::string_view customer_gln = "9521002000009";
constexpr std::string_view supplier_gln = "9521001000000";

std::string order(std::string_view number, std::size_t padding = 0) {
  return fmt::format(
      R"({{"type":"ORDER","content":{{"header":{{"buyer":{{"identifiers":[{{"identifier":"{}"}}]}},)"
      R"("supplier":{{"identifiers":[{{"identifier":"{}"}}]}},"orderIdentifier":"{}",)"
      R"("orderDate":"2026-03-02"}},"items":[{{}}],"unknown":"{}"}}}})",
      customer_gln, supplier_gln, number, std::string(padding, 'x'));
}

class Limits : public testing::Test {
 protected:
  void begin(std::vector<std::string> flags) {
    exchange_.emplace(ServedExchange::Options{.data = folder_.path() + "/data",
                                              .flags = std::move(flags),
                                              .environment = disk_.environment()});
    Operator by(exchange_->port());
    customer_ = add_member(by, "Kunde", customer_gln);
    supplier_ = add_member(by, "Lieferant", supplier_gln);
    relate(by, customer_, supplier_);
    other_token_ = add_token(by, customer_);
  }
  Client client() const { return Client(exchange_->port()); }
  Answer asks(std::string_view token, std::string_view method, std::string_view path,
              std::string_view body = "") const {
    Client fresh(exchange_->port());
    return ask(fresh, token, method, path, body);
  }
  // Pings until the answer has this status.
  void ask_until(int status, std::string_view token) const {
    const auto deadline = steady_clock::now() + std::chrono::seconds(10);
    Client fresh(exchange_->port());
    while (ask(fresh, token, "GET", "/v2/ping").status != status) {
      ASSERT_LT(steady_clock::now(), deadline) << "never answered with " << status;
    }
  }
  static void begin_to_ping(Client& by, std::string_view token) {
    by.send(http_tests::get("/v2/ping", fmt::format("Authorization: Bearer {}\r\n", token)));
  }
  static void announce(Client& by, std::string_view token, std::string_view body) {
    by.send(
        fmt::format("POST /v2/transactions HTTP/1.1\r\nHost: exchange.test\r\n"
                    "Authorization: Bearer {}\r\nContent-Length: {}\r\n"
                    "Expect: 100-continue\r\n\r\n",
                    token, body.size()));
  }
  // Sends the head and waits for 100 Continue. The request then has a place among the bodies.
  static void begin_to_send(Client& by, std::string_view token, std::string_view body) {
    announce(by, token, body);
    EXPECT_EQ(by.answer_to_head().status, 100);
  }
  // Sends the whole request while the disk is held. The request has its permit and keeps it.
  void send_to_a_held_disk(Client& by, std::string_view token, std::string_view body) const {
    disk_.hold();
    by.send(http_tests::post("/v2/transactions", body,
                             fmt::format("Authorization: Bearer {}\r\n"
                                         "Content-Type: application/json\r\n",
                                         token)));
    EXPECT_FALSE(by.has_answer_within(milliseconds(300)));
  }
  std::uint64_t metric(std::string_view name) const {
    Operator by(exchange_->port());
    const std::string text = by.does("GET", "/metrics", "");
    const auto place = text.find(fmt::format("\n{} ", name));
    EXPECT_NE(place, std::string::npos) << name;
    const std::string line = text.substr(place + 1, text.find('\n', place + 1) - place - 1);
    return served::number_in(line.substr(line.find(' ') + 1));
  }

  ScratchFolder folder_;
  const SlowDisk disk_{folder_.path()};
  std::optional<ServedExchange> exchange_;
  Member customer_;
  Member supplier_;
  std::string other_token_;
};

TEST_F(Limits, token_that_asks_too_often_is_429_and_nothing_was_done) {
  begin({"--requests-per-second", "1", "--requests-burst", "3"});
  Client sender = client();
  int sent = 0;
  Answer last;
  do {
    last =
        ask(sender, customer_.token, "POST", "/v2/transactions", order(fmt::format("A-{}", sent)));
  } while (last.status == 201 && ++sent < 100);
  EXPECT_GE(sent, 3);
  EXPECT_EQ(last.status, 429);
  EXPECT_EQ(last.header("retry-after"), "1");
  EXPECT_NE(last.header("x-request-id"), "");
  EXPECT_EQ(at(last.body, "code"), "too_many_requests");
  EXPECT_NE(at(last.body, "message"), "");
  EXPECT_EQ(at(asks(supplier_.token, "GET", "/v2/transactions?per_page=100").body, "count"),
            std::to_string(sent));
  EXPECT_EQ(metric("tradepost_requests_refused_rate_total"), 1u);
}

TEST_F(Limits, answers_say_how_much_of_the_rate_is_left) {
  begin({"--requests-per-second", "1", "--requests-burst", "3"});
  const auto left_in = [](const Answer& answer) {
    return fmt::format("{} of {}, {} s", answer.header("ratelimit-remaining"),
                       answer.header("ratelimit-limit"), answer.header("ratelimit-reset"));
  };
  // These are the first requests of each token.
  EXPECT_EQ(left_in(asks(customer_.token, "GET", "/v2/ping")), "2 of 3, 1 s");
  EXPECT_EQ(left_in(asks(other_token_, "GET", "/v2/all-transactions/none")), "2 of 3, 1 s");
  const Answer faulty = asks(supplier_.token, "POST", "/v2/transactions", "{}");
  EXPECT_EQ(faulty.status, 422);
  EXPECT_EQ(left_in(faulty), "2 of 3, 1 s");

  Client hasty = client();
  Answer last;
  for (int i = 0; i < 100 && last.status != 429; ++i) {
    last = ask(hasty, customer_.token, "GET", "/v2/ping");
  }
  EXPECT_EQ(left_in(last), "0 of 3, 3 s");
  const Answer by_operator = Operator(exchange_->port()).asks("GET", "/admin/participants");
  EXPECT_EQ(by_operator.status, 200);
  for (const Answer& uncounted : {by_operator, asks("", "GET", "/v2/ping")}) {
    EXPECT_EQ(uncounted.header("ratelimit-limit"), "");
  }
}

TEST_F(Limits, address_over_its_rate_without_a_token_is_429_and_tokens_are_served) {
  begin({"--requests-without-token", "1"});
  Client stranger = client();
  for (const std::string_view token : {"", "unknown"}) {
    for (const std::string_view path :
         {"/v2/transactions", "/admin/queues", "/docs", "/", "/none"}) {
      Answer refused;
      is_soon([&] { return (refused = ask(stranger, token, "GET", path)).status == 429; });
      EXPECT_EQ(refused.status, 429) << path;
      EXPECT_EQ(refused.header("retry-after"), "1");
      EXPECT_NE(refused.header("x-request-id"), "");
    }
  }
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(asks(customer_.token, "GET", "/v2/ping").status, 204);
    EXPECT_EQ(asks(customer_.token, "GET", "/admin/queues").status, 403);
    EXPECT_EQ(asks("", "GET", "/healthz").status, 200);
    EXPECT_EQ(asks("", "GET", "/readyz").status, 200);
  }
  EXPECT_GE(metric("tradepost_requests_refused_address_total"), 10u);
}

TEST_F(Limits, address_behind_a_trusted_proxy_is_counted_as_the_proxy_reports_it) {
  begin({"--requests-without-token", "1", "--trusted-proxy", "127.0.0.1"});
  Client proxy = client();
  const auto status_for = [&](std::string_view address) {
    return ask(proxy, "", "GET", "/v2/ping", "", fmt::format("X-Forwarded-For: {}\r\n", address))
        .status;
  };
  const auto deadline = steady_clock::now() + std::chrono::seconds(10);
  while (status_for("192.0.2.1") != 429) ASSERT_LT(steady_clock::now(), deadline);
  EXPECT_EQ(status_for("192.0.2.2"), 401);
  EXPECT_EQ(status_for("2001:db8::1"), 401);
  // One customer of a provider has both addresses, so they share a limit.
  while (status_for("2001:db8::2") != 429) ASSERT_LT(steady_clock::now(), deadline);
}

TEST_F(Limits, other_tokens_are_not_limited_and_it_is_served_again_later) {
  begin({"--requests-per-second", "1", "--requests-burst", "1"});
  ask_until(429, customer_.token);
  EXPECT_EQ(asks(other_token_, "GET", "/v2/ping").status, 204);
  EXPECT_EQ(asks(supplier_.token, "GET", "/v2/ping").status, 204);
  ask_until(204, customer_.token);
}

TEST_F(Limits, refusal_comes_slowly_so_that_asking_on_and_on_costs_little) {
  begin({"--requests-per-second", "1", "--requests-burst", "1"});
  Client hasty = client();
  int status = 0;
  auto began = steady_clock::now();
  while (status != 429) {
    began = steady_clock::now();
    status = ask(hasty, customer_.token, "GET", "/v2/ping").status;
  }
  EXPECT_GE(steady_clock::now() - began, milliseconds(150));
}

TEST_F(Limits, refused_body_is_not_read_where_it_is_large) {
  begin({"--requests-per-second", "1", "--requests-burst", "1"});
  // On a slow machine a second can pass between the two requests. Then the exchange asks for the
  // body.
  Answer refused;
  for (int i = 0; i < 20 && refused.status != 429; ++i) {
    asks(customer_.token, "GET", "/v2/ping");
    Client sender = client();
    sender.send(
        fmt::format("POST /v2/transactions HTTP/1.1\r\nHost: exchange.test\r\n"
                    "Authorization: Bearer {}\r\nContent-Length: 5000000\r\n"
                    "Expect: 100-continue\r\n\r\n",
                    customer_.token));
    refused = sender.answer();
  }
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(refused.header("connection"), "close");
}

TEST_F(Limits, without_a_rate_no_request_is_refused) {
  begin({});
  Client busy = client();
  for (int i = 0; i < 500; ++i) {
    const Answer answer = ask(busy, customer_.token, "GET", "/v2/ping");
    ASSERT_EQ(answer.status, 204);
    ASSERT_EQ(answer.header("ratelimit-limit"), "");
  }
}

TEST_F(Limits, who_has_its_requests_under_way_waits_and_others_do_not) {
  begin({"--requests-at-once", "1"});
  Client first = client();
  send_to_a_held_disk(first, customer_.token, order("A-1"));
  Client second = client();
  begin_to_ping(second, other_token_);
  EXPECT_FALSE(second.has_answer_within(milliseconds(300)));
  EXPECT_EQ(asks(supplier_.token, "GET", "/v2/ping").status, 204);
  disk_.let_go();
  EXPECT_EQ(first.answer().status, 201);
  EXPECT_EQ(second.answer().status, 204);
  EXPECT_EQ(metric("tradepost_requests_waited_total"), 1u);
}

TEST_F(Limits, turn_that_does_not_come_is_429) {
  begin({"--requests-at-once", "1"});
  Client first = client();
  send_to_a_held_disk(first, customer_.token, order("A-1"));
  Client second = client();
  begin_to_ping(second, customer_.token);
  EXPECT_TRUE(second.has_answer_within(std::chrono::seconds(15)));
  const Answer refused = second.answer();
  EXPECT_EQ(refused.status, 429);
  EXPECT_NE(refused.header("retry-after"), "");
  EXPECT_NE(refused.header("x-request-id"), "");
  disk_.let_go();
  EXPECT_EQ(first.answer().status, 201);
  EXPECT_EQ(ask(second, customer_.token, "GET", "/v2/ping").status, 204);
  EXPECT_EQ(metric("tradepost_requests_refused_turn_total"), 1u);
}

TEST_F(Limits, large_bodies_of_one_participant_wait_for_each_other_alone) {
  begin({"--requests-at-once", "1"});
  const std::string document = order("A-1", 100'000);
  Client first = client();
  begin_to_send(first, customer_.token, document);
  const std::string next = order("A-2", 100'000);
  Client second = client();
  announce(second, other_token_, next);
  EXPECT_FALSE(second.has_answer_within(milliseconds(300)));
  EXPECT_EQ(asks(customer_.token, "POST", "/v2/transactions", order("A-3")).status, 201);
  EXPECT_EQ(asks(customer_.token, "GET", "/v2/ping").status, 204);
  first.send(document);
  EXPECT_EQ(first.answer().status, 201);
  EXPECT_EQ(second.answer_to_head().status, 100);
  second.send(next);
  EXPECT_EQ(second.answer().status, 201);
}

TEST_F(Limits, participant_whose_uploads_died_is_not_locked_out) {
  begin({});
  const std::string small = order("A-1");
  const std::string large = order("A-2", 100'000);
  std::vector<Client> dead;
  for (int i = 0; i < 16; ++i) {
    begin_to_send(dead.emplace_back(exchange_->port()), customer_.token, small);
    begin_to_send(dead.emplace_back(exchange_->port()), customer_.token, large);
    dead.back().send(large.substr(0, large.size() - 1));
  }
  EXPECT_EQ(asks(customer_.token, "GET", "/v2/ping").status, 204);
  EXPECT_EQ(asks(customer_.token, "GET", "/v2/transactions").status, 200);
  EXPECT_EQ(asks(customer_.token, "POST", "/v2/transactions", order("A-3")).status, 201);
  EXPECT_EQ(metric("tradepost_requests_waited_total"), 0u);
}

TEST_F(Limits, unread_answer_delays_large_answers_only) {
  begin({"--requests-at-once", "1"});
  for (int i = 0; i < 4; ++i) {
    const auto sent =
        asks(customer_.token, "POST", "/v2/transactions", order(fmt::format("A-{}", i), 3u << 20));
    ASSERT_EQ(sent.status, 201) << sent.body;
  }
  auto slow = std::make_unique<Client>(exchange_->port());
  slow->send(http_tests::get("/v2/transactions",
                             fmt::format("Authorization: Bearer {}\r\n", supplier_.token)));
  EXPECT_TRUE(slow->has_answer_within(std::chrono::seconds(10)));
  Client second = client();
  second.send(http_tests::get("/v2/transactions",
                              fmt::format("Authorization: Bearer {}\r\n", supplier_.token)));
  EXPECT_FALSE(second.has_answer_within(milliseconds(300)));
  EXPECT_EQ(asks(supplier_.token, "GET", "/v2/ping").status, 204);
  EXPECT_EQ(asks(customer_.token, "GET", "/v2/ping").status, 204);
  slow.reset();
  const Answer page = second.answer();
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(at(page.body, "hasMore"), "true");
}

TEST_F(Limits, without_a_limit_no_request_waits_for_a_turn) {
  begin({"--requests-at-once", "0"});
  Client first = client();
  const std::string document = order("A-1");
  begin_to_send(first, customer_.token, document);
  EXPECT_EQ(asks(customer_.token, "GET", "/v2/ping").status, 204);
  first.send(document);
  EXPECT_EQ(first.answer().status, 201);
}

// With many trading participants, four requests of each run at once. A body in transmission does
// not count.
TEST_F(Limits, slow_bodies_delay_no_other_participant) {
  begin({});
  Operator by(exchange_->port());
  for (int i = 0; i < 20; ++i) {
    const Member neighbour = add_member(by, "Nachbar", fmt::format("NEIGHBOUR {}", i));
    EXPECT_EQ(asks(neighbour.token, "GET", "/v2/ping").status, 204);
  }
  const auto letter = [](int i) { return order(fmt::format("A-{}", i)); };
  std::vector<Client> slow;
  for (int i = 0; i < 8; ++i) {
    begin_to_send(slow.emplace_back(exchange_->port()), customer_.token, letter(i));
  }
  EXPECT_EQ(asks(customer_.token, "GET", "/v2/ping").status, 204);
  EXPECT_EQ(metric("tradepost_requests_waited_total"), 0u);
  for (int i = 0; i < 8; ++i) {
    Client& each = slow[static_cast<std::size_t>(i)];
    each.send(letter(i));
    EXPECT_EQ(each.answer().status, 201) << i;
  }
}

TEST_F(Limits, long_polls_delay_no_request) {
  begin({"--requests-at-once", "1"});
  Client poll = client();
  poll.send(http_tests::get(
      "/v2/transactions",
      fmt::format("Authorization: Bearer {}\r\nPrefer: wait=20\r\n", supplier_.token)));
  EXPECT_FALSE(poll.has_answer_within(milliseconds(200)));
  EXPECT_EQ(asks(supplier_.token, "GET", "/v2/ping").status, 204);
  EXPECT_EQ(asks(customer_.token, "POST", "/v2/transactions", order("A-1")).status, 201);
  EXPECT_EQ(at(poll.answer().body, "count"), "1");
}

}  // namespace
}  // namespace tradepost::served
