#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <string>

#include "agent/ledger/ledger.hpp"

namespace tradepost::agent {
namespace {

class LedgerLocks : public testing::Test {
 public:
  LedgerLocks() { EXPECT_NE(::mkdtemp(folder.data()), nullptr); }
  ~LedgerLocks() override { std::filesystem::remove_all(folder); }

  std::string folder = testing::TempDir() + "tradepost-ledger-XXXXXX";
};

// Runs a process that takes the lock and forks a child, which lives until `end` is closed. The
// process has ended when this returns.
void live_and_leave_child(const std::string& folder, std::array<int, 2> end) {
  const int parent = ::fork();
  if (parent == 0) {
    const auto lock = LedgerLock::take(folder);
    if (::fork() == 0) {
      ::close(end[1]);
      char nothing = 0;
      static_cast<void>(!::read(end[0], &nothing, 1));
      ::_exit(0);
    }
    ::_exit(lock ? 0 : 1);
  }
  int status = 0;
  EXPECT_EQ(::waitpid(parent, &status, 0), parent);
  EXPECT_EQ(status, 0);
}

TEST_F(LedgerLocks, child_of_an_agent_that_was_killed_does_not_have_its_lock) {
  std::array<int, 2> end{};
  ASSERT_EQ(::pipe(end.data()), 0);
  live_and_leave_child(folder, end);
  EXPECT_FALSE(LedgerLock::is_taken(folder));
  EXPECT_TRUE(LedgerLock::take(folder));
  ::close(end[0]);
  ::close(end[1]);
}

TEST_F(LedgerLocks, lock_of_another_process_is_seen_and_refused) {
  std::array<int, 2> end{};
  std::array<int, 2> has_it{};
  ASSERT_EQ(::pipe(end.data()), 0);
  ASSERT_EQ(::pipe(has_it.data()), 0);
  const int other = ::fork();
  if (other == 0) {
    ::close(end[1]);
    const auto lock = LedgerLock::take(folder);
    char nothing = 0;
    static_cast<void>(!::write(has_it[1], "", 1));
    static_cast<void>(!::read(end[0], &nothing, 1));
    ::_exit(lock ? 0 : 1);
  }
  char nothing = 0;
  EXPECT_EQ(::read(has_it[0], &nothing, 1), 1);
  EXPECT_TRUE(LedgerLock::is_taken(folder));
  const auto second = LedgerLock::take(folder);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code(), base::ErrorCode::in_use);
  ::close(end[1]);
  int status = 0;
  EXPECT_EQ(::waitpid(other, &status, 0), other);
  EXPECT_EQ(status, 0);
  EXPECT_FALSE(LedgerLock::is_taken(folder));
  for (const int file : {end[0], has_it[0], has_it[1]}) ::close(file);
}

}  // namespace
}  // namespace tradepost::agent
