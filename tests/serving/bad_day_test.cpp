// What may happen to an exchange that serves.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "api/json.hpp"
#include "served/shifted_clock.hpp"
#include "serving/small_disk.hpp"
#include "serving/trade.hpp"

namespace tradepost::serving {
namespace {

using api_tests::at;
using http_tests::Client;
using served::ask;
using served::ScratchFolder;
using served::ServedExchange;
using served::ShiftedClock;

constexpr std::uint64_t MiB = 1u << 20;

TEST(FullDisk, takes_no_documents_loses_none_and_goes_on_when_there_is_room) {
  const SmallDisk disk(400 * MiB);
  const std::string ballast = disk.path() + "/somebody-elses";
  std::ofstream(ballast) << std::string(100 * MiB, 'x');
  ServedExchange exchange(
      {.data = disk.path() + "/network", .flags = {"--disk-reserve-bytes", "60 MiB"}});
  const Trade trade(exchange);
  Client client(exchange.port());

  std::vector<std::string> kept;
  http_tests::Answer refused;
  for (int i = 0; i < 400 && refused.status == 0; ++i) {
    auto sent = ask(client, trade.customer.token, "POST", "/v2/transactions",
                    order(fmt::format("A-{}", i), MiB));
    if (sent.status == 201) {
      kept.push_back(at(sent.body, "platformTransactionId"));
    } else {
      refused = std::move(sent);
    }
  }
  ASSERT_EQ(refused.status, 503) << kept.size() << " " << refused.body;
  EXPECT_EQ(at(refused.body, "code"), "disk_full");
  EXPECT_NE(refused.header("retry-after"), "");

  // What answers the past is taken, and everything is still read.
  const auto reported = ask(client, trade.supplier.token, "POST", "/v2/transactions/" + kept[0],
                            R"({"success":true})");
  EXPECT_EQ(reported.status, 200) << reported.body;
  kept.erase(kept.begin());
  EXPECT_EQ(pending(client, trade), kept);

  std::filesystem::remove(ballast);
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  int status = 503;
  while (status == 503 && std::chrono::steady_clock::now() < until)
    status = ask(client, trade.customer.token, "POST", "/v2/transactions", order("later")).status;
  EXPECT_EQ(status, 201);

  exchange.kill();
  exchange.begin();
  Client again(exchange.port());
  auto after = pending(again, trade);
  ASSERT_EQ(after.size(), kept.size() + 1);
  after.pop_back();
  EXPECT_EQ(after, kept);
}

TEST(ClockThatJumpsBack, leaves_the_order_of_documents_as_it_is) {
  const ScratchFolder folder;
  const ShiftedClock clock(folder.path());
  ServedExchange exchange({.data = folder.path() + "/network", .environment = clock.environment()});
  const Trade trade(exchange);
  std::vector<std::string> sent;
  std::string newest;
  {
    Client client(exchange.port());
    sent.push_back(sends(client, trade, order("A-1")));
    clock.shift("-2d");
    sent.push_back(sends(client, trade, order("A-2")));
    EXPECT_EQ(pending(client, trade), sent);
    const auto first = ask(client, trade.customer.token, "GET", "/v2/all-transactions/" + sent[0]);
    const auto second = ask(client, trade.customer.token, "GET", "/v2/all-transactions/" + sent[1]);
    newest = at(second.body, "data.createdAt");
    EXPECT_GE(newest, at(first.body, "data.createdAt"));
  }
  EXPECT_EQ(exchange.end(), 0);
  exchange.begin();
  Client client(exchange.port());
  sent.push_back(sends(client, trade, order("A-3")));
  EXPECT_EQ(pending(client, trade), sent);
  const auto history = ask(client, trade.customer.token, "GET", "/v2/all-transactions");
  EXPECT_EQ(at(history.body, "items.0.platformTransactionId"), sent[2]);
  EXPECT_GE(at(history.body, "items.0.createdAt"), newest);
  EXPECT_EQ(at(history.body, "items.2.platformTransactionId"), sent[0]);
  const auto reported = ask(client, trade.supplier.token, "POST", "/v2/transactions/" + sent[2],
                            R"({"success":true})");
  EXPECT_EQ(reported.status, 200);
}

}  // namespace
}  // namespace tradepost::serving
