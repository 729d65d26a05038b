// Tests how a script learns that the exchange serves.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <string>

#include "http/client.hpp"
#include "served/desk.hpp"
#include "served/network.hpp"
#include "served/served_exchange.hpp"

namespace tradepost::serving::ready_test {
namespace {

using http_tests::Client;
using served::ask;
using served::Desk;
using served::Ended;
using served::ScratchFolder;
using served::ServedExchange;

TEST(ReadyFd, gets_the_address_once_and_is_closed) {
  const ScratchFolder folder;
  std::array<int, 2> ready{};
  ASSERT_EQ(::pipe(ready.data()), 0);
  const ServedExchange exchange(
      {.data = folder.path() + "/network", .flags = {"--ready-fd", std::to_string(ready[1])}});
  ::close(ready[1]);
  std::string text;
  std::FILE* const reader = ::fdopen(ready[0], "r");
  for (int c = 0; (c = std::fgetc(reader)) != EOF;) text += static_cast<char>(c);
  std::fclose(reader);
  EXPECT_EQ(text, fmt::format("http://127.0.0.1:{}\n", exchange.port()));
}

TEST(ReadyFd, without_a_reader_is_reported_and_the_exchange_serves) {
  const ScratchFolder folder;
  std::array<int, 2> ready{};
  ASSERT_EQ(::pipe(ready.data()), 0);
  ::close(ready[0]);
  const ServedExchange exchange(
      {.data = folder.path() + "/network", .flags = {"--ready-fd", std::to_string(ready[1])}});
  ::close(ready[1]);
  exchange.log_line_with({"--ready-fd"});
  Client client(exchange.port());
  EXPECT_EQ(ask(client, "", "GET", "/healthz").status, 200);
}

TEST(ReadyFd, that_cant_be_written_is_refused_before_anything_is_made) {
  const Desk place;
  for (const char* const words : {"9", "1", "-3", "x", "99999999999", "3 3</dev/null"}) {
    const Ended ended = place.tradepost(fmt::format("serve --data new --ready-fd {}", words));
    EXPECT_EQ(ended.exit_code, 2) << words;
    EXPECT_TRUE(ended.err.contains("open for writing")) << ended.err;
  }
  EXPECT_EQ(place.tradepost("check new").exit_code, 3);
}

}  // namespace
}  // namespace tradepost::serving::ready_test
