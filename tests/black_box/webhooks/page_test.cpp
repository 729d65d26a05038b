// Tests that the receivers on docs/guides/webhooks.md work as the page describes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>

#include "served/json.hpp"
#include "webhooks/hooked.hpp"
#include "webhooks/page_receiver.hpp"

namespace tradepost::webhooks_tests {
namespace {

using served::at;

class Page : public testing::TestWithParam<PageReceiver::Language> {};

struct Forged {
  std::string body = R"({"id":"1"})";
  std::chrono::seconds age{0};
  std::string secret = "tp_hook_secret";
  std::string signed_body = R"({"id":"1"})";
};

int answer_to(const PageReceiver& receiver, const Forged& forged) {
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  const std::string timestamp = std::to_string((now - forged.age).time_since_epoch().count());
  http_tests::Client client(receiver.port());
  return client
      .ask(fmt::format("POST /in HTTP/1.1\r\nHost: here\r\nConnection: close\r\n"
                       "Content-Length: {}\r\nTradepost-Timestamp: {}\r\n"
                       "Tradepost-Signature: {}\r\n\r\n{}",
                       forged.body.size(), timestamp,
                       signature_of(forged.secret, timestamp, forged.signed_body), forged.body))
      .status;
}

TEST_P(Page, receiver_takes_what_is_signed_now_and_nothing_else) {
  const PageReceiver receiver(GetParam(), "tp_hook_secret");
  EXPECT_EQ(answer_to(receiver, {}), 200);
  EXPECT_EQ(answer_to(receiver, {.body = R"({"id":"2"})"}), 401);
  EXPECT_EQ(answer_to(receiver, {.secret = "another"}), 401);
  EXPECT_EQ(answer_to(receiver, {.age = std::chrono::hours(1)}), 401);
  EXPECT_EQ(answer_to(receiver, {.age = std::chrono::hours(-1)}), 401);
  http_tests::Client client(receiver.port());
  EXPECT_EQ(client
                .ask("POST /in HTTP/1.1\r\nHost: here\r\nConnection: close\r\n"
                     "Content-Length: 2\r\n\r\n{}")
                .status,
            401);
  EXPECT_EQ(receiver.taken(), (std::vector<std::string>{R"({"id":"1"})"}));
}

// Covers contract 8.3.
TEST_P(Page, receiver_takes_what_the_exchange_sends) {
  Hooked hooked;
  // The receiver needs the secret of the webhook, so the webhook first has another address.
  const Webhook webhook = hooked.hook(hooked.trade.supplier, "http://127.0.0.1:9/in");
  const PageReceiver receiver(GetParam(), webhook.secret);
  const auto moved =
      hooked.ask(hooked.trade.supplier.token, "PUT", "/v2/profile/webhooks/" + webhook.id,
                 fmt::format(R"({{"url":"{}"}})", receiver.url()));
  EXPECT_EQ(moved.status, 200) << moved.body;
  const std::string id = hooked.sends("Größe-1");
  hooked.deliveries(webhook, [](const std::string& body) {
    return at(body, "data.deliveries.0.taken") == "true";
  });
  const auto taken = receiver.taken();
  ASSERT_EQ(taken.size(), 1u);
  EXPECT_EQ(at(taken[0], "transaction.platformTransactionId"), id);
}

INSTANTIATE_TEST_SUITE_P(Languages, Page,
                         testing::Values(PageReceiver::Language::python,
                                         PageReceiver::Language::javascript),
                         [](const auto& language) {
                           return language.param == PageReceiver::Language::python ? "python"
                                                                                   : "javascript";
                         });

}  // namespace
}  // namespace tradepost::webhooks_tests
