// Tests the health of several nodes on one database.

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "health_check.hpp"
#include "nodes/nodes.hpp"
#include "polling.hpp"
#include "served/json.hpp"
#include "served/shifted_clock.hpp"

// Covers contract 9.13.
namespace tradepost::on_postgres {
namespace {

using http_tests::Client;
using served::ask;
using served::at;
using served::health_check;

std::string health_of(Client& client) {
  return ask(client, served::operator_token, "GET", "/admin/health").body;
}

TEST(HealthOfNodes, each_node_shows_all_of_them_and_marks_itself) {
  Nodes nodes(3);
  nodes.trade();
  std::set<std::string> marked;
  for (std::size_t i = 0; i < nodes.count(); ++i) {
    Client client(nodes.port(i));
    EXPECT_TRUE(is_soon([&] { return at(health_of(client), "data.nodes.2.id") != "absent"; }));
    const std::string found = health_of(client);
    EXPECT_EQ(at(health_check(found, "nodes"), "state"), "ok");
    for (const char* const node : {"data.nodes.0", "data.nodes.1", "data.nodes.2"}) {
      const std::string one = at(found, node);
      EXPECT_EQ(at(one, "version"), at(found, "data.version"));
      if (at(one, "isThis") == "true") marked.insert(at(one, "id"));
    }
  }
  EXPECT_EQ(marked.size(), nodes.count());
}

TEST(HealthOfNodes, clock_that_differs_from_the_one_of_the_database_is_a_warning) {
  const served::ScratchFolder folder;
  const served::ShiftedClock clock(folder.path());
  const served::ServedExchange exchange(
      {.data = folder.path() + "/network", .environment = clock.environment()});
  Client client(exchange.port());
  const auto ahead = [&] {
    return at(health_check(health_of(client), "clock"), "figures.aheadOfDatabaseSeconds");
  };
  EXPECT_TRUE(is_soon([&] { return ahead() == "0"; }));
  clock.shift("+10m");
  EXPECT_TRUE(is_soon([&] { return ahead() == "600"; }));
  EXPECT_EQ(at(health_check(health_of(client), "clock"), "state"), "warning");
}

}  // namespace
}  // namespace tradepost::on_postgres
