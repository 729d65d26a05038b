// Takes document numbers over many connections and kills the binary with -9. No number may be given
// twice.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "served/mortal_client.hpp"
#include "served/network.hpp"
#include "tests/support/run.hpp"

// Covers contract 14.3.
namespace tradepost::serving_load::document_numbers_test {
namespace {

using served::MortalClient;

constexpr std::size_t connections = 8;

class DocumentNumbers : public testing::Test {
 protected:
  DocumentNumbers() : exchange_({.data = folder_.path() + "/network"}) {
    served::Operator by(exchange_.port());
    supplier_ = add_member(by, "Lieferant", "9521001000000");
    MortalClient client(exchange_.port());
    const auto heard = client.ask(supplier_.token, "PUT", "/v2/profile/number-ranges/INVOICE",
                                  R"({"prefix":"INV-","next":1,"width":6})", "");
    EXPECT_TRUE(heard && heard->status == 200) << (heard ? heard->body : "no answer");
  }

  // Kills the exchange after so many numbers in all, and waits for all takers to end.
  void take_until_killed(std::size_t enough) {
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < connections; ++i) {
      threads.emplace_back([this] {
        take_while_answered();
        told_.notify_all();
      });
    }
    {
      std::unique_lock lock(mutex_);
      const auto is_over = [&] { return given_.size() >= enough || HasFailure(); };
      EXPECT_TRUE(told_.wait_for(lock, std::chrono::minutes(5), is_over));
    }
    exchange_.kill();
    for (std::thread& thread : threads) thread.join();
  }

  void take_while_answered() {
    MortalClient client(exchange_.port());
    while (true) {
      const auto heard =
          client.ask(supplier_.token, "POST", "/v2/profile/number-ranges/INVOICE/numbers", "", "");
      if (!heard) return;
      EXPECT_EQ(heard->status, 201) << heard->body;
      if (heard->status != 201) return;
      const std::lock_guard lock(mutex_);
      EXPECT_TRUE(given_.insert(heard->body).second) << heard->body << " was given twice";
      told_.notify_all();
    }
  }

  served::ScratchFolder folder_;
  served::ServedExchange exchange_;
  served::Member supplier_;
  std::mutex mutex_;
  std::condition_variable told_;
  std::set<std::string> given_;  // guarded by mutex_
};

TEST_F(DocumentNumbers, none_is_given_twice_through_kills) {
  const std::size_t lives = 3;
  const std::size_t numbers = run::is_long() ? 5'000 : 300;
  for (std::size_t life = 1; life <= lives && !HasFailure(); ++life) {
    SCOPED_TRACE(fmt::format("life {}", life));
    take_until_killed(numbers * life / lives);
    exchange_.begin();
  }
  EXPECT_EQ(exchange_.end(), 0);
  // A killed taking loses at most the number of each connection.
  const std::string last = *given_.rbegin();
  const std::size_t most = given_.size() + lives * connections;
  EXPECT_LE(last, fmt::format(R"({{"data":{{"number":"INV-{:06}"}}}})", most));
  std::printf("%zu lives, %zu connections: %zu numbers, the last is %s\n", lives, connections,
              given_.size(), last.c_str());
}

}  // namespace
}  // namespace tradepost::serving_load::document_numbers_test
