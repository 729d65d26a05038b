// Tests a repeat while the first request with its Idempotency-Key is in progress (contract 4.9). A
// held disk delays the first request.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>

#include "served/json.hpp"
#include "served/slow_disk.hpp"
#include "trade/partners.hpp"

// Covers contract 4.9.
namespace tradepost::serving {

using trade::order;
using trade::Partners;
using trade::pending;

namespace {

using http_tests::Answer;
using http_tests::Client;
using served::ask;
using served::at;
using std::chrono::milliseconds;

class KeyOnASlowDisk : public testing::Test {
 public:
  // Sends a request with the key and expects no answer yet. By then the request is in progress.
  void begin(const Client& client, std::string_view number) const {
    const std::string body = order(number);
    client.send(fmt::format(
        "POST /v2/transactions HTTP/1.1\r\nHost: exchange.test\r\n"
        "Authorization: Bearer {}\r\nIdempotency-Key: k\r\nContent-Length: {}\r\n\r\n{}",
        trade.customer.token, body.size(), body));
    EXPECT_FALSE(client.has_answer_within(milliseconds(300)));
  }

  const served::ScratchFolder folder;
  const served::SlowDisk disk{folder.path()};
  const served::ServedExchange exchange{
      {.data = folder.path() + "/network", .environment = disk.environment()}};
  const Partners trade{exchange};
  Client first{exchange.port()};
  Client second{exchange.port()};
};

TEST_F(KeyOnASlowDisk, repeat_is_409_after_five_seconds_and_the_first_is_taken_all_the_same) {
  disk.hold();
  begin(first, "A-1");
  const auto began = std::chrono::steady_clock::now();
  begin(second, "A-1");
  const Answer refused = second.answer();
  const auto waited = std::chrono::steady_clock::now() - began;
  EXPECT_EQ(refused.status, 409) << refused.body;
  EXPECT_EQ(at(refused.body, "code"), "conflict");
  EXPECT_EQ(at(refused.body, "detailCode"), "key_in_use");
  EXPECT_NE(refused.header("retry-after"), "");
  EXPECT_GE(waited, milliseconds(5'000));
  EXPECT_LT(waited, milliseconds(9'000));
  EXPECT_FALSE(first.has_answer_within(milliseconds(0)));

  disk.let_go();
  const Answer taken = first.answer();
  EXPECT_EQ(taken.status, 201) << taken.body;
  const Answer again = ask(second, trade.customer.token, "POST", "/v2/transactions", order("A-1"),
                           "Idempotency-Key: k\r\n");
  EXPECT_EQ(again.status, 201);
  EXPECT_EQ(again.body, taken.body);
  EXPECT_EQ(pending(first, trade).size(), 1u);
}

TEST_F(KeyOnASlowDisk, repeat_waits_and_gets_the_first_ones_answer) {
  disk.hold();
  begin(first, "A-1");
  begin(second, "A-1");
  disk.let_go();
  const Answer taken = first.answer();
  const Answer again = second.answer();
  EXPECT_EQ(taken.status, 201) << taken.body;
  EXPECT_EQ(again.status, 201) << again.body;
  EXPECT_EQ(again.body, taken.body);
  EXPECT_EQ(pending(first, trade).size(), 1u);
}

TEST_F(KeyOnASlowDisk, other_payload_waits_too_and_is_422) {
  disk.hold();
  begin(first, "A-1");
  begin(second, "A-2");
  disk.let_go();
  EXPECT_EQ(first.answer().status, 201);
  EXPECT_EQ(second.answer().status, 422);
  EXPECT_EQ(pending(first, trade).size(), 1u);
}

// A key belongs to its participant and flow. A request with another key waits only for the disk.
TEST_F(KeyOnASlowDisk, another_key_does_not_wait_for_it) {
  disk.hold();
  begin(first, "A-1");
  const std::string body = order("A-2");
  second.send(
      fmt::format("POST /v2/transactions HTTP/1.1\r\nHost: exchange.test\r\n"
                  "Authorization: Bearer {}\r\nIdempotency-Key: l\r\nContent-Length: {}\r\n\r\n{}",
                  trade.customer.token, body.size(), body));
  EXPECT_FALSE(second.has_answer_within(milliseconds(5'500))) << "no key is in its way";
  disk.let_go();
  EXPECT_EQ(first.answer().status, 201);
  EXPECT_EQ(second.answer().status, 201);
  EXPECT_EQ(pending(first, trade).size(), 2u);
}

}  // namespace
}  // namespace tradepost::serving
