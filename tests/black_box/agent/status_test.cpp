// Tests the commands that run while an agent works: status, retry, and a second agent.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "agent/bridged.hpp"
#include "served/json.hpp"

namespace tradepost::agent_tests {
namespace {

using served::at;

// Accepts every order that does not contain "bad".
constexpr std::string_view picky = "if grep -q bad; then echo 'no such article' >&2; exit 1; fi\n";
constexpr std::string_view into_picky = "[bridge.one.receive]\nprogram = './import'\nattempts = 2";

TEST(AgentStatus, before_the_first_run_a_sentence_says_that_there_is_no_ledger) {
  const Bridged bridged("[bridge.one.receive]\nfolder = 'inbox'");
  for (const char* const words : {"agent status", "agent retry --all"}) {
    const Ended ended = bridged.desk.tradepost(words);
    EXPECT_EQ(ended.exit_code, 3) << words;
    EXPECT_TRUE(has(ended.err, "agent has no ledger: no agent has run with this file yet"))
        << ended.err;
  }
}

TEST(AgentStatus, works_while_all_is_well_and_says_when_no_agent_runs) {
  Bridged bridged("[bridge.one.receive]\nfolder = 'inbox'\n[bridge.one.send]\nfolder = 'outbox'");
  const std::string id = bridged.trade.sends("1");
  bridged.begins();
  bridged.says_when("processed", "1");
  until("contact of both", [&] { return bridged.says("send.contactAt") != "null"; });
  const Ended table = bridged.desk.tradepost("agent status");
  EXPECT_EQ(table.exit_code, 0) << table.out;
  EXPECT_TRUE(has(table.out, "The agent runs.")) << table.out;
  EXPECT_TRUE(has(table.out, "works")) << table.out;
  const Ended json = bridged.desk.tradepost("agent status --json");
  EXPECT_EQ(json.exit_code, 0);
  EXPECT_EQ(at(json.out, "running"), "true");
  EXPECT_EQ(at(json.out, "bridges.0.name"), "one");
  EXPECT_EQ(at(json.out, "bridges.0.receive.problem"), "null");
  EXPECT_EQ(at(json.out, "bridges.0.setAside"), "0");

  EXPECT_EQ(bridged.ends(), 0);
  const Ended after = bridged.desk.tradepost("agent status");
  EXPECT_EQ(after.exit_code, 1);
  EXPECT_TRUE(has(after.out, "The agent does not run.")) << after.out;
}

TEST(AgentRetry, takes_up_what_was_set_aside_by_id_or_all_of_it) {
  Bridged bridged(into_picky);
  add_program(bridged.desk, "import", picky);
  const std::string bad = bridged.trade.sends("bad");
  bridged.begins();
  bridged.says_when("waiting", "1");
  // Each successful document shows that the program accepts others.
  for (int number = 0; number < 20 && !HasFailure() && bridged.says("setAside") == "0"; ++number) {
    bridged.has_status(bridged.trade.sends(fmt::format("good-{}", number)), "SUCCESS");
  }
  EXPECT_EQ(bridged.says("setAsideDocuments.0.id"), bad);
  EXPECT_EQ(bridged.says("setAsideDocuments.0.attempts"), "2");
  EXPECT_TRUE(has(bridged.says("setAsideDocuments.0.reason"), "no such article"));
  EXPECT_EQ(bridged.trade.status(bad), "PENDING");
  const Ended table = bridged.desk.tradepost("agent status");
  EXPECT_EQ(table.exit_code, 1);
  EXPECT_TRUE(has(table.out, "set aside: 1") && has(table.out, bad)) << table.out;

  EXPECT_EQ(bridged.desk.tradepost("agent retry").exit_code, 2);
  EXPECT_EQ(bridged.desk.tradepost("agent retry --all " + bad).exit_code, 2);
  const Ended unknown = bridged.desk.tradepost("agent retry 42");
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_TRUE(has(unknown.err, "42 is not set aside.")) << unknown.err;

  add_program(bridged.desk, "import", "cat >taken\n");
  const Ended again = bridged.desk.tradepost("agent retry " + bad);
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_TRUE(has(again.out, "1 document is tried again")) << again.out;
  bridged.has_status(bad, "SUCCESS");
  EXPECT_EQ(bridged.desk.tradepost("agent status").exit_code, 0);
  const Ended none = bridged.desk.tradepost("agent retry --all");
  EXPECT_EQ(none.exit_code, 0);
  EXPECT_TRUE(has(none.out, "0 documents are tried again")) << none.out;
}

TEST(AgentStatus, shows_the_reason_of_the_last_failure_during_the_next_attempt) {
  Bridged bridged(into_picky);
  add_program(bridged.desk, "import",
              "if [ -e failed ]; then\n"
              "  touch tried_again\n"
              "  until [ -e let_go ]; do sleep 0.1; done\n"
              "fi\n"
              "touch failed; echo 'no such article' >&2; exit 1\n");
  const std::string id = bridged.trade.sends("1");
  bridged.begins();
  until("the second attempt",
        [&] { return std::filesystem::exists(bridged.desk.path("tried_again")); });
  const Ended json = bridged.desk.tradepost("agent status --json");
  EXPECT_EQ(at(json.out, "bridges.0.waiting"), "1");
  EXPECT_EQ(at(json.out, "bridges.0.waitingDocuments.0.id"), id);
  EXPECT_EQ(at(json.out, "bridges.0.waitingDocuments.0.attempts"), "1");
  EXPECT_TRUE(has(at(json.out, "bridges.0.waitingDocuments.0.reason"), "no such article"));
  const Ended table = bridged.desk.tradepost("agent status");
  EXPECT_TRUE(has(table.out, id) && has(table.out, "no such article")) << table.out;
  bridged.desk.write("let_go", "");
}

// The reason is the output of the program, which can contain text of a partner.
TEST(AgentStatus, words_of_a_program_do_not_control_the_terminal) {
  Bridged bridged(into_picky);
  add_program(bridged.desk, "import",
              "printf 'pwned\\033]0;x\\007\\033[2J\\302\\233' >&2; exit 1\n");
  bridged.trade.sends("bad");
  bridged.begins();
  until("a reason", [&] { return has(bridged.reason(), "pwned"); });
  for (const char* const words : {"agent status", "agent status --json"}) {
    const Ended ended = bridged.desk.tradepost(words);
    EXPECT_TRUE(has(ended.out, "pwned")) << ended.out;
    EXPECT_EQ(served::danger_in(ended.out), "") << words;
  }
  EXPECT_EQ(served::danger_in(bridged.log()), "");
}

TEST(AgentRun, second_agent_with_the_same_ledger_is_refused) {
  Bridged bridged("[bridge.one.receive]\nfolder = 'inbox'");
  bridged.begins();
  const Ended second = bridged.desk.tradepost("agent run");
  EXPECT_EQ(second.exit_code, 3);
  EXPECT_TRUE(has(second.err, "Another agent works with agent.")) << second.err;
  bridged.is_killed();
  bridged.begins();
}

TEST(AgentRun, ledger_of_a_newer_version_is_refused_by_every_command) {
  Bridged bridged("[bridge.one.receive]\nfolder = 'inbox'");
  bridged.begins();
  EXPECT_EQ(bridged.ends(), 0);
  EXPECT_EQ(bridged.desk.shell("sqlite3 agent/ledger.db 'PRAGMA user_version = 99'").exit_code, 0);
  for (const char* const words : {"agent run", "agent status", "agent retry --all"}) {
    const Ended ended = bridged.desk.tradepost(words);
    EXPECT_EQ(ended.exit_code, 3) << words;
    EXPECT_TRUE(has(ended.err, "was written by a newer version of tradepost")) << ended.err;
  }
}

TEST(AgentRun, corrupt_ledger_is_reported) {
  Bridged bridged("[bridge.one.receive]\nfolder = 'inbox'");
  bridged.desk.write("agent/ledger.db", std::string(8'192, 'x'));
  const Ended ended = bridged.desk.tradepost("agent run");
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_TRUE(has(ended.err, "ledger.db")) << ended.err;
}

}  // namespace
}  // namespace tradepost::agent_tests
