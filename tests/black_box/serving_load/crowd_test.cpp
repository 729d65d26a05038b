// Tests that the binary holds ten thousand open connections in bounded memory, and serves them
// while others trade.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <deque>
#include <fstream>
#include <string>

#include "serving_load/concurrency_town.hpp"
#include "tests/support/run.hpp"

namespace tradepost::serving_load {

using traders::Page;
using traders::page_of;

namespace {

using http_tests::Client;
using served::ask;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

const std::size_t crowd = run::binary_is_slow() ? 1'000 : 10'000;
constexpr std::size_t of_an_address = 500;
constexpr std::size_t requests_a_second = 100;
constexpr int seconds = 5;
constexpr std::size_t resident_kilobytes_max = 200'000;

std::size_t raise_open_files() {
  rlimit files{};
  EXPECT_EQ(::getrlimit(RLIMIT_NOFILE, &files), 0);
  files.rlim_cur = files.rlim_max;
  EXPECT_EQ(::setrlimit(RLIMIT_NOFILE, &files), 0);
  return files.rlim_cur;
}

std::size_t resident_kilobytes(pid_t process) {
  std::ifstream status(fmt::format("/proc/{}/status", process));
  std::string word;
  std::size_t kilobytes = 0;
  while (status >> word) {
    if (word == "VmRSS:") status >> kilobytes;
  }
  EXPECT_GT(kilobytes, 0u);
  return kilobytes;
}

std::string address_of(std::size_t connection) {
  return fmt::format("127.0.0.{}", 2 + connection / of_an_address);
}

// The exchange inherits its limits from its parent, so they are raised before its start.
class Crowd : public testing::Test {
 protected:
  Crowd()
      : open_files_(raise_open_files()),
        town_({"--connections", fmt::format("{}", crowd + 100), "--connections-per-address",
               fmt::format("{}", of_an_address), "--log-level", "error"}),
        trader_(town_.port()) {}

  // Sends an order, pulls it, reports on it or reads it, one step for each call.
  void trade_once() {
    switch (trades_++ % 4) {
      case 0:
        send(trader_, town_.customer(0),
             ConcurrencyTown::order(0, 0, fmt::format("N{}", trades_), 1));
        break;
      case 1: {
        const Page page =
            page_of(ask(trader_, town_.supplier(0).token, "GET", "/v2/transactions?per_page=1"));
        ASSERT_EQ(page.rows.size(), 1u);
        waiting_ = page.rows.front().id;
        break;
      }
      case 2:
        EXPECT_EQ(ask(trader_, town_.supplier(0).token, "POST", "/v2/transactions/" + waiting_,
                      R"({"success":true})")
                      .status,
                  200);
        break;
      default:
        EXPECT_EQ(
            ask(trader_, town_.customer(0).token, "GET", "/v2/all-transactions/" + waiting_).status,
            200);
    }
  }

  void expect_bounded(const char* when) {
    const std::size_t kilobytes = resident_kilobytes(town_.exchange().process());
    std::printf("%s: %zu kB\n", when, kilobytes);
    // A sanitizer keeps freed memory, so there the size proves nothing.
    EXPECT_TRUE(run::binary_is_slow() || kilobytes <= resident_kilobytes_max) << when;
  }

  const std::size_t open_files_;
  ConcurrencyTown town_;
  Client trader_;
  std::size_t trades_ = 0;
  std::string waiting_;
};

TEST_F(Crowd, of_ten_thousand_connections_is_held_and_served_through) {
  ASSERT_GT(open_files_, crowd + 200) << "raise the hard limit: ulimit -Hn";
  const auto ping = [&](Client& client) {
    return ask(client, town_.supplier(1).token, "GET", "/v2/ping").status;
  };
  expect_bounded("alone");
  std::deque<Client> held;
  for (std::size_t i = 0; i < crowd; ++i) {
    held.emplace_back(town_.port(), address_of(i));
    ASSERT_EQ(ping(held.back()), 204) << i;
    if (i % 50 == 0) trade_once();
  }
  expect_bounded("with all open");

  const auto began = steady_clock::now();
  milliseconds slowest{};
  for (int tick = 0; tick < seconds * static_cast<int>(requests_a_second); ++tick) {
    const auto due = began + tick * milliseconds(1'000 / requests_a_second);
    while (steady_clock::now() < due) {
      // The held connections carry no requests, and the exchange does not end them.
      ASSERT_FALSE(held[trades_ % crowd].has_answer_within(milliseconds(1)));
    }
    const auto asked = steady_clock::now();
    trade_once();
    ASSERT_FALSE(HasFailure());
    const auto took = std::chrono::duration_cast<milliseconds>(steady_clock::now() - asked);
    slowest = std::max(slowest, took);
  }
  const auto took = std::chrono::duration_cast<milliseconds>(steady_clock::now() - began);
  std::printf("%d requests in %lld ms among %zu connections, the slowest in %lld ms\n",
              seconds * static_cast<int>(requests_a_second), static_cast<long long>(took.count()),
              crowd, static_cast<long long>(slowest.count()));
  expect_bounded("after trading");

  // All connections send a request at the same time.
  for (Client& client : held) {
    ASSERT_TRUE(
        client.send(fmt::format("GET /v2/ping HTTP/1.1\r\nHost: exchange.test\r\n"
                                "Authorization: Bearer {}\r\n\r\n",
                                town_.supplier(1).token)));
  }
  for (Client& client : held) ASSERT_EQ(client.answer().status, 204);
  expect_bounded("after all have asked at once");
}

TEST_F(Crowd, connections_beyond_those_of_an_address_are_sent_away_and_others_are_not) {
  std::deque<Client> held;
  const auto ping = [&](Client& client) {
    return ask(client, town_.supplier(1).token, "GET", "/v2/ping").status;
  };
  for (std::size_t i = 0; i < of_an_address; ++i) {
    held.emplace_back(town_.port(), "127.0.0.77");
    ASSERT_EQ(ping(held.back()), 204);
  }
  Client beyond(town_.port(), "127.0.0.77");
  EXPECT_EQ(beyond.answer().status, 503);
  EXPECT_TRUE(beyond.is_closed());
  Client other(town_.port(), "127.0.0.78");
  EXPECT_EQ(ping(other), 204);
  EXPECT_EQ(ping(held.back()), 204);
}

}  // namespace
}  // namespace tradepost::serving_load
