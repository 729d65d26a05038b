#include "agent/sinks/program_run.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "base/files/whole_file.hpp"

namespace tradepost::agent {
namespace {

namespace fs = std::filesystem;

class ProgramRuns : public testing::Test {
 public:
  ProgramRuns() { EXPECT_NE(::mkdtemp(folder.data()), nullptr); }
  ~ProgramRuns() override { fs::remove_all(folder); }

  ProgramRun of(const std::string& script, std::string_view input = "") const {
    EXPECT_TRUE(base::write_whole(folder, "run.input", input));
    return {.command = {"/bin/sh", "-c", script},
            .environment = {"FOLDER=" + folder, "PATH=/usr/bin:/bin"},
            .timeout = std::chrono::seconds(30),
            .files = folder + "/run"};
  }

  std::string folder = testing::TempDir() + "tradepost-runs-XXXXXX";
};

TEST_F(ProgramRuns, end_is_that_of_the_program) {
  const auto good = run_program(of("exit 0"));
  ASSERT_TRUE(good);
  EXPECT_EQ(good->how, RunEnd::How::exited);
  EXPECT_EQ(good->number, 0);
  const auto bad = run_program(of("echo why >&2; exit 255"));
  EXPECT_EQ(bad->number, 255);
  EXPECT_EQ(bad->errors, "why\n");
  const auto crashed = run_program(of("kill -ABRT $$"));
  EXPECT_EQ(crashed->how, RunEnd::How::killed);
  EXPECT_EQ(crashed->number, SIGABRT);
}

TEST_F(ProgramRuns, program_reads_its_input_and_has_its_environment_alone) {
  const auto end = run_program(of("cat >$FOLDER/copy; env | grep -v ^PWD= | sort >&2", "document"));
  ASSERT_TRUE(end);
  EXPECT_EQ(*base::read_whole(folder + "/copy", 100), "document");
  EXPECT_TRUE(end->errors.starts_with("FOLDER=" + folder + "\nPATH=/usr/bin:/bin\n"))
      << end->errors;
}

TEST_F(ProgramRuns, program_has_no_file_of_the_agent) {
  const auto end = run_program(of("ls /proc/self/fd | tr '\\n' ' ' >&2"));
  EXPECT_EQ(end->errors, "0 1 2 3 ");  // ls itself opens the folder as 3
}

TEST_F(ProgramRuns, program_that_takes_too_long_is_ended_and_what_it_said_is_kept) {
  ProgramRun run = of("echo begun >&2; sleep 60");
  run.timeout = std::chrono::seconds(1);
  const auto end = run_program(run);
  EXPECT_EQ(end->how, RunEnd::How::timed_out);
  EXPECT_EQ(end->errors, "begun\n");
}

TEST_F(ProgramRuns, end_is_known_until_it_is_forgotten) {
  const ProgramRun run = of("exit 7");
  EXPECT_FALSE(*recall_run(run));
  ASSERT_TRUE(run_program(run));
  const auto recalled = recall_run(run);
  ASSERT_TRUE(recalled && *recalled);
  EXPECT_EQ((*recalled)->number, 7);
  forget_run(run.files);
  EXPECT_FALSE(*recall_run(run));
  EXPECT_TRUE(fs::is_empty(folder));
}

// The agent is killed, and the next one waits for the end of the run.
TEST_F(ProgramRuns, program_outlives_the_agent_and_its_end_is_recalled) {
  const ProgramRun run =
      of("echo $$ >$FOLDER/begun; until [ -e $FOLDER/go ]; do sleep 0.02; done; exit 3");
  const int agent = ::fork();
  if (agent == 0) {
    static_cast<void>(run_program(run));
    ::_exit(0);
  }
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!fs::exists(folder + "/begun") && std::chrono::steady_clock::now() < deadline) {
    ::sched_yield();
  }
  ::kill(agent, SIGKILL);
  ASSERT_EQ(::waitpid(agent, nullptr, 0), agent);
  EXPECT_FALSE(run_program(run));  // a second run is refused
  std::ofstream(folder + "/go") << "";
  const auto end = recall_run(run);
  ASSERT_TRUE(end && *end);
  EXPECT_EQ((*end)->number, 3);
}

TEST_F(ProgramRuns, result_that_is_none_is_damaged) {
  const ProgramRun run = of("exit 0");
  ASSERT_TRUE(run_program(run));
  for (const char* const text : {"", "e", "exyz\n"}) {
    std::ofstream(folder + "/run.result") << text;
    EXPECT_EQ(recall_run(run).error().code(), base::ErrorCode::damaged) << text;
  }
}

}  // namespace
}  // namespace tradepost::agent
