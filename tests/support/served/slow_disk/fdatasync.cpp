// A library for LD_PRELOAD that simulates a slow or broken disk. While another process holds a lock
// on the file that TRADEPOST_SYNCS_WAIT_FOR names, syncs of the process wait. If the file that
// TRADEPOST_SYNCS_WAIT_FROM names exists, syncs do not wait until the process has written the text
// in it; that write removes the file. While the file that TRADEPOST_SYNCS_FAIL_WHILE names exists,
// syncs fail.

#include <fcntl.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>

#include "tests/support/run.hpp"

namespace {

// Opens the file that a variable names; -1 if it cannot.
int opened(const char* variable) {
  const char* const file = tradepost::run::variable(variable);
  return file == nullptr ? -1 : ::open(file, O_RDONLY | O_CLOEXEC);
}

bool is_to_wait() {
  const int from = opened("TRADEPOST_SYNCS_WAIT_FROM");
  if (from >= 0) ::close(from);
  return from < 0;
}

void look_for_text(std::string_view written) {
  const int from = opened("TRADEPOST_SYNCS_WAIT_FROM");
  if (from < 0) return;
  std::array<char, 100> text{};
  const ssize_t bytes = ::read(from, text.data(), text.size());
  ::close(from);
  if (bytes <= 0) return;
  if (written.contains(std::string_view(text.data(), static_cast<std::size_t>(bytes)))) {
    ::unlink(tradepost::run::variable("TRADEPOST_SYNCS_WAIT_FROM"));
  }
}

ssize_t written(int descriptor, const void* bytes, size_t count, off_t at) {
  const ssize_t done = ::syscall(SYS_pwrite64, descriptor, bytes, count, at);
  look_for_text({static_cast<const char*>(bytes), count});
  return done;
}

}  // namespace

extern "C" ssize_t pwrite(int descriptor, const void* bytes, size_t count, off_t at) {
  return written(descriptor, bytes, count, at);
}

extern "C" ssize_t pwrite64(int descriptor, const void* bytes, size_t count, off_t at) {
  return written(descriptor, bytes, count, at);
}

extern "C" int fdatasync(int descriptor) {
  const int gate = is_to_wait() ? opened("TRADEPOST_SYNCS_WAIT_FOR") : -1;
  if (gate >= 0) {
    ::flock(gate, LOCK_SH);
    ::close(gate);
  }
  const char* const broken = tradepost::run::variable("TRADEPOST_SYNCS_FAIL_WHILE");
  if (broken != nullptr && ::access(broken, F_OK) == 0) {
    errno = EIO;
    return -1;
  }
  return static_cast<int>(::syscall(SYS_fdatasync, descriptor));
}
