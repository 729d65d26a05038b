// Tests `tradepost migrate` from a database to a folder.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "check/network.hpp"
#include "polling.hpp"
#include "postgres/postgres_server.hpp"

namespace tradepost::check {
namespace {

class MigrateBack : public ::testing::Test {
 protected:
  std::string folder() const { return place_.path("folder"); }
  void move_there() const {
    const Ended ended = place_.tradepost(
        fmt::format("migrate --from '{}' --to '{}'", place_.network(), database_.address()));
    EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
  }
  std::string words(const std::string& more = "") const {
    return fmt::format("migrate --from '{}' --to '{}' {}", database_.address(), folder(), more);
  }
  Ended move_back(const std::string& more = "") const { return place_.tradepost(words(more)); }
  std::string count_of(const std::string& table) const {
    return database_.rows("SELECT count(*) FROM " + table).at(0);
  }
  // Kills the migration after it has closed the database and before it finishes. Returns false if
  // no attempt met that state.
  bool is_killed_midway() const {
    for (int tenths = 1; tenths <= 30; ++tenths) {
      const Ended ended = place_.tradepost(
          words(), fmt::format("timeout -s KILL {:.1f}", static_cast<double>(tenths) / 10));
      if (count_of("move WHERE taken = 0") == "1") return true;
      if (ended.exit_code == 0) return false;
    }
    return false;
  }
  bool unfinished_folder_is_not_served() const {
    const std::string unfinished = folder() + ".migrating";
    if (!std::filesystem::exists(unfinished + "/journal")) return true;
    const Ended ended = place_.tradepost(
        fmt::format("serve --data '{}' --listen 127.0.0.1:0", unfinished), "timeout 20");
    return ended.exit_code == 3 && ended.err.contains("was moved to a database");
  }
  // Repeats a command while the server still executes the statements of the killed process.
  Ended in_turn(const std::string& of) const {
    Ended ended;
    is_soon([&] { return !(ended = place_.tradepost(of)).err.contains("Another process"); });
    return ended;
  }

  const Place place_;
  const postgres::PostgresServer database_;
};

TEST_F(MigrateBack, database_that_does_not_answer_leaves_no_folder) {
  const Ended ended =
      place_.tradepost("migrate --from 'postgres:///none?host=/nowhere' --to '" + folder() + "'");
  EXPECT_EQ(ended.exit_code, 3) << ended.out << ended.err;
  EXPECT_FALSE(std::filesystem::exists(folder() + ".migrating"));
}

TEST_F(MigrateBack, folder_continues_the_numbers_of_the_database) {
  std::vector<TransactionId> all;
  std::vector<TransactionId> erased;
  std::vector<std::string> numbers;
  {
    Served served(place_.network());
    served.found();
    served.trade();
    served.erase(served.send(1'000));
    numbers = served.take_numbers(2);
    all = served.all();
    erased = served.erased();
  }
  const std::string key(43, 'A');
  std::ofstream(place_.network() + "/seal-key") << key << "\n";
  std::filesystem::permissions(
      place_.network() + "/seal-key",
      std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  move_there();
  const Ended ended = move_back("--json");
  ASSERT_EQ(ended.exit_code, 0) << ended.out << ended.err;
  EXPECT_NE(ended.out.find("\"differenceCount\": 0"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("\"finished\": true"), std::string::npos) << ended.out;
  EXPECT_FALSE(std::filesystem::exists(folder() + ".migrating"));
  std::string kept;
  std::getline(std::ifstream(folder() + "/seal-key"), kept);
  EXPECT_EQ(kept, key);
  const Ended checked = place_.tradepost("check '" + folder() + "'");
  EXPECT_EQ(checked.exit_code, 0) << checked.out << checked.err;
  Served served(folder());
  EXPECT_EQ(served.all(), all);
  EXPECT_EQ(served.erased(), erased);
  const auto more = served.take_numbers(1);
  EXPECT_EQ(std::ranges::find(numbers, more.front()), numbers.end());
  const TransactionId next = served.send(2'000);
  EXPECT_EQ(served.all().back(), next);
  served.report(next, false);
}

TEST_F(MigrateBack, continues_after_a_kill) {
  place_.make_network(700);
  move_there();
  const bool was_killed = is_killed_midway();
  if (was_killed) {
    EXPECT_FALSE(database_.asks("UPDATE network SET epoch = epoch").is_good);
    EXPECT_FALSE(std::filesystem::exists(folder()));
    EXPECT_TRUE(unfinished_folder_is_not_served());
    const Ended ended = in_turn(words());
    EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
  }
  Served served(folder());
  EXPECT_EQ(served.all().size(), 700u);
}

TEST_F(MigrateBack, killed_before_its_folder_has_its_name_it_gives_the_name) {
  place_.make_network(3);
  move_there();
  ASSERT_EQ(move_back().exit_code, 0);
  std::filesystem::rename(folder(), folder() + ".migrating");
  const Ended ended = move_back();
  EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
  Served served(folder());
  EXPECT_EQ(served.all().size(), 3u);
}

TEST_F(MigrateBack, database_that_was_left_is_refused) {
  place_.make_network(3);
  move_there();
  ASSERT_EQ(move_back().exit_code, 0);
  const Ended again = place_.tradepost(
      fmt::format("migrate --from '{}' --to '{}'", database_.address(), place_.path("another")));
  EXPECT_EQ(again.exit_code, 3);
  EXPECT_NE(again.err.find("was moved to another folder"), std::string::npos) << again.err;
  const Ended given_up =
      place_.tradepost(fmt::format("migrate --from '{}' --give-up", database_.address()));
  EXPECT_EQ(given_up.exit_code, 3);
  EXPECT_NE(given_up.err.find("was moved to a folder"), std::string::npos) << given_up.err;
  EXPECT_FALSE(database_.asks("UPDATE network SET epoch = epoch").is_good);
}

TEST_F(MigrateBack, one_that_is_given_up_leaves_the_database_as_it_was) {
  place_.make_network(700);
  move_there();
  ASSERT_TRUE(is_killed_midway()) << "the move was never found unfinished";
  const Ended ended = in_turn(fmt::format("migrate --from '{}' --give-up", database_.address()));
  EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
  EXPECT_EQ(count_of("move"), "0");
  EXPECT_TRUE(database_.asks("UPDATE network SET epoch = epoch").is_good);
  EXPECT_EQ(
      place_.tradepost(fmt::format("migrate --from '{}' --give-up", database_.address())).exit_code,
      3);
}

TEST_F(MigrateBack, refuses_a_folder_that_is_not_empty_and_leaves_the_database_open) {
  place_.make_network(3);
  move_there();
  const Ended ended = place_.tradepost(
      fmt::format("migrate --from '{}' --to '{}'", database_.address(), place_.network()));
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_NE(ended.err.find("The folder is not empty."), std::string::npos) << ended.err;
  EXPECT_EQ(count_of("move"), "0");
}

TEST_F(MigrateBack, refuses_a_database_without_a_network) {
  const Ended ended = move_back();
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_NE(ended.err.find("The database has no network."), std::string::npos) << ended.err;
  EXPECT_EQ(count_of("move"), "0");
}

TEST_F(MigrateBack, refuses_a_password_in_the_address_and_repeats_it_nowhere) {
  const Ended ended =
      place_.tradepost("migrate --from postgres://me:Geheimnis@localhost/network --to nowhere");
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_NE(ended.err.find("PGPASSFILE"), std::string::npos) << ended.err;
  EXPECT_EQ((ended.out + ended.err).find("Geheimnis"), std::string::npos);
}

}  // namespace
}  // namespace tradepost::check
