#include "http/server.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <string>
#include <vector>

#include "http/client.hpp"
#include "http/running_server.hpp"

namespace tradepost::http_tests {
namespace {

base::Result<std::unique_ptr<http::Server>> start(http::Server::Options options) {
  static const base::SystemClock clock;
  static base::StandardErrorSink sink;
  static const base::Log log(clock, sink);
  return http::Server::start(
      options, [](base::Executor& /*loop*/) { return std::unique_ptr<http::Service>(); }, clock,
      log);
}

TEST(Server, port_in_use_is_refused_though_it_could_be_shared) {
  RunningServer server;
  const auto second = start({.port = server.port()});
  ASSERT_FALSE(second.has_value());
  EXPECT_EQ(second.error().code(), base::ErrorCode::in_use);
  EXPECT_NE(second.error().text().str().find(std::to_string(server.port())), std::string::npos);
}

TEST(Server, address_that_is_none_is_refused) {
  EXPECT_EQ(start({.address = "localhost"}).error().code(), base::ErrorCode::invalid);
  EXPECT_EQ(start({.address = "192.0.2.1"}).error().code(), base::ErrorCode::unavailable);
}

TEST(Server, every_loop_serves) {
  RunningServer server({.loops = 4});
  std::set<std::string> threads;
  std::vector<Client> clients;
  // The kernel distributes them by port: with so many, each loop gets some.
  for (int i = 0; i < 200; ++i) {
    clients.emplace_back(server.port());
    const Answer first_answer = clients.back().ask(get("/request"));
    threads.insert(first_answer.body.substr(first_answer.body.rfind(' ')));
  }
  EXPECT_EQ(threads.size(), 4u);
}

TEST(Stop, answers_what_is_under_way_and_closes_what_rests) {
  RunningServer server({.loops = 1});  // one loop, so all connections stop at the same time
  Client resting(server.port());
  EXPECT_EQ(resting.ask(get("/ping")).status, 204);
  Client busy(server.port());
  busy.send(get("/held") + get("/ping"));
  Client half(server.port());
  half.send("GET /ping HT");
  Client witness(server.port());
  EXPECT_EQ(witness.ask(get("/ping")).status, 204);

  server.server().stop();
  EXPECT_TRUE(resting.is_closed());
  EXPECT_TRUE(witness.is_closed());
  half.send("TP/1.1\r\nHost: test\r\n\r\n");
  const Answer last = half.answer();
  EXPECT_EQ(last.status, 204);
  EXPECT_EQ(last.header("connection"), "close");
  half.end_sending();
  EXPECT_TRUE(half.is_closed());

  server.gate().open(1);
  const Answer held = busy.answer();
  EXPECT_EQ(held.status, 200);
  EXPECT_EQ(held.header("connection"), "close");
  busy.end_sending();
  EXPECT_TRUE(busy.is_closed());
  server.server().wait();
}

// This server has the default timeouts, which are thirty seconds each without a stop.
TEST(Stop, waits_a_second_for_the_rest_of_a_request) {
  RunningServer server;
  Client half_a_head(server.port());
  half_a_head.send("GET /ping HT");
  Client half_a_body(server.port());
  half_a_body.send("POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\nhel");
  Client witness(server.port());
  EXPECT_EQ(witness.ask(get("/ping")).status, 204);
  const auto began = std::chrono::steady_clock::now();
  server.server().stop();
  server.server().wait();
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(15));
  EXPECT_EQ(half_a_head.answer().status, 408);
  EXPECT_EQ(half_a_body.answer().status, 408);
}

TEST(Stop, does_not_wait_for_a_client_that_never_takes_its_answer) {
  RunningServer server({.timeouts = {.drain = std::chrono::milliseconds(100)}});
  Client client(server.port());
  client.send(get("/large"));
  EXPECT_TRUE(client.has_answer_within(std::chrono::seconds(10)));
  const auto began = std::chrono::steady_clock::now();
  server.server().stop();
  server.server().wait();
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(15));
  EXPECT_TRUE(client.is_cut_off_without_reading());
}

TEST(Stop, of_an_idle_server_ends_at_once) {
  RunningServer server;
  server.server().stop();
  server.server().stop();
  server.server().wait();
}

}  // namespace
}  // namespace tradepost::http_tests
