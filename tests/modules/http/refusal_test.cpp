#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "http/client.hpp"
#include "http/running_server.hpp"

// Covers contract 11.1.
namespace tradepost::http_tests {
namespace {

struct Row {
  const char* what;
  std::string request;
  int status;
};

const std::string hidden = get("/request?hidden=1");

// Each second part hides a request that the server must never answer.
const std::vector<Row>& rows() {
  static const std::vector<Row> all = {
      {"both lengths",
       "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"
       "0\r\n\r\n" +
           hidden,
       400},
      {"two lengths",
       "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 40\r\n\r\n" + hidden,
       400},
      {"the same length twice",
       "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n" + hidden,
       400},
      {"space before the colon",
       "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length : 40\r\n\r\n" + hidden, 400},
      {"bare line feeds", "GET /ping HTTP/1.1\nHost: a\n\n" + hidden, 400},
      {"a bare line feed in a header",
       "GET /ping HTTP/1.1\r\nHost: a\r\nX: b\nContent-Length: 40\r\n\r\n" + hidden, 400},
      {"a header on two lines",
       "GET /ping HTTP/1.1\r\nHost: a\r\nX: b\r\n Content-Length: 40\r\n\r\n" + hidden, 400},
      {"another coding",
       "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n" +
           hidden,
       501},
      {"an unknown coding",
       "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n" + hidden, 501},
      {"chunks in HTTP/1.0",
       "POST /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n"
       "0\r\n\r\n" +
           hidden,
       400},
      {"a chunk's length that is none",
       "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0x1\r\na\r\n0\r\n\r\n" +
           hidden,
       400},
      {"no host", "GET /ping HTTP/1.1\r\n\r\n" + hidden, 400},
      {"two hosts", "GET /ping HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n" + hidden, 400},
      {"a newer protocol", "GET /ping HTTP/2.0\r\nHost: a\r\n\r\n" + hidden, 400},
      {"no request at all", "hello\r\n\r\n" + hidden, 400},
      {"an unknown expectation",
       "POST /echo HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nContent-Length: 1\r\n\r\na" + hidden,
       417},
  };
  return all;
}

TEST(Refusal, of_a_doubtful_request_ends_the_connection) {
  RunningServer server;
  for (const Row& row : rows()) {
    Client client(server.port());
    const Answer answer = client.ask(row.request);
    EXPECT_EQ(answer.status, row.status) << row.what;
    EXPECT_NE(answer.body, "") << row.what;
    EXPECT_EQ(answer.header("connection"), "close") << row.what;
    client.end_sending();
    EXPECT_TRUE(client.is_closed()) << row.what;
  }
}

TEST(Refusal, head_of_10_000_bytes_is_taken_and_one_of_100_000_refused) {
  RunningServer server;
  Client client(server.port());
  EXPECT_EQ(client.ask(get("/ping", "X: " + std::string(10'000, 'a') + "\r\n")).status, 204);
  std::thread sender(
      [&] { client.send(get("/ping", "X: " + std::string(100'000, 'a') + "\r\n")); });
  const Answer refused = client.answer();
  sender.join();
  EXPECT_EQ(refused.status, 431);
  EXPECT_EQ(refused.header("connection"), "close");
}

TEST(Refusal, too_large_a_body_is_refused_while_the_client_still_sends) {
  RunningServer server;
  const std::string body(11 << 20, 'a');
  Client client(server.port());
  std::thread sender([&] { client.send(post("/echo", body)); });
  const Answer refused = client.answer();
  sender.join();
  EXPECT_EQ(refused.status, 413);
  EXPECT_EQ(refused.header("connection"), "close");
}

TEST(Refusal, too_large_a_body_in_chunks_is_refused_where_it_gets_too_large) {
  RunningServer server;
  Client client(server.port());
  const std::string chunk = "c350\r\n" + std::string(50'000, 'a') + "\r\n";
  client.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk +
              chunk);
  EXPECT_EQ(client.ask("1\r\n").status, 413);
}

TEST(Refusal, announced_body_takes_no_memory_before_it_comes) {
  RunningServer server;
  Client client(server.port());
  EXPECT_EQ(
      client.ask("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9223372036854775807\r\n\r\n")
          .status,
      413);
}

}  // namespace
}  // namespace tradepost::http_tests
