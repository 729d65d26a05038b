#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "served/json.hpp"
#include "served/mortal_client.hpp"
#include "served/network.hpp"
#include "tests/support/run.hpp"

// Tests that a network with many held documents is opened while others trade (contract 5.6).
// Covers contract 5.6.
namespace tradepost::served {
namespace {

using std::chrono::steady_clock;

struct Size {
  std::size_t senders = 5;
  std::size_t recipients = 4;
  std::size_t each = 60;  // held documents of each direction

  std::size_t held() const { return senders * recipients * each; }
};

Size size() {
  return run::is_long() ? Size{.senders = 10, .recipients = 10, .each = 1'000} : Size{};
}

struct Trader {
  Member member;
  std::string gln;
};

std::string order(const Trader& from, const Trader& to, std::string_view number) {
  return fmt::format(
      R"({{"type":"ORDER","content":{{"header":{{"buyer":{{"identifiers":[{{"identifier":"{}"}}]}},)"
      R"("supplier":{{"identifiers":[{{"identifier":"{}"}}]}},"orderIdentifier":"{}",)"
      R"("orderDate":"2026-03-02"}},"items":[{{}}]}}}})",
      from.gln, to.gln, number);
}

std::string receival_notice(const Trader& from, const Trader& to, std::string_view number) {
  return fmt::format(
      R"({{"type":"RECEIVAL_NOTICE","content":{{"header":{{"receivalAdviceNumber":"{}",)"
      R"("receivalDate":"2026-03-06","customer":{{"identifiers":[{{"identifier":"{}"}}]}},)"
      R"("supplier":{{"identifiers":[{{"identifier":"{}"}}]}}}},)"
      R"("transportUnits":[{{"items":[{{}}]}}]}}}})",
      number, from.gln, to.gln);
}

class Holding : public testing::Test {
 protected:
  void SetUp() override {
    Operator by(exchange_.port());
    for (std::size_t i = 0; i < size_.senders; ++i) senders_.push_back(add(by));
    for (std::size_t i = 0; i < size_.recipients; ++i) recipients_.push_back(add(by));
    buyer_ = add(by);
    seller_ = add(by);
    relate(by, buyer_.member, seller_.member);
    std::vector<std::thread> threads;
    for (const Trader& from : senders_) {
      threads.emplace_back([this, &from] { send_all(from); });
    }
    for (std::thread& thread : threads) thread.join();
    ASSERT_EQ(held(), size_.held());
  }

  Trader add(Operator& by) {
    const std::string number = gln_of(++last_);
    return {.member = add_member(by, fmt::format("Firma {}", last_), number), .gln = number};
  }

  // Repeats a request while the answer is 503, which means that nothing was done.
  static http_tests::Answer sends(http_tests::Client& client, const Trader& from,
                                  const std::string& document) {
    const auto deadline = steady_clock::now() + std::chrono::minutes(1);
    for (;;) {
      auto sent = ask(client, from.member.token, "POST", "/v2/transactions", document);
      if (sent.status != 503 || steady_clock::now() > deadline) return sent;
    }
  }

  void send_all(const Trader& from) const {
    http_tests::Client client(exchange_.port());
    for (std::size_t number = 0; number < size_.each; ++number) {
      for (const Trader& to : recipients_) {
        const auto sent = sends(client, from, order(from, to, fmt::format("{:05}", number)));
        ASSERT_EQ(sent.status, 202) << sent.body;
      }
    }
  }

  std::size_t held() const {
    Operator by(exchange_.port());
    const std::string queues = by.does("GET", "/admin/queues?per_page=100", "");
    std::size_t held = 0;
    for (std::size_t i = 0; at(queues, fmt::format("items.{}", i)) != "absent"; ++i) {
      held += number_at(queues, fmt::format("items.{}.held", i));
    }
    return held;
  }

  // Opens the network. Returns false if the exchange ended before its answer.
  bool open() const {
    MortalClient client(exchange_.port());
    const auto answer = client.ask(operator_token, "PUT", "/admin/network", R"({"mode":"open"})");
    return answer && answer->status == 200;
  }

  void wait_until_none_is_held() const {
    const auto deadline = steady_clock::now() + std::chrono::minutes(5);
    while (held() > 0) ASSERT_LT(steady_clock::now(), deadline) << "still held: " << held();
  }

  // Returns the numbers of pending documents by sender, in the order of the list.
  std::map<std::string, std::vector<std::string>> pending(const Trader& of) const {
    std::map<std::string, std::vector<std::string>> numbers;
    http_tests::Client client(exchange_.port());
    std::string cursor;
    do {
      const auto page =
          ask(client, of.member.token, "GET", "/v2/transactions?per_page=100" + cursor);
      EXPECT_EQ(page.status, 200) << page.body;
      for (std::size_t i = 0; at(page.body, fmt::format("items.{}", i)) != "absent"; ++i) {
        const std::string header = fmt::format("items.{}.content.header.", i);
        numbers[at(page.body, header + "buyer.identifiers.0.identifier")].push_back(
            at(page.body, header + "orderIdentifier"));
      }
      const std::string next = at(page.body, "nextCursor");
      cursor = next == "null" ? "" : "&cursor=" + next;
    } while (!cursor.empty());
    return numbers;
  }

  // Expects each direction to have its documents in order, followed by `later`.
  void expect_order(const std::vector<std::string>& later = {}) const {
    for (const Trader& to : recipients_) {
      auto numbers = pending(to);
      ASSERT_EQ(numbers.size(), senders_.size());
      for (const Trader& from : senders_) {
        std::vector<std::string> expected;
        for (std::size_t i = 0; i < size_.each; ++i) expected.push_back(fmt::format("{:05}", i));
        expected.insert(expected.end(), later.begin(), later.end());
        EXPECT_EQ(numbers[from.gln], expected) << from.gln << " to " << to.gln;
      }
    }
  }

  const Size size_ = size();
  std::size_t last_ = 0;
  ScratchFolder folder_;
  ServedExchange exchange_{{.data = folder_.path() + "/data"}};
  std::vector<Trader> senders_;
  std::vector<Trader> recipients_;
  Trader buyer_;
  Trader seller_;
};

TEST_F(Holding, opened_network_delivers_in_order_while_others_trade) {
  std::atomic<bool> is_open = false;
  std::thread opening([&] {
    EXPECT_TRUE(open());
    is_open = true;
  });
  http_tests::Client client(exchange_.port());
  std::size_t traded = 0;
  while (!is_open || traded < 10) {
    const auto sent = sends(client, buyer_, order(buyer_, seller_, fmt::format("T-{}", traded++)));
    EXPECT_EQ(sent.status, 201) << sent.body;
  }
  opening.join();
  wait_until_none_is_held();
  expect_order();
  EXPECT_EQ(pending(seller_)[buyer_.gln].size(), traded);
}

TEST_F(Holding, documents_sent_during_the_release_come_after_the_held_ones) {
  std::thread opening([&] { EXPECT_TRUE(open()); });
  // After the first release, a new document has to wait for the release of the held ones.
  while (held() == size_.held()) continue;
  std::vector<std::thread> threads;
  for (const Trader& from : senders_) {
    threads.emplace_back([this, &from] {
      http_tests::Client client(exchange_.port());
      for (const Trader& to : recipients_) {
        const auto sent =
            ask(client, from.member.token, "POST", "/v2/transactions", order(from, to, "behind"));
        EXPECT_EQ(sent.status, 201) << sent.body;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  opening.join();
  wait_until_none_is_held();
  expect_order({"behind"});
}

TEST_F(Holding, exchange_killed_during_the_release_continues_after_its_start) {
  std::thread opening([&] { open(); });
  std::size_t left = size_.held();
  while (left == size_.held()) left = held();
  exchange_.kill();
  opening.join();
  EXPECT_GT(left, 0u) << "it was over before it was killed";
  exchange_.begin();
  wait_until_none_is_held();
  expect_order();
}

TEST_F(Holding, exchange_stopped_during_the_release_ends_soon_and_continues_after_its_start) {
  std::thread opening([&] { open(); });
  while (held() == size_.held()) continue;
  const auto stopped = steady_clock::now();
  EXPECT_EQ(exchange_.end(), 0);
  // A stop takes about a second, and longer on a machine under load.
  EXPECT_LT(steady_clock::now() - stopped, std::chrono::seconds(run::binary_is_slow() ? 10 : 4));
  opening.join();
  exchange_.begin();
  wait_until_none_is_held();
  expect_order();
}

TEST_F(Holding, accepted_partner_delivers_in_order_and_only_its_own) {
  Operator by(exchange_.port());
  const Trader& from = senders_.front();
  const Trader& to = recipients_.front();
  const std::string done = by.does(
      "PUT", "/admin/relationships",
      fmt::format(R"({{"from":"{}","to":"{}","status":"active"}})", from.member.id, to.member.id));
  EXPECT_EQ(number_at(done, "data.0.released"), size_.each);
  const auto numbers = pending(to);
  ASSERT_EQ(numbers.size(), 1u);
  std::vector<std::string> expected;
  for (std::size_t i = 0; i < size_.each; ++i) expected.push_back(fmt::format("{:05}", i));
  EXPECT_EQ(numbers.begin()->second, expected);
  EXPECT_EQ(held(), size_.held() - size_.each);
}

TEST_F(Holding, accepted_kind_is_found_after_many_others) {
  // No document is held in this direction yet. The limit of a direction is a thousand.
  const Trader& from = recipients_.front();
  const Trader& to = senders_.front();
  http_tests::Client client(exchange_.port());
  constexpr std::size_t notices = 3;
  const std::size_t orders = size_.each - notices;
  for (std::size_t i = 0; i < orders; ++i) {
    ASSERT_EQ(sends(client, from, order(from, to, fmt::format("{:05}", i))).status, 202);
  }
  for (std::size_t i = 0; i < notices; ++i) {
    const auto sent = sends(client, from, receival_notice(from, to, fmt::format("R-{}", i)));
    ASSERT_EQ(sent.status, 202) << sent.body;
  }
  Operator by(exchange_.port());
  const std::string done = by.does(
      "PUT", "/admin/relationships",
      fmt::format(R"({{"from":"{}","to":"{}","status":"active","kinds":["RECEIVAL_NOTICE"]}})",
                  from.member.id, to.member.id));
  EXPECT_EQ(number_at(done, "data.0.released"), notices);
  const auto page = ask(client, to.member.token, "GET", "/v2/transactions?per_page=100");
  EXPECT_EQ(at(page.body, "count"), std::to_string(notices));
  EXPECT_EQ(held(), size_.held() + orders);
}

}  // namespace
}  // namespace tradepost::served
