// Sends notices over many connections and kills the binary with -9. No number may be given to two
// units, and every acknowledged unit must have one.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "base/clock.hpp"
#include "base/tasks/manual_executor.hpp"
#include "exchange/model/units.hpp"
#include "scratch_store/store_on_files.hpp"
#include "served/mortal_client.hpp"
#include "served/network.hpp"
#include "tests/support/run.hpp"
#include "traders/json_text.hpp"
#include "traders/pages.hpp"

namespace tradepost::serving_load {

using served::MortalClient;
using traders::id_in;

namespace {

constexpr std::size_t connections = 32;
constexpr std::string_view prefix = "39521001";

std::string notice(std::uint64_t number, std::size_t units) {
  constexpr std::string_view unit =
      R"({"items":[{"lineNumber":1,"identifiers":[{"identifier":"A1"}],"isDepositItem":false,)"
      R"("orderedQuantity":1,"shippedQuantity":1}]})";
  std::string all;
  for (std::size_t i = 0; i < units; ++i) all += (i == 0 ? "" : ",") + std::string(unit);
  return fmt::format(
      R"({{"type":"SHIPPING_NOTICE","content":{{"header":{{"shippingNoticeIdentifier":"L{}",)"
      R"("shippingNoticeDate":"2026-03-05","orderIdentifier":"B1",)"
      R"("supplier":{{"identifiers":[{{"domain":"GS1","identifier":"9521001000000"}}]}},)"
      R"("buyer":{{"identifiers":[{{"domain":"GS1","identifier":"9521002000009"}}]}}}},)"
      R"("transportUnits":[{}]}}}})",
      number, all);
}

// Implements GS1's rule independently of the product.
bool has_right_check_digit(std::string_view sscc) {
  int sum = 0;
  for (std::size_t i = 0; i < sscc.size(); ++i) sum += (sscc[i] - '0') * (i % 2 == 0 ? 3 : 1);
  return sscc.size() == 18 && sum % 10 == 0;
}

class Numbers : public testing::Test {
 protected:
  Numbers() : seed_(run::seed()), exchange_({.data = folder_.path() + "/network"}) {
    served::Operator by(exchange_.port());
    supplier_ = add_member(by, "Lieferant", "9521001000000");
    relate(by, supplier_, add_member(by, "Kunde", "9521002000009"));
    by.does("POST", "/admin/sscc-ranges",
            fmt::format(R"({{"participant":"{}","prefix":"{}","end":100000000}})", supplier_.id,
                        prefix));
  }

  // Kills the exchange after so many acknowledged units in all, and waits for all senders to end.
  void send_until_killed(std::size_t enough) {
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < connections; ++i) {
      threads.emplace_back([this, seed = ++seed_] {
        send_while_answered(seed);
        told_.notify_all();
      });
    }
    {
      std::unique_lock lock(mutex_);
      const auto is_over = [&] { return units_acknowledged_ >= enough || HasFailure(); };
      EXPECT_TRUE(told_.wait_for(lock, std::chrono::minutes(10), is_over));
    }
    exchange_.kill();
    for (std::thread& thread : threads) thread.join();
  }

  void send_while_answered(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    MortalClient client(exchange_.port());
    while (true) {
      const std::size_t units = 1 + random() % 9;
      const std::uint64_t number = ++notices_;
      const std::string key = fmt::format("Idempotency-Key: {}\r\n", number);
      const std::string body = notice(number, units);
      const std::size_t times = random() % 8 == 0 ? 2 : 1;  // a repeat takes no further numbers
      for (std::size_t i = 0; i < times; ++i) {
        const auto heard = client.ask(supplier_.token, "POST", "/v2/transactions", body, key);
        if (!heard) return;
        EXPECT_EQ(heard->status, 201) << heard->body;
        if (heard->status != 201) return;
        if (i == 0) was_acknowledged(id_in(heard->body), units);
      }
    }
  }

  void was_acknowledged(std::string id, std::size_t units) {
    const std::lock_guard lock(mutex_);
    EXPECT_TRUE(acknowledged_.emplace(std::move(id), units).second);
    units_acknowledged_ += units;
    told_.notify_all();
  }

  // Returns the units of every notice, read from the folder of an exchange that has ended.
  std::map<std::string, std::vector<exchange::Unit>> kept() const {
    std::map<std::string, std::vector<exchange::Unit>> all;
    const base::SystemClock clock;
    base::ManualExecutor executor;
    auto files = store::embedded::testing::StoreOnFiles::open(
        folder_.path() + "/network", clock, {},
        [](const base::Error& error) { ADD_FAILURE() << error.detail().str(); });
    EXPECT_TRUE(files);
    if (!files) return all;
    std::uint64_t after = 0;
    while (true) {
      auto page = executor.run(
          (*files)->store().effects(after, 1'000, executor.now() + std::chrono::minutes(1)));
      EXPECT_TRUE(page);
      if (!page) return all;
      for (const auto& [sequence, effect] : page->effects) {
        after = sequence;
        const auto* const sent = std::get_if<exchange::Sent>(&effect);
        if (sent != nullptr) all[sent->transaction.id.to_string()] = sent->transaction.units;
      }
      if (!page->more) return all;
    }
  }

  served::ScratchFolder folder_;
  std::uint64_t seed_;
  served::ServedExchange exchange_;
  served::Member supplier_;
  std::atomic<std::uint64_t> notices_ = 0;
  std::mutex mutex_;
  std::condition_variable told_;
  // Guarded by mutex_.
  std::size_t units_acknowledged_ = 0;
  std::map<std::string, std::size_t> acknowledged_;
};

TEST_F(Numbers, none_is_given_twice_and_every_unit_that_was_acknowledged_has_one) {
  const std::size_t lives = run::is_long() ? 10 : 3;
  const std::size_t units = run::is_long() ? 100'000 : 5'000;
  for (std::size_t life = 1; life <= lives && !HasFailure(); ++life) {
    SCOPED_TRACE(fmt::format("seed {}, life {}", seed_, life));
    send_until_killed(units * life / lives);
    exchange_.begin();
  }
  EXPECT_EQ(exchange_.end(), 0);
  const auto notices = kept();
  std::set<std::string> given;
  for (const auto& [id, all] : notices) {
    for (const exchange::Unit& unit : all) {
      const std::string sscc = exchange::sscc_of(unit).value_or("");
      EXPECT_TRUE(has_right_check_digit(sscc)) << sscc;
      EXPECT_TRUE(sscc.starts_with(prefix)) << sscc;
      EXPECT_TRUE(given.insert(sscc).second) << sscc << " was given twice";
    }
  }
  for (const auto& [id, count] : acknowledged_) {
    const auto notice = notices.find(id);
    ASSERT_NE(notice, notices.end()) << id;
    EXPECT_EQ(notice->second.size(), count) << id;
  }
  std::printf("%zu lives, %zu connections: %zu notices and %zu units acknowledged, %zu numbers\n",
              lives, connections, acknowledged_.size(), units_acknowledged_, given.size());
}

}  // namespace
}  // namespace tradepost::serving_load
