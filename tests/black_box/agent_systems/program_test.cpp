// Tests failures of programs that receive documents.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "agent/bridged.hpp"
#include "served/json.hpp"

namespace tradepost::agent_tests {
namespace {

using served::at;
using served::lines_of;

// Returns false for a zombie, too: it has ended, and its parent has not collected it.
bool is_running(const std::string& pid) {
  std::ifstream file("/proc/" + pid + "/stat");
  const std::string stat((std::istreambuf_iterator<char>(file)), {});
  const auto name_end = stat.rfind(')');
  return name_end != std::string::npos && stat.at(name_end + 2) != 'Z';
}

class AgentProgram : public testing::Test {
 protected:
  // Starts the agent and returns the reason why the program did not take the first document.
  std::string reason() {
    bridged.trade.sends("1");
    bridged.begins();
    return bridged.reason();
  }

  Bridged bridged{"[bridge.one.receive]\nprogram = ['import', 'a b']\ntimeout_seconds = 1"};
};

TEST_F(AgentProgram, one_that_hangs_is_ended_with_its_children_and_tried_again) {
  add_program(bridged.desk, "import",
              "echo $$ >>pids; sleep 600 & echo $! >>pids; echo waiting for the ERP >&2; wait\n");
  EXPECT_TRUE(has(reason(), "import did not end within 1 s: waiting for the ERP"));
  until("a second attempt", [&] { return lines_of(bridged.desk.read("pids")).size() >= 4; });
  const auto pids = lines_of(bridged.desk.read("pids"));
  for (int of_first = 0; of_first < 2; ++of_first) {
    EXPECT_FALSE(is_running(pids[static_cast<std::size_t>(of_first)]));
  }
  add_program(bridged.desk, "import", "exit 0\n");
  bridged.says_when("processed", "1");
}

TEST_F(AgentProgram, one_that_writes_to_standard_error_without_end_is_ended_all_the_same) {
  add_program(bridged.desk, "import", "yes >&2 & yes >&2 & yes >&2\n");
  EXPECT_TRUE(has(reason(), "import did not end within 1 s: y"));
}

TEST_F(AgentProgram, one_that_crashes_is_tried_again) {
  add_program(bridged.desk, "import",
              "if [ $TRADEPOST_ATTEMPT = 1 ]; then kill -SEGV $$; fi; echo $1 >argument\n");
  EXPECT_TRUE(has(reason(), "import was ended by signal 11"));
  bridged.says_when("processed", "1");
  EXPECT_EQ(bridged.desk.read("argument"), "a b\n");
}

TEST_F(AgentProgram, one_that_cannot_be_started_is_tried_again) {
  EXPECT_TRUE(has(reason(), "import ended with exit code 127: No such file or directory"));
  add_program(bridged.desk, "import", "exit 0\n");
  bridged.says_when("processed", "1");
}

TEST_F(AgentProgram, one_that_says_ten_megabytes_is_quoted_with_the_beginning) {
  add_program(bridged.desk, "import",
              "echo Beginning >&2; head -c 10000000 /dev/zero | tr '\\0' x >&2; exit 3\n");
  const std::string said = reason();
  EXPECT_TRUE(has(said, "import ended with exit code 3: Beginning\nxxx"));
  EXPECT_LT(said.size(), 40'000u);
}

TEST_F(AgentProgram, exit_code_65_is_a_report_whose_reason_is_standard_error) {
  // Older systems write Latin-1.
  add_program(bridged.desk, "import", "echo \"Artikel unbekannt: Schl\\374ssel\" >&2; exit 65\n");
  const std::string id = bridged.trade.sends("1");
  bridged.begins();
  bridged.has_status(id, "FAILED");
  const auto events = bridged.trade.gets(bridged.trade.customer, "/v2/all-transactions/" + id).body;
  EXPECT_TRUE(has(events, "Artikel unbekannt: Schl")) << events;
  EXPECT_EQ(bridged.says("failed"), "1");
}

TEST_F(AgentProgram, what_it_writes_to_standard_output_is_discarded) {
  add_program(bridged.desk, "import", "head -c 10000000 /dev/zero; cat >taken\n");
  bridged.trade.sends("1");
  bridged.begins();
  bridged.says_when("processed", "1");
  EXPECT_LT(bridged.log().size(), 10'000u);
}

TEST_F(AgentProgram, children_that_it_leaves_do_not_hold_up_the_agent) {
  add_program(bridged.desk, "import", "sleep 5 >&2 & exit 0\n");
  bridged.trade.sends("1");
  bridged.begins();
  bridged.says_when("processed", "1");
}

}  // namespace
}  // namespace tradepost::agent_tests
