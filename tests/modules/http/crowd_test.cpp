#include <gtest/gtest.h>

#include <cstddef>
#include <deque>
#include <iostream>
#include <string>

#include "base/ground/limits.hpp"
#include "http/client.hpp"
#include "http/running_server.hpp"
#include "http/server_process.hpp"
#include "http/tls_client.hpp"
#include "tests/support/run.hpp"

namespace tradepost::http_tests {
namespace {

// Sanitizers keep freed memory and pad other memory, so sizes mean nothing there. They are slow,
// too: in so large a crowd, the first connections would time out before the last ones came.
constexpr bool weighs = !run::is_sanitized;

constexpr std::size_t crowd = weighs ? 10'000 : 2'000;

// Compares the memory of the server with its memory at the start, for each of so many connections.
class Scales {
 public:
  explicit Scales(const ServerProcess& server)
      : server_(server), before_(server.resident_bytes()) {}

  void expect_at_most(std::size_t bytes, std::size_t connections, const char* what) const {
    const std::size_t now = server_.resident_bytes();
    const std::size_t grown = now > before_ ? now - before_ : 0;
    std::cout << what << ": " << grown / connections << " bytes a connection\n";
    if (weighs) {
      EXPECT_LE(grown / connections, bytes) << what;
    }
  }

 private:
  const ServerProcess& server_;
  std::size_t before_;
};

// Returns 127.0.0.1, .2 and so on, each for as many connections as one address may have.
std::string address_of(std::size_t connection) {
  constexpr std::size_t of_one = base::limits::connections_per_address_default;
  return "127.0.0." + std::to_string(1 + connection / of_one);
}

TEST(Crowd, of_ten_thousand_rests_in_little_memory_and_is_served) {
  ASSERT_GT(raise_open_files(), crowd + 100) << "raise the hard limit: ulimit -Hn";
  const ServerProcess server(ServerProcess::Speaks::plain);
  EXPECT_EQ(Client(server.port()).ask(get("/ping")).status, 204);
  const Scales scales(server);

  std::deque<Client> clients;
  for (std::size_t i = 0; i < crowd; ++i) clients.emplace_back(server.port(), address_of(i));
  for (int round = 0; round < 2; ++round) {
    for (Client& client : clients) ASSERT_TRUE(client.send(get("/ping")));
    for (Client& client : clients) ASSERT_EQ(client.answer().status, 204);
    scales.expect_at_most(8'000, crowd, "after a small request");
  }
  const std::string body(50'000, 'a');
  // These requests use everything that a request may leave in memory: a head, a query, and a body
  // that is not read.
  const std::string large = post("/refused?a=" + std::string(5'000, 'a'), std::string(50'000, 'a'),
                                 "X: " + std::string(5'000, 'a') + "\r\n");
  for (Client& client : clients) ASSERT_EQ(client.ask(large).status, 403);
  scales.expect_at_most(8'000, crowd, "after a large request");
  EXPECT_EQ(Client(server.port(), address_of(crowd)).ask(get("/ping")).status, 204);
}

TEST(Crowd, that_is_encrypted_rests_in_little_memory_and_is_served) {
  constexpr std::size_t encrypted = weighs ? 1'000 : 100;
  raise_open_files();
  const ServerProcess server(ServerProcess::Speaks::tls);
  EXPECT_EQ(TlsClient(server.port()).ask(get("/ping")).status, 204);
  const Scales scales(server);

  std::deque<TlsClient> clients;
  for (std::size_t i = 0; i < encrypted; ++i) clients.emplace_back(server.port());
  for (TlsClient& client : clients) ASSERT_EQ(client.ask(get("/ping")).status, 204);
  scales.expect_at_most(40'000, encrypted, "after a small request, encrypted");
  const std::string body(50'000, 'a');
  for (TlsClient& client : clients) ASSERT_EQ(client.ask(post("/echo", body)).body, body);
  for (TlsClient& client : clients) ASSERT_EQ(client.ask(get("/ping")).status, 204);
  scales.expect_at_most(40'000, encrypted, "after a large request, encrypted");
}

TEST(Crowd, that_does_not_read_costs_an_answer_each_and_not_more) {
  constexpr std::size_t silent = 20;
  constexpr int requests = 50;
  constexpr std::size_t answer_bytes = 978'890;
  const ServerProcess server(ServerProcess::Speaks::plain);
  EXPECT_EQ(Client(server.port()).ask(get("/lines?count=90000")).status, 200);
  const Scales scales(server);

  std::deque<Client> clients;
  for (std::size_t i = 0; i < silent; ++i) {
    clients.emplace_back(server.port());
    for (int request = 0; request < requests; ++request) {
      ASSERT_TRUE(clients.back().send(get("/lines?count=90000")));
    }
  }
  for (Client& client : clients) ASSERT_TRUE(client.has_answer_within(std::chrono::seconds(10)));
  EXPECT_EQ(Client(server.port()).ask(get("/ping")).status, 204);
  // A text that grows by doubling takes up to twice its length.
  scales.expect_at_most(3 * answer_bytes, silent, "with an answer that is not read");
  for (int request = 0; request < requests; ++request) {
    ASSERT_EQ(clients.front().answer().body.size(), answer_bytes);
  }
}

TEST(Crowd, requests_after_an_answer_that_is_not_read_are_not_read_either) {
  RunningServer server({.loops = 1});
  Client client(server.port());
  client.send(get("/large"));
  std::string requests;
  while (requests.size() < (64u << 20)) requests += get("/ping");
  EXPECT_LT(client.send_while_taken(requests), requests.size());
  EXPECT_EQ(server.answered_requests().count(), 0u);
}

}  // namespace
}  // namespace tradepost::http_tests
