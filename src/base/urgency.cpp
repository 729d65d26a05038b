#include "base/urgency.hpp"

#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace tradepost::base {
namespace {

constexpr int niceness_behind = 5;  // of 19

// As the system has it; the C library knows it only in later versions.
struct Attributes {
  std::uint32_t size = sizeof(Attributes);
  std::uint32_t policy = SCHED_OTHER;
  std::uint64_t flags = 0;
  std::int32_t niceness = 0;
  std::uint32_t priority = 0;
  std::uint64_t runtime_ns = 0;
  std::uint64_t deadline_ns = 0;
  std::uint64_t period_ns = 0;
};

}  // namespace

void takes_short_steps(std::chrono::microseconds step) {
  constexpr pid_t this_thread = 0;
  // Whoever started us with another policy knows why.
  if (::sched_getscheduler(this_thread) != SCHED_OTHER) return;
  Attributes wished;
  wished.niceness = ::getpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()));
  // Linux 6.12 and later, from 100 µs to 100 ms.
  wished.runtime_ns = static_cast<std::uint64_t>(std::chrono::nanoseconds(step).count());
  static_cast<void>(::syscall(SYS_sched_setattr, this_thread, &wished, 0));
}

void stands_behind() {
  const int of_main_thread = ::getpriority(PRIO_PROCESS, static_cast<id_t>(::getpid()));
  static_cast<void>(
      ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), of_main_thread + niceness_behind));
}

}  // namespace tradepost::base
