// Tests the outcome of documents that a system does not accept, and of older versions.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>

#include "agent/bridged.hpp"
#include "tests/source_dir.hpp"

namespace tradepost::agent_tests {
namespace {

using served::lines_of;

// Accepts every order that does not contain "bad", and records the ids of accepted orders.
constexpr std::string_view picky =
    "if grep -q bad; then echo 'no such article' >&2; exit 1; fi\n"
    "echo $TRADEPOST_ID >>taken\n";

TEST(AgentDocuments, poison_documents_do_not_hold_up_others_and_are_set_aside_after_attempts) {
  Bridged bridged("[bridge.one.receive]\nprogram = './import'\nattempts = 3");
  add_program(bridged.desk, "import", picky);
  // More refusals than it takes for the agent to consider the program itself unavailable.
  for (int number = 0; number < 7; ++number) bridged.trade.sends(fmt::format("bad-{}", number));
  const std::string first = bridged.trade.sends("good-first");
  bridged.begins();
  bridged.has_status(first, "SUCCESS");
  for (int number = 0; number < 50 && !HasFailure() && bridged.says("setAside") != "7"; ++number) {
    bridged.has_status(bridged.trade.sends(fmt::format("good-{}", number)), "SUCCESS");
  }
  EXPECT_EQ(bridged.says("setAside"), "7");
  EXPECT_EQ(bridged.says("setAsideDocuments.6.attempts"), "3");
  EXPECT_EQ(bridged.trade.pending(bridged.trade.supplier).size(), 7u);
}

TEST(AgentDocuments, system_that_is_away_for_all_sets_nothing_aside) {
  Bridged bridged("[bridge.one.receive]\nprogram = './import'\nattempts = 2");
  add_program(bridged.desk, "import", "echo >>tried; exit 1\n");
  std::vector<std::string> ids;
  for (int number = 0; number < 5; ++number)
    ids.push_back(bridged.trade.sends(fmt::to_string(number)));
  bridged.begins();
  bridged.has_problem_with("import ended with exit code 1");
  until("many attempts", [&] { return lines_of(bridged.desk.read("tried")).size() > 6; });
  EXPECT_EQ(bridged.says("setAside"), "0");
  add_program(bridged.desk, "import", picky);
  for (const std::string& id : ids) bridged.has_status(id, "SUCCESS");
  bridged.is_well();
  EXPECT_EQ(bridged.says("setAside"), "0");
  EXPECT_EQ(lines_of(bridged.desk.read("taken")).size(), ids.size());
}

TEST(AgentDocuments, problem_stays_while_one_document_alone_is_not_taken) {
  Bridged bridged("[bridge.one.receive]\nprogram = './import'");
  add_program(bridged.desk, "import", "echo >>tried; exit 1\n");
  bridged.trade.sends("1");
  bridged.begins();
  bridged.has_problem_with("import ended with exit code 1");
  const auto tried = [&] { return lines_of(bridged.desk.read("tried")).size(); };
  const std::size_t before = tried();
  until("one more attempt", [&] { return tried() > before; });
  EXPECT_FALSE(has(bridged.log(), "bridge_works_again")) << bridged.log();
  EXPECT_TRUE(has(bridged.problem(), "exit code 1"));
}

TEST(AgentDocuments, problem_ends_when_its_document_is_superseded) {
  Bridged bridged("[bridge.one.receive]\nprogram = './import'");
  add_program(bridged.desk, "import", "exit 1\n");
  const std::string id = bridged.trade.sends("1");
  bridged.begins();
  bridged.has_problem_with("exit code 1");
  bridged.trade.processes(id);  // by hand
  bridged.is_well();
  EXPECT_EQ(bridged.says("withdrawn"), "1");
  EXPECT_EQ(bridged.says("waiting"), "0");
}

TEST(AgentDocuments, older_version_that_was_not_taken_yet_is_withdrawn) {
  Bridged bridged("[bridge.one.receive]\nprogram = './import'");
  add_program(bridged.desk, "import",
              "if grep -q first; then exit 1; fi\necho $TRADEPOST_REPLACES >replaces\n");
  const std::string older = bridged.trade.sends("1", R"(,"note":"first")");
  bridged.begins();
  bridged.says_when("waiting", "1");
  const std::string newer = bridged.trade.sends("1", R"(,"note":"second")");
  bridged.has_status(newer, "SUCCESS");
  bridged.says_when("withdrawn", "1");
  EXPECT_EQ(bridged.trade.status(older), "DROPPED");
  EXPECT_EQ(bridged.desk.read("replaces"), older + "\n");
}

TEST(AgentDocuments, program_receives_the_id_of_the_replaced_document) {
  Bridged bridged("[bridge.one.receive]\nprogram = './import'");
  add_program(bridged.desk, "import",
              "env | grep ^TRADEPOST_ | sort >env-$TRADEPOST_ID\ncat >content\n");
  bridged.desk.set("TRADEPOST_SECRET", "none of its business");
  const auto [older, newer] = bridged.takes_two_versions();
  const auto events = lines_of(bridged.desk.read("env-" + newer));
  std::set<std::string> names;
  for (const std::string& line : events) names.insert(line.substr(0, line.find('=')));
  EXPECT_EQ(names,
            (std::set<std::string>{"TRADEPOST_ATTEMPT", "TRADEPOST_BRIDGE", "TRADEPOST_CREATED_AT",
                                   "TRADEPOST_FLOW", "TRADEPOST_ID", "TRADEPOST_REPLACES",
                                   "TRADEPOST_SENDER", "TRADEPOST_SENDER_ID", "TRADEPOST_TYPE"}));
  const std::string all = bridged.desk.read("env-" + newer);
  EXPECT_TRUE(has(all, "TRADEPOST_REPLACES=" + older + "\n")) << all;
  EXPECT_TRUE(has(all, "TRADEPOST_SENDER=Kunde\n")) << all;
  EXPECT_TRUE(has(bridged.desk.read("env-" + older), "TRADEPOST_REPLACES=\n"));
  EXPECT_TRUE(bridged.desk.read("content").starts_with("{\"header\":"));
}

// Returns the words between backticks in the first column of the page's table of variables.
std::set<std::string> variables_of_the_page() {
  std::ifstream file(source_dir() + "/docs/guides/agent.md");
  const std::string page((std::istreambuf_iterator<char>(file)), {});
  const auto begin = page.find("**program.**");
  std::set<std::string> names;
  for (const std::string& line : lines_of(page.substr(begin, page.find("**http.**") - begin))) {
    if (!line.starts_with("| `")) continue;
    const std::string cell = line.substr(0, line.find('|', 1));
    for (auto at = cell.find('`'); at != std::string::npos; at = cell.find('`', at + 1)) {
      const auto end = cell.find('`', at + 1);
      names.insert(cell.substr(at + 1, end - at - 1));
      at = end;
    }
  }
  return names;
}

TEST(AgentDocuments, program_does_not_inherit_pgpassword_and_has_exactly_what_the_page_lists) {
  Bridged bridged("[bridge.one.receive]\nprogram = './import'");
  // The initial environment of the process, before its shell adds variables.
  add_program(bridged.desk, "import", "tr '\\0' '\\n' </proc/$$/environ >environment\n");
  for (const char* const secret : {"PGPASSWORD", "TRADEPOST_TOKEN_OF_MINE", "AWS_SECRET_KEY"}) {
    bridged.desk.set(secret, "secret");
  }
  for (const char* const name : {"HOME", "LANG", "LC_ALL", "TZ"}) bridged.desk.set(name, "C");
  const std::string id = bridged.trade.sends("1");
  bridged.begins();
  bridged.has_status(id, "SUCCESS");
  const std::string environment = bridged.desk.read("environment");
  std::set<std::string> names;
  for (const std::string& line : lines_of(environment)) {
    names.insert(line.substr(0, line.find('=')));
  }
  EXPECT_EQ(names, variables_of_the_page());
  EXPECT_TRUE(names.contains("PATH") && names.contains("TRADEPOST_ID")) << environment;
  EXPECT_FALSE(has(environment, "secret")) << environment;
  EXPECT_TRUE(has(environment, "LANG=C\n")) << environment;
}

TEST(AgentDocuments, older_file_that_was_not_taken_moves_to_superseded) {
  Bridged bridged("[bridge.one.receive]\nfolder = 'inbox'");
  const auto [older, newer] = bridged.takes_two_versions();
  EXPECT_EQ(bridged.desk.names_in("inbox"),
            (std::vector<std::string>{".unfinished", newer + ".ORDER.json", "superseded"}));
  EXPECT_EQ(bridged.desk.names_in("inbox/superseded"),
            std::vector<std::string>{older + ".ORDER.json"});
  EXPECT_TRUE(bridged.desk.names_in("inbox/.unfinished").empty());
}

TEST(AgentDocuments, row_of_an_older_version_names_the_newer_one) {
  Bridged bridged("[bridge.one.receive]\ndatabase = 'sqlite:erp.db'");
  const auto [older, newer] = bridged.takes_two_versions();
  const Ended rows = bridged.desk.shell(
      "sqlite3 erp.db 'SELECT id, type, sender, replaces_id, superseded_by FROM tradepost_document "
      "ORDER BY received_at, id'");
  EXPECT_EQ(rows.out, fmt::format("{0}|ORDER|Kunde||{1}\n{1}|ORDER|Kunde|{0}|\n", older, newer));
}

}  // namespace
}  // namespace tradepost::agent_tests
