// A library for LD_PRELOAD: kills the process just before the step with the number in
// TRADEPOST_KILLED_AT_STEP. Steps are syncs, and the first pwrite64 after a sync. Data that was
// written before the kill persists, synced or not. Child processes are not affected.

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>

#include "tests/support/run.hpp"

namespace {

const pid_t process = ::getpid();
std::atomic<long> steps{0};
std::atomic<bool> is_after_sync{true};

void step() {
  const char* const deadly = tradepost::run::variable("TRADEPOST_KILLED_AT_STEP");
  if (deadly == nullptr || ::getpid() != process) return;
  if (++steps == std::strtol(deadly, nullptr, 10)) ::kill(process, SIGKILL);
}

}  // namespace

extern "C" int fsync(int descriptor) {
  step();
  is_after_sync = true;
  return static_cast<int>(::syscall(SYS_fsync, descriptor));
}

extern "C" int fdatasync(int descriptor) {
  step();
  is_after_sync = true;
  return static_cast<int>(::syscall(SYS_fdatasync, descriptor));
}

extern "C" ssize_t pwrite64(int descriptor, const void* bytes, size_t count, off64_t place) {
  if (is_after_sync.exchange(false)) step();
  return ::syscall(SYS_pwrite64, descriptor, bytes, count, place);
}
