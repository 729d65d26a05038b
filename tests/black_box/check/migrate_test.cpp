// Tests `tradepost migrate` of a store that is being served, and after the exchange has ended.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>

#include "check/network.hpp"
#include "polling.hpp"
#include "postgres/postgres_server.hpp"

namespace tradepost::check {
namespace {

class Migrate : public ::testing::Test {
 protected:
  Ended migrate(const std::string& words = "") const {
    return place_.tradepost(fmt::format("migrate --from '{}' --to '{}' {}", place_.network(),
                                        database_.address(), words));
  }
  std::string count_of(const std::string& table) const {
    return database_.rows("SELECT count(*) FROM " + table).at(0);
  }

  const Place place_;
  const postgres::PostgresServer database_;
};

TEST_F(Migrate, copies_while_the_exchange_runs_and_finishes_when_it_has_stopped) {
  Ended ended{};
  std::size_t all = 0;
  std::size_t erased = 0;
  {
    Served served(place_.network());
    served.found();
    served.trade();
    served.erase(served.send(1'000));
    ended = migrate("--json");
    EXPECT_EQ(ended.exit_code, 1) << ended.err;
    EXPECT_NE(ended.out.find("\"finished\": false"), std::string::npos) << ended.out;
    EXPECT_NE(ended.out.find("\"differenceCount\": 0"), std::string::npos) << ended.out;
    for (std::uint64_t i = 1'001; i < 1'020; ++i) served.report(served.send(i), i % 2 == 0);
    all = served.all().size();
    erased = served.erased().size();
  }
  ended = migrate("--json");
  EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
  EXPECT_NE(ended.out.find("\"finished\": true"), std::string::npos) << ended.out;
  EXPECT_EQ(count_of("transaction"), std::to_string(all));
  EXPECT_EQ(count_of("transaction WHERE content IS NULL"), std::to_string(erased));
  EXPECT_EQ(count_of("move"), "0");
  EXPECT_FALSE(std::filesystem::exists(place_.network() + ".migrating"));
}

TEST_F(Migrate, verifies_only_what_is_new_if_that_is_wanted) {
  {
    Served served(place_.network());
    served.found();
    served.trade();
    EXPECT_EQ(migrate().exit_code, 1);
    for (std::uint64_t i = 1'001; i < 1'008; ++i) served.send(i);
  }
  const Ended ended = migrate("--verify-new --json");
  EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
  EXPECT_NE(ended.out.find("\"transactions\": 7,"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("\"finished\": true"), std::string::npos) << ended.out;
}

TEST_F(Migrate, continues_after_a_kill) {
  place_.make_network(700);
  const std::string words =
      fmt::format("migrate --from '{}' --to '{}'", place_.network(), database_.address());
  Ended ended{.exit_code = -1, .out = "", .err = ""};
  for (int tenths = 1; tenths <= 8 && ended.exit_code != 0; ++tenths) {
    ended = place_.tradepost(words, fmt::format("timeout -s KILL 0.{}", tenths));
  }
  // The server still executes the statements of the killed process. If that process was killed at
  // its end, it has already moved the network.
  const auto is_moved = [&] {
    return ended.exit_code == 0 || ended.err.contains("The database has a network.");
  };
  is_soon([&] {
    if (!is_moved()) ended = migrate();
    return !ended.err.contains("Another process");
  });
  EXPECT_TRUE(is_moved()) << ended.out << ended.err;
  EXPECT_EQ(count_of("transaction"), "700");
  EXPECT_EQ(count_of("pending"), "700");
}

TEST_F(Migrate, refuses_a_database_that_has_a_network) {
  place_.make_network(3);
  EXPECT_EQ(migrate().exit_code, 0);
  const Ended again = migrate();
  EXPECT_EQ(again.exit_code, 3);
  EXPECT_NE(again.err.find("The database has a network."), std::string::npos) << again.err;
}

TEST_F(Migrate, prints_how_citus_would_distribute_the_tables) {
  const Ended ended = place_.tradepost("migrate --citus --print");
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_NE(ended.out.find("SELECT create_distributed_table('pending', 'recipient', "
                           "colocate_with => 'queue');"),
            std::string::npos)
      << ended.out;
}

TEST_F(Migrate, refuses_to_distribute_the_tables_without_citus) {
  const std::string words = fmt::format("migrate --citus --to '{}'", database_.address());
  const Ended ended = place_.tradepost(words);
  EXPECT_EQ(ended.exit_code, 3) << ended.out;
  EXPECT_NE(ended.err.find("The database has no Citus."), std::string::npos) << ended.err;
  EXPECT_EQ(database_.rows("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").at(0),
            "0");
  EXPECT_NE(place_.tradepost("migrate --citus").err.find("Give the address of the database: --to."),
            std::string::npos);
}

TEST_F(Migrate, refuses_the_rest_of_another_network) {
  const Place other;
  {
    Served served(other.network());
    served.found();
    EXPECT_EQ(other
                  .tradepost(fmt::format("migrate --from '{}' --to '{}'", other.network(),
                                         database_.address()))
                  .exit_code,
              1);
  }
  place_.make_network(3);
  const Ended ended = migrate();
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_NE(ended.err.find("a part of another network"), std::string::npos) << ended.err;
}

TEST_F(Migrate, names_what_differs_and_does_not_finish) {
  {
    Served served(place_.network());
    served.found();
    served.trade();
    EXPECT_EQ(migrate().exit_code, 1);
  }
  database_.rows(
      "UPDATE transaction SET content = content || 'x'::bytea "
      "WHERE id = (SELECT id FROM transaction WHERE content IS NOT NULL "
      "ORDER BY id LIMIT 1)");
  const Ended ended = migrate();
  EXPECT_EQ(ended.exit_code, 1) << ended.err;
  EXPECT_NE(ended.out.find("content"), std::string::npos) << ended.out;
  EXPECT_EQ(count_of("move"), "1");
}

TEST_F(Migrate, refuses_a_password_in_the_address_and_repeats_it_nowhere) {
  const Ended ended =
      place_.tradepost("migrate --from nowhere --to postgres://me:Geheimnis@localhost/network");
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_NE(ended.err.find("PGPASSFILE"), std::string::npos) << ended.err;
  EXPECT_EQ((ended.out + ended.err).find("Geheimnis"), std::string::npos);
}

TEST_F(Migrate, check_says_whether_an_acknowledged_operation_may_be_lost) {
  const std::string words = fmt::format("migrate --check --to '{}'", database_.address());
  const Ended alone = place_.tradepost(words);
  EXPECT_EQ(alone.exit_code, 1) << alone.err;
  EXPECT_NE(alone.out.find("MAY BE LOST"), std::string::npos) << alone.out;
  EXPECT_NE(alone.out.find("synchronous_standby_names"), std::string::npos) << alone.out;
  database_.rows("ALTER DATABASE postgres SET synchronous_commit = local");
  const Ended local = place_.tradepost(words + " --json");
  EXPECT_NE(local.out.find("synchronous_commit"), std::string::npos) << local.out;
}

TEST_F(Migrate, check_is_content_while_a_synchronous_standby_is_connected) {
  const std::string words = fmt::format("migrate --check --to '{}'", database_.address());
  database_.set("synchronous_standby_names", "*");
  const auto says_that_none_is_connected = [&] {
    const Ended ended = place_.tradepost(words);
    EXPECT_NE(ended.out.find("MAY BE LOST") != std::string::npos, ended.exit_code == 0);
    return ended.exit_code == 1 && ended.out.contains("No synchronous standby is connected");
  };
  EXPECT_TRUE(says_that_none_is_connected());
  constexpr std::chrono::seconds patience{30};
  {
    const postgres::PostgresServer standby(postgres::PostgresServer::StandbyOf{database_});
    Ended ended;
    is_soon([&] { return (ended = place_.tradepost(words)).exit_code == 0; }, patience);
    EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
    EXPECT_TRUE(ended.out.contains("on the disks of two servers")) << ended.out;
    EXPECT_TRUE(place_.tradepost(words + " --json").out.contains("\"safe\": true"));
  }
  EXPECT_TRUE(is_soon(says_that_none_is_connected, patience));
}

}  // namespace
}  // namespace tradepost::check
