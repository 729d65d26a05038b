// Tests long polls of many tokens at once (contract 6.5, 8.2).

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "served/json.hpp"
#include "serving_load/concurrency_town.hpp"

// Covers contract 6.5 and 8.2.
namespace tradepost::serving_load {

using traders::Page;
using traders::page_of;

namespace {

using http_tests::Answer;
using http_tests::Client;
using served::at;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t of_a_token = 10;
constexpr std::size_t recipients = 5;
constexpr milliseconds patience(10'000);

class Polls : public testing::Test {
 protected:
  struct Poll {
    std::unique_ptr<Client> client;
    std::size_t supplier = 0;
  };

  void begin(std::vector<Poll>& polls, std::size_t supplier, const std::string& token) {
    polls.push_back({.client = std::make_unique<Client>(town_.port()), .supplier = supplier});
    polls.back().client->send(
        fmt::format("GET /v2/transactions HTTP/1.1\r\nHost: exchange.test\r\n"
                    "Authorization: Bearer {}\r\nPrefer: wait=50\r\n\r\n",
                    token));
  }

  // Begins ten polls of each token. All of them wait when an eleventh is refused.
  std::vector<Poll> ten_of_each() {
    std::vector<Poll> polls;
    for (std::size_t i = 0; i <= of_a_token; ++i) {
      for (std::size_t supplier = 0; supplier < recipients; ++supplier) {
        begin(polls, supplier, town_.supplier(supplier).token);
      }
    }
    std::vector<std::size_t> refused(recipients, 0);
    std::size_t heard = 0;
    const auto until = steady_clock::now() + patience;
    while (heard < recipients && steady_clock::now() < until) {
      for (auto poll = polls.begin(); poll != polls.end();) {
        if (!poll->client->has_answer_within(milliseconds(1))) {
          ++poll;
          continue;
        }
        const Answer answer = poll->client->answer();
        EXPECT_EQ(answer.status, 429) << answer.body;
        EXPECT_NE(answer.header("retry-after"), "");
        ++refused[poll->supplier];
        ++heard;
        poll = polls.erase(poll);
      }
    }
    EXPECT_EQ(refused, std::vector<std::size_t>(recipients, 1));
    return polls;
  }

  ConcurrencyTown town_;
};

TEST_F(Polls, fifty_of_five_tokens_are_each_woken_by_their_document) {
  std::vector<Poll> polls = ten_of_each();
  ASSERT_EQ(polls.size(), recipients * of_a_token);
  Client sender(town_.port());
  std::vector<std::string> ids;
  const auto began = steady_clock::now();
  for (std::size_t supplier = 0; supplier < recipients; ++supplier) {
    ids.push_back(send(sender, town_.customer(0), ConcurrencyTown::order(0, supplier, "N", 1)));
  }
  for (Poll& poll : polls) {
    const Page page = page_of(poll.client->answer());
    ASSERT_EQ(page.rows.size(), 1u);
    EXPECT_EQ(page.rows.front().id, ids[poll.supplier]);
  }
  const auto took = std::chrono::duration_cast<milliseconds>(steady_clock::now() - began);
  EXPECT_LT(took, milliseconds(2'000));
  std::printf("%zu polls were answered within %lld ms of the first document\n", polls.size(),
              static_cast<long long>(took.count()));
  // The places of the polls are free again.
  begin(polls, 0, town_.supplier(0).token);
  EXPECT_EQ(polls.back().client->answer().status, 200);
}

TEST_F(Polls, document_wakes_those_of_its_recipient_alone) {
  std::vector<Poll> polls = ten_of_each();
  Client sender(town_.port());
  const std::string id = send(sender, town_.customer(0), ConcurrencyTown::order(0, 2, "N", 1));
  for (Poll& poll : polls) {
    if (poll.supplier != 2) continue;
    const Page page = page_of(poll.client->answer());
    ASSERT_EQ(page.rows.size(), 1u);
    EXPECT_EQ(page.rows.front().id, id);
  }
  for (Poll& poll : polls) {
    EXPECT_TRUE(poll.supplier == 2 || !poll.client->has_answer_within(milliseconds(1)));
  }
}

TEST_F(Polls, those_of_a_revoked_token_end_with_401_and_those_of_others_wait_on) {
  const std::string given = town_.by().does(
      "POST", "/admin/tokens", fmt::format(R"({{"participant":"{}"}})", town_.supplier(0).id));
  std::vector<Poll> polls;
  for (std::size_t i = 0; i < of_a_token; ++i) {
    begin(polls, 0, at(given, "token"));
    begin(polls, 1, town_.supplier(0).token);
  }
  EXPECT_FALSE(polls.front().client->has_answer_within(milliseconds(300)));
  town_.by().does("DELETE", "/admin/tokens/" + at(given, "id"), "");
  const auto revoked = steady_clock::now();
  for (Poll& poll : polls) {
    if (poll.supplier != 0) continue;
    EXPECT_EQ(poll.client->answer().status, 401);
  }
  EXPECT_LT(steady_clock::now() - revoked, milliseconds(5'000));
  Client sender(town_.port());
  send(sender, town_.customer(0), ConcurrencyTown::order(0, 0, "N", 1));
  for (Poll& poll : polls) {
    if (poll.supplier != 1) continue;
    EXPECT_EQ(page_of(poll.client->answer()).rows.size(), 1u);
  }
}

}  // namespace
}  // namespace tradepost::serving_load
