// Tests a network that moves from a database to a folder while its node runs.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "nodes/nodes.hpp"
#include "nodes/open_transaction.hpp"
#include "polling.hpp"
#include "served/desk.hpp"
#include "served/json.hpp"

namespace tradepost::on_postgres::left_database_test {
namespace {

using http_tests::Client;
using served::ask;
using served::at;
using served::Ended;

class LeftDatabase : public ::testing::Test {
 protected:
  std::string address() const { return served::server().address(nodes_.database()); }
  std::string folder() const { return scratch_.path() + "/network"; }
  Ended moves(const std::string& by = "") const {
    return place_.tradepost(fmt::format("migrate --from '{}' --to '{}'", address(), folder()), {},
                            by);
  }
  Ended gives_up() const {
    return place_.tradepost(fmt::format("migrate --from '{}' --give-up", address()));
  }
  int sends(Client& client) {
    const auto order = trade::order(fmt::format("N-{}", ++orders_));
    return ask(client, trade_.customer.token, "POST", "/v2/transactions", order).status;
  }
  int reads(Client& client) const {
    return ask(client, trade_.supplier.token, "GET", "/v2/transactions").status;
  }

  const served::Desk place_;
  const served::ScratchFolder scratch_;
  Nodes nodes_{1};
  const trade::Partners trade_ = nodes_.trade();
  int orders_ = 0;
};

TEST_F(LeftDatabase, cursor_of_a_node_continues_in_the_folder_and_the_node_answers_no_more) {
  Client node(nodes_.port(0));
  std::vector<std::string> ids;
  for (int i = 1; i <= 5; ++i) {
    ids.push_back(trade::sends(node, trade_, trade::order(fmt::format("A-{}", i))));
  }
  const auto page = ask(node, trade_.supplier.token, "GET", "/v2/transactions?per_page=2");
  ASSERT_EQ(page.status, 200) << page.body;
  const std::string cursor = at(page.body, "nextCursor");
  EXPECT_EQ(
      ask(node, trade_.supplier.token, "POST", "/v2/transactions/" + ids[0], R"({"success":true})")
          .status,
      200);
  const Ended ended = moves();
  ASSERT_EQ(ended.exit_code, 0) << ended.out << ended.err;
  EXPECT_EQ(reads(node), 503);
  EXPECT_EQ(sends(node), 503);

  served::keep_at(folder(), "");
  const served::ServedExchange exchange({.data = folder()});
  Client client(exchange.port());
  const std::string later = trade::sends(client, trade_, trade::order("B-1"));
  EXPECT_EQ(trade::pending(client, trade_),
            (std::vector<std::string>{ids[1], ids[2], ids[3], ids[4], later}));
  const auto rest =
      ask(client, trade_.supplier.token, "GET", "/v2/transactions?per_page=100&cursor=" + cursor);
  ASSERT_EQ(rest.status, 200) << rest.body;
  EXPECT_EQ(at(rest.body, "count"), "4") << rest.body;
  EXPECT_EQ(at(rest.body, "items.0.platformTransactionId"), ids[2]);
  EXPECT_EQ(at(rest.body, "items.3.platformTransactionId"), later);
}

TEST_F(LeftDatabase, node_refuses_every_read_of_documents_and_cases_at_once) {
  Client node(nodes_.port(0));
  const std::string id = trade::sends(node, trade_, trade::order("A-1"));
  EXPECT_EQ(ask(node, trade_.supplier.token, "POST", "/v2/transactions/" + id,
                R"({"success":false,"reason":"The price is wrong."})")
                .status,
            200);
  const Ended ended = moves();
  ASSERT_EQ(ended.exit_code, 0) << ended.out << ended.err;
  for (const std::string path : {"/v2/transactions", "/v2/all-transactions", "/v2/errors"}) {
    EXPECT_EQ(ask(node, trade_.supplier.token, "GET", path).status, 503) << path;
  }
  EXPECT_EQ(ask(node, trade_.customer.token, "GET", "/v2/all-transactions/" + id).status, 503);
  EXPECT_EQ(ask(node, served::operator_token, "GET", "/admin/queues").status, 503);
}

TEST_F(LeftDatabase, node_answers_reads_and_no_writes_until_the_move_is_given_up) {
  Client node(nodes_.port(0));
  EXPECT_EQ(sends(node), 201);
  bool is_closed = false;
  for (int hundredths = 5; hundredths < 300 && !is_closed; hundredths += 5) {
    const Ended ended = moves(fmt::format("timeout -s KILL {:.2f}", hundredths / 100.0));
    ASSERT_NE(ended.exit_code, 0) << "the move was never found unfinished";
    is_closed = sends(node) == 503;
  }
  ASSERT_TRUE(is_closed);
  EXPECT_EQ(reads(node), 200);
  EXPECT_TRUE(is_soon([&] { return gives_up().exit_code == 0; }));
  EXPECT_TRUE(is_soon([&] { return sends(node) == 201; }));
}

TEST_F(LeftDatabase, has_no_documents_on_their_way_to_another_participant) {
  constexpr std::size_t documents = 40;
  Client node(nodes_.port(0));
  for (std::size_t i = 0; i < documents; ++i) EXPECT_EQ(sends(node), 201);
  served::Operator by(nodes_.port(0));
  const served::Member taker = served::add_member(by, "Nachfolger", "9521003000008");
  {
    const OpenTransaction in_the_way(nodes_, "LOCK TABLE pending IN SHARE MODE");
    node.send(served::request_of(
        served::operator_token, "PATCH", "/admin/participants/" + taker.id + "?take=pending",
        R"({"addIdentifiers": [{"domain": "GS1", "identifier": "9521001000000"}]})"));
    wait_for_sessions("1", "wait_event_type = 'Lock'");
    nodes_.at(0).kill();
  }
  EXPECT_EQ(served::server().value("SELECT count(*) FROM intent", nodes_.database()), "1");
  const Ended ended = moves();
  ASSERT_EQ(ended.exit_code, 0) << ended.out << ended.err;
  EXPECT_EQ(served::server().value("SELECT count(*) FROM intent_that_left", nodes_.database()),
            "0");
  served::keep_at(folder(), "");
  const served::ServedExchange exchange({.data = folder()});
  Client client(exchange.port());
  EXPECT_EQ(trade::pending(client, taker).size(), documents);
}

}  // namespace
}  // namespace tradepost::on_postgres::left_database_test
