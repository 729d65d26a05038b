#include "simulate/simulator.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "polling.hpp"
#include "served/json.hpp"

namespace tradepost::simulate_tests {

client::Exchange Network::exchange(const std::string& token) {
  return *client::Exchange::open({.url = url(), .token = token});
}

Simulator::Simulator(Network& network, const std::string& token, const std::string& words) {
  desk_.set("TRADEPOST_URL", network.url());
  desk_.set("TRADEPOST_TOKEN", token);
  process_ = desk_.begin("simulate " + words);
}

Simulator::~Simulator() {
  if (testing::Test::HasFailure()) {
    const std::string text = output();
    ADD_FAILURE() << text.substr(text.size() - std::min<std::size_t>(text.size(), 4'000));
  }
}

std::size_t Simulator::count(std::initializer_list<std::string_view> texts) const {
  const auto all = served::lines_of(output());
  return static_cast<std::size_t>(std::ranges::count_if(all, [&](const std::string& line) {
    return std::ranges::all_of(texts, [&](auto text) { return line.contains(text); });
  }));
}

bool comes(std::string_view what, const std::function<bool()>& condition) {
  const bool has_come = is_soon(condition, std::chrono::minutes(5));
  EXPECT_TRUE(has_come) << what << " did not come";
  return has_come;
}

std::vector<Sent> sent_by(Network& network, const std::string& token) {
  auto exchange = network.exchange(token);
  std::vector<Sent> sent;
  auto walk = exchange.walk_all_transactions({.direction = "sent"});
  while (!walk.is_over()) {
    const auto page = walk.next();
    if (!page) {
      ADD_FAILURE() << page.error().message;
      return sent;
    }
    for (const client::Transaction& one : page->items) {
      sent.push_back({.type = one.type, .content = served::without_labels(one.content)});
    }
  }
  std::ranges::sort(sent);
  return sent;
}

std::size_t pending_of(Network& network, const std::string& token) {
  auto exchange = network.exchange(token);
  const auto page = exchange.pending();
  return page ? page->items.size() : 0;
}

}  // namespace tradepost::simulate_tests
