// Tests one number, or one document, at the same instant on 64 connections (contract 4.8, 4.9,
// 5.2).

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "serving_load/concurrency_town.hpp"
#include "tests/support/run.hpp"

namespace tradepost::serving_load {

using traders::id_in;
using traders::Row;
using traders::whole_list;

namespace {

using http_tests::Answer;
using http_tests::Client;
using served::ask;

constexpr std::size_t connections = 64;

class SameInstant : public testing::Test {
 protected:
  SameInstant() {
    for (std::size_t i = 0; i < connections; ++i) clients_.emplace_back(town_.port());
    // Each connection serves a request first, so that none has to be accepted later.
    for (Client& client : clients_) {
      EXPECT_EQ(ask(client, town_.customer(0).token, "GET", "/v2/ping").status, 204);
    }
  }

  // Sends all but the last byte of each request, and then all last bytes without a pause.
  std::vector<Answer> send_at_once(const std::vector<std::string>& orders,
                                   std::string_view headers = "") {
    for (std::size_t i = 0; i < connections; ++i) {
      const std::string request = fmt::format(
          "POST /v2/transactions HTTP/1.1\r\nHost: exchange.test\r\n"
          "Authorization: Bearer {}\r\nContent-Length: {}\r\n{}\r\n{}",
          town_.customer(0).token, orders[i].size(), headers, orders[i]);
      clients_[i].send(request.substr(0, request.size() - 1));
    }
    for (std::size_t i = 0; i < connections; ++i)
      clients_[i].send(orders[i].substr(orders[i].size() - 1));
    std::vector<Answer> answers;
    for (Client& client : clients_) answers.push_back(client.answer());
    return answers;
  }

  std::vector<Row> all_of(std::string_view number) {
    Client client(town_.port());
    return whole_list(
        [&](std::string_view path) { return ask(client, town_.customer(0).token, "GET", path); },
        fmt::format("/v2/all-transactions?per_page=100&filter[identifier]={}", number));
  }
  std::vector<std::string> pending_ids() {
    Client client(town_.port());
    std::vector<std::string> ids;
    for (const Row& row : pending(client, town_.supplier(0))) ids.push_back(row.id);
    return ids;
  }

  ConcurrencyTown town_;
  std::deque<Client> clients_;
};

// Follows the chain from its newest version to its oldest, and expects each version once.
void expect_one_chain(const std::vector<Row>& rows) {
  std::map<std::string, const Row*> by_id;
  const Row* latest = nullptr;
  for (const Row& row : rows) {
    by_id.emplace(row.id, &row);
    if (!row.is_latest) continue;
    EXPECT_EQ(latest, nullptr) << "two are the latest: " << row.id;
    latest = &row;
  }
  ASSERT_NE(latest, nullptr);
  EXPECT_EQ(latest->status, "PENDING");
  std::size_t passed = 1;
  for (const Row* newer = latest; !newer->replaces.empty(); ++passed) {
    ASSERT_TRUE(by_id.contains(newer->replaces)) << newer->replaces;
    const Row* const older = by_id.at(newer->replaces);
    ASSERT_EQ(older->replaced_by, newer->id) << "a fork";
    EXPECT_EQ(older->status, "DROPPED") << older->id;
    ASSERT_LE(passed, rows.size());
    newer = older;
  }
  EXPECT_EQ(passed, rows.size()) << "the chain has gaps";
}

// Covers contract 5.2.
TEST_F(SameInstant, versions_of_one_number_form_one_chain_with_one_latest) {
  const int rounds = run::binary_is_slow() ? 2 : 5;
  std::set<std::string> latest;
  for (int round = 0; round < rounds; ++round) {
    const std::string number = fmt::format("R{}", round);
    std::vector<std::string> orders;
    for (std::size_t i = 0; i < connections; ++i) {
      orders.push_back(ConcurrencyTown::order(0, 0, number, static_cast<int>(i)));
    }
    std::set<std::string> ids;
    for (const Answer& answer : send_at_once(orders)) {
      EXPECT_EQ(answer.status, 201) << answer.body;
      ids.insert(id_in(answer.body));
    }
    EXPECT_EQ(ids.size(), connections);
    const std::vector<Row> rows = all_of(number);
    EXPECT_EQ(rows.size(), connections);
    expect_one_chain(rows);
    for (const Row& row : rows) {
      EXPECT_TRUE(ids.contains(row.id));
      if (row.is_latest) latest.insert(row.id);
    }
  }
  const auto waiting = pending_ids();
  EXPECT_EQ(std::set<std::string>(waiting.begin(), waiting.end()), latest);
  EXPECT_EQ(waiting.size(), latest.size());
}

TEST_F(SameInstant, one_document_is_accepted_once_and_the_others_are_answered_with_its_id) {
  const std::vector<std::string> orders(connections, ConcurrencyTown::order(0, 0, "D", 1));
  std::set<std::string> ids;
  std::size_t taken = 0;
  for (const Answer& answer : send_at_once(orders)) {
    EXPECT_TRUE(answer.status == 201 || answer.status == 400) << answer.body;
    if (answer.status == 201) ++taken;
    ids.insert(id_in(answer.body));
  }
  EXPECT_EQ(taken, 1u);
  EXPECT_EQ(ids.size(), 1u);
  EXPECT_EQ(all_of("D").size(), 1u);
  EXPECT_EQ(pending_ids().size(), 1u);
}

TEST_F(SameInstant, one_document_with_one_key_is_taken_once_and_all_get_the_first_answer) {
  const std::vector<std::string> orders(connections, ConcurrencyTown::order(0, 0, "K", 1));
  std::set<std::string> ids;
  for (const Answer& answer : send_at_once(orders, "Idempotency-Key: the same\r\n")) {
    EXPECT_EQ(answer.status, 201) << answer.body;
    ids.insert(id_in(answer.body));
  }
  EXPECT_EQ(ids.size(), 1u);
  EXPECT_EQ(pending_ids().size(), 1u);
}

}  // namespace
}  // namespace tradepost::serving_load
