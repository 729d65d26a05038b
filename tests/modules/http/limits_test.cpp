#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "http/client.hpp"
#include "http/running_server.hpp"
#include "polling.hpp"

// Covers contract 11.2 and 11.8.
namespace tradepost::http_tests {
namespace {

using std::chrono::milliseconds;

http::Server::Options impatient() {
  return {.timeouts = {.idle = milliseconds(300),
                       .request = milliseconds(300),
                       .answer = milliseconds(300),
                       .linger = milliseconds(300),
                       .drain = milliseconds(300),
                       .slowest_bytes_per_second = 1'000'000}};
}

// Sends a byte whenever nothing has come back for a while. Returns the number of bytes sent.
std::size_t drip(Client& client, std::string_view bytes) {
  std::size_t sent = 0;
  while (sent < bytes.size() && !client.has_answer_within(milliseconds(20))) {
    if (!client.send(bytes.substr(sent++, 1))) break;
  }
  return sent;
}

TEST(Deadline, ends_a_client_that_drips_its_head) {
  RunningServer server(impatient());
  Client client(server.port());
  const std::string endless = get("/ping", "X: " + std::string(10'000, 'a') + "\r\n");
  EXPECT_LT(drip(client, endless), endless.size());
  EXPECT_EQ(client.answer().status, 408);
  EXPECT_TRUE(client.is_closed());
}

TEST(Deadline, ends_a_client_that_drips_its_body) {
  RunningServer server(impatient());
  Client client(server.port());
  const std::string request = post("/echo", std::string(10'000, 'a'));
  const std::size_t head_bytes = request.find("\r\n\r\n") + 4;
  client.send(request.substr(0, head_bytes));
  EXPECT_LT(drip(client, request.substr(head_bytes)), 10'000u);
  EXPECT_EQ(client.answer().status, 408);
}

TEST(Deadline, ends_a_client_that_drips_its_chunks) {
  RunningServer server(impatient());
  Client client(server.port());
  client.send("POST /echo HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n");
  std::string chunks;
  for (int i = 0; i < 1'000; ++i) chunks += "1\r\na\r\n";
  EXPECT_LT(drip(client, chunks), chunks.size());
  EXPECT_EQ(client.answer().status, 408);
}

TEST(Deadline, ends_a_client_that_does_not_read) {
  RunningServer server(impatient());
  Client client(server.port());
  client.send(get("/large"));
  EXPECT_TRUE(client.is_cut_off_without_reading());
}

TEST(Deadline, ends_a_connection_that_rests_without_a_word) {
  RunningServer server(impatient());
  Client fresh(server.port());
  EXPECT_TRUE(fresh.is_closed());
  Client used(server.port());
  EXPECT_EQ(used.ask(get("/ping")).status, 204);
  EXPECT_TRUE(used.is_closed());
}

TEST(Deadline, does_not_hold_for_a_handler) {
  RunningServer server(impatient());
  Client client(server.port());
  client.send(get("/held"));
  EXPECT_FALSE(client.has_answer_within(milliseconds(700)));
  server.gate().open(1);
  EXPECT_EQ(client.answer().status, 200);
}

TEST(Deadline, is_not_earned_by_what_came_quickly_before_a_silence) {
  auto options = impatient();
  options.timeouts.slowest_bytes_per_second = 100;  // 999 bytes would take ten seconds
  RunningServer server(options);
  Client client(server.port());
  const std::string request = post("/echo", std::string(1'000, 'a'));
  client.send(request.substr(0, request.size() - 1));
  EXPECT_TRUE(client.has_answer_within(std::chrono::seconds(5)));
  EXPECT_EQ(client.answer().status, 408);
}

TEST(Deadline, is_kept_by_a_large_body_that_comes_slowly_and_steadily) {
  auto options = impatient();
  options.timeouts.request = milliseconds(1'000);
  options.timeouts.slowest_bytes_per_second = 100;
  RunningServer server(options);
  Client client(server.port());
  const std::string request = post("/echo", std::string(3'000, 'a'));
  std::size_t sent = 0;
  for (; sent + 100 < request.size(); sent += 100) {
    ASSERT_TRUE(client.send(request.substr(sent, 100)));
    ASSERT_FALSE(client.has_answer_within(milliseconds(100)));
  }
  EXPECT_EQ(client.ask(request.substr(sent)).status, 200);
}

TEST(Deadline, ends_a_client_that_stops_reading_after_a_quick_beginning) {
  auto options = impatient();
  options.timeouts.slowest_bytes_per_second = 50'000;  // a megabyte would have 20 s
  RunningServer server(options);
  Client client(server.port());
  client.send(get("/large"));
  EXPECT_TRUE(client.has_answer_within(std::chrono::seconds(5)));
  EXPECT_TRUE(client.is_cut_off_without_reading());
}

constexpr std::size_t large_bytes = 90'000;  // within the limit of /echo
constexpr std::size_t counted_bytes = 2 * large_bytes;

std::string head_of_post(std::size_t bytes) {
  return fmt::format(
      "POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: {}\r\nExpect: 100-continue\r\n\r\n",
      bytes);
}

TEST(Memory, large_body_waits_unread_until_there_is_some) {
  http::MemoryBudget memory(counted_bytes + 1);
  RunningServer server({.memory = &memory});
  Client first(server.port());
  first.send(head_of_post(large_bytes));
  EXPECT_EQ(first.answer_to_head().status, 100);
  EXPECT_EQ(memory.bytes_in_use(), counted_bytes);
  Client second(server.port());
  second.send(head_of_post(large_bytes));
  EXPECT_FALSE(second.has_answer_within(milliseconds(300)));
  EXPECT_EQ(first.ask(std::string(large_bytes, 'a')).status, 200);
  EXPECT_EQ(second.answer_to_head().status, 100);
  EXPECT_EQ(second.ask(std::string(large_bytes, 'b')).body, std::string(large_bytes, 'b'));
}

TEST(Memory, small_body_needs_none) {
  http::MemoryBudget memory(0);
  RunningServer server({.memory = &memory});
  Client client(server.port());
  client.send(head_of_post(60'000));
  EXPECT_EQ(client.answer_to_head().status, 100);
  EXPECT_EQ(client.ask(std::string(60'000, 'a')).status, 200);
}

TEST(Memory, of_a_client_that_goes_is_given_back) {
  http::MemoryBudget memory(1'000'000);
  RunningServer server({.memory = &memory});
  {
    Client client(server.port());
    client.send(head_of_post(large_bytes));
    EXPECT_EQ(client.answer_to_head().status, 100);
    client.send(std::string(70'000, 'a'));
    EXPECT_EQ(memory.bytes_in_use(), counted_bytes);
  }
  EXPECT_TRUE(is_soon([&] { return memory.bytes_in_use() == 0; }));
}

TEST(Memory, body_in_chunks_takes_as_much_as_it_turns_out_to_need) {
  http::MemoryBudget memory(1'000'000);
  RunningServer server({.memory = &memory});
  Client client(server.port());
  client.send("POST /echo HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n");
  const std::string chunk = fmt::format("{:x}\r\n{}\r\n", 45'000, std::string(45'000, 'a'));
  client.send(chunk);
  client.send(chunk);
  EXPECT_EQ(client.ask("0\r\n\r\n").status, 200);
  EXPECT_EQ(client.ask(get("/ping")).status, 204);
  EXPECT_EQ(memory.bytes_in_use(), 0u);
}

TEST(Connections, beyond_the_bound_of_an_address_are_answered_with_the_reason) {
  RunningServer server({.connections = {.in_all = 100, .per_address = 2}});
  Client first(server.port());
  EXPECT_EQ(first.ask(get("/ping")).status, 204);
  {
    Client second(server.port());
    EXPECT_EQ(second.ask(get("/ping")).status, 204);
    Client third(server.port());
    const Answer refused = third.answer();
    EXPECT_EQ(refused.status, 503);
    EXPECT_EQ(refused.header("connection"), "close");
    second.send(get("/ping", "Connection: close\r\n"));
    EXPECT_EQ(second.answer().status, 204);
    EXPECT_TRUE(second.is_closed());
  }
  // The place becomes free when the server has seen the end, too.
  const auto is_served = [&] { return Client(server.port()).ask(get("/ping")).status == 204; };
  int refused = 0;
  while (refused < 1'000 && !is_served()) ++refused;
  EXPECT_LT(refused, 1'000);
}

TEST(Connections, beyond_the_bound_in_all_are_answered_with_the_reason) {
  RunningServer server({.loops = 3, .connections = {.in_all = 2, .per_address = 100}});
  Client first(server.port());
  Client second(server.port());
  EXPECT_EQ(first.ask(get("/ping")).status, 204);
  EXPECT_EQ(second.ask(get("/ping")).status, 204);
  Client third(server.port());
  EXPECT_EQ(third.answer().status, 503);
}

}  // namespace
}  // namespace tradepost::http_tests
