// Tests that a failed event is retried for three days (contract 8.3).
#include <gtest/gtest.h>

#include <atomic>

#include "http/receiver.hpp"
#include "served/json.hpp"
#include "served/shifted_clock.hpp"
#include "webhooks/hooked.hpp"

namespace tradepost::webhooks_tests {

using http_tests::Received;
using http_tests::Receiver;

namespace {

using served::at;

TEST(GivingUp, comes_after_three_days_and_ends_when_the_webhook_is_set_again) {
  std::atomic<bool> takes = false;
  const Receiver receiver([&](const Received&, std::size_t) -> std::string {
    return takes ? "200 OK" : "500 Internal Server Error";
  });
  const served::ScratchFolder folder;
  const served::ShiftedClock clock(folder.path());
  Hooked hooked({}, clock.environment());
  const Webhook webhook = hooked.hook(hooked.trade.supplier, receiver.url());
  const std::string id = hooked.sends("A-1");
  const auto has_failed = [](const std::string& body) { return at(body, "data.failures") != "0"; };
  hooked.deliveries(webhook, has_failed);
  clock.shift("+2d");
  const std::string still = hooked.deliveries(
      webhook, [](const std::string& body) { return at(body, "data.failures") == "2"; });
  EXPECT_EQ(at(still, "data.state"), "active");
  clock.shift("+73h");
  const auto is_given_up = [](const std::string& body) {
    return at(body, "data.state") == "given_up";
  };
  const std::string body = hooked.deliveries(webhook, is_given_up);
  EXPECT_EQ(at(body, "data.nextTryAt"), "null");
  EXPECT_EQ(at(body, "data.waiting"), "1");
  // The exchange counts it no more after it has stored that it gave up.
  EXPECT_TRUE(is_soon([&] {
    return hooked.ask(std::string(served::operator_token), "GET", "/metrics")
        .body.contains("tradepost_webhooks_failing 0\n");
  }));

  takes = true;
  EXPECT_EQ(hooked.exchange.end(), 0);
  hooked.exchange.begin();
  EXPECT_TRUE(is_given_up(hooked.deliveries(webhook, is_given_up)));
  const std::size_t before = receiver.calls().size();
  const auto set =
      hooked.ask(hooked.trade.supplier.token, "PUT", "/v2/profile/webhooks/" + webhook.id, "{}");
  EXPECT_EQ(at(set.body, "data.state"), "active") << set.body;
  const auto calls = receiver.calls_when(before + 1);
  EXPECT_EQ(at(calls.back().body, "transaction.platformTransactionId"), id);
}

}  // namespace
}  // namespace tradepost::webhooks_tests
