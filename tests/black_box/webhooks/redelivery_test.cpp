// Tests that failed events are sent again on request (contract 8.3).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "http/receiver.hpp"
#include "served/json.hpp"
#include "served/shifted_clock.hpp"
#include "webhooks/hooked.hpp"

// Covers contract 8.3.
namespace tradepost::webhooks_tests::redelivery_test {

using http_tests::Received;
using http_tests::Receiver;

namespace {

using served::at;

// The exchange has given up a webhook of the supplier with two waiting events, and no longer calls
// it by itself. The receiver takes calls again.
class Redelivery : public testing::Test {
 public:
  void SetUp() override {
    hooked.deliveries(webhook, [](const std::string& body) {
      return at(body, "data.failures") != "0" && at(body, "data.waiting") == "2";
    });
    clock.shift("+73h");
    hooked.deliveries(webhook,
                      [](const std::string& body) { return at(body, "data.state") == "given_up"; });
    takes = true;
    before = receiver.calls().size();
  }

  http_tests::Answer redelivers(const std::string& token, std::string_view below,
                                const std::string& id) const {
    return hooked.ask(token, "POST", fmt::format("{}/webhooks/{}/redeliver", below, id));
  }
  void expect_redelivered(const http_tests::Answer& answer) const {
    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(at(answer.body, "data.id"), webhook.id);
    EXPECT_EQ(at(answer.body, "data.state"), "active");
    const auto calls = receiver.calls_when(before + 2);
    ASSERT_EQ(calls.size(), before + 2);
    EXPECT_EQ(at(calls[before].body, "transaction.platformTransactionId"), first);
    EXPECT_EQ(at(calls[before].body, "id"), at(calls[0].body, "id"));
    EXPECT_EQ(at(calls[before + 1].body, "transaction.platformTransactionId"), second);
    hooked.deliveries(webhook,
                      [](const std::string& body) { return at(body, "data.waiting") == "0"; });
  }

  std::atomic<bool> takes = false;
  const Receiver receiver{[this](const Received&, std::size_t) -> std::string {
    return takes ? "204 No Content" : "500 Internal Server Error";
  }};
  const served::ScratchFolder folder;
  const served::ShiftedClock clock{folder.path()};
  Hooked hooked{{}, clock.environment()};
  const Webhook webhook = hooked.hook(hooked.trade.supplier, receiver.url());
  const std::string first = hooked.sends("A-1");
  const std::string second = hooked.sends("A-2");
  std::size_t before = 0;
};

TEST_F(Redelivery, of_the_participant_sends_failed_events_again_in_their_order) {
  const std::string& token = hooked.trade.supplier.token;
  const std::string& other = hooked.trade.customer.token;
  EXPECT_EQ(redelivers(other, "/v2/profile", webhook.id).status, 404);
  EXPECT_EQ(redelivers(token, "/v2/profile", "4711").status, 404);
  hooked.allow("");
  EXPECT_EQ(redelivers(token, "/v2/profile", webhook.id).status, 422);
  EXPECT_EQ(receiver.calls().size(), before);
  hooked.allow(R"("127.0.0.1")");
  expect_redelivered(redelivers(token, "/v2/profile", webhook.id));
}

TEST_F(Redelivery, of_an_operator_sends_failed_events_of_any_participant_again) {
  const std::string by(served::operator_token);
  EXPECT_EQ(redelivers(hooked.trade.supplier.token, "/admin", webhook.id).status, 403);
  EXPECT_EQ(redelivers(by, "/admin", "018f0000-0000-7000-8000-000000000000").status, 404);
  expect_redelivered(redelivers(by, "/admin", webhook.id));
  const auto acts = hooked.ask(by, "GET", "/admin/events?per_page=1");
  EXPECT_EQ(at(acts.body, "items.0.type"), "webhook.changed") << acts.body;
  EXPECT_EQ(redelivers(by, "/admin", webhook.id).status, 200);
  EXPECT_EQ(receiver.calls().size(), before + 2);
}

}  // namespace
}  // namespace tradepost::webhooks_tests::redelivery_test
