// Loaded before a process (LD_PRELOAD): for as long as the file TRADEPOST_SYNCS_WAIT_FOR names is
// there, nothing that the process syncs reaches the disk. So slow is a disk that is worn out, or
// has others to serve.

#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>

extern "C" int fdatasync(int descriptor) {
  constexpr useconds_t look_every_us = 1'000;
  const char* const file = std::getenv("TRADEPOST_SYNCS_WAIT_FOR");
  while (file != nullptr && ::access(file, F_OK) == 0) ::usleep(look_every_us);
  return static_cast<int>(::syscall(SYS_fdatasync, descriptor));
}
