#include "agent_kill/bridged.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iostream>

#include "polling.hpp"
#include "served/json.hpp"

namespace tradepost::agent_kill_tests {
namespace {

using served::at;
using served::number_at;

client::Exchange open(trade::Trade& trade, const std::string& token) {
  constexpr std::chrono::seconds retry_for{60};
  return *client::Exchange::open(
      {.url = fmt::format("http://127.0.0.1:{}", trade.exchange().port()),
       .token = token,
       .retry_for = retry_for});
}

std::string order(const std::string& number, int quantity) {
  std::string text = trade::order(number);
  const std::string_view usual = R"("quantity":40)";
  return text.replace(text.find(usual), usual.size(), fmt::format(R"("quantity":{})", quantity));
}

}  // namespace

Bridged::Bridged(const std::string& settings)
    : customer(open(trade, trade.customer.token)), supplier(open(trade, trade.supplier.token)) {
  desk.write("supplier.token", trade.supplier.token + "\n");
  desk.write("agent.toml", fmt::format("[bridge.supplier]\n"
                                       "url = \"http://127.0.0.1:{}\"\n"
                                       "token_file = \"supplier.token\"\n"
                                       "[bridge.supplier.receive]\n{}\n",
                                       trade.exchange().port(), settings));
}

Bridged::~Bridged() {
  if (agent_) {
    EXPECT_EQ(end_agent(), 0) << "the agent did not end well";
  }
  if (testing::Test::HasFailure()) std::cerr << desk.said();
}

void Bridged::begin_agent() {
  agent_ = desk.begin("agent run");
}

void Bridged::kill_agent() {
  EXPECT_EQ(agent_.end(SIGKILL), -SIGKILL) << "the agent had ended by itself";
}

bool Bridged::agent_is_dead() {
  if (!agent_ || agent_.is_running()) return false;
  EXPECT_LT(agent_.wait(), 0) << "the agent ended by itself";
  return true;
}

std::string Bridged::send(const std::string& number, int quantity) {
  const auto sent = customer.send(order(number, quantity),
                                  {.idempotency_key = fmt::format("{}/{}", number, quantity)});
  EXPECT_TRUE(sent) << sent.error().message;
  return sent ? sent->id : std::string();
}

bool Bridged::is_any_pending() {
  const auto page = supplier.pending({.per_page = 1});
  EXPECT_TRUE(page) << page.error().message;
  return !page || !page->items.empty();
}

std::string Bridged::status() const {
  return desk.tradepost("agent status --json").out;
}

bool Bridged::is_all_settled() {
  if (is_any_pending()) return false;
  const std::string now = status();
  return at(now, "running") == "true" && number_at(now, "bridges.0.waiting") == 0 &&
         number_at(now, "bridges.0.unreported") == 0;
}

void Bridged::expect_all_settled(std::chrono::seconds within) {
  EXPECT_TRUE(is_soon([this] { return is_all_settled(); }, within))
      << "documents are left after " << within.count() << " s\n"
      << status();
}

}  // namespace tradepost::agent_kill_tests
