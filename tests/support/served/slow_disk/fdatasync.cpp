// Loaded before a process (LD_PRELOAD): for as long as somebody holds a lock on the file that
// TRADEPOST_SYNCS_WAIT_FOR names, nothing that the process syncs reaches the disk. So slow is a
// disk that is worn out, or has others to serve. And for as long as the file that
// TRADEPOST_SYNCS_FAIL_WHILE names is there, nothing can be synced: so is a disk that is broken.

#include <fcntl.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

extern "C" int fdatasync(int descriptor) {
  const char* const file = std::getenv("TRADEPOST_SYNCS_WAIT_FOR");
  const int gate = file == nullptr ? -1 : ::open(file, O_RDONLY | O_CLOEXEC);
  if (gate >= 0) {
    ::flock(gate, LOCK_SH);
    ::close(gate);
  }
  const char* const broken = std::getenv("TRADEPOST_SYNCS_FAIL_WHILE");
  if (broken != nullptr && ::access(broken, F_OK) == 0) {
    errno = EIO;
    return -1;
  }
  return static_cast<int>(::syscall(SYS_fdatasync, descriptor));
}
