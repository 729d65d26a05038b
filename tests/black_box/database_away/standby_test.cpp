// Tests a real standby, which answers reads and refuses writes.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "nodes/nodes.hpp"
#include "polling.hpp"
#include "postgres/postgres_server.hpp"
#include "served/desk.hpp"

namespace tradepost::on_postgres::standby_test {
namespace {

using http_tests::Client;
using postgres::PostgresServer;
using served::ask;

class Standby : public testing::Test {
 protected:
  // Returns the address of both servers, with the standby first.
  std::string both() const {
    return "postgres:///postgres?user=postgres&host=" + standby_.folder() + "," + primary_.folder();
  }

  PostgresServer primary_;
  const PostgresServer standby_{PostgresServer::StandbyOf{primary_}};
};

TEST_F(Standby, alone_is_refused_and_beside_its_primary_passed_over) {
  const served::Desk place;
  const served::Ended ended =
      place.tradepost("serve --listen 127.0.0.1:0 --store '" + standby_.address() + "'");
  EXPECT_EQ(ended.exit_code, 3) << ended.err;
  EXPECT_TRUE(ended.err.contains("read-only")) << ended.err;

  const served::ScratchFolder folder;
  served::keep_at(folder.path() + "/node", both());
  const served::ServedExchange node({.data = folder.path() + "/node"});
  const trade::Partners trade(node);
  Client client(node.port());
  const std::string id = trade::sends(client, trade, trade::order("A-1"));
  // At first the standby does not even have the table.
  EXPECT_TRUE(
      is_soon([&] { return standby_.asks("SELECT count(*) FROM transaction").out == "1\n"; }));

  // The standby has all data that a read needs, but possibly not the newest.
  primary_.crash();
  EXPECT_TRUE(is_soon([&] {
    Client asks(node.port());
    return ask(asks, trade.supplier.token, "GET", "/v2/transactions").status == 503;
  }));
  node.log_line_with({"event=database_away"});
  Client sends(node.port());
  const auto refused =
      ask(sends, trade.customer.token, "POST", "/v2/transactions", trade::order("A-2"));
  EXPECT_EQ(refused.status, 503) << refused.body;
  EXPECT_NE(refused.header("retry-after"), "");
  primary_.begin();
  EXPECT_TRUE(is_soon([&] {
    Client asks(node.port());
    return ask(asks, trade.supplier.token, "GET", "/v2/transactions").status == 200;
  }));
  Client after(node.port());
  EXPECT_EQ(trade::pending(after, trade), std::vector{id});
}

}  // namespace
}  // namespace tradepost::on_postgres::standby_test
