#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "http/client.hpp"
#include "http/running_server.hpp"

namespace tradepost::http_tests {
namespace {

using Delivery = http::Answered::Delivery;

TEST(Answered, is_reported_once_for_every_answer) {
  RunningServer server;
  Client client(server.port());
  client.send(get("/ping?token=secret") + post("/echo", "hello") + get("/nowhere") +
              post("/refused", "a"));
  for (const int status : {204, 200, 404, 403}) EXPECT_EQ(client.answer().status, status);
  const auto answers = server.answered_requests().take(4);
  ASSERT_EQ(answers.size(), 4u);
  EXPECT_EQ(answers[0].method, "GET");
  EXPECT_EQ(answers[0].path, "/ping");
  EXPECT_EQ(answers[0].peer, "127.0.0.1");
  EXPECT_EQ(answers[0].status, 204);
  EXPECT_EQ(answers[0].request_id, "ping-1");
  EXPECT_EQ(answers[0].body_bytes, 0u);
  EXPECT_EQ(answers[1].method, "POST");
  EXPECT_EQ(answers[1].path, "/echo");
  EXPECT_EQ(answers[1].status, 200);
  EXPECT_EQ(answers[1].request_id, "");
  EXPECT_EQ(answers[1].body_bytes, 5u);
  EXPECT_EQ(answers[2].status, 404);
  EXPECT_EQ(answers[3].path, "/refused");
  EXPECT_EQ(answers[3].status, 403);
  for (const AnsweredRequest& answer : answers) EXPECT_EQ(answer.delivery, Delivery::whole);
}

TEST(Answered, duration_is_that_of_the_request_and_not_of_the_pause_before_it) {
  RunningServer server;
  const auto began = std::chrono::steady_clock::now();
  Client client(server.port());
  EXPECT_FALSE(client.has_answer_within(std::chrono::milliseconds(300)));
  client.send(get("/held"));
  server.gate().wait_for(1);
  EXPECT_FALSE(client.has_answer_within(std::chrono::milliseconds(100)));
  server.gate().open(0);
  EXPECT_EQ(client.answer().status, 200);
  const auto answers = server.answered_requests().take(1);
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_GE(answers[0].duration, std::chrono::milliseconds(100));
  EXPECT_LE(answers[0].duration,
            std::chrono::steady_clock::now() - began - std::chrono::milliseconds(300));
}

TEST(Answered, head_request_has_no_body_bytes) {
  RunningServer server;
  Client client(server.port());
  client.send("HEAD /pieces HTTP/1.1\r\nHost: test\r\n\r\n");
  EXPECT_EQ(client.answer_to_head().status, 200);
  const auto answers = server.answered_requests().take(1);
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].method, "HEAD");
  EXPECT_EQ(answers[0].body_bytes, 0u);
}

TEST(Answered, refusal_of_a_head_that_can_not_be_read_is_reported_without_a_request) {
  RunningServer server;
  Client client(server.port());
  client.send(get("/ping") + "GET /ping HTTP/1.1\r\nHost : a\r\n\r\n");
  EXPECT_EQ(client.answer().status, 204);
  EXPECT_EQ(client.answer().status, 400);
  const auto answers = server.answered_requests().take(2);
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_EQ(answers[1].method, "");
  EXPECT_EQ(answers[1].path, "");
  EXPECT_EQ(answers[1].peer, "127.0.0.1");
  EXPECT_EQ(answers[1].status, 400);
}

TEST(Answered, refusal_of_a_body_is_reported_with_its_request) {
  RunningServer server;
  Client client(server.port());
  EXPECT_EQ(client.ask("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n").status,
            413);
  const auto answers = server.answered_requests().take(1);
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].path, "/echo");
  EXPECT_EQ(answers[0].status, 413);
}

TEST(Answered, refusal_is_made_for_its_request_wherever_the_head_was_read) {
  RunningServer server({.timeouts = {.request = std::chrono::milliseconds(100),
                                     .slowest_bytes_per_second = 1'000'000'000}});
  const std::string named = "POST /echo HTTP/1.1\r\nX-Request-Id: mine\r\n";
  const auto id_of = [&](const std::string& request, int status) {
    Client client(server.port());
    const Answer answer = client.ask(request);
    EXPECT_EQ(answer.status, status) << request;
    return answer.header("x-request-id");
  };
  EXPECT_EQ(id_of(named + "Host: a\r\nContent-Length: 99999999\r\n\r\n", 413), "mine");
  EXPECT_EQ(id_of(named + "Host: a\r\nContent-Length: 10\r\n\r\nhalf", 408), "mine");
  EXPECT_EQ(id_of(named + "\r\n", 400), "mine");
  EXPECT_EQ(id_of(named + "Host: a\r\nX:", 408), "none");
  EXPECT_EQ(id_of(named + "Host: a\r\nX : a\r\n\r\n", 400), "none");
  EXPECT_EQ(id_of(named + "X: " + std::string(20'000, 'x') + "\r\n\r\n", 431), "none");
}

TEST(Answered, refused_connection_is_reported_with_its_peer) {
  RunningServer server({.connections = {.in_all = 0, .per_address = 1}});
  Client client(server.port());
  EXPECT_EQ(client.answer().status, 503);
  const auto answers = server.answered_requests().take(1);
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].peer, "127.0.0.1");
  EXPECT_EQ(answers[0].status, 503);
}

TEST(Answered, client_that_did_not_take_its_answer_is_reported_as_broken_off) {
  RunningServer server({.timeouts = {.answer = std::chrono::milliseconds(100),
                                     .slowest_bytes_per_second = 1'000'000'000}});
  Client client(server.port());
  client.send(get("/large"));
  const auto answers = server.answered_requests().take(1);
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].delivery, Delivery::broken_off);
  EXPECT_LT(answers[0].body_bytes, std::uint64_t{64} << 20);
}

}  // namespace
}  // namespace tradepost::http_tests
