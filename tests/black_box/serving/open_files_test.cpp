// Tests a system that allows few open files: connections get the files that the store leaves.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <deque>
#include <filesystem>
#include <string>

#include "polling.hpp"
#include "trade/partners.hpp"

namespace tradepost::serving {

using trade::order;
using trade::Partners;
using trade::pending;
using trade::sends;

namespace {

using http_tests::Client;
using served::ask;
using served::ScratchFolder;
using served::ServedExchange;

constexpr std::size_t open_files_max = 1'024;
constexpr std::size_t of_an_address = 200;
// A small store that calls no webhooks leaves this many of its reserved files unused.
constexpr std::size_t set_aside_unused = 300;

std::size_t number_behind(std::string_view line, std::string_view word) {
  const auto place = line.find(word);
  EXPECT_NE(place, std::string_view::npos) << line;
  std::size_t number = 0;
  const char* const digits = line.data() + place + word.size();
  std::from_chars(digits, line.data() + line.size(), number);
  return number;
}

std::size_t open_files_of(int process) {
  const std::filesystem::directory_iterator files(fmt::format("/proc/{}/fd", process));
  return static_cast<std::size_t>(std::distance(begin(files), end(files)));
}

TEST(OpenFiles, idle_connections_beyond_a_hard_limit_of_1024_end_nothing) {
  const ScratchFolder folder;
  const ServedExchange exchange(
      {.data = folder.path() + "/network", .open_files_max = open_files_max});
  const std::string log_line =
      exchange.log_line_with({"event=connections_lowered", "set=20000", "open_files_max=1024"});
  const std::size_t connections = number_behind(log_line, " connections=");
  EXPECT_GE(connections, 64u);
  const Partners trade(exchange);
  Client trader(exchange.port());
  std::deque<Client> idle;
  for (std::size_t i = 0; i < connections + 200; ++i) {
    idle.emplace_back(exchange.port(), fmt::format("127.0.0.{}", 2 + i / of_an_address));
    if (i % 64 == 0) sends(trader, trade, order(fmt::format("A-{}", i)));
  }
  EXPECT_LT(open_files_of(exchange.process()), open_files_max - set_aside_unused);
  const std::string last = sends(trader, trade, order("B", 1u << 20));
  EXPECT_EQ(pending(trader, trade).back(), last);
  idle.clear();
  // The places are free only after the exchange has seen the connections end.
  EXPECT_TRUE(is_soon([&] {
    Client fresh(exchange.port());
    return ask(fresh, trade.supplier.token, "GET", "/v2/ping").status == 204;
  }));
}

}  // namespace
}  // namespace tradepost::serving
