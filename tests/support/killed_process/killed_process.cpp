#include "killed_process/killed_process.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/ground/check.hpp"

namespace tradepost {

KilledProcess::KilledProcess(const std::function<void(int pipe)>& life) {
  int ends[2];
  CHECK(::pipe(ends) == 0);
  process_ = ::fork();
  CHECK(process_ >= 0);
  if (process_ == 0) {
    ::close(ends[0]);
    life(ends[1]);
    ::_exit(0);
  }
  ::close(ends[1]);
  pipe_ = ends[0];
}

KilledProcess::~KilledProcess() {
  ::close(pipe_);
}

void KilledProcess::kill_after(std::chrono::microseconds time) {
  // Busy waiting lets the kill come at any moment, and not at one that the scheduler prefers.
  const auto until = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < until) continue;
  CHECK(::kill(process_, SIGKILL) == 0);
  int status = 0;
  CHECK(::waitpid(process_, &status, 0) == process_);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << "it died by itself";
}

}  // namespace tradepost
