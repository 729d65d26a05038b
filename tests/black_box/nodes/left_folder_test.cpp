// Tests a network that moves from its folder to a database while the exchange of the folder runs.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "polling.hpp"
#include "served/desk.hpp"
#include "served/json.hpp"
#include "served/slow_disk.hpp"
#include "served_on_postgres/databases.hpp"
#include "trade/partners.hpp"

namespace tradepost::on_postgres::left_folder_test {
namespace {

using http_tests::Client;
using served::ask;
using served::at;
using served::Ended;

class LeftFolder : public ::testing::Test {
 protected:
  Ended moves(const std::string& more, std::string_view by = {}) const {
    return place_.tradepost(
        fmt::format("migrate --from '{}' --to '{}' {}", folder_, address_, more), {}, by);
  }
  // Kills the migration when the folder has this state and the exchange is about to see it.
  void begins_to_move_and_is_killed(std::string_view state) const {
    moves("--close",
          fmt::format("timeout 60 sh -c '\"$@\" & until grep -qs {} {}/leaving; do sleep 0.01; "
                      "done; kill -9 $!; wait' sh",
                      state, folder_));
  }
  Ended gives_up() const {
    return place_.tradepost(fmt::format("migrate --from '{}' --give-up", folder_));
  }
  Ended serves_it() const {
    return place_.tradepost(fmt::format("serve --data '{}' --listen 127.0.0.1:0", folder_), {},
                            "timeout 20");
  }
  // Returns the ids of all pending transactions, as a node of the database lists them.
  std::vector<std::string> pending_in_the_database(const served::Member& recipient) const {
    const std::string data = scratch_.path() + "/node";
    served::keep_at(data, address_);
    const served::ServedExchange node({.data = data});
    Client client(node.port());
    return trade::pending(client, recipient);
  }
  std::vector<std::string> pending_in_the_database() const {
    return pending_in_the_database(trade_.supplier);
  }
  std::string in_the_database(const std::string& sql) const {
    return served::server().value(sql, database_);
  }
  const std::string& kept_in_itself() const {
    served::keep_at(folder_, "");
    return folder_;
  }
  int status_of_sending(const std::string& number) {
    return ask(client_, trade_.customer.token, "POST", "/v2/transactions", trade::order(number))
        .status;
  }

  const served::Desk place_;
  const served::ScratchFolder scratch_;
  const std::string folder_ = scratch_.path() + "/network";
  const std::string database_ = served::new_database();
  const std::string address_ = served::server().address(database_);
  const served::SlowDisk disk_{scratch_.path()};
  served::ServedExchange exchange_{{.data = kept_in_itself(), .environment = disk_.environment()}};
  const trade::Partners trade_{exchange_};
  Client client_{exchange_.port()};
};

TEST_F(LeftFolder,
       all_acknowledged_documents_are_in_the_database_and_no_process_serves_the_folder) {
  std::vector<std::string> acknowledged;
  std::atomic<bool> is_under_load = false;
  std::jthread sender([&] {
    for (int i = 1;; ++i) {
      const auto answer = ask(client_, trade_.customer.token, "POST", "/v2/transactions",
                              trade::order(fmt::format("A-{}", i)));
      if (answer.status != 201) {
        EXPECT_EQ(answer.status, 503) << answer.body;
        EXPECT_TRUE(answer.body.contains("The network is moving to a database.")) << answer.body;
        return;
      }
      acknowledged.push_back(at(answer.body, "platformTransactionId"));
      is_under_load = i > 100;
    }
  });
  EXPECT_TRUE(is_soon([&] { return is_under_load.load(); }));
  const Ended ended = moves("--close --json");
  ASSERT_EQ(ended.exit_code, 0) << ended.out << ended.err;
  EXPECT_TRUE(ended.out.contains("\"finished\": true")) << ended.out;
  sender.join();
  exchange_.wait();
  exchange_.log_line_with({"event=network_left", "was moved to a database"});
  const Ended again = serves_it();
  EXPECT_EQ(again.exit_code, 3) << again.out;
  EXPECT_TRUE(again.err.contains("was moved to a database")) << again.err;
  EXPECT_TRUE(gives_up().err.contains("was moved to a database"));
  EXPECT_EQ(pending_in_the_database(), acknowledged);
}

TEST_F(LeftFolder, its_exchange_answers_reads_and_no_writes_until_the_move_is_given_up) {
  const std::string first = trade::sends(client_, trade_, trade::order("A-1"));
  begins_to_move_and_is_killed("closing");
  EXPECT_TRUE(is_soon([&] { return status_of_sending("A-1") == 503; }));
  EXPECT_EQ(trade::pending(client_, trade_), std::vector{first});
  const Ended given_up = gives_up();
  EXPECT_EQ(given_up.exit_code, 0) << given_up.err;
  EXPECT_TRUE(is_soon([&] { return status_of_sending("A-2") == 201; }));

  begins_to_move_and_is_killed("left");
  exchange_.wait();
  EXPECT_EQ(serves_it().exit_code, 3);
  const Ended ended = moves("--close");
  EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
  EXPECT_EQ(pending_in_the_database().size(), 2U);
}

TEST_F(LeftFolder, is_not_served_while_it_is_being_moved) {
  const std::string first = trade::sends(client_, trade_, trade::order("A-1"));
  begins_to_move_and_is_killed("closing");
  EXPECT_EQ(exchange_.end(), 0);
  const Ended refused = serves_it();
  EXPECT_EQ(refused.exit_code, 3) << refused.out;
  EXPECT_TRUE(refused.err.contains("is being moved to a database")) << refused.err;
  Ended ended = moves("");
  EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
  EXPECT_TRUE(serves_it().err.contains("was moved to a database"));
  EXPECT_EQ(pending_in_the_database(), std::vector{first});
}

// An operator gives another participant the identifier, so pending documents move to that
// participant in slices of 16.
class LeftFolderAtWork : public LeftFolder {
 protected:
  static constexpr std::size_t documents = 300;

  // The disk holds back the first slice, so the copy of the network does not have it.
  void begins_to_move_and_is_killed() {
    for (std::size_t i = 0; i < documents; ++i) {
      trade::sends(client_, trade_, trade::order(fmt::format("A-{}", i)));
    }
    served::Operator by(exchange_.port());
    taker_ = served::add_member(by, "Nachfolger", "9521003000008");
    disk_.hold_from("Nachfolgerin");
    operators_.send(served::request_of(
        served::operator_token, "PATCH", "/admin/participants/" + taker_.id + "?take=pending",
        R"({"name": "Nachfolgerin",)"
        R"( "addIdentifiers": [{"domain": "GS1", "identifier": "9521001000000"}]})"));
    ASSERT_TRUE(is_soon([this] { return disk_.is_text_written(); }));
    LeftFolder::begins_to_move_and_is_killed("closing");
    EXPECT_EQ(in_the_database("SELECT count(*) FROM intent"), "1");
  }
  Client operators_{exchange_.port()};
  served::Member taker_;
};

TEST_F(LeftFolderAtWork, its_exchange_finishes_it_before_it_is_closed) {
  begins_to_move_and_is_killed();
  disk_.let_go();
  const auto taking = operators_.answer();
  EXPECT_EQ(taking.status, 200) << taking.body;
  EXPECT_EQ(at(taking.body, "data.pendingElsewhere"), std::to_string(documents));
  const Ended ended = moves("--close");
  ASSERT_EQ(ended.exit_code, 0) << ended.out << ended.err;
  EXPECT_EQ(in_the_database("SELECT count(*) FROM intent"), "0");
  exchange_.wait();
  EXPECT_EQ(pending_in_the_database(taker_).size(), documents);
}

TEST_F(LeftFolderAtWork, a_node_of_the_database_finishes_it_after_a_crash) {
  begins_to_move_and_is_killed();
  exchange_.kill();
  disk_.let_go();
  const Ended ended = moves("--close");
  ASSERT_EQ(ended.exit_code, 0) << ended.out << ended.err;
  EXPECT_EQ(in_the_database("SELECT count(*) FROM intent"), "1");
  EXPECT_EQ(pending_in_the_database(taker_).size(), documents);
}

}  // namespace
}  // namespace tradepost::on_postgres::left_folder_test
