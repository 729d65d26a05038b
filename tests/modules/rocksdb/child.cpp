#include "rocksdb/child.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

#include "base/ground/check.hpp"

namespace tradepost::rocksdb_reasons {

Left in_child(const std::function<Left()>& life) {
  int ends[2];
  CHECK(::pipe(ends) == 0);
  std::fflush(nullptr);  // otherwise both processes would print the buffered text
  const pid_t child = ::fork();
  CHECK(child >= 0);
  if (child == 0) {
    ::alarm(60);  // ends a life that hangs
    const Left left = life();
    CHECK(::write(ends[1], &left, sizeof left) == sizeof left);
    ::_exit(0);
  }
  ::close(ends[1]);
  Left left;
  const bool is_read = ::read(ends[0], &left, sizeof left) == sizeof left;
  ::close(ends[0]);
  int status = 0;
  CHECK(::waitpid(child, &status, 0) == child);
  CHECK(is_read && WIFEXITED(status) && WEXITSTATUS(status) == 0);
  return left;
}

int ending_of(const std::function<void()>& life) {
  const pid_t child = ::fork();
  if (child == 0) {
    std::freopen("/dev/null", "w", stderr);
    life();
    ::_exit(0);
  }
  int status = 0;
  CHECK(::waitpid(child, &status, 0) == child);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

}  // namespace tradepost::rocksdb_reasons
