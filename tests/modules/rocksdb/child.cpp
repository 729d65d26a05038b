#include "rocksdb/child.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "base/ground/check.hpp"
#include "process/process.hpp"

namespace tradepost::rocksdb_reasons {

using process::Process;

Left in_child(const std::function<Left()>& life) {
  Process child([&](Process::Pipes pipes) {
    ::alarm(60);  // ends a life that hangs
    const Left left = life();
    CHECK(::write(pipes.output, &left, sizeof left) == sizeof left);
  });
  Left left;
  CHECK(::read(child.output(), &left, sizeof left) == sizeof left);
  CHECK(child.wait() == 0);
  return left;
}

int ending_of(const std::function<void()>& life) {
  Process child([&](Process::Pipes) {
    std::freopen("/dev/null", "w", stderr);
    life();
  });
  return std::max(0, -child.wait());
}

}  // namespace tradepost::rocksdb_reasons
