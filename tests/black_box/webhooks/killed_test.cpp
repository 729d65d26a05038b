// Kills exchange and receiver at random, and expects every event to arrive.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <poll.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <map>
#include <random>

#include "polling.hpp"
#include "served/json.hpp"
#include "tests/support/run.hpp"
#include "webhooks/hooked.hpp"
#include "webhooks/page_receiver.hpp"

namespace tradepost::webhooks_tests {
namespace {

using served::at;
using std::chrono::steady_clock;

// Returns the ids of the transactions in the order of their first events. A repeated event must
// have the id of the first one.
std::vector<std::string> received_first(const std::vector<std::string>& taken) {
  std::vector<std::string> ids;
  std::map<std::string, std::string> event_of;
  for (const std::string& body : taken) {
    const std::string id = at(body, "transaction.platformTransactionId");
    const auto [known, is_new] = event_of.try_emplace(id, at(body, "id"));
    if (is_new) ids.push_back(id);
    EXPECT_EQ(known->second, at(body, "id")) << "one event has two ids";
  }
  return ids;
}

// Covers contract 8.3.
TEST(Killed, neither_exchange_nor_receiver_loses_an_event_or_its_order) {
  const int documents = run::is_long() ? 500 : 60;
  const std::uint64_t seed = run::seed();
  std::mt19937 random(static_cast<std::mt19937::result_type>(seed));
  const auto one_of = [&](unsigned count) { return random() % count == 0; };

  Hooked hooked;
  const Webhook webhook = hooked.hook(hooked.trade.supplier, "http://127.0.0.1:9/in");
  PageReceiver receiver(PageReceiver::Language::python, webhook.secret);
  hooked.ask(hooked.trade.supplier.token, "PUT", "/v2/profile/webhooks/" + webhook.id,
             fmt::format(R"({{"url":"{}"}})", receiver.url()));
  const auto began = steady_clock::now();
  std::vector<std::string> sent;
  int kills_of_exchange = 0;
  int kills_of_receiver = 0;
  while (sent.size() < static_cast<std::size_t>(documents)) {
    sent.push_back(hooked.sends(fmt::format("A-{}", sent.size())));
    if (one_of(12)) {
      // The kill happens during the calls or after them.
      ::poll(nullptr, 0, static_cast<int>(random() % 150));
      hooked.exchange.kill();
      hooked.exchange.begin();
      ++kills_of_exchange;
    }
    if (one_of(12)) {
      receiver.kill();
      receiver.begin();
      ++kills_of_receiver;
    }
  }
  const auto is_all = [&] { return received_first(receiver.taken()).size() >= sent.size(); };
  is_soon(is_all, std::chrono::minutes(3));
  const auto took = std::chrono::duration<double>(steady_clock::now() - began).count();
  const auto taken = receiver.taken();
  EXPECT_EQ(received_first(taken), sent) << "seed " << seed;
  const auto figures = fmt::format(
      "{} documents, {} kills of the exchange, {} of the receiver, {} doubles, {:.1f} s, seed {}",
      sent.size(), kills_of_exchange, kills_of_receiver, taken.size() - sent.size(), took, seed);
  std::cout << figures << "\n";
  RecordProperty("figures", figures);
}

}  // namespace
}  // namespace tradepost::webhooks_tests
