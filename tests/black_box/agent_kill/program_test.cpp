// The recipient's system is a program that runs once for each document.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "agent_kill/bridged.hpp"
#include "agent_kill/interrupted.hpp"
#include "agent_kill/kill_run.hpp"
#include "polling.hpp"
#include "served/json.hpp"

namespace tradepost::agent_kill_tests {
namespace {

namespace fs = std::filesystem;
using served::lines_of;

// Returns a script that records each run, except a run that asks for a later attempt. `more` has
// the commands between the start and the end of a recorded run.
std::string script(const served::Desk& desk, const std::string& more) {
  return fmt::format(R"(#!/bin/sh
cd '{}'
read -r content
number=${{content#*\"orderIdentifier\":\"}}
number=${{number%%\"*}}
case $number in
  L*) mkdir "first/$TRADEPOST_ID" 2>/dev/null && exit 75 ;;
esac
echo "$TRADEPOST_ID" >>runs
{}
echo "$TRADEPOST_ID" >>ended_runs
case $number in
  R*) echo "Order $number is refused." >&2; exit 65 ;;
esac
)",
                     desk.path("").string(), more);
}

class InProgram : public OwnSystem {
 public:
  explicit InProgram(const std::string& more) {
    fs::create_directory(desk_.path("first"));
    desk_.write("import", script(desk_, more));
    fs::permissions(desk_.path("import"), fs::perms::owner_all);
  }

  std::string settings() override { return "program = \"" + desk_.path("import").string() + "\""; }
  bool refuses() const override { return true; }

  Times had() override {
    EXPECT_EQ(runs(), lines_of(desk_.read("ended_runs"))) << "two runs at one time";
    Times all;
    for (const std::string& id : runs()) ++all[id];
    return all;
  }

  void expect_well(const served::Desk& agents, int /*kills_of_agent*/) override {
    EXPECT_EQ(agents.names_in("agent/runs/supplier"), std::vector<std::string>());
  }

  std::vector<std::string> runs() const { return lines_of(desk_.read("runs")); }

 private:
  const served::Desk desk_;
};

TEST(AgentKilled, program_runs_once_for_each_document) {
  InProgram program("case $number in S*) sleep 0.1 ;; esac");
  expect_once_despite_kills(program);
}

TEST(AgentKilled, program_runs_once_for_each_document_wherever_the_agent_dies) {
  InProgram program(":");
  expect_once_wherever_the_agent_dies(program);
}

// The agent is killed as soon as the program runs, and its successor while it waits for the
// program.
TEST(AgentKilled, run_that_outlives_two_agents_is_reported_by_the_third) {
  InProgram program("sleep 2");
  for (const char* const number : {"P-1", "R-1"}) {
    Bridged bridged(program.settings());
    const auto runs_before = program.runs().size();
    bridged.begin_agent();
    const std::string id = bridged.send(number);
    using std::chrono::seconds;
    ASSERT_TRUE(is_soon([&] { return program.runs().size() > runs_before; }, seconds(20)));
    bridged.kill_agent();
    bridged.begin_agent();
    ASSERT_TRUE(
        is_soon([&] { return bridged.status().contains("\"running\":true"); }, seconds(20)));
    bridged.kill_agent();
    bridged.begin_agent();
    bridged.expect_all_settled(seconds(30));
    const std::string status = bridged.status();
    EXPECT_EQ(bridged.end_agent(), 0);
    EXPECT_EQ(program.runs().size(), runs_before + 1);
    EXPECT_EQ(program.had()[id], 1);
    const auto document = bridged.supplier.transaction(id);
    ASSERT_TRUE(document) << document.error().message;
    EXPECT_EQ(document->status, number[0] == letter::refused ? "FAILED" : "SUCCESS");
    if (number[0] != letter::refused) continue;
    const auto cases = bridged.supplier.cases();
    ASSERT_TRUE(cases) << cases.error().message;
    ASSERT_EQ(cases->items.size(), 1u);
    EXPECT_EQ(cases->items[0].reason, reason_of(number));
  }
}

// The interval between two walks does not grow with the time that a walk needs for its documents.
TEST(AgentReceives, document_that_is_put_off_comes_again_soon_after_a_slow_one) {
  InProgram program("case $number in S*) sleep 2 ;; esac");
  Bridged bridged(program.settings());
  bridged.send("S-1");
  bridged.send("L-2");
  bridged.begin_agent();
  bridged.expect_all_settled(std::chrono::seconds(8));
}

// The exchange loses a report when its folder is restored from a backup.
TEST(AgentReceives, lost_report_is_repeated_and_the_run_counts_once) {
  InProgram program(":");
  Bridged bridged(program.settings());
  const std::string id = bridged.send("R-1");
  bridged.trade.exchange().kill();
  const std::string data = bridged.trade.data_folder();
  fs::copy(data, data + ".older", fs::copy_options::recursive);
  bridged.trade.exchange().begin();
  bridged.begin_agent();
  bridged.expect_all_settled(std::chrono::seconds(30));
  EXPECT_EQ(bridged.end_agent(), 0);
  bridged.trade.exchange().kill();
  fs::remove_all(data);
  fs::rename(data + ".older", data);
  bridged.trade.exchange().begin();
  EXPECT_TRUE(bridged.is_any_pending()) << "nothing was lost";
  bridged.begin_agent();
  bridged.expect_all_settled(std::chrono::seconds(30));
  EXPECT_EQ(program.had()[id], 1);
  EXPECT_EQ(served::number_at(bridged.status(), "bridges.0.failed"), 1);
}

}  // namespace
}  // namespace tradepost::agent_kill_tests
