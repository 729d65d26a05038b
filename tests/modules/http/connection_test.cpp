#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "http/client.hpp"
#include "http/running_server.hpp"

// Covers contract 6.6 and 11.3.
namespace tradepost::http_tests {
namespace {

TEST(Connection, answers_and_stays_open) {
  RunningServer server;
  Client client(server.port());
  const Answer pong = client.ask(get("/ping"));
  EXPECT_EQ(pong.status, 204);
  EXPECT_EQ(pong.body, "");
  EXPECT_TRUE(pong.header("date").ends_with(" GMT")) << pong.header("date");
  EXPECT_EQ(pong.header("connection"), "");
  EXPECT_EQ(client.ask(post("/echo", "hello")).body, "hello");
  EXPECT_EQ(client.ask(get("/ping")).status, 204);
}

TEST(Connection, request_reaches_its_handler_whole) {
  RunningServer server;
  Client client(server.port());
  const Answer first_answer = client.ask(get("/request?a=1&b=%20"));
  EXPECT_TRUE(first_answer.body.starts_with("/request a=1 b=  http 127.0.0.1 "))
      << first_answer.body;
}

TEST(Connection, pipelined_requests_are_answered_in_order) {
  RunningServer server;
  Client client(server.port());
  std::string all;
  for (int i = 0; i < 1'000; ++i) all += post("/echo", std::to_string(i));
  std::thread sender([&] { client.send(all); });
  for (int i = 0; i < 1'000; ++i) ASSERT_EQ(client.answer().body, std::to_string(i));
  sender.join();
}

TEST(Connection, pipelined_request_after_a_held_one_waits_for_it) {
  RunningServer server;
  Client client(server.port());
  client.send(get("/held") + post("/echo", "behind"));
  server.gate().open(1);
  EXPECT_EQ(client.answer().body, "");
  EXPECT_EQ(client.answer().body, "behind");
}

TEST(Connection, request_may_come_byte_by_byte) {
  RunningServer server;
  Client client(server.port());
  for (const char byte : post("/echo", "hello")) client.send({&byte, 1});
  EXPECT_EQ(client.answer().body, "hello");
}

TEST(Connection, head_is_answered_as_get_without_the_body) {
  RunningServer server;
  Client client(server.port());
  client.send("HEAD /pieces HTTP/1.1\r\nHost: test\r\n\r\n");
  const Answer head = client.answer_to_head();
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.header("content-length"), "100300");
  EXPECT_EQ(client.ask(get("/ping")).status, 204);
}

TEST(Connection, gathered_pieces_arrive_joined) {
  RunningServer server;
  Client client(server.port());
  const Answer answer = client.ask(get("/pieces"));
  ASSERT_EQ(answer.body.size(), 100'300u);
  EXPECT_TRUE(answer.body.starts_with("000xxx"));
  EXPECT_EQ(answer.body.substr(1'003 * 99, 6), "099xxx");
}

TEST(Connection, rest_is_sent_when_the_socket_has_room) {
  RunningServer server;
  Client client(server.port());
  const Answer answer = client.ask(get("/large"));
  EXPECT_EQ(answer.body.size(), 64u << 20);
  EXPECT_EQ(answer.body.find_first_not_of('y'), std::string::npos);
  EXPECT_EQ(client.ask(get("/ping")).status, 204);
}

TEST(Connection, chunks_are_taken) {
  RunningServer server;
  Client client(server.port());
  client.send("POST /echo HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n");
  client.send("5\r\nhello\r\n");
  client.send("7\r\n, chunk\r\n0\r\n\r\n");
  EXPECT_EQ(client.answer().body, "hello, chunk");
  EXPECT_EQ(client.ask(get("/ping")).status, 204);
}

TEST(Connection, waiting_client_is_answered_with_100_continue) {
  RunningServer server;
  Client client(server.port());
  client.send(
      "POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(client.answer().status, 100);
  EXPECT_EQ(client.ask("hello").body, "hello");
}

TEST(Connection, waiting_client_that_is_refused_gets_no_100_continue) {
  RunningServer server;
  Client client(server.port());
  const Answer refused = client.ask(
      "POST /refused HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(refused.status, 403);
  EXPECT_EQ(refused.header("connection"), "close");
  client.end_sending();
  EXPECT_TRUE(client.is_closed());
}

TEST(Connection, small_body_of_a_refused_request_is_dropped_and_the_connection_stays_open) {
  RunningServer server;
  Client client(server.port());
  EXPECT_EQ(client.ask(post("/refused", "hello")).status, 403);
  EXPECT_EQ(client.ask(get("/ping")).status, 204);
}

TEST(Connection, large_body_of_a_refused_request_ends_the_connection_after_the_answer) {
  RunningServer server;
  Client client(server.port());
  std::thread sender([&] { client.send(post("/refused", std::string(1 << 20, 'a'))); });
  const Answer refused = client.answer();
  sender.join();
  EXPECT_EQ(refused.status, 403);
  EXPECT_EQ(refused.header("connection"), "close");
  client.end_sending();
  EXPECT_TRUE(client.is_closed());
}

TEST(Connection, closes_when_the_client_asks_for_it) {
  RunningServer server;
  for (const auto& request :
       {get("/ping", "Connection: close\r\n"), std::string("GET /ping HTTP/1.0\r\n\r\n")}) {
    Client client(server.port());
    const Answer last = client.ask(request);
    EXPECT_EQ(last.status, 204);
    EXPECT_EQ(last.header("connection"), "close");
    EXPECT_TRUE(client.is_closed());
  }
}

TEST(Connection, old_client_that_asks_for_it_is_kept) {
  RunningServer server;
  Client client(server.port());
  const std::string request = "GET /ping HTTP/1.0\r\nConnection: keep-alive\r\n\r\n";
  const Answer first = client.ask(request);
  EXPECT_EQ(first.status, 204);
  EXPECT_EQ(first.header("connection"), "keep-alive");
  EXPECT_EQ(client.ask(request).status, 204);
}

TEST(Connection, client_that_stops_sending_still_gets_its_answers) {
  RunningServer server;
  Client client(server.port());
  client.send(get("/held") + get("/pieces"));
  client.end_sending();
  server.gate().open(1);
  EXPECT_EQ(client.answer().status, 200);
  EXPECT_EQ(client.answer().body.size(), 100'300u);
  EXPECT_TRUE(client.is_closed());
}

TEST(Connection, half_a_body_is_reported_and_never_handled) {
  RunningServer server;
  Client client(server.port());
  client.send("POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\nhel");
  client.end_sending();
  EXPECT_EQ(client.answer().status, 400);
  EXPECT_TRUE(client.is_closed());
}

TEST(Connection, client_that_disconnects_during_its_request_affects_no_other) {
  RunningServer server;
  {
    Client client(server.port());
    client.send(get("/held"));
    Client other(server.port());
    EXPECT_EQ(other.ask(get("/ping")).status, 204);
  }
  server.gate().open(1);
  Client next(server.port());
  EXPECT_EQ(next.ask(get("/ping")).status, 204);
}

}  // namespace
}  // namespace tradepost::http_tests
