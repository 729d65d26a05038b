#include "webhooks/hooked.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/crypto/hmac.hpp"
#include "polling.hpp"
#include "served/json.hpp"

namespace tradepost::webhooks_tests {

using served::at;

Hooked::Hooked(std::vector<std::string> flags, std::vector<std::string> environment,
               std::string_view targets)
    : exchange({.data = folder.path() + "/network",
                .flags = std::move(flags),
                .environment = std::move(environment)}),
      trade(exchange) {
  allow(targets);
}

void Hooked::allow(std::string_view targets) const {
  served::Operator(exchange.port())
      .does("PUT", "/admin/webhook-targets", fmt::format(R"({{"targets":[{}]}})", targets));
}

http_tests::Answer Hooked::ask(const std::string& token, std::string_view method,
                               std::string_view path, std::string_view body) const {
  http_tests::Client client(exchange.port());
  return served::ask(client, token, method, path, body);
}

Webhook Hooked::hook(const served::Member& member, const std::string& url, std::string_view more) {
  const auto made = ask(member.token, "POST", "/v2/profile/webhooks",
                        fmt::format(R"({{"url":"{}"{}}})", url, more));
  EXPECT_EQ(made.status, 201) << made.body;
  return {.id = at(made.body, "id"), .secret = at(made.body, "secret")};
}

std::string Hooked::sends(std::string_view number) const {
  http_tests::Client client(exchange.port());
  return trade::sends(client, trade, trade::order(number));
}

std::string Hooked::deliveries(const Webhook& webhook,
                               bool (*is_there)(const std::string& body)) const {
  const std::string path = "/v2/profile/webhooks/" + webhook.id + "/deliveries";
  http_tests::Answer answer;
  const bool has_come = is_soon([&] {
    answer = ask(trade.supplier.token, "GET", path);
    EXPECT_EQ(answer.status, 200) << answer.body;
    return answer.status != 200 || is_there(answer.body);
  });
  EXPECT_TRUE(has_come) << "it did not come to this: " << answer.body;
  return answer.body;
}

std::string signature_of(std::string_view secret, std::string_view timestamp,
                         std::string_view body) {
  return "v1=" + base::hmac_sha256(secret, fmt::format("{}.{}", timestamp, body)).hex();
}

}  // namespace tradepost::webhooks_tests
