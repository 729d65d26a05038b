// Tests nodes that start at the same time on an empty database.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "polling.hpp"
#include "served/desk.hpp"
#include "served/kept_in.hpp"
#include "served_on_postgres/databases.hpp"
#include "trade/partners.hpp"

// Covers contract 9.1.
namespace tradepost::on_postgres {
namespace {

using http_tests::Client;
using served::ask;
using served::ServedExchange;
using std::chrono::steady_clock;

constexpr std::size_t nodes_count = 3;

// Holds the lock of an empty database's directory until all nodes wait for it. By then each node
// has searched for an operator and has found none.
class Gate {
 public:
  explicit Gate(const std::string& database)
      : keeper_([database] {
          const auto kept = served::server().asks(
              fmt::format("\\connect {}\n"
                          "DO $$ BEGIN PERFORM pg_advisory_xact_lock(29808, 2); "
                          "FOR i IN 1..400 LOOP IF ({} AND NOT granted) >= {} THEN RETURN; END IF; "
                          "PERFORM pg_sleep(0.05); END LOOP; RAISE 'they did not come'; END $$",
                          database, waiting_there("current_database()"), nodes_count));
          EXPECT_TRUE(kept.is_good) << kept.err;
        }) {
    const std::string look = waiting_there("'" + database + "'") + " AND granted";
    const auto deadline = steady_clock::now() + std::chrono::seconds(20);
    while (served::server().rows(look) != std::vector<std::string>{"1"}) {
      EXPECT_LT(steady_clock::now(), deadline);
      if (testing::Test::HasFailure()) return;
      pause_between_looks();
    }
  }
  ~Gate() { keeper_.join(); }
  Gate(const Gate&) = delete;

 private:
  static std::string waiting_there(std::string_view database) {
    return fmt::format(
        "SELECT count(*) FROM pg_locks JOIN pg_database d ON d.oid = database WHERE datname = {} "
        "AND locktype = 'advisory' AND classid = 29808 AND objid = 2",
        database);
  }

  std::thread keeper_;
};

class AtOnce {
 public:
  explicit AtOnce(const std::string& environment) {
    std::vector<std::string> folders;
    for (std::size_t i = 0; i < nodes_count; ++i) folders.push_back(data_of(i));
    served::share_new_database(folders);
    nodes_.resize(nodes_count);
    const Gate gate(served::database_of(data_of(0)));
    std::vector<std::thread> starts;
    for (std::size_t i = 0; i < nodes_count; ++i) {
      starts.emplace_back([this, i, environment] {
        nodes_[i] = std::make_unique<ServedExchange>(
            ServedExchange::Options{.data = data_of(i), .environment = {environment}});
      });
    }
    for (std::thread& start : starts) start.join();
  }

  std::string data_of(std::size_t number) const {
    return fmt::format("{}/node-{}", folder_.path(), number);
  }
  const ServedExchange& at(std::size_t number) const { return *nodes_[number]; }

  // Expects every node to accept this operator after it has read the changes, and to have no other.
  void expect_only_operator(const std::string& token) const {
    for (const auto& node : nodes_) {
      Client client(node->port());
      const auto deadline = steady_clock::now() + std::chrono::seconds(10);
      while (ask(client, token, "GET", "/admin/operators").status != 200) {
        ASSERT_LT(steady_clock::now(), deadline);
        pause_between_looks();
      }
      const auto all = ask(client, token, "GET", "/admin/operators").body;
      EXPECT_EQ(operators_in(all), 1u) << all;
    }
  }

 private:
  static std::size_t operators_in(const std::string& body) {
    std::size_t count = 0;
    for (auto at = body.find("\"name\""); at != std::string::npos;
         at = body.find("\"name\"", at + 1))
      ++count;
    return count;
  }

  const served::ScratchFolder folder_;
  std::vector<std::unique_ptr<ServedExchange>> nodes_;
};

TEST(NodesAtOnce, on_an_empty_database_create_one_operator_and_show_one_token) {
  const AtOnce nodes("TRADEPOST_OPERATOR_TOKEN=");
  std::vector<std::string> tokens;
  for (std::size_t i = 0; i < nodes_count; ++i) {
    const bool has_shown = nodes.at(i).first_lines().size() == 2;
    const std::string file = nodes.data_of(i) + "/operator-token";
    EXPECT_EQ(std::filesystem::exists(file), has_shown) << file;
    std::string token;
    if (std::ifstream(file) >> token) tokens.push_back(token);
  }
  ASSERT_EQ(tokens.size(), 1u);
  nodes.expect_only_operator(tokens.front());
}

TEST(NodesAtOnce, with_the_same_token_have_one_operator) {
  const AtOnce nodes("TRADEPOST_OPERATOR_TOKEN=of-all");
  nodes.expect_only_operator("of-all");
}

TEST(InitOfADatabase, makes_the_operator_that_each_node_knows) {
  const served::ScratchFolder folder;
  const std::string data = folder.path() + "/first";
  const std::string other = folder.path() + "/other";
  served::share_new_database({data, other});
  const std::string words =
      fmt::format("init --data {} --store '{}'", data, served::store_of(data));
  const served::Desk place;
  const served::Ended made = place.tradepost(words);
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_TRUE(made.out.contains(data + "/operator-token")) << made.out;
  std::string token;
  std::ifstream(data + "/operator-token") >> token;

  const ServedExchange node({.data = other, .environment = {"TRADEPOST_OPERATOR_TOKEN="}});
  EXPECT_EQ(node.first_lines().size(), 1u) << node.first_lines().front();
  Client client(node.port());
  EXPECT_EQ(ask(client, token, "GET", "/admin/operators").status, 200);

  const served::Ended again = place.tradepost(words);
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_TRUE(again.out.contains("Nothing was changed.")) << again.out;
  EXPECT_FALSE(std::filesystem::exists(other + "/operator-token"));
}

}  // namespace
}  // namespace tradepost::on_postgres
