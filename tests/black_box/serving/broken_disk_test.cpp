// A disk that fails while it is written to: the exchange ends at once, with a sentence and 3, and
// what it had answered is there at the next start.

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <set>
#include <string>

#include "api/json.hpp"
#include "served/slow_disk.hpp"
#include "serving/trade.hpp"

namespace tradepost::serving {
namespace {

using http_tests::Client;
using served::ScratchFolder;
using served::ServedExchange;

TEST(BrokenDisk, ends_the_exchange_with_3_and_loses_nothing_that_was_answered) {
  const ScratchFolder folder;
  const served::SlowDisk disk(folder.path());
  ServedExchange exchange({.data = folder.path() + "/network", .environment = disk.environment()});
  const Trade trade(exchange);
  std::vector<std::string> answered;
  {
    Client trader(exchange.port());
    for (int i = 0; i < 20; ++i)
      answered.push_back(sends(trader, trade, order(fmt::format("A-{}", i))));
    // What the exchange writes by itself can fail first, and it ends then. Who has begun a request
    // is answered nevertheless.
    const std::string body = order("B");
    trader.send(
        fmt::format("POST /v2/transactions HTTP/1.1\r\nHost: exchange.test\r\n"
                    "Authorization: Bearer {}\r\nContent-Length: {}\r\n"
                    "Expect: 100-continue\r\n\r\n",
                    trade.customer.token, body.size()));
    EXPECT_EQ(trader.answer_to_head().status, 100);
    disk.break_down();
    trader.send(body);
    EXPECT_EQ(trader.answer().status / 100, 5);
  }
  EXPECT_EQ(exchange.wait(), 3);
  exchange.log_line_with({"level=error", "event=store_failed"});

  disk.mend();
  exchange.begin();
  Client trader(exchange.port());
  std::vector<std::string> kept = pending(trader, trade);
  // Nobody knows of the last one: it was not answered, and may have reached the disk.
  ASSERT_GE(kept.size(), answered.size());
  kept.resize(answered.size());
  EXPECT_EQ(kept, answered);
  sends(trader, trade, order("C"));
}

}  // namespace
}  // namespace tradepost::serving
