// Tests failures of the services, files and disks that the agent needs. It recovers without help.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "agent/bridged.hpp"
#include "served/network.hpp"
#include "served/shifted_clock.hpp"
#include "served/small_disk.hpp"

namespace tradepost::agent_tests {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view into_folder = "[bridge.one.receive]\nfolder = 'inbox'";

TEST(AgentBadDay, exchange_that_is_away_is_waited_for) {
  Bridged bridged(into_folder);
  bridged.begins();
  bridged.has_status(bridged.trade.sends("1"), "SUCCESS");
  bridged.trade.exchange().kill();
  bridged.has_problem_with("can't be reached");
  EXPECT_NE(bridged.says("receive.problemSince"), "null");
  EXPECT_EQ(bridged.desk.tradepost("agent status").exit_code, 1);
  bridged.trade.exchange().begin();
  const std::string id = bridged.trade.sends("2");
  bridged.has_status(id, "SUCCESS");
  bridged.is_well();
  EXPECT_TRUE(has(bridged.log(), "bridge_works_again"));
}

TEST(AgentBadDay, exchange_that_is_away_at_the_start_is_waited_for) {
  Bridged bridged(into_folder);
  const std::string id = bridged.trade.sends("1");
  bridged.trade.exchange().kill();
  bridged.begins();
  bridged.has_problem_with("can't be reached");
  bridged.trade.exchange().begin();
  bridged.has_status(id, "SUCCESS");
}

TEST(AgentBadDay, revoked_token_is_reported_and_a_new_one_in_the_file_is_used) {
  Bridged bridged(into_folder);
  const auto old = served::make_token(bridged.trade.by(), bridged.trade.supplier);
  bridged.has_token(old.token);
  bridged.begins();
  bridged.has_status(bridged.trade.sends("1"), "SUCCESS");
  served::revoke(bridged.trade.by(), old.id);
  bridged.has_problem_with("token");
  const std::string id = bridged.trade.sends("2");
  EXPECT_EQ(bridged.ends(), 0);
  EXPECT_EQ(bridged.trade.status(id), "PENDING");
  bridged.has_token(bridged.trade.supplier.token);
  bridged.begins();
  bridged.has_status(id, "SUCCESS");
  bridged.is_well();
}

TEST(AgentBadDay, full_disk_of_the_folder_is_waited_for_and_no_document_is_to_blame) {
  const served::SmallDisk disk(64 << 10);
  Bridged bridged(
      fmt::format("[bridge.one.receive]\nfolder = '{}/inbox'\nattempts = 2", disk.path()));
  const std::string ballast = disk.path() + "/ballast";
  const auto filled = bridged.desk.shell(fmt::format("head -c 1000000 /dev/zero >'{}'", ballast));
  EXPECT_NE(filled.exit_code, 0);
  const std::string id = bridged.trade.sends("1");
  // The agent's folders need a page each.
  fs::resize_file(ballast, fs::file_size(ballast) - 12'288);
  bridged.begins();
  EXPECT_EQ(bridged.desk.shell(fmt::format("head -c 1000000 /dev/zero >>'{}'", ballast)).exit_code,
            1);
  const std::string next =
      bridged.trade.sends("2", fmt::format(R"(,"note":"{}")", std::string(900, 'x')));
  bridged.trade.sends("3", fmt::format(R"(,"note":"{}")", std::string(900, 'x')));
  bridged.has_problem_with("No space left on device");
  EXPECT_EQ(bridged.says("setAside"), "0");
  fs::remove(ballast);
  bridged.has_status(next, "SUCCESS");
  bridged.has_status(id, "SUCCESS");
  bridged.is_well();
}

TEST(AgentBadDay, full_disk_of_the_ledger_is_reported_and_nothing_is_lost) {
  const served::SmallDisk disk(256 << 10);
  Bridged bridged(into_folder);
  bridged.is_set(into_folder, fmt::format("folder = '{}/agent'", disk.path()));
  bridged.begins();
  bridged.has_status(bridged.trade.sends("1"), "SUCCESS");
  const std::string ballast = disk.path() + "/ballast";
  EXPECT_NE(bridged.desk.shell(fmt::format("head -c 1000000 /dev/zero >'{}'", ballast)).exit_code,
            0);
  std::vector<std::string> ids;
  for (int number = 2; number < 40; ++number)
    ids.push_back(bridged.trade.sends(fmt::to_string(number)));
  until("the log", [&] { return has(bridged.log(), "bridge_does_not_work"); });
  fs::remove(ballast);
  for (const std::string& id : ids) bridged.has_status(id, "SUCCESS");
  bridged.is_well();
  EXPECT_EQ(bridged.desk.names_in("inbox").size(), 39u + 2u);
}

TEST(AgentBadDay, database_without_its_table_is_waited_for) {
  Bridged bridged("[bridge.one.receive]\ndatabase = 'sqlite:erp.db'\nattempts = 2");
  bridged.begins();
  bridged.has_status(bridged.trade.sends("1"), "SUCCESS");
  EXPECT_EQ(
      bridged.desk.shell("sqlite3 erp.db 'ALTER TABLE tradepost_document RENAME TO x'").exit_code,
      0);
  std::vector<std::string> ids;
  for (int number = 2; number < 6; ++number)
    ids.push_back(bridged.trade.sends(fmt::to_string(number)));
  bridged.has_problem_with("no such table");
  EXPECT_EQ(bridged.says("setAside"), "0");
  EXPECT_EQ(
      bridged.desk.shell("sqlite3 erp.db 'ALTER TABLE x RENAME TO tradepost_document'").exit_code,
      0);
  for (const std::string& id : ids) bridged.has_status(id, "SUCCESS");
  bridged.is_well();
}

TEST(AgentBadDay, clock_that_jumps_stops_nothing) {
  const served::ScratchFolder folder;
  const served::ShiftedClock clock(folder.path());
  Bridged bridged(
      "[bridge.one.receive]\nfolder = 'inbox'\n[bridge.one.send]\nfolder = "
      "'outbox'\nsettle_seconds = 0");
  for (const std::string& variable : clock.environment()) {
    const auto equals = variable.find('=');
    bridged.desk.set(variable.substr(0, equals), variable.substr(equals + 1));
  }
  bridged.begins();
  int number = 0;
  for (const char* const by : {"-2d", "+31d", "-400d"}) {
    clock.shift(by);
    bridged.has_status(bridged.trade.sends(fmt::to_string(++number)), "SUCCESS");
    bridged.desk.write(fmt::format("outbox/{}.json", number), "{}");
    until("the answer", [&] {
      return fs::exists(bridged.desk.path(fmt::format("outbox/failed/{}.json", number)));
    });
  }
  EXPECT_EQ(bridged.problem(), "null");
}

TEST(AgentBadDay, removed_folder_is_reported_and_made_again_by_a_restart) {
  Bridged bridged(into_folder);
  bridged.begins();
  bridged.has_status(bridged.trade.sends("1"), "SUCCESS");
  fs::remove_all(bridged.desk.path("inbox"));
  const std::string id = bridged.trade.sends("2");
  bridged.has_problem_with("inbox/.unfinished");
  EXPECT_EQ(bridged.ends(), 0);
  bridged.begins();
  bridged.has_status(id, "SUCCESS");
}

}  // namespace
}  // namespace tradepost::agent_tests
